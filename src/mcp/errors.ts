/** Errors that a model can act on: the codes of the command line, and hints that name tools. */
import { inWords, RateLimitedError, RentalError, type FieldNamer, type FieldText, type ListNamer } from '../errors.ts';
import { cleanText } from './clean.ts';

export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
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
  const hint = hintFor(error);
  return {
    code,
    message: ownWords(error),
    ...(hint !== undefined && { hint }),
    ...(status !== undefined && { status }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(served !== undefined && { operatorMessage: cleanText(served) }),
  };
}

/** The message without the words of the service. */
function ownWords(error: RentalError): string {
  const { message } = error.describe(inputName, listTool);
  const { served } = error;
  if (served === undefined || !message.endsWith(served)) return toolText(message);
  const own = message.slice(0, -served.length).replace(/[\s:,]+$/, '');
  return own === '' ? 'the operator says that this vehicle is not available' : toolText(own);
}

function hintFor(error: RentalError): string | undefined {
  if (error instanceof RateLimitedError) {
    const { retryAfterSeconds } = error;
    const when = retryAfterSeconds === undefined ? 'in a minute' : `in ${retryAfterSeconds} s`;
    return `call again ${when}; get_limits shows what is left`;
  }
  const { hint } = error.describe(inputName, listTool);
  return hint === undefined ? undefined : toolText(hint);
}

/** What the inputs of the tools call a field of the planner. The rest can only be set where the server is started. */
const inputName: FieldNamer = (field) => {
  if (field === 'refresh') return 'a call of list_depots';
  const atStart = ['maxWait', 'timeout', 'retries', 'baseUrl', 'siteUrl', 'sandbox'];
  const joined = (mark: string): string => field.replace(/[A-Z]/g, (letter) => mark + letter.toLowerCase());
  return atStart.includes(field) ? `--${joined('-')} of rental mcp` : joined('_');
};

const toolOf = { availability: 'search_vehicles', depots: 'list_depots' } as const;
const listTool: ListNamer = (list) => toolOf[list];

/** A text of our own, in the words of the tools. */
export function toolText(text: FieldText): string {
  return cleanText(inWords(text, inputName, listTool), 1_000);
}
