import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/http/rate-limit/folders.ts';
import { temporaryFolder } from '../../support/environment.ts';

test('makeFolder creates a folder and its parents, and accepts an existing one', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('makeFolder throws ENOTDIR if a parent is a file', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow(/ENOTDIR/);
});

test.skipIf(!existsSync('/proc/self'))('makeFolder throws ENOENT if the file system does not allow new folders', () => {
  expect(() => makeFolder('/proc/rental-planner-test/a')).toThrow(/ENOENT/);
});
