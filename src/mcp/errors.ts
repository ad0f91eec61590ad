/** Errors that a model can act on: the codes of the command line, and hints that name tools. */
import { asServed, inWords, RateLimitedError, RentalError } from '../errors.ts';
import type { FieldNamer, FieldText, ListNamer, Theirs } from '../errors.ts';
import { flagOf } from '../cli/flags.ts';
import { cleanText } from './clean.ts';
import { inputName } from './inputs.ts';

export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** Words of the operator: `Queenstown (10)`, for which `id 10` stands in message and hint; for words without an id, `names[0]`. */
  readonly names?: readonly string[];
  /** What the operator itself said: not to be taken for a word of ours. */
  readonly operatorMessage?: string;
}

/** The report of an error. Any error that is not a RentalError is a bug in rental, and its details are not for the model. */
export function errorReport(error: unknown): ErrorReport {
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
  const { message, hint: said } = error.describe(fieldName, listTool, theirs);
  const hint = error instanceof RateLimitedError ? whenToCall(error) : said;
  return {
    code,
    message: cleanText(withoutServed(message, served), longestOwn),
    ...(hint !== undefined && { hint: cleanText(hint, longestOwn) }),
    ...(names.length > 0 && { names }),
    ...(status !== undefined && { status }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(served !== undefined && { operatorMessage: cleanText(served) }),
  };
}

/** The message without the words of the service, with which it ends. */
function withoutServed(message: string, served: string | undefined): string {
  if (served === undefined || !message.endsWith(served)) return message;
  const own = message.slice(0, -served.length).replace(/[\s:,]+$/, '');
  return own === '' ? 'the operator says that this vehicle is not available' : own;
}

function whenToCall({ retryAfterSeconds }: RateLimitedError): string {
  const when = retryAfterSeconds === undefined ? 'in a minute' : `in ${retryAfterSeconds} s`;
  return `call again ${when}; get_limits shows what is left`;
}

/** What the inputs of the tools call a field of the planner. The rest can only be set where the server is started. */
const fieldName: FieldNamer = (field) => {
  const atStart = ['maxWait', 'timeout', 'retries', 'baseUrl', 'siteUrl', 'rateLimit', 'sandbox', 'refresh'];
  const flag = flagOf(field);
  return atStart.includes(field) ? `${flag} of rental mcp` : inputName(flag.slice(2));
};

const toolOf = { availability: 'search_vehicles', depots: 'list_depots', extras: 'list_extras' } as const;
const listTool: ListNamer = (list) => toolOf[list];

/** Characters of a text of our own. */
const longestOwn = 1_000;

/** A text of our own, in the words of the tools. Names of operators in it stay as they are. */
export function toolText(text: FieldText): string {
  return cleanText(inWords(text, fieldName, listTool), longestOwn);
}
