/** The lock of a saved trip: the lock of another process stays. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepAnswer, readTrip, telling, tripsFolder } from '../../src/trips/store.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { pricedAnswer, savedQuestion as question } from '../support/saved-question.ts';

const answer = pricedAnswer(0, [700]);

/** What other processes do before and after the first look at this file. Returns how often it was looked at. */
function aroundLook(
  file: string,
  { before, after }: { readonly before: () => void; readonly after: () => void },
): () => number {
  const real = fs.lstatSync;
  const spy = vi.spyOn(fs, 'lstatSync');
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  let looks = 0;
  spy.mockImplementation((path, options) => {
    if (path !== file) return real(path, options);
    looks += 1;
    if (looks > 1) return real(path, options);
    before();
    const found = real(path, options);
    after();
    return found;
  });
  syncBuiltinESMExports();
  return () => looks;
}

test('a lock that goes while it is looked at is not stale, so that the one of the next process stays', async () => {
  const env = cleanEnvironment(temporaryFolder());
  await keepAnswer(env, 'it', answer, question);
  const lock = join(tripsFolder(env), '.it.lock');
  fs.writeFileSync(lock, 'first');
  const looks = aroundLook(lock, { before: () => fs.rmSync(lock), after: () => fs.writeFileSync(lock, 'next') });
  const kept = keepAnswer(env, 'it', answer);
  await expect.poll(looks).toBeGreaterThan(3);
  expect(fs.readFileSync(lock, 'utf8')).toBe('next');
  expect(readTrip(env, 'it').answers).toHaveLength(1);
  fs.rmSync(lock);
  await kept;
  expect(fs.readdirSync(tripsFolder(env))).toEqual(['it.json']);
});

test('one that stood still leaves the lock of the process that has taken over', async () => {
  const env = cleanEnvironment(temporaryFolder());
  const lock = join(tripsFolder(env), '.it.telling.lock');
  const work = async () => {
    fs.rmSync(lock);
    fs.writeFileSync(lock, 'next');
  };
  await telling(env, 'it', work, AbortSignal.timeout(10_000));
  expect(fs.readFileSync(lock, 'utf8')).toBe('next');
});
