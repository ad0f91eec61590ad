/** The lock of a saved trip: the lock of another process stays. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { keepAnswer, readTrip, telling, tripsFolder } from '../../src/trips/store.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { pricedAnswer, savedQuestion as question } from '../support/saved-question.ts';
import { sleep } from '../support/sleep.ts';

/** Around each look at a lock. */
const looks = vi.hoisted(() => ({ before: (_: string): void => {}, after: (_: string): void => {} }));
vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  const statSync = ((path: string, options: object) => {
    looks.before(path);
    const found = real.statSync(path, options);
    looks.after(path);
    return found;
  }) as typeof real.statSync;
  return { ...real, statSync };
});

const answer = pricedAnswer(0, [700]);

test('a lock that goes while it is looked at is not stale, so that the one of the next process stays', async () => {
  const env = cleanEnvironment(temporaryFolder());
  await keepAnswer(env, 'it', answer, question);
  const lock = join(tripsFolder(env), '.it.lock');
  fs.writeFileSync(lock, 'first');
  const pass = (path: string, work: () => void): void => {
    if (path === lock && fs.readFileSync(lock, 'utf8') === 'first') work();
  };
  let hasGone = false;
  looks.before = (path) =>
    pass(path, () => {
      hasGone = true;
      fs.rmSync(lock);
    });
  looks.after = () => {
    if (hasGone) fs.writeFileSync(lock, 'next');
    hasGone = false;
  };
  const kept = keepAnswer(env, 'it', answer);
  await sleep(100);
  expect(fs.readFileSync(lock, 'utf8')).toBe('next');
  expect(readTrip(env, 'it').answers).toHaveLength(1);
  fs.rmSync(lock);
  looks.before = looks.after = () => {};
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
