/** Where the state lives: a folder that only this user's processes share, with one folder per account inside. */
import { hash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Machine } from '../types.ts';
import { errorCode, lookAtFolder, makeFolder } from './folders.ts';
import { createFolderAtOnce } from './name-set.ts';
import type { Account, LimitPolicy } from './policy.ts';
import { initialNames } from './state.ts';
import { urlOf } from '../../text.ts';

export interface StateFolderOptions {
  readonly env: Machine['env'];
  /** Instead of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
  /** Makes nothing: the folder that is returned may be missing, but could be made. */
  readonly looksOnly?: boolean | undefined;
}

/** Finds the folder, or makes it. Never throws. The path is undefined if no folder is safe to share; the notice says why. */
export function findStateFolder({ env, stateDir = env['RENTAL_STATE_DIR'], looksOnly }: StateFolderOptions): {
  readonly path: string | undefined;
  readonly notice: string | undefined;
} {
  let notice: string | undefined;
  for (const path of candidates(stateDir, env)) {
    const problem = problemOf(path, looksOnly);
    if (problem === undefined) return { path, notice };
    notice ??= `the request budget cannot be kept in ${path} (${problem})`;
  }
  notice ??= 'no folder for the request budget';
  return { path: undefined, notice: `${notice}; it is not shared with other processes` };
}

function* candidates(stateDir: string | undefined, env: Machine['env']): Generator<string> {
  if (stateDir) yield join(stateDir, 'budget');
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime && isAbsolute(runtime)) yield join(runtime, 'rental-budget');
  const uid = userId();
  const temporary = [env['TMPDIR'], tmpdir(), '/tmp'].find((path) => path && isAbsolute(path));
  if (uid !== undefined && temporary) yield join(temporary, `rental-budget-${uid}`);
}

/** Makes the folder, or only looks whether it could be made. Returns why it cannot be used; undefined if it can. */
function problemOf(path: string, looksOnly = false): string | undefined {
  try {
    if (!looksOnly) makeFolder(path);
    const { made, problem } = lookAtFolder(path);
    if (!made) return problem;
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'it is a symbolic link';
    if (!found.isDirectory()) return 'it is not a folder';
    const uid = userId();
    if (uid !== undefined && found.uid !== uid) return 'it belongs to another user';
    if (uid !== undefined && (found.mode & 0o022) !== 0) return 'others can write to it';
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/** Returns undefined on systems without user ids. */
function userId(): number | undefined {
  try {
    return userInfo().uid < 0 ? undefined : userInfo().uid;
  } catch {
    // In a container, an account can be missing from the system's list: the owner of our own process shows its id.
    return lstatSync('/proc/self', { throwIfNoEntry: false })?.uid;
  }
}

/** Describes the account in plain JSON, for users and for `rental limits`. */
export const aboutFile = 'about.json';
/** Longer than any lease: an older folder holds nothing of use. */
const unusedMs = 24 * 3_600_000;

/**
 * Returns the account's folder; makes it, complete, on first use.
 *
 * @throws what the file system throws
 */
export function openAccountFolder(home: string, account: Account, policy: LimitPolicy, now: number): string {
  const folder = join(home, accountKey(account));
  if (isFolder(folder)) return folder;
  removeUnused(home, now);
  const { limit, windowMs } = policy;
  const about = { origin: account.origin, proxy: withoutPassword(account.proxy), limit, windowMs };
  const files = Object.fromEntries(initialNames(limit).map((name) => [name, '']));
  const scratch = join(home, `new-${randomBytes(6).toString('hex')}`);
  createFolderAtOnce(folder, scratch, { ...files, [aboutFile]: `${JSON.stringify(about)}\n` });
  if (!isFolder(folder)) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  return folder;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A hash, because a host name is hostile text too. */
export function accountKey({ origin, proxy }: Account): string {
  return hash('sha256', `${origin}\n${proxy ?? ''}`).slice(0, 20);
}

function withoutPassword(proxy: string | undefined): string | undefined {
  return proxy === undefined ? undefined : urlOf(proxy)?.origin;
}

/** Each sandbox has its own port and so its own folder: without this they would pile up. */
function removeUnused(home: string, now: number): void {
  for (const name of readdirSync(home)) {
    if (!/^(?:[0-9a-f]{20}|new-[0-9a-f]{12})$/.test(name)) continue;
    const path = join(home, name);
    try {
      const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - changed > unusedMs) rmSync(path, { recursive: true, force: true });
    } catch {
      // A folder that cannot be removed does no harm.
    }
  }
}
