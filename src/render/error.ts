/** Errors for stderr, as text or as JSON. */
import { mayHaveLogin, shownAddress } from '../base/addresses.ts';
import { exitCodes, NotAvailableError, RentalError, type ExitCode } from '../base/errors.ts';
import type { FieldNamer } from '../base/field-text.ts';
import type { Palette } from '../terminal/colour.ts';
import { escapeJson, escapeText, safeText } from '../terminal/escape.ts';
import { labelled } from '../base/words.ts';

export interface ErrorOptions {
  /** One line of JSON instead of text. */
  readonly json: boolean;
  /** The text of a bug has a stack trace. */
  readonly verbose: boolean;
  readonly palette: Palette;
  /** The width of a terminal. Default: no line breaks. */
  readonly columns?: number;
  /** The command that was run: `quote`. */
  readonly command?: string | undefined;
  /** What the command line calls a field: `from` is `--from`. */
  readonly nameField?: FieldNamer;
}

/** Any error that is not a RentalError is a bug in rental. */
export function renderError(error: unknown, options: ErrorOptions): string {
  const { json, verbose, palette, columns = Number.POSITIVE_INFINITY } = options;
  const report = withoutPasswords(reportOf(error, options));
  if (json) return `${escapeJson(JSON.stringify({ error: report }))}\n`;
  const lines = [labelled('error', safeText(report.message), columns, palette.error)];
  const command =
    error instanceof RentalError && error.command !== undefined
      ? safeText(error.command)
      : undefined;
  if (report.hint !== undefined)
    lines.push(labelled('hint', safeText(report.hint), columns, palette.accent, command));
  if (verbose && !(error instanceof RentalError))
    lines.push(...traceOf(error).map((line) => palette.paint('dim', withoutPassword(line))));
  return `${lines.join('\n')}\n`;
}

/** A message can repeat a misspelt flag with its value. */
function withoutPasswords<
  T extends { readonly message: string; readonly hint?: string | undefined },
>(report: T): T {
  const { message, hint } = report;
  return {
    ...report,
    message: withoutPassword(message),
    ...(hint !== undefined && { hint: withoutPassword(hint) }),
  };
}

/** Hides logins, also in addresses that cannot be read: a password can have any character. */
function withoutPassword(text: string): string {
  return text.replace(/\b[a-z][\w+.-]*:\/\/\S*?(?=[".,;:)]*(?:\s|$))/gi, (address) =>
    mayHaveLogin(address) ? shownAddress(address) : address,
  );
}

/** For errors without a hint. */
const defaultHints: Readonly<Partial<Record<ExitCode, string>>> = {
  [exitCodes.no]: 'rental <command> -v shows the request and the answer',
  [exitCodes.usage]: 'rental <command> --help shows what it takes, with examples',
  [exitCodes.refused]: 'rental <command> -v shows the request that was refused',
  [exitCodes.unavailable]: 'try again later',
  [exitCodes.rateLimited]: 'try again later: rental limits shows when more requests are left',
  [exitCodes.network]: 'check the address and the connection: rental config shows them',
  [exitCodes.contract]: 'the service breaks its interface: rental smoke shows where',
  [exitCodes.output]: 'check that the folder exists, has free space and can be written to',
};

function reportOf(error: unknown, { nameField, command = '<command>' }: ErrorOptions) {
  if (error instanceof RentalError) {
    const { code, status, retryAfterSeconds, exitCode } = error;
    const defaultHint = defaultHints[exitCode]?.replace('<command>', command);
    const { message, hint = defaultHint } = error.describe(nameField);
    const seenBefore = error instanceof NotAvailableError ? error.seenBefore : undefined;
    return { code, message, hint, status, retryAfterSeconds, seenBefore, exitCode };
  }
  return {
    code: 'internal',
    message: `rental itself failed: ${messageOf(error)}`,
    hint: 'this is a bug: run the command again with -v, then report the command, its output and what rental config prints',
    exitCode: exitCodes.internal,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? error.message || error.name
    : 'something other than an error was thrown';
}

/** The stack traces of the error and its causes. */
function traceOf(error: unknown): string[] {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    if (cause !== error) lines.push(escapeText(`caused by ${cause.name}: ${cause.message}`));
    const stack = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    lines.push(...stack.map((line) => escapeText(line)));
  }
  return lines;
}
