/** Watching saved trips: each change is told once, whatever happens in between. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTrip, tripsFolder } from '../../src/trips/store.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { watchedTrip } from '../support/watched-trip.ts';

let watched: Awaited<ReturnType<typeof watchedTrip>>;

/** Watches in virtual time until the trip has so many answers; returns `event total round`. */
async function told(rounds: number, ...flags: string[]) {
  let at = Date.parse('2026-11-20T00:00:00Z');
  let interrupt = (_: 'SIGINT'): void => {};
  const started = at;
  const everyMs = Number(/\d+/.exec(flags.join(' '))?.[0]) * 60_000;
  const ended = await run(['trips', 'watch', 'it', '--retries', '0', '--json', ...flags], {
    env: watched.env,
    now: () => at,
    monotonic: () => at - started,
    sleep: async (ms, signal) => {
      at += ms;
      if (watched.answersSoFar() >= rounds) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  const events = ended.stdout.trim() === '' ? [] : ended.stdout.trim().split('\n');
  const words = events.map((line) => {
    const { event, total, at: when } = JSON.parse(line) as { event: string; total: number | null; at: string };
    return `${event} ${total} ${1 + (Date.parse(when) - started) / everyMs}`;
  });
  return { ...ended, words };
}

test('a day of drops, an outage and sold-out rounds tells each change once', async () => {
  watched = await watchedTrip({ ...{ 0: 700, 2: 690, 3: 675, 4: 'down', 8: 675, 9: 'gone' }, ...{ 11: 675, 12: 590 } });
  const { code, words } = await told(13, '--every', '120m', '--target', '600', '--min-drop', '20');
  expect(code).toBe(130);
  // The round of an answer is its number, from 1 for the first one of the watch.
  expect(words).toEqual([
    'low 675 3',
    'failing null 6',
    'recovered 675 8',
    'sold-out null 9',
    'back 675 11',
    'target 590 12',
  ]);
});

test('a round without news says so on a terminal, and nothing in a pipe', async () => {
  watched = await watchedTrip({ 0: 700 });
  const once = ['trips', 'watch', 'it', '--once'];
  expect(await run(once, { env: watched.env, tty: ['stdout'] })).toMatchObject({ code: 0, stdout: 'No change.\n' });
  expect(await run(once, { env: watched.env })).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('mistakes end before anything is asked', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const wrong = [
    ['--every', '0s'],
    ['--target', 'cheap'],
    ['--target', '500 XYZ'],
    ['--min-drop', '5 XYZ'],
    ['--exec', ' '],
    ['--exec', "mail 'me"],
    ['--format', 'csv'],
    ['--view', 'table'],
  ];
  for (const flags of wrong)
    expect(await run(['trips', 'watch', 'it', ...flags], { env: watched.env })).toMatchObject({ code: 2, stdout: '' });
  expect(watched.service.requests).toHaveLength(before);
});

test('a low and a target are told once, also if another command had the answer first, and another target anew', async () => {
  watched = await watchedTrip({ 0: 700, 1: 630 });
  const { env } = watched;
  const target = (text: string) => run(['trips', 'watch', 'it', '--once', '--target', text], { env });
  await run(['trips', 'check', 'it'], { env });
  const watch = () => run(['trips', 'watch', 'it', '--once'], { env });
  expect((await watch()).stdout).toBe('it: 630.00 NZD, down from 700.00 (a new low)\n');
  expect((await watch()).stdout).toBe('');
  const told = (amount: string) => `it: 630.00 NZD, at or under the target ${amount}\n`;
  expect((await target('640')).stdout).toBe(told('640.00'));
  await run(['trips', 'check', 'it'], { env });
  expect((await target('640')).stdout).toBe('');
  expect((await target('635')).stdout).toBe(told('635.00'));
});

test('of three watches at once, one tells', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590 });
  const line = ['trips', 'watch', 'it', '--once', '--target', '600', '--exec', 'cat'];
  const ended = await Promise.all([line, line, line].map((words) => run(words, { env: watched.env })));
  expect(ended.map(({ stdout }) => stdout).sort()).toEqual([
    ...['', ''],
    'it: 590.00 NZD, down from 700.00 (a new low), at or under the target 600.00\n',
  ]);
  expect(watched.answersSoFar()).toBe(4);
});

test('an answer is kept when it has been told, so that a kill in between loses no event', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590 });
  const [file, copy] = [join(tripsFolder(watched.env), 'it.json'), join(tripsFolder(watched.env), 'copy.json')];
  await run(['trips', 'watch', 'it', '--once', '--exec', `cp ${file} ${copy}`], { env: watched.env });
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
  const ended = await run(['trips', 'watch', 'it', '--once', '--retries', '0'], { env: watched.env });
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(readTrip(watched.env, 'it').answers.at(-1)?.end).toBe('failed');
});

