/** Reads the files of a log, which only grow. Nothing here throws, except for a file that cannot be made. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { listNames } from '../http/rate-limit/folders.ts';

/** Where a line is: files only grow, so it stays there. */
export interface Place {
  readonly file: number;
  readonly start: number;
  readonly length: number;
}

const newLine = 10;
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The files of a log, those that end first at the front. */
export function logFiles(folder: string): string[] {
  return listNames(folder)
    .filter((name) => /^\d{13}\.jsonl$/.test(name))
    .sort();
}

/** Calls back with the whole lines among the last bytes of a file, and with a part of one. */
export function readTail(path: string, bytes: number, tell: (line: Buffer) => void): void {
  const file = openRegular(path, constants.O_RDONLY);
  if (file === undefined) return;
  lineReader()(file, Math.max(0, fstatSync(file).size - bytes), tell);
  closeSync(file);
}

const blockBytes = 1 << 16;

/** What it returns calls back with the whole lines from `start` on, each valid only during the call, and returns where the next one begins. */
export function lineReader() {
  let block = Buffer.allocUnsafe(blockBytes);
  return (file: number, start: number, tell: (line: Buffer, place: Place) => void): number => {
    for (let from = start; ;) {
      const bytes = attempt(() => readSync(file, block, 0, block.length, from)) ?? 0;
      const last = bytes === 0 ? -1 : block.lastIndexOf(newLine, bytes - 1);
      for (let at = 0; at <= last;) {
        const end = block.indexOf(newLine, at);
        if (end > at) tell(block.subarray(at, end), { file, start: from + at, length: end - at });
        at = end + 1;
      }
      from += last + 1;
      if (bytes < block.length) return from;
      if (last < 0) block = Buffer.allocUnsafe(2 * block.length);
    }
  };
}

/** Undefined for a file that does not exist, and for a link, a pipe or a device. Throws if it cannot be made. */
export function openRegular(path: string, flags: number): number | undefined {
  const open = (): number => openSync(path, flags | careful, 0o600);
  const file = (flags & constants.O_CREAT) > 0 ? open() : attempt(open);
  if (file === undefined || fstatSync(file).isFile()) return file;
  closeSync(file);
  return undefined;
}

export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
