/**
 * Where the state lives: a folder that all processes of a user share, whatever started them. A login shell, cron, `su` and an
 * assistant's client set different variables, so none of them decides, except the one that is there for it.
 */
import { lstatSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { currentUser, errorCode, isOnNetwork, lookAtFolder, makeFolder, nearestEntry } from '../../folders.ts';
import type { Machine } from '../types.ts';

export interface StateFolderOptions {
  readonly env: Machine['env'];
  /** Instead of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
  /** Makes nothing: the folder that is returned may be missing, but could be made. */
  readonly looksOnly?: boolean | undefined;
}

export interface StateFolder {
  /** Undefined if no folder is safe to share. */
  readonly path: string | undefined;
  /** Why it is this one, as half a sentence. */
  readonly why: string | undefined;
  /** What the user must know: the folder that was asked for cannot be used, or none can. */
  readonly notice: string | undefined;
}

interface Candidate {
  readonly path: string;
  readonly why: string;
  /** Undefined if the folder itself decides. */
  readonly problem?: string | undefined;
}

/** Finds the folder, or makes it. Never throws. */
export function findStateFolder(options: StateFolderOptions): StateFolder {
  const { env, stateDir = env['RENTAL_STATE_DIR'], looksOnly } = options;
  const user = currentUser();
  const problems: string[] = [];
  for (const { path, why, problem: known } of candidates(stateDir, user, env)) {
    const problem = known ?? problemOf(path, user?.uid, looksOnly);
    if (problem === undefined) {
      // If no folder was asked for, any of them is as good.
      const notice = stateDir && problems[0] ? `the request budget ${problems[0]}` : undefined;
      return { path, why: [why, ...problems].join('; it '), notice };
    }
    problems.push(`cannot be kept in ${path} (${problem})`);
  }
  const notice = problems[0] ? `the request budget ${problems[0]}` : 'no folder for the request budget';
  return { path: undefined, why: undefined, notice: `${notice}; it is not shared with other processes` };
}

function* candidates(
  stateDir: string | undefined,
  user: ReturnType<typeof currentUser>,
  env: Machine['env'],
): Generator<Candidate> {
  if (stateDir) {
    const path = join(stateDir, 'budget');
    const where = isOnNetwork(nearestEntry(path)) ? ', on a network file system' : '';
    yield { path, why: `named by RENTAL_STATE_DIR${where}` };
  }
  const { uid, home } = user ?? {};
  if (platform() === 'win32') {
    const { LOCALAPPDATA: named = '' } = env;
    const local = isAbsolute(named) ? named : home && join(home, 'AppData', 'Local');
    if (local) yield { path: join(local, 'rental', 'budget'), why: 'in the local data of this user' };
    return;
  }
  if (uid === undefined) return;
  if (home) {
    const path = join(home, '.local', 'state', 'rental', 'budget');
    yield { path, why: 'in the home folder of this user', problem: homeProblem(home, path, uid) };
  }
  // The same for each session, unlike TMPDIR.
  yield { path: `/tmp/rental-budget-${uid}`, why: 'of this user, for all sessions' };
}

/** A home folder that is missing stays missing. One that several machines share is not used, because their clocks differ. */
function homeProblem(home: string, path: string, uid: number): string | undefined {
  try {
    if (statSync(home).uid !== uid) return `${home} belongs to another user`;
    return isOnNetwork(nearestEntry(path)) ? 'it is on a network file system' : undefined;
  } catch (error) {
    return `${home} cannot be used: ${errorCode(error)}`;
  }
}

/** Makes the folder, or only looks whether it could be made. Returns why it cannot be used; undefined if it can. */
function problemOf(path: string, uid: number | undefined, looksOnly = false): string | undefined {
  try {
    if (!looksOnly) makeFolder(path);
    const { made, problem } = lookAtFolder(path);
    if (!made && problem !== undefined) return problem;
    const above = statSync(dirname(path), { throwIfNoEntry: false });
    if (uid !== undefined && above && (above.mode & 0o1002) === 0o002) return 'others can replace it';
    if (!made) return undefined;
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'it is a symbolic link';
    if (!found.isDirectory()) return 'it is not a folder';
    if (uid !== undefined && found.uid !== uid) return 'it belongs to another user';
    return uid !== undefined && (found.mode & 0o022) !== 0 ? 'others can write to it' : undefined;
  } catch (error) {
    return errorCode(error);
  }
}
