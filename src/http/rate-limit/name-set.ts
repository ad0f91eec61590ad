import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onceReleased } from './folders.ts';

/** A set of names with an atomic change: of all who `rename` the same name, one succeeds. */
export interface NameSet {
  /** As it was at most `maxAgeMs` ago; by default as it is now. What this process changed since is always in it. */
  list(maxAgeMs?: number): readonly string[];
  /** Returns false if `from` does not exist. */
  rename(from: string, to: string): boolean;
  /** Returns false if the name exists already. */
  add(name: string): boolean;
  remove(name: string): void;
}

/** `onChange` gets the old and the new name of each change; '' for a name that is added or removed. */
export function memoryNames(names: Iterable<string>, onChange?: (from: string, to: string) => void): NameSet {
  const present = new Set(names);
  const change = (from: string, to: string): boolean => {
    present.delete(from);
    if (to !== '') present.add(to);
    onChange?.(from, to);
    return true;
  };
  return {
    list: () => [...present],
    rename: (from, to) => present.has(from) && change(from, to),
    add: (name) => !present.has(name) && change('', name),
    remove: (name) => void (present.has(name) && change(name, '')),
  };
}

/** Also counts what was changed, or tried. */
export function countChanges(names: NameSet) {
  let count = 0;
  const counted = <T>(result: T): T => {
    count += 1;
    return result;
  };
  return {
    list: (maxAgeMs?: number) => names.list(maxAgeMs),
    rename: (from: string, to: string) => counted(names.rename(from, to)),
    add: (name: string) => counted(names.add(name)),
    remove: (name: string) => counted(names.remove(name)),
    changes: () => count,
  };
}

/** Throws what the file system throws, except for the errors that mean "does not exist" or "exists already". */
export function folderNames(folder: string): NameSet {
  return {
    list: () => readdirSync(folder),
    rename: (from, to) => succeeds(() => renameSync(join(folder, from), join(folder, to)), 'ENOENT'),
    add: (name) => succeeds(() => writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 }), 'EEXIST'),
    remove: (name) => void succeeds(() => unlinkSync(join(folder, name)), 'ENOENT'),
  };
}

interface FolderMemory {
  /** What is used if the folder fails before it was seen. */
  readonly unseen: NameSet;
  /** Ms that never step back. */
  readonly now: () => number;
  readonly onTrouble: (cause: unknown) => void;
}

/**
 * Remembers what the folder held. If the folder fails, it continues in memory from what it last saw: a disk error neither stops a
 * command nor gives it a fresh budget.
 */
export function withMemory(folder: NameSet, { unseen, now, onTrouble }: FolderMemory): NameSet {
  let hasFailed = false;
  let seen = unseen;
  let seenAt = Number.NEGATIVE_INFINITY;

  function attempt<T>(work: (names: NameSet) => T): T {
    if (hasFailed) return work(seen);
    try {
      const result = work(folder);
      // Another process changed the name first.
      if (result === false) seenAt = Number.NEGATIVE_INFINITY;
      return result;
    } catch (cause) {
      hasFailed = true;
      onTrouble(cause);
      return work(seen);
    }
  }

  const change = (work: (names: NameSet) => boolean): boolean => {
    const isDone = attempt(work);
    if (isDone && !hasFailed) work(seen);
    return isDone;
  };
  return {
    list(maxAgeMs = 0) {
      if (now() - seenAt < maxAgeMs) return seen.list();
      const listed = attempt((names) => names.list());
      seen = memoryNames(listed);
      seenAt = now();
      return listed;
    },
    rename: (from, to) => change((names) => names.rename(from, to)),
    add: (name) => change((names) => names.add(name)),
    remove: (name) =>
      void change((names) => {
        names.remove(name);
        return true;
      }),
  };
}

/**
 * Creates `folder` with all its files in one step, so that another process sees nothing or everything. Leaves nothing else behind.
 *
 * @returns false if the folder exists
 */
export function createFolderAtOnce(folder: string, scratch: string, files: Readonly<Record<string, string>>): boolean {
  try {
    mkdirSync(scratch, { mode: 0o700 });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(scratch, name), text, { flag: 'wx', mode: 0o600 });
    const rename = () => succeeds(() => renameSync(scratch, folder), 'ENOTEMPTY', 'EEXIST', 'ENOTDIR');
    return onceReleased(() => !existsSync(folder) && rename());
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns false if the work throws an error with one of the codes. */
function succeeds(work: () => void, ...codes: readonly string[]): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '?')) return false;
    throw error;
  }
}
