/**
 * The folder of the request budgets, the same for all processes of a user. A login shell, cron, `su`
 * and an assistant's client set different variables, so only RENTAL_STATE_DIR is read.
 */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { currentUser, errorCode, folderAccess, makeFolder } from '../../base/folders.ts';
import type { Machine } from '../types.ts';

const [groupWrites, othersWrite] = [0o020, 0o002];
/** In a folder with this bit, only the owner of a file can replace it. */
const sticky = 0o1000;

/**
 * Makes the folder, unless `looksOnly`: then it may be missing. The path is undefined if no folder is
 * safe to share.
 */
export function findBudgetsFolder(
  env: Machine['env'],
  { looksOnly = false } = {},
): { readonly path: string | undefined; readonly notice: string | undefined } {
  const stateDir = env['RENTAL_STATE_DIR'];
  const user = currentUser();
  let firstProblem: string | undefined;
  for (const path of candidates(stateDir, user, env)) {
    const problem = makeOrCheckFolder(path, { uid: user?.uid, mayMake: !looksOnly });
    // Only the folder that the user names is worth a notice.
    if (problem === undefined) return { path, notice: stateDir ? firstProblem : undefined };
    firstProblem ??= `the request budget cannot be stored in ${path} (${problem})`;
  }
  const reason = firstProblem ?? 'no folder for the request budget';
  return { path: undefined, notice: `${reason}; it is not shared with other processes` };
}

function* candidates(
  stateDir: string | undefined,
  user: ReturnType<typeof currentUser>,
  { LOCALAPPDATA = '' }: Machine['env'],
): Generator<string> {
  if (stateDir) yield join(stateDir, 'budget');
  const { uid, home = '' } = user ?? {};
  if (platform() === 'win32') {
    const local = isAbsolute(LOCALAPPDATA) ? LOCALAPPDATA : join(home, 'AppData', 'Local');
    if (isAbsolute(local)) yield join(local, 'rental', 'budget');
  } else if (uid !== undefined) {
    if (existsSync(home)) yield join(home, '.local', 'state', 'rental', 'budget');
    // Not TMPDIR, which sessions can have of their own.
    yield `/tmp/rental-budget-${uid}`;
  }
}

interface FolderRules {
  /** The user, where the system has users. */
  readonly uid: number | undefined;
  /** False: only looks whether the folder could be made. */
  readonly mayMake: boolean;
}

/** Returns the problem of the folder; undefined if it can be used. */
function makeOrCheckFolder(path: string, { uid, mayMake }: FolderRules): string | undefined {
  try {
    if (mayMake) makeFolder(path);
    const { exists, problem } = folderAccess(path);
    if (!exists || problem !== undefined) return problem;
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'it is a symbolic link';
    if (uid === undefined) return undefined;
    if (found.uid !== uid) return 'it belongs to another user';
    const { mode } = statSync(dirname(path));
    const canReplace = (mode & othersWrite) !== 0 && (mode & sticky) === 0;
    if (canReplace) return 'others can replace it';
    return (found.mode & (groupWrites | othersWrite)) === 0 ? undefined : 'others can write to it';
  } catch (error) {
    return errorCode(error);
  }
}
