/** Files of saved trips: what several processes do at once, and what a killed one leaves. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdingLock } from '../../src/base/lock.ts';
import { tripsFolder } from '../../src/trips/folder.ts';
import { addAnswer, listTrips, readTrip } from '../../src/trips/store.ts';
import { cli } from '../support/cli.ts';
import { createDice } from '../support/dice.ts';
import { temporaryFolder } from '../support/environment.ts';
import { operatorService } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { part, trip } from '../support/saved-trips.ts';
import { serve } from '../support/server.ts';
import { sleep } from '../support/sleep.ts';
import { nightly } from '../support/thorough.ts';
import { pricedAnswer as priced, watchedTrip } from '../support/watched-trip.ts';
import { lockContext } from '../support/waiting.ts';

test('writers at once lose no answer', async () => {
  const { env } = await watchedTrip({ 0: 700 });
  await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      addAnswer(env, 'it', priced(20 - place, 700), lockContext()),
    ),
  );
  const [, ...answers] = readTrip(env, 'it').answers.map(({ askedAt }) => Date.parse(askedAt));
  expect(answers.sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, place) => place + 1),
  );
  expect(readdirSync(tripsFolder(env))).toEqual(['it.json']);
});

test('an answer is stored also if what an ended process left cannot be removed', async () => {
  const { env } = await watchedTrip({ 0: 700 });
  mkdirSync(join(tripsFolder(env), 'old.json.0123456789ab.tmp'));
  await addAnswer(env, 'it', priced(5, 650), lockContext());
  expect(readTrip(env, 'it').answers.at(-1)).toMatchObject({ price: { total: 650 } });
});

test('a process that stood still does not remove the lock of the one that has taken over', async () => {
  const folder = temporaryFolder();
  const lock = join(folder, 'lock');
  await holdingLock({ lock, path: join(folder, 'file') }, lockContext(), () => {
    rmSync(lock);
    writeFileSync(lock, 'next');
  });
  expect(readFileSync(lock, 'utf8')).toBe('next');
});

test(
  'killed at random moments, no file is half written and no trip is lost',
  { timeout: 180_000, tags: ['long'] },
  async () => {
    const dice = createDice(7);
    let onRequest = (): void => {};
    const { env, service } = await watchedTrip({ 0: 700 }, (inner) =>
      serve((request) => {
        onRequest();
        return inner(request);
      }),
    );
    const other = `quote 11 --pick-up 1 --from 2026-12-20 --to +8d --save other --base-url ${service.baseUrl}`;
    await run(other.split(' '), { env });
    let stored = 2;
    // A kill comes within this time. On a busy machine, few answers would be stored in a fixed one.
    let withinMs = 60;
    for (const _ of nightly([...Array(50).keys()], 8, 8)) {
      const child = spawn(
        process.execPath,
        ['bin/rental.js', 'trips', 'watch', '--all', '--once'],
        { env },
      );
      onRequest = () => void sleep(dice.below(withinMs)).then(() => child.kill('SIGKILL'));
      await once(child, 'close');
      const damaged: string[] = [];
      const trips = listTrips(env, (text) => damaged.push(text));
      expect(damaged).toEqual([]);
      expect(trips.map(({ name }) => name)).toEqual(['it', 'other']);
      const now = trips.reduce((sum, { answers }) => sum + answers.length, 0);
      expect(now).toBeGreaterThanOrEqual(stored);
      withinMs = Math.ceil(withinMs * (now === stored ? 2 : 0.5));
      stored = now;
    }
    expect(stored).toBeGreaterThan(2);
    onRequest = () => {};
    // A lock that a killed process left is taken away.
    expect(await run(['trips', 'check', '--all'], { env })).toMatchObject({ code: 0 });
  },
);

test(
  'on a full disk no answer is lost, and nothing half made stays',
  { tags: ['mounts', 'long'] },
  async () => {
    const disk = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const rental = cli(operatorService());
    const options = { env: { XDG_DATA_HOME: disk } };
    await rental.run(`quote 11 ${trip} --save one`, options);
    const rest = join(disk, 'rest');
    expect(() => {
      for (;;) appendFileSync(rest, 'x'.repeat(4096));
    }).toThrow('ENOSPC');
    const full = { code: 9, stderr: part('ENOSPC') };
    expect(await rental.run(`quote 12 ${trip} --save two`, options)).toMatchObject({
      ...full,
      stdout: part('696.5'),
    });
    // The disk has one page more each time, so another write fails.
    let answers = 1;
    for (let room = 0; answers < 4; room += 4096) {
      truncateSync(rest, Math.max(0, statSync(rest).size - room));
      const { code, stdout, stderr } = await rental.run('trips check one', options);
      expect({ stdout, ...(code === 0 ? full : { code, stderr }) }).toMatchObject({
        ...full,
        stdout: part('696.5'),
      });
      if (code === 0) answers += 1;
      expect(await rental.json('trips', options)).toMatchObject([{ name: 'one', answers }]);
      expect(readdirSync(tripsFolder(options.env))).toEqual(['one.json']);
    }
  },
);
