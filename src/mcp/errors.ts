/**
 * Errors that a model can act on: those of the command line, with the names of inputs and tools.
 */
import { flagOf } from '../cli/flags.ts';
import { globalFlags } from '../cli/global-flags.ts';
import {
  InputNeededError,
  NotAvailableError,
  RateLimitedError,
  RentalError,
} from '../base/errors.ts';
import {
  inWords,
  type FieldNamer,
  type FieldText,
  type RepeatNamer,
  type ListNamer,
} from '../base/field-text.ts';
import { cleanText } from './answer.ts';
import { inputName } from './inputs.ts';

/**
 * The value of `error` in the answer. An error that is not a RentalError is a bug in rental, and
 * its details are not for the model.
 */
export function errorReport(error: unknown) {
  if (!(error instanceof RentalError))
    return { code: 'internal', message: 'rental itself failed: this is a bug' };
  const { code, status, retryAfterSeconds } = error;
  const { message, hint } = error.describe(fieldName, listTool, givenInput);
  // The hint of the command line is to raise --max-wait, which a call cannot.
  const next =
    error instanceof RateLimitedError
      ? `call again in ${retryAfterSeconds ?? 60} s`
      : hintOf(error, hint);
  const seenBefore = error instanceof NotAvailableError ? error.seenBefore : undefined;
  return {
    code,
    message: cleanText(message),
    hint: next && cleanText(next),
    status,
    retryAfterSeconds,
    seenBefore,
  };
}

/** A call can lack only the length of its trip, because the schema requires the rest. */
function hintOf(error: RentalError, hint: string | undefined): string | undefined {
  return error instanceof InputNeededError ? 'for example nights: 7, or to: 2026-12-27' : hint;
}

/** An input of the tools, or a flag of the server: what else is set can only be set there. */
const fieldName: FieldNamer = (field) => {
  const flag = flagOf(field);
  const name = flag.slice(2);
  return name !== 'operator' && Object.hasOwn(globalFlags, name)
    ? `${flag} of rental mcp`
    : inputName(name);
};

const toolOf = {
  availability: 'search_vehicles',
  depots: 'list_depots',
  extras: 'list_extras',
} as const;
const listTool: ListNamer = (list) => toolOf[list];

/** `insurance: ["Basic", "Zero excess"]`. */
const givenInput: RepeatNamer = (field, texts) =>
  `${fieldName(field)}: [${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

/** A note in the words of the tools. Names of operators in it stay as they are. */
export function toolText(text: FieldText): string {
  return inWords(text, fieldName, listTool, givenInput);
}

/** One line for the log that the assistant keeps of stderr, with the trace. */
export function bugForLog(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replace(/\n\s*/g, ' ');
}
