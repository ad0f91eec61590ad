/** The file of a store. It can be cut off anywhere and hold anything, and other processes append to it and replace it. */
import fs, { constants } from 'node:fs';
import { dirname } from 'node:path';
import { currentUser, errorCode, makeFolder } from '../folders.ts';
import { attempt, openRegular } from './files.ts';
import { lineOf, liveOf, mostAnswers, mostBytes, newestIn, readLines, sizeOf } from './store-lines.ts';
import type { Answers, Stored } from './store-lines.ts';

/** It takes a tenth of a second. */
const longestRewriteMs = 60_000;

/** Nothing here throws. */
export function storeFile(path: string, now: () => number, onFullDisk: () => void = () => {}) {
  let opened: number | undefined;
  /** What this process has read and written, and the size of the file after it wrote last. */
  let [lines, bytes] = [0, 0];
  let isMostlyDead = false;
  let mayRewrite = true;
  let isDiskFull = false;
  const close = (): void => {
    if (opened !== undefined) fs.closeSync(opened);
    opened = undefined;
  };
  /** The file that is at the path now: another process may have replaced the one that was opened. */
  const current = (): number => {
    if (opened !== undefined && isAt(path, opened)) return opened;
    close();
    makeFolder(dirname(path));
    return (opened = openOwn(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT));
  };
  const write = (added: readonly Stored[]): void => {
    // A line that a killed process or a full disk cut off ends at the first line break.
    const block = Buffer.from(`\n${added.map(lineOf).join('')}`);
    lines += added.length;
    // Again, if another process has replaced the file in the meantime: an answer may be there twice.
    for (let tries = 0; tries < 3; tries++) {
      const file = current();
      if (fs.writeSync(file, block) < block.length) throw Object.assign(new Error('cut off'), { code: 'ENOSPC' });
      bytes = fs.fstatSync(file).size;
      if (isAt(path, file)) return;
    }
  };
  return {
    read: (): Answers => {
      const text = attempt(() => withOwn(path, (file) => fs.readFileSync(file, 'utf8'))) ?? '';
      const found = readLines(text);
      lines = found.lines;
      isMostlyDead = 2 * sizeOf(liveOf(found.answers, now())) < text.length;
      return found.answers;
    },
    append: (added: readonly Stored[]): void => {
      const small = added.filter(({ json }) => json.length < mostBytes / 4);
      if (small.length === 0) return;
      try {
        write(small);
        if (!mayRewrite || (!isMostlyDead && lines <= mostAnswers && bytes <= mostBytes)) return;
        // If it fails, not at every answer again.
        mayRewrite = false;
        lines = rewrite(path, now());
        [mayRewrite, isMostlyDead] = [true, false];
      } catch (error) {
        if (isDiskFull || !['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return;
        isDiskFull = true;
        onFullDisk();
      }
    },
    close,
  };
}

/** Replaces the file by one that has only what counts. Returns the number of its answers. Throws if another process does the same. */
function rewrite(path: string, now: number): number {
  const temporary = `${path}.new`;
  const left = fs.statSync(temporary, { throwIfNoEntry: false });
  // A killed process left it.
  if (left !== undefined && now - left.mtimeMs > longestRewriteMs) fs.rmSync(temporary);
  const next = fs.openSync(temporary, 'ax', 0o600);
  try {
    return withOwn(path, (old) => {
      const live = newestIn(fs.readFileSync(old, 'utf8'), now);
      fs.writeFileSync(next, live.map(lineOf).join(''));
      fs.renameSync(temporary, path);
      // What other processes appended in the meantime: reading goes on where it ended before.
      fs.writeFileSync(next, fs.readFileSync(old));
      return live.length;
    });
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  } finally {
    fs.closeSync(next);
  }
}

function isAt(path: string, file: number): boolean {
  const [there, own] = [fs.lstatSync(path, { throwIfNoEntry: false }), fs.fstatSync(file)];
  return there?.ino === own.ino && there.dev === own.dev;
}

function withOwn<T>(path: string, work: (file: number) => T): T {
  const file = openOwn(path, constants.O_RDONLY);
  try {
    return work(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Throws for what is not a file of this user. Removes one that is so large that no process of this program made it. */
function openOwn(path: string, flags: number): number {
  const file = openRegular(path, flags);
  if (file === undefined) throw new Error('it is not a file');
  const { uid, size } = fs.fstatSync(file);
  const own = currentUser()?.uid ?? uid;
  if (uid === own && size <= 4 * mostBytes) return file;
  fs.closeSync(file);
  if (uid !== own) throw new Error('it is the file of another user');
  fs.rmSync(path);
  return openOwn(path, flags);
}
