/**
 * Lines that all processes of a user append to the same files, and read as they come. A file holds the lines that end in the same span
 * of time, so it is deleted whole when they have ended, and never rewritten. Nothing here throws.
 */
import { closeSync, constants, fstatSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '../http/rate-limit/folders.ts';
import { attempt, lineReader, logFiles, openRegular, type Place } from './log-files.ts';

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

interface OpenFile {
  readonly file: number;
  /** Where the next line begins. */
  end: number;
}

export function openAnswerLog({ folder, now, notify }: LogOptions) {
  const reading = new Map<string, OpenFile>();
  const writing = new Map<string, number>();
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
      for (const name of logFiles(folder)) {
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

/** Named after the end of its span. */
function fileName(until: number, now: number): string {
  const { span } = spans.find(({ within }) => until - now <= within) ?? { span: minute };
  return `${String(Math.ceil((until + 1) / span) * span).padStart(13, '0')}.jsonl`;
}

function endOf(name: string): number {
  return Number(name.slice(0, 13));
}
