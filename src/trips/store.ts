/** Reads and writes the files of saved trips. */
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { OutputError, RentalError, tryTo, UsageError } from '../base/errors.ts';
import { errorCode } from '../base/folders.ts';
import { readSmallFile, replacePrivateFile, type Env } from '../base/files.ts';
import { lazy } from '../base/lazy.ts';
import { holdingLock, type LockContext } from '../base/lock.ts';
import type { ValueOf } from '../shape.ts';
import { schemaOf } from '../shape-schema.ts';
import { suggestion } from '../base/words.ts';
import { tripLock, tripPath, removeAbandonedFiles, parseTripName, tripNames } from './folder.ts';
import { isSameQuestion } from './same-question.ts';
import { reportedTargetsAfter, type Target } from './events.ts';
import { tripFile, tripFileVersion } from './saved-trip.ts';
import { isFailure, appendAnswer } from './history.ts';
import type {
  AnsweredComparison,
  AnsweredQuote,
  NewAnswer,
  SavedTrip,
  TripHistory,
} from './saved-trip.ts';
import { checkCanBeAsked, isConsistent } from './usable.ts';
import { fromVersion5, version5File } from './version5.ts';

/** A comparison can have thousands of offers. */
const maxBytes = 64 * 1024 * 1024;
/** Values in a file. */
const maxValues = 1_000_000;
/** Lists and objects: a trip of 64 MiB has up to 1.6 million. Parsing more takes gigabytes. */
const maxNested = 2_000_000;
/** Made once: that takes ten times as long as reading a small trip. */
const tripSchema = schemaOf(tripFile, maxValues);
const version5Schema = lazy(() => schemaOf(version5File, maxValues));

/** Sorted by name. Warns of each trip that cannot be read. */
export function listTrips(env: Env, warn: (text: string) => void): readonly SavedTrip[] {
  return tripNames(env).flatMap((name) => {
    try {
      return findTrip(env, name) ?? [];
    } catch (error) {
      if (!(error instanceof UnreadableTripError)) throw error;
      warn(error.message);
      return [];
    }
  });
}

/** Throws UsageError if no trip has this name. */
export function readTrip(env: Env, text: string): SavedTrip {
  const name = parseTripName(text);
  return findTrip(env, name) ?? throwUnknown(env, name);
}

/** A file that is damaged, or that this program may not read. */
export class UnreadableTripError extends OutputError {}

/** The trip of this name has another question. */
export class OtherQuestionError extends UsageError {}

/** Throws UnreadableTripError. */
export function findTrip(env: Env, name: string): SavedTrip | undefined {
  const text = readTripFile(env, name);
  if (text === undefined) return undefined;
  const trip = parseSaved(text, name);
  if (trip !== undefined) return { ...trip, name };
  throw unreadableTrip(name, 'it is damaged, was changed, or is from another version of rental');
}

/** Of a file that may be whole: another user owns it, or the machine has a problem. */
const unreadableCodes = ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'];

function readTripFile(env: Env, name: string): string | undefined {
  const path = tripPath(env, name);
  try {
    return readSmallFile(path, maxBytes);
  } catch (error) {
    const mayBeWhole = unreadableCodes.includes(errorCode(error));
    const hint = mayBeWhole ? `check that you may read ${path}` : undefined;
    throw unreadableTrip(name, (error as Error).message, hint);
  }
}

function unreadableTrip(
  name: string,
  why: string,
  hint = `rental trips remove ${name}`,
): UnreadableTripError {
  return new UnreadableTripError(`the trip "${name}" cannot be read: ${why}`, { hint });
}

/** Throws UnreadableTripError for what a file can have wrong; other errors are bugs. */
function parseSaved(text: string, name: string): ParsedTrip | undefined {
  try {
    return parseTrip(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw unreadableTrip(name, 'it is damaged');
    throw error instanceof RentalError ? unreadableTrip(name, error.message) : error;
  }
}

function checkReadable(text: string): void {
  if (tryTo(() => parseTrip(text)) === undefined)
    throw new Error('this program could not read it again');
}

function parseTrip(text: string): ParsedTrip | undefined {
  if (!hasFewerThan(maxNested, text)) return undefined;
  const value: unknown = JSON.parse(text);
  const trip = tripSchema.safeParse(value).data ?? readVersion5(value);
  if (trip === undefined) return undefined;
  checkCanBeAsked(trip);
  if (!isConsistent(trip)) return undefined;
  // Two equal lines, because the types of the two kinds differ.
  if (trip.kind === 'quote')
    return hasAny(trip.operators) ? { ...trip, operators: trip.operators } : undefined;
  return hasAny(trip.operators) ? { ...trip, operators: trip.operators } : undefined;
}

/** Also counts brackets in texts, which have few. */
function hasFewerThan(count: number, text: string): boolean {
  let found = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found === count) return false;
    }
  return true;
}

