/** Saved trips: a folder each in `$XDG_DATA_HOME/rental/trips`, with the question in `trip.json` and the answers in `answers.ndjson`. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError, UsageError } from '../errors.ts';
import { meant } from '../text.ts';
import { homeFolder, readSmallFile, writePrivateFile, type Env } from '../operators/files.ts';
import { tripName } from './names.ts';
import { asksTheSame, parseTrip, type SavedTrip } from './saved.ts';

const mostBytes = 1024 * 1024;

/** A trip and its folder. */
export interface StoredTrip extends SavedTrip {
  readonly name: string;
  readonly folder: string;
}

export function tripsFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

/** In the order of their names, without folders that hold no trip. */
export function listTrips(env: Env): readonly StoredTrip[] {
  return tripNames(env).flatMap((name) => findTrip(env, name) ?? []);
}

export function tripNames(env: Env): string[] {
  try {
    return readdirSync(tripsFolder(env)).filter(isTripName).sort();
  } catch {
    return [];
  }
}

/** Throws UsageError. */
export function readTrip(env: Env, text: string): StoredTrip {
  const name = tripName(text);
  const trip = findTrip(env, name);
  if (trip !== undefined) return trip;
  const names = tripNames(env);
  throw new UsageError(`no trip is called "${name}"`, {
    hint: meant(name, names) ?? (names.length === 0 ? 'none is saved' : `saved: ${names.join(', ')}`),
  });
}

/** Throws UsageError if there is one of this name already, and OutputError. */
export async function createTrip(env: Env, text: string, trip: SavedTrip): Promise<StoredTrip> {
  const name = tripName(text);
  if (findTrip(env, name) !== undefined) throw nameTaken(name);
  const folder = join(tripsFolder(env), name);
  const { format, command, options, operators } = trip;
  await writing(name, async () => {
    mkdirSync(tripsFolder(env), { recursive: true, mode: 0o700 });
    // Whole from the start, so that another process does not take half a trip for one that was left.
    const fresh = mkdtempSync(join(tripsFolder(env), '.new-'));
    try {
      await writePrivateFile(join(fresh, 'trip.json'), `${JSON.stringify({ format, command, options, operators })}\n`);
      place(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  });
  const kept = findTrip(env, name);
  if (kept === undefined || !asksTheSame(kept, trip)) throw nameTaken(name);
  return { ...trip, name, folder };
}

/** Two processes can save under the same name at once: the first one's folder stays. */
function place(fresh: string, folder: string): void {
  try {
    if (readdirSync(folder).includes('trip.json')) return;
    // A folder without a question is what is left of a trip that was removed.
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // There is none, as usual.
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Throws UsageError and OutputError. */
export async function removeTrip(env: Env, text: string): Promise<string> {
  const { folder, name } = readTrip(env, text);
  await writing(name, async () => rmSync(folder, { recursive: true }));
  return name;
}

function nameTaken(name: string): UsageError {
  return new UsageError(`a trip is called "${name}" already`, {
    hint: `choose another name, or first: rental trips remove ${name}`,
  });
}

function isTripName(text: string): boolean {
  try {
    return tripName(text) === text;
  } catch {
    return false;
  }
}

/** Undefined if there is none, or if its file cannot be read. */
export function findTrip(env: Env, name: string): StoredTrip | undefined {
  const folder = join(tripsFolder(env), name);
  try {
    const trip = parseTrip(readSmallFile(join(folder, 'trip.json'), mostBytes) ?? '');
    return trip && { ...trip, name, folder };
  } catch {
    return undefined;
  }
}

/** Runs `write`. Throws OutputError. */
export async function writing(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    throw new OutputError(`the trip "${name}" could not be written: ${code}`, { cause: error });
  }
}
