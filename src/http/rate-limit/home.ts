import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Machine } from '../types.ts';

export interface StateHome {
  /** Undefined: there is no place that all processes of this user, and nobody else, could share. */
  readonly folder: string | undefined;
  /** One line for people where it is not the place that was asked for. */
  readonly notice: string | undefined;
}

export interface HomeOptions {
  readonly env: Machine['env'];
  /** In place of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
}

/** Finds the folder that all processes of this user share, making it where needed. Never throws. */
export function stateHome({ env, stateDir = env['RENTAL_STATE_DIR'] }: HomeOptions): StateHome {
  let notice: string | undefined;
  for (const [base, leaf] of candidates(stateDir, env)) {
    const trouble = own(base, leaf);
    if (trouble === undefined) return { folder: join(base, leaf), notice };
    notice ??= `the request budget cannot be kept in ${join(base, leaf)} (${trouble})`;
  }
  return {
    folder: undefined,
    notice: `${notice ?? 'no folder for the request budget'}; it is not shared with other processes`,
  };
}

function* candidates(stateDir: string | undefined, env: Machine['env']): Generator<[base: string, leaf: string]> {
  if (stateDir) yield [stateDir, 'budget'];
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime && isAbsolute(runtime)) yield [runtime, 'rental-budget'];
  const temporary = env['TMPDIR'] || tmpdir();
  const uid = userId();
  if (uid !== undefined) yield [temporary, `rental-budget-${uid}`];
}

/** With the folders above it. Node's own `recursive` never ends under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it by now.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Undefined when `leaf` in `base` is a folder of ours that nobody else can write to; else why not. */
function own(base: string, leaf: string): string | undefined {
  try {
    makeFolder(base);
    const folder = join(base, leaf);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const found = lstatSync(folder);
    if (found.isSymbolicLink()) return 'it is a symbolic link';
    if (!found.isDirectory()) return 'it is not a folder';
    const uid = userId();
    if (uid !== undefined && found.uid !== uid) return 'it belongs to another user';
    if (uid !== undefined && (found.mode & 0o022) !== 0) return 'others can write to it';
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** Undefined on systems that have no such thing. */
function userId(): number | undefined {
  try {
    return userInfo().uid < 0 ? undefined : userInfo().uid;
  } catch {
    // An account that has no entry in the system's list, as in containers: what it makes shows who it is.
    return ownerOfSelf();
  }
}

function ownerOfSelf(): number | undefined {
  try {
    return lstatSync('/proc/self').uid;
  } catch {
    return undefined;
  }
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}
