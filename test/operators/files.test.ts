import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/operators/files.ts';
import { temporaryFolder } from '../support/environment.ts';

test('a folder is made with those above it, by several at once, and again', async () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(folder)]);
  await makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('where a file stands in the way, it says so', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toThrow(/ENOTDIR/);
});

test.skipIf(!existsSync('/proc/self'))('a file system that takes no folders is no reason to try for ever', async () => {
  await expect(makeFolder('/proc/rental-planner-test/a')).rejects.toThrow(/ENOENT/);
});
