/** Watching saved trips: each change is told once, whatever happens in between. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOf } from '../../src/terminal/pager.ts';
import { quoteShell } from '../../src/text.ts';
import { tripsFolder } from '../../src/trips/folder.ts';
import { readTrip } from '../../src/trips/store.ts';
import { run, type RunOptions } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { watchedTrip } from '../support/watched-trip.ts';

let watched: Awaited<ReturnType<typeof watchedTrip>>;

const watch = (flags: string, options: RunOptions = {}) =>
  run(wordsOf(`trips watch ${flags} --retries 0`), { env: watched.env, ...options });
const once = (flags = '', options: RunOptions = {}) => watch(`it --once ${flags}`, options);

/** Watches in virtual time until a round is over for which `isEnd` is true. */
async function watchLong(flags: string, isEnd: (round: number) => boolean, clock = (ms: number) => ms) {
  const started = Date.parse('2026-11-20T00:00:00Z');
  let at = 0;
  let interrupt = (_: 'SIGINT'): void => {};
  const sleeps: number[] = [];
  const ended = await watch(`${flags} --every 2h`, {
    now: () => clock(started + at),
    monotonic: () => at,
    sleep: async (ms, signal) => {
      at += ms;
      sleeps.push(ms);
      if (isEnd(sleeps.length)) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  return { ...ended, sleeps, started };
}

test('a day of drops, an outage and sold-out rounds tells each change once', async () => {
  watched = await watchedTrip({ ...{ 0: 700, 2: 690, 4: 'down', 8: 690, 9: 'gone' }, ...{ 11: 675, 12: 590 } });
  const { code, stdout, started } = await watchLong('it --json --target 600', () => watched.answersSoFar() >= 13);
  expect(code).toBe(130);
  const words = stdout.match(/.+/g)?.map((line) => {
    const { event, total, askedAt } = JSON.parse(line) as Record<'event' | 'total' | 'askedAt', string>;
    return `${event} ${total} ${1 + (Date.parse(askedAt) - started) / 7_200_000}`;
  });
  // The round of an answer is its number, from 1 for the first one of the watch.
  expect(words).toEqual([
    ...['low 690 2', 'failing null 6', 'recovered 690 8', 'sold-out null 9', 'back 675 11', 'low 675 11'],
    'target 590 12',
  ]);
});

test('a round without news says so on a terminal, and nothing in a pipe', async () => {
  watched = await watchedTrip({ 0: 700 });
  expect(await once('', { tty: ['stdout'] })).toMatchObject({ code: 0, stdout: 'No change.\n' });
  expect(await once()).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each(['--target cheap', '--every 59s', '--every 25h', `--exec ' '`, `--exec "mail 'me"`, '--view table'])(
  '%s ends before anything is asked',
  async (flags) => {
    watched = await watchedTrip({ 0: 700 });
    const before = watched.service.requests.length;
    expect(await watch(`it ${flags}`)).toMatchObject({ code: 2, stdout: '' });
    expect(watched.service.requests).toHaveLength(before);
  },
);

test('an answer is kept when it has been told, so that a kill in between loses no event', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590 });
  const fileOf = (name: string) => join(tripsFolder(watched.env), `${name}.json`);
  await once(`--exec 'cp ${fileOf('it')} ${fileOf('copy')}'`);
  expect(readTrip(watched.env, 'copy').answers).toHaveLength(1);
  expect(readTrip(watched.env, 'it').answers).toHaveLength(2);
});

test('an outage is a failure of each round, and no note about stored depots', async () => {
  let isDown = false;
  watched = await watchedTrip({ 0: 700 }, (service) =>
    plant(async (request) => (isDown ? answer(503, { error: 'Back soon' }) : service(request))),
  );
  await run(['depots', '--base-url', watched.service.baseUrl], { env: watched.env });
  isDown = true;
  expect(await once()).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(readTrip(watched.env, 'it').answers.at(-1)?.end).toBe('failed');
});

test('a trip that is removed ends its watch and no other, and a clock that is set back asks no faster', async () => {
  watched = await watchedTrip({ 0: 700 });
  const folder = tripsFolder(watched.env);
  copyFileSync(join(folder, 'it.json'), join(folder, 'away.json'));
  let isBack = false;
  const isEnd = (round: number): boolean => {
    if (round === 1) rmSync(join(folder, 'away.json'));
    isBack = round > 1;
    return round === 4;
  };
  const { stderr, sleeps } = await watchLong('--all', isEnd, (ms) => (isBack ? ms - 30 * 24 * 3_600_000 : ms));
  expect(stderr.match(/note: away is over or was removed, so it is not asked again/g)).toHaveLength(1);
  expect(sleeps).toEqual(Array(4).fill(2 * 3_600_000));
});

test('a trip whose days are over says so once, and is not asked again', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const later = { now: () => Date.parse('2027-01-01T00:00:00Z') };
  const over = 'it: its days have passed, so it is not asked again\n';
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: over });
  // cron would mail it in each round.
  expect(await once('', later)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const note = expect.stringContaining('note: it is over or was removed, so it is not asked again\n') as string;
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: '', stderr: note });
  expect(watched.service.requests).toHaveLength(before);
  expect(readTrip(watched.env, 'it').answers).toHaveLength(2);
});

test('a command gets the event on stdin and in its environment; one that fails is a warning and is not told again', async () => {
  watched = await watchedTrip({ 0: 700, 1: 650, 2: 600 });
  const file = join(watched.env['HOME'] ?? '', 'event');
  const script = `cat > ${file}.json; printf '%s|' "$RENTAL_EVENT" "$RENTAL_TRIP" "$RENTAL_TEXT" > ${file}`;
  // Each word in quotes: the flag takes a command line.
  const tell = (...words: string[]) => {
    const line = quoteShell(words);
    return run(['trips', 'watch', 'it', '--once', '--exec', line], { env: watched.env });
  };
  await tell('sh', '-c', script);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
    ...{ event: 'low', name: 'it', total: 650, before: 700, label: expect.stringContaining('Kea, Auckland') as string },
  });
  expect(readFileSync(file, 'utf8')).toBe('low|it|it: 650.00 NZD, down from 700.00 (a new low)|');
  // Without a shell, a whole word can be the text; within a script nothing is replaced.
  const failed = await tell('sh', '-c', `printf %s "$0" > ${file}; false`, '$RENTAL_TEXT');
  expect(readFileSync(file, 'utf8')).toBe('it: 600.00 NZD, down from 650.00 (a new low)');
  const stderr = 'warning: the command sh ended with exit code 1: it, low\n';
  expect(failed).toMatchObject({ code: 0, stderr, stdout: expect.stringContaining('600.00') as string });
  expect(await tell('false')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('an interrupt kills a command', async () => {
  watched = await watchedTrip({ 0: 700, 1: 650 });
  const file = join(watched.env['HOME'] ?? '', 'pid');
  let interrupt = (_: 'SIGINT'): void => {};
  const exec = quoteShell(['sh', '-c', `echo $$ > ${file}; exec sleep 60`]);
  const ended = run(['trips', 'watch', 'it', '--once', '--exec', exec], {
    env: watched.env,
    onStart: (signal) => (interrupt = signal),
  });
  const child = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  await expect.poll(child).toBeGreaterThan(0);
  interrupt('SIGINT');
  expect(await ended).toMatchObject({ code: 130 });
  await expect.poll(() => existsSync(`/proc/${child()}/cwd`)).toBe(false);
});
