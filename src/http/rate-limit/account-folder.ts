/** The folder of one account. It is complete as soon as it exists, and is removed when it is not used any more. */
import { hash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { urlOf } from '../../addresses.ts';
import { listNames, onceReleased, succeeds } from '../../folders.ts';
import { type Account, longestWindowMs, mostSlots } from './policy.ts';

/** Describes the account in plain JSON, for users and for `rental limits`. */
const aboutFile = 'about.json';
const longestAbout = 4_096;
/** Longer than a slot of any window is taken: an older folder holds nothing of use. */
const unusedMs = 3 * longestWindowMs;

/**
 * Returns the account's folder; makes it, with these names, on first use.
 *
 * @throws what the file system throws
 */
export function openAccountFolder(home: string, account: Account, names: readonly string[], now: number): string {
  const folder = folderOf(home, account);
  if (isFolder(folder)) return folder;
  // Each sandbox has its own port and so its own folder: without this they would pile up.
  for (const { path, changedAt } of foldersIn(home)) if (now - changedAt > unusedMs) removeFolder(path);
  const files = [...names.map((name) => [name, ''] as const), [aboutFile, `${aboutText(account)}\n`] as const];
  createAtOnce(folder, join(home, `new-${randomBytes(6).toString('hex')}`), files);
  if (!isFolder(folder)) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  return folder;
}

/** A hash, because a host name is hostile text too. */
export function folderOf(home: string, { origin, proxy }: Pick<Account, 'origin' | 'proxy'>): string {
  return join(home, hash('sha256', `${origin}\n${proxy ?? ''}`).slice(0, 20));
}

/** The accounts that have a folder. Leaves out what is not ours, because it could reach a terminal. */
export function accountsIn(home: string): { readonly path: string; readonly account: Account }[] {
  return foldersIn(home).flatMap(({ path }) => {
    const account = readAbout(join(path, aboutFile));
    return account ? [{ path, account }] : [];
  });
}

/** A folder that cannot be removed does no harm. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}

function foldersIn(home: string): { readonly path: string; readonly changedAt: number }[] {
  return listNames(home)
    .filter((name) => /^(?:[0-9a-f]{20}|new-[0-9a-f]{12})$/.test(name))
    .map((name) => join(home, name))
    .flatMap((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found ? [{ path, changedAt: found.mtimeMs }] : [];
    });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Another process sees nothing or everything. Leaves nothing else behind. */
function createAtOnce(folder: string, scratch: string, files: readonly (readonly [string, string])[]): void {
  try {
    mkdirSync(scratch, { mode: 0o700 });
    for (const [name, text] of files) writeFileSync(join(scratch, name), text, { flag: 'wx', mode: 0o600 });
    const rename = () => succeeds(() => renameSync(scratch, folder), 'ENOTEMPTY', 'EEXIST', 'ENOTDIR');
    onceReleased(() => existsSync(folder) || rename());
  } finally {
    removeFolder(scratch);
  }
}

function aboutText({ origin, proxy, limit, windowMs }: Account): string {
  const withoutPassword = proxy === undefined ? undefined : urlOf(proxy)?.origin;
  return JSON.stringify({ origin, proxy: withoutPassword, limit, windowMs });
}

function readAbout(path: string): Account | undefined {
  try {
    const file = lstatSync(path);
    if (!file.isFile() || file.size > longestAbout) return undefined;
    const { origin, proxy, limit, windowMs } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    if (!isOrigin(origin) || !(proxy === undefined || isOrigin(proxy))) return undefined;
    return isCount(limit, mostSlots) && isCount(windowMs, longestWindowMs)
      ? { origin, proxy, limit, windowMs }
      : undefined;
  } catch {
    return undefined;
  }
}

function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && urlOf(value)?.origin === value;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}
