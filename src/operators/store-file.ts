/** The file of a store. It can be cut off anywhere and hold anything, and other processes append to it and replace it. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, makeFolder } from '../http/rate-limit/folders.ts';
import { currentUser } from '../http/rate-limit/state-folder.ts';
import { attempt, openRegular } from './files.ts';

/** What was asked for. The vehicle of a quote stands alone, because a sweep looks for all vehicles with a quote. */
export interface Asked {
  readonly key: string;
  readonly vehicle?: number | undefined;
}

export interface Stored extends Asked {
  /** When it came, epoch ms. */
  readonly at: number;
  /** Epoch ms. */
  readonly until: number;
  /** The answer as JSON. It is read only when it is used, because there can be thousands. */
  readonly json: Buffer;
}

/** The last answer to each request, by its key and vehicle. */
export type Answers = Map<string, Map<number | undefined, Stored>>;

/** What a file holds at most. */
const [mostAnswers, mostBytes] = [10_000, 16 * 1024 * 1024];
const mostRead = 4 * mostBytes;
/** It takes a tenth of a second. */
const longestRewriteMs = 60_000;

/** Nothing here throws. */
export function storeFile(path: string, now: () => number, onFullDisk: () => void = () => {}) {
  let opened: number | undefined;
  let [lines, bytes] = [0, 0];
  let isMostlyDead = false;
  let mayRewrite = true;
  let isDiskFull = false;
  const close = (): void => {
    if (opened !== undefined) closeSync(opened);
    opened = undefined;
  };
  /** The file that is at the path now: another process may have replaced the one that was opened. */
  const current = (): number => {
    if (opened !== undefined && isAt(path, opened)) return opened;
    close();
    makeFolder(dirname(path));
    opened = openOwn(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
    if (opened === undefined) throw new Error('it is not a file of this user');
    bytes = fstatSync(opened).size;
    if (bytes <= mostRead) return opened;
    // No process of this program made it so large.
    rmSync(path);
    return current();
  };
  const write = (added: readonly Stored[]): void => {
    // A line that a killed process or a full disk cut off ends at the first line break.
    const block = Buffer.concat([Buffer.from('\n'), ...added.flatMap(lineOf)]);
    lines += added.length;
    // Again, if another process has replaced the file in the meantime: an answer may be there twice.
    for (let tries = 0; tries < 3; tries++) {
      const file = current();
      if (writeSync(file, block) < block.length) throw Object.assign(new Error('cut off'), { code: 'ENOSPC' });
      bytes = fstatSync(file).size;
      if (isAt(path, file)) return;
    }
  };
  return {
    read: (): Answers => {
      const block = attempt(() => readOwn(path)) ?? Buffer.alloc(0);
      const found = linesIn(block);
      const answers = lastOf(found);
      lines = found.length;
      isMostlyDead = 2 * sizeOf(liveOf(answers, now())) < block.length;
      return answers;
    },
    append: (added: readonly Stored[]): void => {
      const small = added.filter(({ json }) => json.length < mostBytes / 4);
      if (small.length === 0) return;
      try {
        write(small);
        if (!mayRewrite || (!isMostlyDead && lines <= mostAnswers && bytes <= mostBytes)) return;
        // If it fails, not at every answer again.
        mayRewrite = false;
        lines = rewrite(path, now());
        [mayRewrite, isMostlyDead] = [true, false];
      } catch (error) {
        if (isDiskFull || !['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return;
        isDiskFull = true;
        onFullDisk();
      }
    },
    close,
  };
}

/** Replaces the file by one that has only what counts. Returns the number of its answers. Throws if another process does the same. */
function rewrite(path: string, now: number): number {
  const temporary = `${path}.new`;
  removeLeft(temporary, now);
  const next = openSync(temporary, 'ax', 0o600);
  try {
    const old = openOwn(path, constants.O_RDONLY);
    if (old === undefined) throw new Error('it is not a file of this user');
    try {
      const live = newest(liveOf(lastOf(linesIn(readFileSync(old))), now));
      writeAll(next, Buffer.concat(live.flatMap(lineOf)));
      renameSync(temporary, path);
      // What other processes appended in the meantime.
      writeAll(next, readFileSync(old));
      return live.length;
    } finally {
      closeSync(old);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(next);
  }
}

/** What a killed process left. */
function removeLeft(temporary: string, now: number): void {
  const left = statSync(temporary, { throwIfNoEntry: false });
  if (left !== undefined && now - left.mtimeMs > longestRewriteMs) rmSync(temporary);
}

/** If there is too much, three quarters of what may be. */
function newest(live: Stored[]): readonly Stored[] {
  let [answers, bytes] = [0, 0];
  const isTooMuch = (one: Stored): boolean => {
    [answers, bytes] = [answers + 1, bytes + sizeOf([one])];
    return answers > 0.75 * mostAnswers || bytes > 0.75 * mostBytes;
  };
  live.sort((a, b) => a.at - b.at);
  return live.slice(live.findLastIndex(isTooMuch) + 1);
}

function lastOf(found: readonly Stored[]): Answers {
  const answers: Answers = new Map();
  for (const one of found) put(answers, one);
  return answers;
}

export function put(answers: Answers, one: Stored): void {
  const same = answers.get(one.key);
  if (same === undefined) answers.set(one.key, new Map([[one.vehicle, one]]));
  else same.set(one.vehicle, one);
}

export function liveOf(answers: Answers, now: number): Stored[] {
  return [...answers.values()].flatMap((same) => [...same.values()].filter(({ until }) => until > now));
}

function sizeOf(stored: readonly Stored[]): number {
  return stored.reduce((sum, { key, json }) => sum + key.length + json.length + 50, 0);
}

const [tab, lineBreak] = [9, 10];

/** The head has the length of the answer, which tells a line that was cut off. JSON has no tab and no line break. */
function lineOf({ key, vehicle, at, until, json }: Stored): Buffer[] {
  const head = JSON.stringify([key, vehicle ?? null, at, until, json.length]);
  return [Buffer.from(`${head}\t`), json, Buffer.of(lineBreak)];
}

function linesIn(block: Buffer): Stored[] {
  const found: Stored[] = [];
  for (let from = 0, end = 0; (end = block.indexOf(lineBreak, from)) >= 0; from = end + 1) {
    const middle = block.indexOf(tab, from);
    if (middle < 0) break;
    if (middle > end) continue;
    const line = readLine(block.toString('utf8', from, middle), block.subarray(middle + 1, end));
    if (line !== undefined) found.push(line);
  }
  return found;
}

function readLine(head: string, json: Buffer): Stored | undefined {
  const fields: unknown = attempt(() => JSON.parse(head));
  if (!Array.isArray(fields)) return undefined;
  const [key, vehicle, at, until, length] = fields as unknown[];
  if (typeof key !== 'string' || typeof at !== 'number' || typeof until !== 'number' || json.length !== length)
    return undefined;
  return { key, vehicle: typeof vehicle === 'number' ? vehicle : undefined, at, until, json };
}

function readOwn(path: string): Buffer | undefined {
  const file = openOwn(path, constants.O_RDONLY);
  if (file === undefined) return undefined;
  try {
    return fstatSync(file).size > mostRead ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function isAt(path: string, file: number): boolean {
  const [there, own] = [lstatSync(path, { throwIfNoEntry: false }), fstatSync(file)];
  return there?.ino === own.ino && there.dev === own.dev;
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** Undefined for what is not a file of this user; throws if it cannot be opened. */
function openOwn(path: string, flags: number): number | undefined {
  const file = openRegular(path, flags);
  if (file === undefined) return undefined;
  const own = currentUser()?.uid;
  if (own === undefined || fstatSync(file).uid === own) return file;
  closeSync(file);
  return undefined;
}