function readVersion5(value: unknown): FileTrip | undefined {
  const old = version5Schema().safeParse(value).data;
  return old && { format: tripFileVersion, ...fromVersion5(old) };
}

type FileTrip = ValueOf<typeof tripFile>;
type ParsedTrip = (AnsweredQuote | AnsweredComparison) & TripHistory;

function hasAny<T>(items: readonly T[]): items is readonly [T, ...T[]] {
  return items.length > 0;
}

function throwUnknown(env: Env, name: string): never {
  const names = tripNames(env);
  const all =
    names.length === 0
      ? '--save <name> of quote, plan or compare saves one'
      : `saved: ${names.join(', ')}`;
  throw new UsageError(`no trip is called "${name}"`, { hint: suggestion(name, names) ?? all });
}

interface AddOptions {
  /** Whether a missing trip is made. Default: false, so that a removed trip stays removed. */
  readonly mayBeNew?: boolean;
  /** The target that was reported with this answer. */
  readonly target?: Target | undefined;
}

/** Throws OtherQuestionError and OutputError; then the trip has not changed. */
export async function addAnswer(
  env: Env,
  name: string,
  { question, ...answer }: NewAnswer,
  context: LockContext,
  { mayBeNew = false, target }: AddOptions = {},
): Promise<void> {
  await lockAndWrite(env, name, context, (checkLock) => {
    const known = findTrip(env, name);
    const isOther =
      known !== undefined &&
      question !== undefined &&
      !isSameQuestion(known, question, answer.askedAt);
    if (isOther) throw otherQuestion(name);
    const trip = known ?? (mayBeNew ? question : undefined);
    if (trip === undefined) return;
    // A failure has no document, or one that lacks what failed: the last good one stays.
    const replaces = known === undefined || !isFailure(answer.end);
    const newDocument = replaces &&
      question && { document: question.document, documentAt: answer.askedAt };
    const answers = appendAnswer(known?.answers ?? [], answer);
    const reportedTargets = reportedTargetsAfter(known?.reportedTargets, answer, target);
    const text = JSON.stringify({
      ...trip,
      name: undefined,
      format: tripFileVersion,
      ...newDocument,
      answers,
      reportedTargets,
    });
    const reader = { parse: checkReadable, maxBytes };
    replacePrivateFile(tripPath(env, name), `${text}\n`, { reader, beforeRename: checkLock });
  });
}

/** Throws UsageError and OutputError. */
export async function removeTrip(env: Env, text: string, context: LockContext): Promise<string> {
  const name = parseTripName(text);
  if (!tripNames(env).includes(name)) throwUnknown(env, name);
  await lockAndWrite(env, name, context, (checkLock) => {
    checkLock();
    const path = tripPath(env, name);
    // A folder of this name may hold files of the user.
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else rmSync(path);
  });
  return name;
}

function otherQuestion(name: string): OtherQuestionError {
  return new OtherQuestionError(`the trip "${name}" is already saved with another question`, {
    hint: `choose another name, or remove it first: rental trips remove ${name}`,
  });
}

/** Under a lock, because each process reads the file and replaces it whole. */
async function lockAndWrite(
  env: Env,
  name: string,
  context: LockContext,
  write: (checkLock: () => void) => void,
): Promise<void> {
  try {
    await holdingLock({ path: tripPath(env, name), lock: tripLock(env, name) }, context, write);
    removeAbandonedFiles(env);
  } catch (error) {
    if (error instanceof RentalError) throw error;
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    throw new OutputError(`the trip "${name}" could not be written: ${code}`, {
      hint: 'what was saved before has not changed',
      cause: error,
    });
  }
}