/** Watches all trips in virtual time until a round is over for which `isEnd` is true; `onRound` is called after each. */
async function watchAll(
  onRound: (round: number) => void,
  isEnd: (round: number) => boolean,
  clock = (ms: number) => ms,
) {
  let [at, round] = [0, 0];
  let interrupt = (_: 'SIGINT'): void => {};
  const sleeps: number[] = [];
  const ended = await run(['trips', 'watch', '--all', '--every', '2h'], {
    env: watched.env,
    now: () => clock(Date.parse('2026-11-20T00:00:00Z') + at),
    monotonic: () => at,
    sleep: async (ms, signal) => {
      at += ms;
      sleeps.push(ms);
      onRound((round += 1));
      if (isEnd(round)) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  return { ...ended, sleeps };
}

test('a trip that is removed ends its watch and no other; a damaged one is a warning', async () => {
  watched = await watchedTrip({ 0: 700 });
  const { env } = watched;
  const folder = tripsFolder(env);
  for (const name of ['away', 'half']) copyFileSync(join(folder, 'it.json'), join(folder, `${name}.json`));
  const { stderr } = await watchAll(
    (round) => {
      if (round === 1) rmSync(join(folder, 'away.json'));
      if (round === 2) writeFileSync(join(folder, 'half.json'), '{');
    },
    () => readTrip(env, 'it').answers.length >= 5,
  );
  expect(stderr.match(/note: away was removed, so it is not watched any more/g)).toHaveLength(1);
  expect(stderr).toContain('warning: the trip "half" cannot be read');
});

test('a wall clock that is set back a month asks no faster', async () => {
  watched = await watchedTrip({ 0: 700 });
  let isBack = false;
  const { sleeps } = await watchAll(
    (round) => (isBack = round > 1),
    (round) => round === 6,
    (ms) => (isBack ? ms - 30 * 24 * 3_600_000 : ms),
  );
  expect(sleeps).toEqual(Array(6).fill(2 * 3_600_000));
});

test('a trip whose days are over says so once, and is not asked again', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const later = { env: watched.env, now: () => Date.parse('2027-01-01T00:00:00Z') };
  const ended = await run(['trips', 'watch', 'it', '--every', '2h'], later);
  expect(ended).toMatchObject({ code: 0, stdout: 'it: its days have passed, so it is not asked again\n' });
  // cron would mail it in each round.
  expect(await run(['trips', 'watch', 'it', '--once'], later)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const again = await run(['trips', 'watch', 'it'], later);
  expect(again).toMatchObject({ code: 0, stdout: '' });
  expect(again.stderr).toContain('note: it: its days have passed, so it is not asked again\n');
  expect(watched.service.requests).toHaveLength(before);
});

test('many requests that wait for room at once make Node warn of no leak', { tags: ['long'] }, async () => {
  const { baseUrl } = operator();
  const env = cleanEnvironment(temporaryFolder());
  const sweep = ['--pick-up', '1', '--from', '2026-12-20..+11d', '--nights', '7', '--quote', 'none'];
  await run(['compare', ...sweep, '--base-url', baseUrl, '--rate-limit', '3/100ms', '--save', 'it'], { env });
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  expect(await run(['trips', 'watch', 'it', '--once'], { env })).toMatchObject({ code: 0 });
  expect(warnings).toEqual([]);
});

test('a command gets the event on stdin and in its environment; one that fails is a warning and is not told again', async () => {
  watched = await watchedTrip({ 0: 700, 1: 650, 2: 600 });
  const file = join(watched.env['HOME'] ?? '', 'event');
  const script = `cat > ${file}.json; printf '%s|' "$RENTAL_EVENT" "$RENTAL_TRIP" "$RENTAL_TEXT" > ${file}`;
  const watch = (command: string) => run(['trips', 'watch', 'it', '--once', '--exec', command], { env: watched.env });
  await watch(`sh -c '${script.replaceAll("'", `'"'"'`)}'`);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
    ...{ event: 'low', trip: 'it', total: 650, before: 700, label: expect.stringContaining('Kea, Auckland') as string },
  });
  expect(readFileSync(file, 'utf8')).toBe('low|it|it: 650.00 NZD, down from 700.00 (a new low)|');
  // Without a shell, a whole word can be the text; within a script nothing is replaced.
  const failed = await watch(`sh -c 'printf %s "$0" > ${file}; false' $RENTAL_TEXT`);
  expect(readFileSync(file, 'utf8')).toBe('it: 600.00 NZD, down from 650.00 (a new low)');
  expect(failed).toMatchObject({ code: 0, stdout: expect.stringContaining('600.00') as string });
  expect(failed.stderr).toBe('warning: the command sh ended with exit code 1: it, low\n');
  expect(await watch('false')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
