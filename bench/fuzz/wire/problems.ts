/** What is wrong with how a command ended after odd answers. */
import { exitCodes } from '../../../src/errors.ts';
import { problemOf, type Outcome } from '../harness.ts';
import type { Line } from '../lines.ts';

const unsafe = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/u;
const stackTrace = /^ +at .*:\d+:\d+\)?$/m;
/** What a value becomes that should not be printed. */
const leaks = /\[object |\bundefined\b|\bNaN\b/;
/** The timeout of attempts that all end by themselves. */
const timedOut = /within 20 s\b/;
/** Messages quote at most some hundred characters of an answer. */
const longestLine = 2_500;

/** Undefined if nothing is wrong. The lines have no mistakes of their own. */
export function problemOfAnswer(line: Line, outcome: Outcome, mayStayOpen: boolean): string | undefined {
  const { words, columns } = line;
  const { stdout, stderr } = outcome;
  const text = `${stdout}\n${stderr}`;
  const format = formatOf(words, columns);
  if (unsafe.test(text)) return 'an unsafe character';
  if (/\r(?!\n)/.test(text) || (text.includes('\r') && format !== 'csv')) return 'a carriage return';
  if (!words.includes('-vv') && stackTrace.test(text)) return 'a stack trace';
  if (leaks.test(text)) return 'a value that is not text';
  if (stderr.split('\n').some((line) => line.length > longestLine)) return 'a message that is too long';
  if ('polluted' in {}) return 'a changed prototype';
  if (!mayStayOpen && timedOut.test(text)) return 'it waits for an answer that has ended';
  return problemOf(line, outcome) ?? problemOfError(words, format, outcome) ?? problemOfRecords(words, format, stdout);
}

/** All forms of the right answers have the same end. */
export function problemOfRight(line: Line, { code, stdout }: Outcome, ends: Map<string, string>): string | undefined {
  const { words, columns } = line;
  if (code > 1) return 'right answers end with an error';
  // Records that are streamed come in the order of the answers.
  const end = `${code} ${stdout.split('\n').sort().join('\n')}`;
  const key = JSON.stringify([words.filter((word) => !/^(-v|-vv|-q|--refresh)$/.test(word)), columns]);
  const expected = ends.get(key) ?? end;
  ends.set(key, expected);
  return end === expected ? undefined : 'right answers end differently';
}

function formatOf(words: readonly string[], columns: number | undefined): string {
  if (words.includes('--json')) return 'json';
  const at = words.indexOf('--format');
  return at >= 0 ? (words[at + 1] ?? '') : columns === undefined ? 'plain' : 'table';
}

function problemOfError(
  words: readonly string[],
  format: string,
  { code, stdout, stderr }: Outcome,
): string | undefined {
  if (code < 2) return undefined;
  // A quote that lacks an extra is printed.
  if (code === exitCodes.partial && stderr.includes('warning: ')) return undefined;
  // Smoke and compare report the failures of requests as their result.
  if (stdout !== '') return words[0] === 'smoke' || words[0] === 'compare' ? undefined : 'an error prints to stdout';
  const errors = stderr.split('\n').filter((line) => line.startsWith(format === 'json' ? '{"error":' : 'error: '));
  return errors.length === 1 ? undefined : `${errors.length} errors instead of one`;
}

function problemOfRecords(words: readonly string[], format: string, stdout: string): string | undefined {
  const lines = stdout.split('\n').slice(0, -1);
  if (format === 'json' && stdout !== '' && !(lines.length === 1 && isJson(stdout))) return 'the document is not JSON';
  if (format === 'ndjson' && words[0] !== 'smoke' && !lines.every(isJson)) return 'a record is not JSON';
  if (format !== 'plain' || words[0] === 'smoke' || words.includes('calendar')) return undefined;
  const cells = new Set(lines.map((line) => line.split('\t').length));
  return cells.size > 1 ? 'records of different lengths' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
