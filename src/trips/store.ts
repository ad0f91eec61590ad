/** Saved trips on the disk: a file each in `$XDG_DATA_HOME/rental/trips`, which is replaced whole. */
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { OutputError, RentalError, UsageError } from '../errors.ts';
import { listNames } from '../folders.ts';
import { homeFolder, readSmallFile, writePrivateFile, type Env } from '../operators/files.ts';
import { takeLock } from '../operators/lock.ts';
import { meant } from '../text.ts';
import { isTripName, tripName } from './names.ts';
import { asksTheSame, type Question } from './question.ts';
import { fileOf, tripOf, withAnswer, type Answer, type Trip } from './trip.ts';

const mostBytes = 64 * 1024 * 1024;
const ending = '.json';

export function tripsFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

function pathOf(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}${ending}`);
}

export function tripNames(env: Env): string[] {
  const files = listNames(tripsFolder(env)).filter((file) => file.endsWith(ending));
  return files
    .map((file) => file.slice(0, -ending.length))
    .filter(isTripName)
    .sort();
}

/** In the order of their names. `warn` hears of those that cannot be read. */
export function listTrips(env: Env, warn: (text: string) => void): readonly Trip[] {
  return tripNames(env).flatMap((name) => {
    try {
      return findTrip(env, name) ?? [];
    } catch (error) {
      warn((error as UsageError).message);
      return [];
    }
  });
}

/** Throws UsageError if there is none. */
export function readTrip(env: Env, text: string): Trip {
  const name = tripName(text);
  return findTrip(env, name) ?? throwUnknown(env, name);
}

/** Undefined if there is none. Throws UsageError for one that cannot be read. */
export function findTrip(env: Env, name: string): Trip | undefined {
  try {
    const text = readSmallFile(pathOf(env, name), mostBytes);
    if (text === undefined && tripNames(env).includes(name)) throw new Error('it is a link to a file that is missing');
    if (text === undefined) return undefined;
    return { ...tripOf(JSON.parse(text)), name };
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is damaged' : (error as Error).message;
    throw new UsageError(`the trip "${name}" cannot be read: ${why}`, { hint: `rental trips remove ${name}` });
  }
}

function throwUnknown(env: Env, name: string): never {
  const names = tripNames(env);
  throw new UsageError(`no trip is called "${name}"`, {
    hint:
      meant(name, names) ??
      (names.length === 0 ? '--save <name> of quote, plan or compare keeps one' : `saved: ${names.join(', ')}`),
  });
}

/**
 * One answer more. With a question the trip is made if there is none; without one, a trip that was removed meanwhile stays away. Throws
 * UsageError for another question and for a file that cannot be read, and OutputError.
 */
export async function keepAnswer(env: Env, name: string, answer: Answer, question?: Question): Promise<void> {
  await writing(env, name, async () => {
    const known = findTrip(env, name);
    if (known !== undefined && question !== undefined && !asksTheSame(known.question, question)) throw asksOther(name);
    const asked = known?.question ?? question;
    if (asked === undefined) return;
    const file = fileOf(withAnswer({ question: asked, answers: known?.answers ?? [] }, answer));
    if (!(await writePrivateFile(pathOf(env, name), `${JSON.stringify(file)}\n`))) throw new Error('it is not a file');
  });
}

/** Throws UsageError and OutputError. */
export async function removeTrip(env: Env, text: string): Promise<string> {
  const name = tripName(text);
  if (!tripNames(env).includes(name)) throwUnknown(env, name);
  await writing(env, name, () => fs.rm(pathOf(env, name), { recursive: true }));
  return name;
}

export function asksOther(name: string): UsageError {
  return new UsageError(`the trip "${name}" asks something else`, {
    hint: `choose another name, or first: rental trips remove ${name}`,
  });
}

/** One process after the other, because each replaces the whole file. Throws OutputError. */
function writing(env: Env, name: string, write: () => Promise<void>): Promise<void> {
  return holding(env, name, 'lock', () => orNotWritten(name, write));
}

/**
 * One watch of a trip after the other, from the comparison with the last answer until this one is kept: what one has told, the next one
 * finds. Others can write the trip meanwhile. Throws OutputError, what `tell` throws, and the signal's reason.
 */
export function telling<T>(env: Env, name: string, tell: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return holding(env, name, 'telling.lock', tell, signal);
}

async function holding<T>(env: Env, name: string, what: string, work: () => Promise<T>, signal?: AbortSignal) {
  const release = await orNotWritten(name, () => takeLock(join(tripsFolder(env), `.${name}.${what}`), signal));
  try {
    return await work();
  } finally {
    release();
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
