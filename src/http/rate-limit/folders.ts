/** Makes a folder, or only looks whether it can be written. */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

interface FolderAccess {
  readonly made: boolean;
  /** Why it cannot be written, or cannot be made if it is missing; undefined if it can. */
  readonly problem: string | undefined;
}

/** Makes and writes nothing. */
export function lookAtFolder(path: string): FolderAccess {
  const nearest = nearestEntry(path);
  const made = nearest === path;
  const what = made ? 'it' : nearest;
  try {
    if (!statSync(nearest).isDirectory()) return { made, problem: `${what} is not a folder` };
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return { made, problem: undefined };
  } catch (error) {
    return { made, problem: `${what} cannot be written (${errorCode(error)})` };
  }
}

/** The path itself, or the first one above it that exists. */
function nearestEntry(path: string): string {
  const above = dirname(path);
  return above === path || exists(path) ? path : nearestEntry(above);
}

/** True for a link, even if its target is missing. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Makes the folder and those above it; only this user can read them. Node's own `recursive` never ends under /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have just made it.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}
