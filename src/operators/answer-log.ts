/**
 * Lines that all processes of a user append to the same files, and read as they come. A file holds the lines that end in the same span
 * of time, so it is deleted whole when they have ended, and never rewritten. Nothing here throws.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '../http/rate-limit/folders.ts';

/** Where a line is: files only grow, so it stays there. */
export interface Place {
  readonly file: number;
  readonly start: number;
  readonly length: number;
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
const newLine = 10;
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface OpenFile {
  readonly file: number;
  /** Where the next line begins. */
  end: number;
}

export function openAnswerLog({ folder, now, notify }: LogOptions) {
  const reading = new Map<string, OpenFile>();
  const writing = new Map<string, number>();
  const names = createListing(folder);
  const read = lineReader();
  let isFull = false;
  const forget = (name: string): void => {
    for (const file of [reading.get(name)?.file, writing.get(name)]) if (file !== undefined) closeSync(file);
    reading.delete(name);
    writing.delete(name);
  };
  const look = (name: string): OpenFile | undefined => {
    const known = reading.get(name);
    if (known !== undefined) return known;
    const file = openRegular(join(folder, name), constants.O_RDONLY);
    const opened = file === undefined ? undefined : { file, end: 0 };
    if (opened !== undefined) reading.set(name, opened);
    return opened;
  };
  const fileFor = (name: string): number => {
    const known = writing.get(name);
    if (known !== undefined && fstatSync(known).nlink > 0) return known;
    if (known !== undefined) {
      closeSync(known);
      // It was deleted; what was read of it stays readable.
      reading.delete(name);
    }
    makeFolder(folder);
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
    const file = openRegular(join(folder, name), flags);
    if (file === undefined) throw Object.assign(new Error('not a file'), { code: 'EINVAL' });
    writing.set(name, file);
    return file;
  };
  return {
    /** Calls back with each whole line that was appended since the last call, by any process. Deletes files whose time is over. */
    news: (tell: (line: Buffer, place: Place) => void): void => {
      for (const name of names()) {
        if (endOf(name) <= now()) {
          forget(name);
          attempt(() => rmSync(join(folder, name), { force: true }));
          continue;
        }
        const opened = look(name);
        if (opened !== undefined) opened.end = read(opened.file, opened.end, tell);
      }
    },
    /** Appends lines that end at `until` (epoch ms). Returns false if they could not be written. */
    append: (lines: readonly string[], until: number): boolean => {
      try {
        // In one call, so that processes do not mix. A line that a killed process cut off ends at the first line break.
        const bytes = Buffer.from(`\n${lines.join('\n')}\n`);
        return writeSync(fileFor(fileName(until, now())), bytes) === bytes.length;
      } catch (error) {
        const isNew = !isFull && ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
        if (isNew)
          notify('the disk is full: answers are not stored, so an interrupted sweep starts from the beginning');
        isFull ||= isNew;
        return false;
      }
    },
    close: (): void => new Set([...reading.keys(), ...writing.keys()]).forEach(forget),
  };
}

/** A folder's time of change can stand still for so many ms although it changes. */
const settleMs = 50;
/** On a network, what says that a folder has changed can be late. */
const listAgainMs = 1_000;

/** The files of a log. Looks again only when the folder has changed, because a sweep asks before each request. */
function createListing(folder: string): () => readonly string[] {
  let names: readonly string[] = [];
  let [changed, changedAt, listedAt] = [Number.NaN, 0, 0];
  return () => {
    const at = performance.now();
    const last = attempt(() => statSync(folder).mtimeMs);
    if (last === undefined) return [];
    if (last !== changed) [changed, changedAt, listedAt] = [last, at, Number.NEGATIVE_INFINITY];
    if (listedAt - changedAt > settleMs && at - listedAt < listAgainMs) return names;
    listedAt = at;
    return (names = logFiles(folder));
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
  lineReader()(file, Math.max(0, fstatSync(file).size - bytes), tell);
  closeSync(file);
}

const blockBytes = 1 << 16;

/** What it returns calls back with the whole lines from `start` on, each valid only during the call, and returns where the next one begins. */
function lineReader() {
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
function openRegular(path: string, flags: number): number | undefined {
  const open = (): number => openSync(path, flags | careful, 0o600);
  const file = (flags & constants.O_CREAT) > 0 ? open() : attempt(open);
  if (file === undefined || fstatSync(file).isFile()) return file;
  closeSync(file);
  return undefined;
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
