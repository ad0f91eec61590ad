/**
 * Lines that all processes of a user append to the same files, and read as they come. A file holds the lines that end in the same span
 * of time, so it is deleted whole when they have ended, and never rewritten. Nothing here throws.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '../http/rate-limit/folders.ts';

/** Where a line is: files only grow, so it stays there. */
export interface Place {
  readonly file: number;
  readonly start: number;
}

export type AnswerLog = ReturnType<typeof openAnswerLog>;

interface LogOptions {
  readonly folder: string;
  readonly now: () => number;
  /** Told once that the disk is full. */
  readonly notify: (message: string) => void;
}

const minute = 60_000;
/** The spans of the files, ms: a line that ends within `within` goes to a file of `span`. So there are few files. */
const spans = [
  { within: 60 * minute, span: 10 * minute },
  { within: 24 * 60 * minute, span: 60 * minute },
  { within: Number.POSITIVE_INFINITY, span: 24 * 60 * minute },
];
const blockBytes = 1 << 20;
const newLine = 10;
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function openAnswerLog({ folder, now, notify }: LogOptions) {
  const files = new Map<string, { readonly file: number; end: number }>();
  let isFull = false;
  const forget = (name: string): void => {
    const known = files.get(name);
    if (known !== undefined) closeSync(known.file);
    files.delete(name);
  };
  const look = (name: string) => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = openRegular(join(folder, name), constants.O_RDONLY);
    if (file === undefined) return undefined;
    const opened = { file, end: 0 };
    files.set(name, opened);
    return opened;
  };
  return {
    /** Calls back with each whole line that was appended since the last call, by any process. Deletes files whose time is over. */
    news: (tell: (line: Buffer, place: Place) => void): void => {
      for (const name of logFiles(folder)) {
        if (endOf(name) <= now()) {
          forget(name);
          attempt(() => rmSync(join(folder, name), { force: true }));
          continue;
        }
        const opened = look(name);
        if (opened !== undefined) opened.end = readLines(opened.file, opened.end, tell);
      }
    },
    /** Appends lines that end at `until` (epoch ms). Returns false if they could not be written. */
    append: (lines: readonly string[], until: number): boolean => {
      try {
        makeFolder(folder);
        // In one call, so that processes do not mix. A line that a killed process cut off ends at the first line break.
        return appendTo(join(folder, fileName(until, now())), Buffer.from(`\n${lines.join('\n')}\n`));
      } catch (error) {
        const isNew = !isFull && ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
        if (isNew)
          notify('the disk is full: answers are not stored, so an interrupted sweep starts from the beginning');
        isFull ||= isNew;
        return false;
      }
    },
    close: (): void => [...files.keys()].forEach(forget),
  };
}

/** The files of a log, those that end first at the front. */
export function logFiles(folder: string): string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.filter((name) => /^\d{13}\.jsonl$/.test(name)).sort();
}

/** Calls back with the whole lines among the last bytes of a file, and with a part of one. */
export function readTail(path: string, bytes: number, tell: (line: Buffer) => void): void {
  const file = openRegular(path, constants.O_RDONLY);
  if (file === undefined) return;
  readLines(file, Math.max(0, fstatSync(file).size - bytes), tell);
  closeSync(file);
}

/** Calls back with the whole lines from `start` on. Returns where the next one begins. */
function readLines(file: number, start: number, tell: (line: Buffer, place: Place) => void): number {
  const size = attempt(() => fstatSync(file).size) ?? 0;
  let from = start;
  for (let length = blockBytes; from < size;) {
    const block = Buffer.allocUnsafe(Math.min(length, size - from));
    const bytes = attempt(() => readSync(file, block, 0, block.length, from)) ?? 0;
    const last = bytes === 0 ? -1 : block.lastIndexOf(newLine, bytes - 1);
    if (last < 0 && (bytes === 0 || from + bytes >= size)) break;
    for (let at = 0; at <= last;) {
      const end = block.indexOf(newLine, at);
      if (end > at) tell(block.subarray(at, end), { file, start: from + at });
      at = end + 1;
    }
    if (last < 0) length *= 2;
    from += last + 1;
  }
  return from;
}

/** Undefined for a file that does not exist, and for a link, a pipe or a device. */
function openRegular(path: string, flags: number): number | undefined {
  const file = attempt(() => openSync(path, flags | careful));
  if (file === undefined || fstatSync(file).isFile()) return file;
  closeSync(file);
  return undefined;
}

function appendTo(path: string, bytes: Buffer): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | careful, 0o600);
  try {
    return fstatSync(file).isFile() && writeSync(file, bytes) === bytes.length;
  } finally {
    closeSync(file);
  }
}

/** Named after the end of its span. */
function fileName(until: number, now: number): string {
  const { span } = spans.find(({ within }) => until - now <= within) ?? { span: minute };
  return `${String(Math.ceil((until + 1) / span) * span).padStart(13, '0')}.jsonl`;
}

function endOf(name: string): number {
  return Number(name.slice(0, 13));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
