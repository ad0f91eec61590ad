import { mkdirSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A set of names, and the one atomic change: `move` succeeds once, for one of all that try. */
export interface Ledger {
  list(): readonly string[];
  /** False when `from` is not there (any more). */
  move(from: string, to: string): boolean;
  /** False when it is there already. */
  add(name: string): boolean;
  drop(name: string): void;
}

export function memoryLedger(names: Iterable<string>): Ledger {
  const present = new Set(names);
  const add = (name: string) => !present.has(name) && present.add(name) === present;
  return {
    list: () => [...present],
    move: (from, to) => present.delete(from) && add(to),
    add,
    drop: (name) => void present.delete(name),
  };
}

/** Throws what the file system throws, except where the answer is simply no. */
export function folderLedger(folder: string): Ledger {
  return {
    list: () => readdirSync(folder),
    move: (from, to) => unless('ENOENT', () => renameSync(join(folder, from), join(folder, to))),
    add: (name) => unless('EEXIST', () => writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 })),
    drop: (name) => void unless('ENOENT', () => unlinkSync(join(folder, name))),
  };
}

/**
 * The shared ledger for as long as it works; then one in memory that goes on from what was last seen, so that trouble with a disk
 * neither stops a command nor gives it a fresh budget.
 */
export function steadyLedger(shared: Ledger, onTrouble: (cause: unknown) => void): Ledger {
  let current = shared;
  let listed: readonly string[] = [];
  let since: { readonly gone: string; readonly come: string }[] = [];

  function lastSeen(): Set<string> {
    const names = new Set(listed);
    for (const { gone, come } of since) {
      names.delete(gone);
      if (come !== '') names.add(come);
    }
    return names;
  }

  function attempt<T>(work: (ledger: Ledger) => T): T {
    if (current !== shared) return work(current);
    try {
      return work(shared);
    } catch (cause) {
      current = memoryLedger(lastSeen());
      onTrouble(cause);
      return work(current);
    }
  }

  return {
    list() {
      listed = attempt((ledger) => ledger.list());
      since = [];
      return listed;
    },
    move(from, to) {
      const done = attempt((ledger) => ledger.move(from, to));
      since.push({ gone: from, come: done ? to : '' });
      return done;
    },
    add(name) {
      const done = attempt((ledger) => ledger.add(name));
      since.push({ gone: '', come: name });
      return done;
    },
    drop(name) {
      attempt((ledger) => ledger.drop(name));
      since.push({ gone: name, come: '' });
    },
  };
}

/** Makes `folder` with all its files at once: another process sees either nothing or everything. False when it is there already. */
export function makeWhole(folder: string, scratch: string, files: Readonly<Record<string, string>>): boolean {
  mkdirSync(scratch, { mode: 0o700 });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(scratch, name), text, { flag: 'wx', mode: 0o600 });
  return unless(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'], () => renameSync(scratch, folder));
}

function unless(codes: string | readonly string[], work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '?')) return false;
    throw error;
  }
}
