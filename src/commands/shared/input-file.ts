/** A file that a user names, to be read whole. */
import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { readSmallFile } from '../../operators/files.ts';

const mostBytes = 256 * 1024 * 1024;

/** `-` is standard input; `/dev/stdin` and a pipe of the shell, `<(…)`, are read to their end. Throws UsageError. */
export function readInput(path: string, hint: string): string {
  let text: string | undefined;
  try {
    text = isPipe(path) ? readFileSync(path === '-' ? 0 : path, 'utf8') : readSmallFile(path, mostBytes);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (text === undefined) throw new UsageError(`${path} does not exist`, { hint });
  return text;
}

function isPipe(path: string): boolean {
  return ['-', '/dev/stdin'].includes(path) || statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}
