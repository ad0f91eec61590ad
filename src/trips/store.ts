/** Saved trips on the disk: a file each in `$XDG_DATA_HOME/rental/trips`, which is replaced whole. */
import { closeSync, openSync, promises as fs, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputError, RentalError, UsageError } from '../errors.ts';
import { makeFolder } from '../http/rate-limit/folders.ts';
import { homeFolder, readSmallFile, writePrivateFile, type Env } from '../operators/files.ts';
import { meant } from '../text.ts';
import { isTripName, tripName } from './names.ts';
import { asksTheSame, type Question } from './question.ts';
import { tripSchema, withAnswer, type NewAnswer, type Trip, type TripFile } from './trip.ts';

const mostBytes = 64 * 1024 * 1024;

export function tripsFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

function pathOf(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}.json`);
}

export function tripNames(env: Env): string[] {
  try {
    const files = readdirSync(tripsFolder(env)).filter((file) => file.endsWith('.json'));
    return files
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isTripName)
      .sort();
  } catch {
    return [];
  }
}

/** In the order of their names; `damaged` are those whose files cannot be read. */
export function listTrips(env: Env): { readonly trips: readonly Trip[]; readonly damaged: readonly string[] } {
  const all = tripNames(env).map((name) => ({ name, trip: readFile(env, name) }));
  return {
    trips: all.flatMap(({ trip }) => (typeof trip === 'object' ? trip : [])),
    damaged: all.flatMap(({ name, trip }) => (typeof trip === 'string' ? `${name} cannot be read: ${trip}` : [])),
  };
}

/** Undefined if there is none. Throws UsageError for one that cannot be read. */
export function findTrip(env: Env, name: string): Trip | undefined {
  const trip = readFile(env, name);
  if (typeof trip !== 'string') return trip;
  throw new UsageError(`the trip "${name}" cannot be read: ${trip}`, { hint: `rental trips remove ${name}` });
}

/** Throws UsageError. */
export function readTrip(env: Env, text: string): Trip {
  const name = tripName(text);
  return findTrip(env, name) ?? throwUnknown(env, name);
}

function throwUnknown(env: Env, name: string): never {
  const names = tripNames(env);
  throw new UsageError(`no trip is called "${name}"`, {
    hint:
      meant(name, names) ??
      (names.length === 0 ? '--save <name> of quote, plan or compare keeps one' : `saved: ${names.join(', ')}`),
  });
}

/** Undefined if there is none; a text says why it cannot be read. */
function readFile(env: Env, name: string): Trip | string | undefined {
  try {
    const text = readSmallFile(pathOf(env, name), mostBytes);
    if (text === undefined) return undefined;
    const { data } = tripSchema.safeParse(JSON.parse(text));
    return data === undefined ? 'it is no trip of this program' : { ...data, name };
  } catch (error) {
    return error instanceof SyntaxError ? 'it is damaged' : (error as Error).message;
  }
}

/** A new trip, or one answer more of a trip that asks the same. Throws UsageError for another question, and OutputError. */
export async function saveTrip(env: Env, name: string, question: Question, answer: NewAnswer): Promise<Trip> {
  return writing(env, name, async () => {
    const known = findTrip(env, name);
    if (known !== undefined && !asksTheSame(known.question, question)) throw asksOther(name);
    return replace(env, name, known ?? { format: 1, question, answers: [] }, answer);
  });
}

/** One answer more; undefined if the trip was removed meanwhile. Throws OutputError. */
export async function addAnswer(env: Env, name: string, answer: NewAnswer): Promise<Trip | undefined> {
  return writing(env, name, async () => {
    const known = readFile(env, name);
    return typeof known === 'object' ? replace(env, name, known, answer) : undefined;
  });
}

async function replace(env: Env, name: string, before: TripFile, answer: NewAnswer): Promise<Trip> {
  const file = withAnswer(before, answer);
  if (!(await writePrivateFile(pathOf(env, name), `${JSON.stringify(file)}\n`))) throw new Error('it is not a file');
  return { ...file, name };
}

/** Throws UsageError and OutputError. */
export async function removeTrip(env: Env, text: string): Promise<string> {
  const name = tripName(text);
  if (readFile(env, name) === undefined) throwUnknown(env, name);
  return writing(env, name, async () => {
    await fs.rm(pathOf(env, name), { recursive: true });
    return name;
  });
}

export function asksOther(name: string): UsageError {
  return new UsageError(`the trip "${name}" asks something else`, {
    hint: `choose another name, or first: rental trips remove ${name}`,
  });
}

/** A lock that nobody has renewed for so long, ms, is of a process that was killed. */
const lockMs = 3000;

/** One process after the other, because each replaces the whole file. Throws OutputError. */
function writing<T>(env: Env, name: string, write: () => Promise<T>): Promise<T> {
  return holding(env, name, `.${name}.lock`, () => orNotWritten(name, write));
}

/**
 * One watch of a trip after the other, from the comparison with the last answer until this one is kept: what one has told, the next one
 * finds. Others can write the trip meanwhile. Throws OutputError, what `tell` throws, and the signal's reason.
 */
export function telling<T>(env: Env, name: string, tell: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return holding(env, name, `.${name}.telling.lock`, tell, signal);
}

async function holding<T>(env: Env, name: string, file: string, work: () => Promise<T>, signal?: AbortSignal) {
  const lock = join(tripsFolder(env), file);
  await orNotWritten(name, async () => {
    makeFolder(tripsFolder(env));
    for (; !takeLock(lock); await sleep(10)) signal?.throwIfAborted();
  });
  const renewal = setInterval(() => void fs.utimes(lock, new Date(), new Date()).catch(() => {}), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(lock, { force: true });
  }
}

async function orNotWritten<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RentalError) throw error;
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    throw new OutputError(`the trip "${name}" could not be written: ${code}`, { cause: error });
  }
}

/** Whether it is ours now. */
function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (Math.abs(Date.now() - mtimeMs) > lockMs) rmSync(lock, { force: true });
    return false;
  }
}
