/** Watching saved trips: each change is told once, whatever happens in between. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wordsOf } from '../../src/terminal/pager.ts';
import { quoteShell } from '../../src/text.ts';
import { readTrip, tripsFolder } from '../../src/trips/store.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
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
  watched = await watchedTrip({ ...{ 0: 700, 2: 690, 3: 675, 4: 'down', 8: 675, 9: 'gone' }, ...{ 11: 675, 12: 590 } });
  const flags = 'it --json --target 600 --min-drop 20';
  const { code, stdout, started } = await watchLong(flags, () => watched.answersSoFar() >= 13);
  expect(code).toBe(130);
  const told = stdout.trim().split('\n');
  const words = told.map((line) => {
    const { event, total, at } = JSON.parse(line) as { event: string; total: number | null; at: string };
    return `${event} ${total} ${1 + (Date.parse(at) - started) / 7_200_000}`;
  });
  // The round of an answer is its number, from 1 for the first one of the watch.
  expect(words).toEqual([
    ...['low 675 3', 'failing null 6', 'recovered 675 8', 'sold-out null 9', 'back 675 11', 'target 590 12'],
  ]);
});

test('a round without news says so on a terminal, and nothing in a pipe', async () => {
  watched = await watchedTrip({ 0: 700 });
  expect(await once('', { tty: ['stdout'] })).toMatchObject({ code: 0, stdout: 'No change.\n' });
  expect(await once()).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('mistakes end before anything is asked', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const amounts = ['--target cheap', `--target '500 XYZ'`, `--min-drop '5 XYZ'`];
  const others = ['--every 59s', '--every 25h', `--exec ' '`, `--exec "mail 'me"`, '--format csv', '--view table'];
  for (const flags of [...amounts, ...others])
    expect(await watch(`it ${flags}`)).toMatchObject({ code: 2, stdout: '' });
  expect(watched.service.requests).toHaveLength(before);
});

test('a low and a target are told once, also if another command had the answer first, and another target anew', async () => {
  watched = await watchedTrip({ 0: 700, 1: 630 });
  const check = () => run(['trips', 'check', 'it'], { env: watched.env });
  const told = async (flags: string) => (await once(flags)).stdout;
  await check();
  expect(await told('')).toBe('it: 630.00 NZD, down from 700.00 (a new low)\n');
  expect(await told('')).toBe('');
  expect(await told('--target 640')).toBe('it: 630.00 NZD, at or under the target 640.00\n');
  await check();
  expect(await told('--target 640')).toBe('');
  expect(await told('--target 635')).toBe('it: 630.00 NZD, at or under the target 635.00\n');
});

test('of three watches at once, one tells', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590 });
  const flags = '--target 600 --exec cat';
  const ended = await Promise.all([once(flags), once(flags), once(flags)]);
  const low = 'it: 590.00 NZD, down from 700.00 (a new low), at or under the target 600.00\n';
  expect(ended.map(({ stdout }) => stdout).sort()).toEqual(['', '', low]);
  expect(watched.answersSoFar()).toBe(4);
});

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

test('a trip that is removed ends its watch and no other; a damaged one is a warning', async () => {
  watched = await watchedTrip({ 0: 700 });
  const folder = tripsFolder(watched.env);
  for (const name of ['away', 'half']) copyFileSync(join(folder, 'it.json'), join(folder, `${name}.json`));
  const { stderr } = await watchLong('--all', (round) => {
    if (round === 1) rmSync(join(folder, 'away.json'));
    if (round === 2) writeFileSync(join(folder, 'half.json'), '{');
    return watched.answersSoFar() >= 5;
  });
  expect(stderr.match(/note: away was removed, so it is not watched any more/g)).toHaveLength(1);
  expect(stderr).toContain('warning: the trip "half" cannot be read');
});

test('a wall clock that is set back a month asks no faster', async () => {
  watched = await watchedTrip({ 0: 700 });
  let isBack = false;
  const isEnd = (round: number): boolean => {
    isBack = round > 1;
    return round === 6;
  };
  const { sleeps } = await watchLong('it', isEnd, (ms) => (isBack ? ms - 30 * 24 * 3_600_000 : ms));
  expect(sleeps).toEqual(Array(6).fill(2 * 3_600_000));
});

test('a trip whose days are over says so once, and is not asked again', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const later = { now: () => Date.parse('2027-01-01T00:00:00Z') };
  const over = 'it: its days have passed, so it is not asked again\n';
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: over });
  // cron would mail it in each round.
  expect(await once('', later)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const note = expect.stringContaining(`note: ${over}`) as string;
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: '', stderr: note });
  expect(watched.service.requests).toHaveLength(before);
});

test('many requests that wait for room at once make Node warn of no leak', { tags: ['long'] }, async () => {
  const { baseUrl } = operator();
  const env = cleanEnvironment(temporaryFolder());
  const sweep = ['--pick-up', '1', '--from', '2026-12-20..+11d', '--nights', '7'];
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
  // Each word in quotes: the flag takes a command line.
  const tell = (...words: string[]) => {
    const line = quoteShell(words);
    return run(['trips', 'watch', 'it', '--once', '--exec', line], { env: watched.env });
  };
  await tell('sh', '-c', script);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
    ...{ event: 'low', trip: 'it', total: 650, before: 700, label: expect.stringContaining('Kea, Auckland') as string },
  });
  expect(readFileSync(file, 'utf8')).toBe('low|it|it: 650.00 NZD, down from 700.00 (a new low)|');
  // Without a shell, a whole word can be the text; within a script nothing is replaced.
  const failed = await tell('sh', '-c', `printf %s "$0" > ${file}; false`, '$RENTAL_TEXT');
  expect(readFileSync(file, 'utf8')).toBe('it: 600.00 NZD, down from 650.00 (a new low)');
  expect(failed).toMatchObject({ code: 0, stdout: expect.stringContaining('600.00') as string });
  expect(failed.stderr).toBe('warning: the command sh ended with exit code 1: it, low\n');
  expect(await tell('false')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
