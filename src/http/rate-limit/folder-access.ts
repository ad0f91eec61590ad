/** Looks whether a folder can be written. Makes and writes nothing. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface FolderAccess {
  readonly made: boolean;
  /** Why it cannot be written, or cannot be made if it is missing; undefined if it can. */
  readonly problem: string | undefined;
}

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

export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}
