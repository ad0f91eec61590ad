/** The names of slots as files of a folder, or in memory if that fails. */
import { readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeeds } from '../../folders.ts';
import { type Listing, type Names, firstDone, localSpan, memoryNames } from './names.ts';
import type { Change } from './slots.ts';

/** Empty files in a folder. Throws what the file system throws, except that a name is missing or exists already. */
export function folderNames(folder: string, now: () => number, change = changeFile) {
  return {
    change: (changes: readonly Change[], most?: number): Listing => ({
      done: firstDone(changes, (one) => change(folder, one), most),
      names: readdirSync(folder),
    }),
    now: () => localSpan(now()),
  };
}

/** Returns whether this process made the change. */
export function changeFile(folder: string, [from, to]: Change): boolean {
  if (from === '') return succeeds(() => writeFileSync(join(folder, to), '', { flag: 'wx', mode: 0o600 }), 'EEXIST');
  if (to === '') return succeeds(() => unlinkSync(join(folder, from)), 'ENOENT');
  return succeeds(() => renameSync(join(folder, from), join(folder, to)), 'ENOENT');
}

/**
 * If the folder fails, goes on in memory from what it last held: a disk error neither stops a command nor gives it a fresh budget.
 *
 * @param unseen the names that are used if the folder fails before it was seen
 */
export function withMemory(
  folder: ReturnType<typeof folderNames>,
  unseen: readonly string[],
  onTrouble: (cause: unknown) => void,
): Names {
  let seen = unseen;
  let memory: Names | undefined;
  return {
    now: folder.now,
    change(changes, most) {
      if (memory) return memory.change(changes, most);
      try {
        const listing = folder.change(changes, most);
        seen = listing.names;
        return listing;
      } catch (cause) {
        memory = memoryNames(seen, () => folder.now().latest);
        onTrouble(cause);
        return memory.change(changes, most);
      }
    },
  };
}
