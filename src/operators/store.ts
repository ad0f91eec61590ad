/**
 * Answers of earlier runs: a file with a line for each, read once, to which all processes of a user
 * append. The last line for a key counts. What cannot be read or written is ignored.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { tryTo } from '../base/errors.ts';
import { currentUser, errorCode, makeFolder } from '../base/folders.ts';
import { readSmallFile, removeTemporary, replaceFile, TooLargeError } from '../base/files.ts';

export interface StoredRequest {
  /** Path and query of the request, or another path for what was learned of it. */
  readonly key: string;
  /** Apart from the key, to find the quotes of all vehicles. */
  readonly vehicle?: number | undefined;
  /** The vehicle's name: its id can belong to another one later. */
  readonly name?: string | undefined;
}

export interface StoredAnswer extends StoredRequest {
  /** When it was stored, epoch ms. */
  readonly at: number;
  /** Until when it counts, epoch ms. */
  readonly until: number;
  /** Unchecked: a user may have changed the file. */
  readonly value: unknown;
}

export interface StoreOptions {
  readonly now: () => number;
  /** Answers of earlier runs do not count. */
  readonly refresh?: boolean;
  /** The file stays unchanged. */
  readonly readsOnly?: boolean;
  /** Called once. */
  readonly onFullDisk?: () => void;
}

export interface AnswerStore {
  get(request: StoredRequest): StoredAnswer | undefined;
  /** The answers for this key and any vehicle. */
  forKey(key: string): readonly StoredAnswer[];
  all(): readonly StoredAnswer[];
  save(request: StoredRequest, value: unknown, until: number): void;
}

/** A file with more answers or bytes is made smaller when it is opened. */
const maxAnswers = 10_000;
const maxCompactBytes = 16 * 1024 * 1024;
/** A larger file is not read. */
const maxFileBytes = 8 * maxCompactBytes;

/** Without a path, answers stay in this process. */
export function openStore(path: string | undefined, options: StoreOptions): AnswerStore {
  const { now, refresh = false, readsOnly = false, onFullDisk = () => {} } = options;
  /** The answers by key and vehicle. */
  const answers = new Map<string, Map<number | undefined, StoredAnswer>>();
  const isValid = ({ until }: StoredAnswer): boolean => until > now();
  const all = (): StoredAnswer[] =>
    [...answers.values()].flatMap((same) => [...same.values()].filter(isValid));
  const put = (answer: StoredAnswer): void => {
    const { key, vehicle } = answer;
    const same = answers.get(key) ?? new Map<number | undefined, StoredAnswer>();
    answers.set(key, same.set(vehicle, answer));
  };
  const text = path === undefined ? undefined : tryTo(() => readOwnFile(path, { readsOnly }));
  // Undefined text: the file is not ours, or it cannot be read.
  const canWrite = path !== undefined && text !== undefined;
  const read = answersIn(text ?? '');
  read.forEach(put);
  if (!readsOnly && canWrite) compact(path, Buffer.byteLength(text), read.length, all());
  if (refresh) answers.clear();
  let isDiskFull = false;
  const add = (added: StoredAnswer): void => {
    put(added);
    if (!canWrite) return;
    try {
      makeFolder(dirname(path));
      append(path, lineOf(added));
    } catch (error) {
      if (isDiskFull || !['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return;
      isDiskFull = true;
      onFullDisk();
    }
  };
  return {
    get: ({ key, vehicle, name }) => {
      const stored = answers.get(key)?.get(vehicle);
      return stored !== undefined && stored.name === name && isValid(stored) ? stored : undefined;
    },
    forKey: (key) => [...(answers.get(key)?.values() ?? [])].filter(isValid),
    all,
    save: (request, value, until) => {
      if (until > now()) add({ ...request, at: now(), until, value });
    },
  };
}

/** A link, a pipe or another user's file is neither read nor changed. */
function isOwnFile(found: Stats): boolean {
  const uid = currentUser()?.uid;
  return found.isFile() && (uid === undefined || found.uid === uid);
}

/** Undefined for a file that is not ours. Removes one that is too large to be from this program. */
function readOwnFile(
  path: string,
  { readsOnly }: Required<Pick<StoreOptions, 'readsOnly'>>,
): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !isOwnFile(found)) return undefined;
  try {
    return readSmallFile(path, maxFileBytes) ?? '';
  } catch (error) {
    if (readsOnly || !(error instanceof TooLargeError)) throw error;
    rmSync(path);
    return '';
  }
}

/** Answers that another process appends meanwhile are lost, and will be asked for again. */
function compact(path: string, bytes: number, count: number, live: StoredAnswer[]): void {
  const isMostlyDead = count > 2 * live.length + 100;
  if (!isMostlyDead && bytes <= maxCompactBytes && count <= maxAnswers) return;
  // The newest that fit; a larger one may be left out for later ones. The file begins with the oldest.
  const newest = live.toReversed().sort((a, b) => b.at - a.at);
  const lines: string[] = [];
  let storedBytes = 0;
  for (const line of newest.slice(0, maxAnswers / 2).map(lineOf)) {
    const size = Buffer.byteLength(line);
    if (storedBytes + size >= maxCompactBytes / 2) continue;
    storedBytes += size;
    lines.unshift(line);
  }
  const parse = (text: string): void => {
    if (answersIn(text).length !== lines.length)
      throw new Error('not every line could be read again');
  };
  tryTo(() => {
    removeTemporary(path);
    replaceFile(path, lines.join(''), { reader: { parse, maxBytes: maxFileBytes }, mode: 0o600 });
  });
}

/** Another user may have put a link or a file there. */
function append(path: string, line: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    const found = fstatSync(file);
    // A file that is too large to be read would take all of its answers with it.
    const hasRoom = found.size + Buffer.byteLength(line) < maxFileBytes;
    // The first line break ends a line that a killed process or a full disk cut off.
    if (isOwnFile(found) && hasRoom) appendFileSync(file, `\n${line}`);
  } finally {
    closeSync(file);
  }
}

function lineOf({ key, vehicle, name, at, until, value }: StoredAnswer): string {
  return `${JSON.stringify([key, vehicle ?? null, name ?? null, at, until, value])}\n`;
}

/** The answers of the lines that can be read. */
function answersIn(text: string): StoredAnswer[] {
  // Not `split`: a damaged file can have millions of empty lines.
  return (text.match(/^\[[^\n]+/gm) ?? []).flatMap((line) => readLine(line) ?? []);
}

/** Undefined for a line that cannot be read. */
function readLine(line: string): StoredAnswer | undefined {
  const fields: unknown = tryTo(() => JSON.parse(line));
  if (!Array.isArray(fields)) return undefined;
  const [key, vehicle, name, at, until, value] = fields as unknown[];
  if (typeof key !== 'string' || typeof at !== 'number' || typeof until !== 'number')
    return undefined;
  return {
    key,
    vehicle: typeof vehicle === 'number' ? vehicle : undefined,
    name: typeof name === 'string' ? name : undefined,
    at,
    until,
    value,
  };
}
