/** The rounds of a watch: each change is reported once, whatever happens in between. */
import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTrip } from '../../../src/trips/store.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { answer, plant } from '../../support/service.ts';
import { hour, watchedTrip, type LongWatch, type Script } from '../../support/watched-trip.ts';

test('a day of drops, an outage and sold-out rounds tells each change once', async () => {
  const watched = await watchedTrip({
    0: 700,
    2: 690,
    4: 'down',
    8: 690,
    9: 'gone',
    11: 675,
    12: 590,
  });
  const { code, stdout, started } = await watched.watchLong('it --json --target 600', {
    isEnd: () => watched.answersSoFar() >= 13,
  });
  expect(code).toBe(130);
  const words = stdout.match(/.+/g)?.map((line) => {
    const { event, total, askedAt } = JSON.parse(line) as Record<
      'event' | 'total' | 'askedAt',
      string
    >;
    // A round is two hours after the one before it.
    const round = 1 + (Date.parse(askedAt) - started) / (2 * hour);
    return `${event} ${total} ${round}`;
  });
  expect(words).toEqual([
    'low 690 2',
    'failing null 6',
    'recovered 690 8',
    'sold-out null 9',
    'back 675 11',
    'low 675 11',
    'target 590 12',
  ]);
});

test('a round without news says so: on stdout of a terminal, else as a note that -q hides', async () => {
  const watched = await watchedTrip({ 0: 700 });
  expect(await watched.once('', { tty: ['stdout'] })).toMatchObject({
    code: 0,
    stdout: 'No change.\n',
  });
  expect(await watched.once()).toMatchObject({ code: 0, stdout: '', stderr: 'note: no change\n' });
  expect(await watched.once('-q')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('a watch without --every takes two hours between rounds', async () => {
  const watched = await watchedTrip({ 0: 700 });
  const { code, stderr } = await watched.watch('it', {
    onStart: (interrupt) => setImmediate(() => interrupt('SIGINT')),
  });
  expect(code).toBe(130);
  expect(stderr).toContain('note: watching it every 2 h; Ctrl-C stops it\n');
});

test.each(['--json', '--format ndjson'])(
  'a quiet round with %s prints no text among the events, also on a terminal',
  async (format) => {
    const watched = await watchedTrip({ 0: 700 });
    expect(await watched.once(format, { tty: ['stdout'] })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'note: no change\n',
    });
  },
);

test.each<[what: string, answers: Script, words: string]>([
  ['a higher price', { 0: 365, 1: 395 }, '395.00 NZD (was 365.00 NZD)'],
  ['a lower price that is no new low', { 0: 365, 1: 395, 2: 380 }, '380.00 NZD (was 395.00 NZD)'],
  ['a first failure', { 0: 365, 1: 'down' }, 'failed (was 365.00 NZD)'],
])('a round with %s has no event, and says what changed', async (_, answers, words) => {
  const watched = await watchedTrip(answers);
  for (let round = 1; round < Object.keys(answers).length - 1; round += 1) await watched.once();
  copyFileSync(watched.fileOf('it'), watched.fileOf('copy'));
  expect(await watched.once('', { tty: ['stdout'] })).toMatchObject({
    stdout: `Nothing to report: it: ${words}.\n`,
  });
  copyFileSync(watched.fileOf('copy'), watched.fileOf('it'));
  expect(await watched.once()).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `note: nothing to report: it: ${words}\n`,
  });
});

test('a price that comes back after a failure is no change', async () => {
  const watched = await watchedTrip({ 0: 365, 1: 'down', 2: 365 });
  await watched.once();
  expect(await watched.once()).toMatchObject({ stderr: 'note: no change\n' });
});

test('an event and a price break between words on a narrow terminal', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 590, 2: 550 });
  const { stdout, stderr } = await watched.once('--target 600', {
    tty: ['stdout', 'stderr'],
    columns: 30,
  });
  expect(stdout).toBe(
    'it: 590.00 NZD, down from\n  700.00 (a new low), at or\n  below the target 600.00\n',
  );
  expect(stderr).toBe('it: 590.00 NZD\n');
  // JSON stays on its line.
  const json = await watched.once('--json', { tty: ['stdout'], columns: 30 });
  expect(JSON.parse(json.stdout)).toMatchObject({ event: 'low', total: 550 });
  expect(json.stdout).toMatch(/^.+\n$/);
});

test.each([
  '--target cheap',
  '--every 59s',
  '--every 25h',
  `--exec ' '`,
  `--exec "mail 'me"`,
  '--view table',
])('%s ends before anything is asked', async (flags) => {
  const watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  expect(await watched.watch(`it ${flags}`)).toMatchObject({ code: 2, stdout: '' });
  expect(watched.service.requests).toHaveLength(before);
});

