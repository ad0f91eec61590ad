/** Saved trips on the disk: a file each, which is replaced whole. */
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { OutputError, RentalError, UsageError } from '../errors.ts';
import { readSmallFile, writePrivateFile, type Env } from '../operators/files.ts';
import { holdingLock } from '../operators/lock.ts';
import { meant } from '../text.ts';
import { formatFile, readFile } from './file.ts';
import { pathOf, tripName, tripNames, tripsFolder } from './folder.ts';
import { asksTheSame, type Question } from './question.ts';
import { withAnswer, type Answer, type Asked, type Trip } from './trip.ts';

/** A comparison can have thousands of offers. */
const mostBytes = 64 * 1024 * 1024;

/** In the order of their names. `warn` hears of those that cannot be read. */
export function listTrips(env: Env, warn: (text: string) => void): readonly Trip[] {
  return tripNames(env).flatMap((name) => {
    try {
      return findTrip(env, name) ?? [];
    } catch (error) {
      warn((error as OutputError).message);
      return [];
    }
  });
}

/** Throws UsageError if there is none. */
export function readTrip(env: Env, text: string): Trip {
  const name = tripName(text);
  return findTrip(env, name) ?? throwUnknown(env, name);
}

/** Undefined if there is none. Throws OutputError for one that cannot be read. */
export function findTrip(env: Env, name: string): Trip | undefined {
  try {
    const text = readSmallFile(pathOf(env, name), mostBytes);
    return text === undefined ? undefined : { ...(readFile(text) as Asked), name };
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is damaged' : (error as Error).message;
    throw new OutputError(`the trip "${name}" cannot be read: ${why}`, {
      hint: `rental trips remove ${name}`,
    });
  }
}

function throwUnknown(env: Env, name: string): never {
  const names = tripNames(env);
  const all = names.length === 0 ? '--save <name> of quote, plan or compare keeps one' : `saved: ${names.join(', ')}`;
  throw new UsageError(`no trip is called "${name}"`, { hint: meant(name, names) ?? all });
}

/**
 * One answer more. With a question the trip is made if there is none; without one, a trip that was removed meanwhile stays away. Throws
 * UsageError for another question, and OutputError.
 */
export async function keepAnswer(env: Env, name: string, answer: Answer, question?: Question): Promise<void> {
  await writing(env, name, async () => {
    const known = findTrip(env, name);
    if (known !== undefined && question !== undefined && !asksTheSame(known.question, question)) throw asksOther(name);
    const asked = known?.question ?? question;
    if (asked === undefined) return;
    const text = formatFile({ question: asked, answers: withAnswer(known?.answers ?? [], answer) });
    if (text.length > mostBytes) throw new Error('its answer is too large');
    if (!(await writePrivateFile(pathOf(env, name), text))) throw new Error('it is not a file');
  });
}

/** Throws UsageError and OutputError. */
export async function removeTrip(env: Env, text: string): Promise<string> {
  const name = tripName(text);
  if (!tripNames(env).includes(name)) throwUnknown(env, name);
  await writing(env, name, () => fs.rm(pathOf(env, name), { recursive: true }));
  return name;
}

function asksOther(name: string): UsageError {
  return new UsageError(`the trip "${name}" asks something else`, {
    hint: `choose another name, or first: rental trips remove ${name}`,
  });
}

/** One process after the other, because each reads the file and replaces the whole. Throws OutputError. */
async function writing(env: Env, name: string, write: () => Promise<void>): Promise<void> {
  try {
    await holdingLock(join(tripsFolder(env), `.${name}.lock`), write);
  } catch (error) {
    if (error instanceof RentalError) throw error;
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    throw new OutputError(`the trip "${name}" could not be written: ${code}`, { cause: error });
  }
}
