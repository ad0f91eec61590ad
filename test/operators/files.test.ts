import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/operators/files.ts';
import { temporaryFolder } from '../support/environment.ts';

test('makeFolder creates a folder and its parents, in parallel too, and accepts an existing one', async () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(folder)]);
  await makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('makeFolder throws ENOTDIR if a parent is a file', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toThrow(/ENOTDIR/);
});

test.skipIf(!existsSync('/proc/self'))(
  'makeFolder throws ENOENT if the file system does not allow new folders',
  async () => {
    await expect(makeFolder('/proc/rental-planner-test/a')).rejects.toThrow(/ENOENT/);
  },
);
