/** Errors in words, for stderr. */
import { exitCodes, RentalError, type FieldNamer } from '../errors.ts';
import type { Palette } from '../terminal/colour.ts';
import { escapeJson, escapeText } from '../terminal/escape.ts';
import { shownText } from './cells.ts';

export interface ErrorOptions {
  /** One line of JSON instead of words. */
  readonly json: boolean;
  /** From 2 on with the stack trace, in words only. */
  readonly verbose: number;
  readonly palette: Palette;
  /** What the command line calls a field: `from` is `--from`. */
  readonly nameField?: FieldNamer;
}

/** `error: …` and `hint: …`, or `{"error":{…}}`; ends in a line break. What is not one of our errors is a bug of ours. */
export function renderError(error: unknown, { json, verbose, palette, nameField }: ErrorOptions): string {
  const report = reportOf(error, nameField);
  if (json) return `${escapeJson(JSON.stringify({ error: report }))}\n`;
  const lines = [`${palette.error('error:')} ${shownText(report.message)}`];
  if (report.hint !== undefined) lines.push(`${palette.hint('hint:')} ${shownText(report.hint)}`);
  if (verbose >= 2) lines.push(...traceOf(error).map((line) => palette.paint('dim', line)));
  return `${lines.join('\n')}\n`;
}

/** Values that are not known are left out. */
interface Report {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly exitCode: number;
}

function reportOf(error: unknown, nameField: FieldNamer | undefined): Report {
  if (error instanceof RentalError) {
    const { code, status, retryAfterSeconds, exitCode } = error;
    return { code, ...error.describe(nameField), status, retryAfterSeconds, exitCode };
  }
  return {
    code: 'internal',
    message: `rental itself failed: ${messageOf(error)}`,
    hint: 'this is a bug: run it again with --verbose --verbose and report the command and what it printed',
    status: undefined,
    retryAfterSeconds: undefined,
    exitCode: exitCodes.internal,
  };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'object' ? 'something that is no error was thrown' : String(error);
}

/** With what caused it, as far as that goes. */
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