test('an outage is a failure of each round, and no note about stored depots', async () => {
  let isDown = false;
  const watched = await watchedTrip({ 0: 700 }, (service) =>
    plant(async (request) => (isDown ? answer(503, { error: 'Back soon' }) : service(request))),
  );
  await run(['depots', '--base-url', watched.service.baseUrl], { env: watched.env });
  isDown = true;
  const stderr = 'note: nothing to report: it: failed (was 700.00 NZD)\n';
  expect(await watched.once()).toMatchObject({ code: 0, stdout: '', stderr });
  expect(await watched.once('-q')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(readTrip(watched.env, 'it').answers.at(-1)?.end).toBe('failed');
});

test.each<[string, number, Pick<LongWatch, 'wall' | 'uptime'>]>([
  ['a clock that is set back', 3, { wall: (ms) => (ms > 3 * hour ? ms - 24 * 30 * hour : ms) }],
  ['a clock that is set forward', 3, { wall: (ms) => (ms > 3 * hour ? ms + 9 * hour : ms) }],
  ['a start-up time in whole seconds', 3, { uptime: (ms) => Math.floor(ms / 1000) * 1000 + 500 }],
])('%s changes no round', async (_, rounds, clocks) => {
  const watched = await watchedTrip({ 0: 700 });
  await watched.watchLong('it', { isEnd: (round) => round === rounds, ...clocks });
  expect(watched.quotes()).toBe(1 + rounds);
});

test('a round that is due after the machine slept comes within a minute', async () => {
  const watched = await watchedTrip({ 0: 700 });
  // After an hour and a half, the machine sleeps for nine hours.
  const late = (ms: number) => (ms > 1.5 * hour ? ms + 9 * hour : ms);
  const { asleep } = await watched.watchLong('it', {
    isEnd: (round) => round === 1,
    wall: late,
    uptime: late,
  });
  // One when it was saved, one in the first round, and one in the round that was due.
  expect(watched.quotes()).toBe(3);
  expect(Math.max(...asleep)).toBeLessThanOrEqual(60_000);
});

test('a trip whose days are over says so once, and is not asked again', async () => {
  const watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const later = { now: () => Date.parse('2027-01-01T00:00:00Z') };
  const over = 'it: its dates have passed, so it is no longer checked\n';
  expect(await watched.watch('it', later)).toMatchObject({ code: 0, stdout: over });
  // cron would mail it in each round.
  expect(await watched.once('', later)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const note = expect.stringContaining(
    'note: it is over or was removed, so it is no longer watched\n',
  ) as string;
  expect(await watched.watch('it', later)).toMatchObject({ code: 0, stdout: '', stderr: note });
  expect(watched.service.requests).toHaveLength(before);
  expect(readTrip(watched.env, 'it').answers).toHaveLength(2);
});

test('a trip that was over by a clock that was ahead is watched again', async () => {
  const watched = await watchedTrip({ 0: 700 });
  await watched.once('', { now: () => Date.parse('2027-01-01T00:00:00Z') });
  expect(await watched.once()).toMatchObject({ code: 0, stdout: 'it: back, 700.00 NZD\n' });
});

test.each(['--jq .text', '--format csv'])(
  '%s is refused, because events are lines',
  async (flag) => {
    const watched = await watchedTrip({ 0: 700, 1: 650 });
    const [name = ''] = flag.split(' ');
    const stderr = expect.stringContaining(
      `of text or of JSON, so ${name} has no effect`,
    ) as string;
    expect(await watched.once(flag)).toMatchObject({ code: 2, stdout: '', stderr });
  },
);

test('a terminal shows each price and when the next round is; a pipe and --quiet do not', async () => {
  const watched = await watchedTrip({ 0: 700, 2: 'gone' });
  copyFileSync(watched.fileOf('it'), watched.fileOf('copy'));
  const options = { tty: ['stderr'], columns: 120 } as const;
  let interrupt = (_: 'SIGINT'): void => {};
  const now = Date.parse('2026-11-20T00:00:00Z');
  const show = async (flags: string, more: RunOptions) => {
    const { stdout, stderr } = await watched.watch(`copy,it ${flags}`, {
      ...more,
      now: () => now,
      monotonic: () => 0,
      onStart: (signal) => (interrupt = signal),
      sleep: async (_ms, aborted) => {
        interrupt('SIGINT');
        aborted?.throwIfAborted();
      },
    });
    return {
      stdout,
      lines: stderr.split('\n').filter((line) => !line.includes('; Ctrl-C stops it')),
    };
  };
  const next = 'next round Fri 20 Nov 2026, 15:00 NZDT';
  expect(await show('', options)).toEqual({
    stdout: '',
    lines: [`copy: 700.00 NZD, ${next}`, `it: 700.00 NZD, ${next}`, ''],
  });
  const soldOut = expect.stringMatching(/^copy: sold out.*\nit: sold out.*\n$/) as string;
  expect(await show('', options)).toEqual({
    stdout: soldOut,
    lines: [`copy: not available, ${next}`, `it: not available, ${next}`, ''],
  });
  expect(await show('', {})).toEqual({ stdout: '', lines: [''] });
  expect(await show('--quiet', options)).toEqual({ stdout: '', lines: [''] });
  expect(await watched.once('', options)).toMatchObject({ stderr: 'it: not available\n' });
});
