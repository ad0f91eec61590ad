/** Errors that a model can act on: those of the command line, with the names of inputs and tools. */
import { flagOf } from '../cli/flags.ts';
import { globalFlags } from '../cli/global-flags.ts';
import { asServed, inWords, RateLimitedError, RentalError } from '../errors.ts';
import type { FieldNamer, FieldText, ListNamer, Theirs } from '../errors.ts';
import { cleanText } from './answer.ts';
import { inputName } from './inputs.ts';

/** The value of `error` in the answer; JSON leaves out what is undefined. An error that is not a RentalError is a bug in rental, and its details are not for the model. */
export function errorReport(error: unknown) {
  if (!(error instanceof RentalError)) {
    return {
      code: 'internal',
      message: 'rental itself failed',
      hint: 'this is a bug: its details are in the log of the server; other calls may still work',
    };
  }
  const { code, status, retryAfterSeconds, served } = error;
  const names: string[] = [];
  const theirs: Theirs = (words, id) => {
    const index = names.push(asServed(cleanText(words), id)) - 1;
    return id === undefined ? `names[${index}]` : `id ${id}`;
  };
  const { message, hint } = error.describe(fieldName, listTool, theirs);
  // A caller cannot raise the longest wait, as the hint of the command line says.
  const next = error instanceof RateLimitedError ? `call again in ${retryAfterSeconds ?? 60} s` : hint;
  return {
    code,
    message: cleanText(withoutServed(message, served)),
    hint: next && cleanText(next),
    /** Words of the operator: `Queenstown (10)`, for which `id 10` stands in message and hint; for words without an id, `names[0]`. */
    names: names.length > 0 ? names : undefined,
    ...{ status, retryAfterSeconds },
    /** What the operator itself said: not to be taken for a word of ours. */
    operatorMessage: served && cleanText(served),
  };
}

/** The message without the words of the service, with which it ends. */
function withoutServed(message: string, served: string | undefined): string {
  if (served === undefined || !message.endsWith(served)) return message;
  const own = message.slice(0, -served.length).replace(/[\s:,]+$/, '');
  return own === '' ? 'the operator says that this vehicle is not available' : own;
}

/** What the inputs of the tools call a field of the planner. The rest can only be set where the server is started. */
const fieldName: FieldNamer = (field) => {
  const flag = flagOf(field);
  const name = flag.slice(2);
  return name !== 'operator' && Object.hasOwn(globalFlags, name) ? `${flag} of rental mcp` : inputName(name);
};

const toolOf = { availability: 'search_vehicles', depots: 'list_depots', extras: 'list_extras' } as const;
const listTool: ListNamer = (list) => toolOf[list];

/** A note in the words of the tools. Names of operators in it stay as they are. */
export function toolText(text: FieldText): string {
  return inWords(text, fieldName, listTool);
}
