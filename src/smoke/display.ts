/** Shows values and requests from outside in short, printable text that is safe in a terminal, a log and every report. */
import { loggingCommand, workflowCommand } from '../ci-log.ts';
import type { HttpRequest } from '../http/types.ts';
import { shorten } from '../text.ts';

/** Characters of a string value. */
const longestValue = 80;

/** The value as JSON, or what kind of thing it is. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return escapeText(JSON.stringify(shorten(value, longestValue)));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(String(value), longestValue);
}

/** A sentence of the service, without quotes. */
export function showText(text: string, most = 300): string {
  return escapeText(shorten(text, most));
}

/** A shell command that repeats the request and shows the headers of the response. */
export function curlLine({ url, accept = 'application/json' }: HttpRequest): string {
  // A fragment is not sent, and it is the only part of an address that can hold `##`.
  const shown = Object.assign(new URL(url), { username: '', password: '', hash: '' });
  // The same address for the server, but no workflow command in a log of GitHub.
  shown.pathname = shown.pathname.replaceAll('::', '%3A%3A');
  shown.search = shown.search.replaceAll('::', '%3A%3A');
  return `curl -sSi -H ${shellQuote(`accept: ${accept}`)} ${shellQuote(shown.href)}`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function escapeText(text: string): string {
  return (
    text
      // Also characters that some runners leave out when they look for a command.
      .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escapeCharacter)
      .replace(workflowCommand, escapeCharacter)
      .replace(loggingCommand, escapeCharacter)
  );
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
