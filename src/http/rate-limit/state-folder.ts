/**
 * Where the state lives: a folder that all processes of a user share, whatever started them. A
 * login shell, cron, `su` and an assistant's client set different variables, so none of them
 * decides, except the one that is there for it.
 */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { currentUser, errorCode, lookAtFolder, makeFolder } from '../../base/folders.ts';
import type { Machine } from '../types.ts';

/**
 * Finds the folder, or makes it. With `looksOnly` it makes nothing: the folder may be missing, but
 * could be made. The path is undefined if no folder is safe to share; the notice says that the one
 * that was asked for, or every one, cannot be used. Never throws.
 */
export function findStateFolder(env: Machine['env'], { looksOnly = false } = {}) {
  const stateDir = env['RENTAL_STATE_DIR'];
  const user = currentUser();
  let trouble: string | undefined;
  for (const path of candidates(stateDir, user, env)) {
    const problem = problemOf(path, user?.uid, looksOnly);
    // If no folder was asked for, any of them is as good.
    if (problem === undefined) return { path, notice: stateDir ? trouble : undefined };
    trouble ??= `the request budget cannot be stored in ${path} (${problem})`;
  }
  const notice = `${trouble ?? 'no folder for the request budget'}; it is not shared with other processes`;
  return { path: undefined, notice };
}

function* candidates(
  stateDir: string | undefined,
  user: ReturnType<typeof currentUser>,
  { LOCALAPPDATA: named = '' }: Machine['env'],
): Generator<string> {
  if (stateDir) yield join(stateDir, 'budget');
  const { uid, home = '' } = user ?? {};
  if (platform() === 'win32') {
    const local = isAbsolute(named) ? named : join(home, 'AppData', 'Local');
    if (isAbsolute(local)) yield join(local, 'rental', 'budget');
  } else if (uid !== undefined) {
    // A home folder that is missing stays missing.
    if (existsSync(home)) yield join(home, '.local', 'state', 'rental', 'budget');
    // The same for each session, unlike TMPDIR.
    yield `/tmp/rental-budget-${uid}`;
  }
}

/**
 * Makes the folder, or only looks whether it could be made. Returns why it cannot be used;
 * undefined if it can.
 */
function problemOf(path: string, uid: number | undefined, looksOnly: boolean): string | undefined {
  try {
    if (!looksOnly) makeFolder(path);
    const { made, problem } = lookAtFolder(path);
    if (!made || problem !== undefined) return problem;
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'it is a symbolic link';
    if (uid === undefined) return undefined;
    if (found.uid !== uid) return 'it belongs to another user';
    const canReplace = (statSync(dirname(path)).mode & 0o1002) === 0o002;
    if (canReplace) return 'others can replace it';
    return (found.mode & 0o022) === 0 ? undefined : 'others can write to it';
  } catch (error) {
    return errorCode(error);
  }
}
