import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cachePath, writeCached as storeDepots } from '../../src/operators/cache.ts';
import { readDepots } from '../../src/operators/stored-lists.ts';
import { temporaryFolder } from '../support/environment.ts';

function newPath(): string {
  return cachePath({ XDG_CACHE_HOME: temporaryFolder() }, 'depots', new URL('http://a.test/api'));
}

test('readDepots finds the depots that storeDepots stored', async () => {
  const path = newPath();
  expect(await readDepots(path)).toEqual({ kind: 'absent' });
  await storeDepots(path, { savedAt: 5, depots: [{ id: 1 }] });
  expect(await readDepots(path)).toEqual({ kind: 'found', value: { savedAt: 5, depots: [{ id: 1 }] } });
});

test.each(['{"savedAt":', 'null', '{"savedAt":"1","depots":[]}', '['.repeat(100_000)])(
  'readDepots sets a corrupt file aside (case %#)',
  async (text) => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    expect(await readDepots(path)).toEqual({ kind: 'corrupt', path: `${path}.corrupt` });
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(`${path}.corrupt`, 'utf8')).toBe(text);
  },
);

test.skipIf(process.platform === 'win32')(
  'readDepots reports a folder, a pipe or a device as absent, without waiting',
  async () => {
    const path = newPath();
    mkdirSync(path, { recursive: true });
    expect(await readDepots(path)).toEqual({ kind: 'absent' });
    rmSync(path, { recursive: true });
    execFileSync('mkfifo', [path]);
    expect(await readDepots(path)).toEqual({ kind: 'absent' });
    rmSync(path);
    symlinkSync('/dev/zero', path);
    expect(await readDepots(path)).toEqual({ kind: 'absent' });
  },
);

test.skipIf(process.platform === 'win32')('storeDepots does not write through a symbolic link', async () => {
  const path = newPath();
  const other = join(temporaryFolder(), 'other');
  writeFileSync(other, 'mine');
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(other, path);
  await storeDepots(path, { savedAt: 1, depots: [] });
  expect(readFileSync(other, 'utf8')).toBe('mine');
});

test('storeDepots does not throw if the folder cannot be written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await storeDepots(cachePath({ XDG_CACHE_HOME: file }, 'depots', new URL('http://a.test')), {
    savedAt: 1,
    depots: [],
  });
});
