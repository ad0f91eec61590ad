/** The lock of a file that is read and replaced: the lock of another process stays. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdingLock } from '../../src/operators/lock.ts';
import { temporaryFolder } from '../support/environment.ts';

/** What other processes do before and after the first look at this file. Returns how often it was looked at. */
function aroundLook(file: string, before: () => void, after: () => void): () => number {
  const real = fs.lstatSync;
  const spy = vi.spyOn(fs, 'lstatSync');
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  let looks = 0;
  spy.mockImplementation((path, options) => {
    if (path !== file || ++looks > 1) return real(path, options);
    before();
    const found = real(path, options);
    after();
    return found;
  });
  syncBuiltinESMExports();
  return () => looks;
}

test('a lock that goes while it is looked at is not stale, so that the one of the next process stays', async () => {
  const lock = join(temporaryFolder(), 'lock');
  fs.writeFileSync(lock, 'first');
  const looks = aroundLook(
    lock,
    () => fs.rmSync(lock),
    () => fs.writeFileSync(lock, 'next'),
  );
  let isHeld = false;
  const held = holdingLock(lock, async () => void (isHeld = true));
  await expect.poll(looks).toBeGreaterThan(3);
  expect([isHeld, fs.readFileSync(lock, 'utf8')]).toEqual([false, 'next']);
  fs.rmSync(lock);
  await held;
  expect([isHeld, fs.existsSync(lock)]).toEqual([true, false]);
});
