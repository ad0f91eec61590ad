/** Watching saved trips: each change is told once, whatever happens in between. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { quoteShell } from '../../src/base/shell-words.ts';
import { tripsFolder } from '../../src/trips/folder.ts';
import { readTrip } from '../../src/trips/store.ts';
import { cli } from '../support/cli.ts';
import { serviceOf } from '../support/fleet.ts';
import { run, type RunOptions } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { watchedTrip, type Script } from '../support/watched-trip.ts';

let watched: Awaited<ReturnType<typeof watchedTrip>>;

const watch = (flags: string, options: RunOptions = {}) =>
  run(splitShell(`trips watch ${flags} --retries 0`), { env: watched.env, ...options });
const once = (flags = '', options: RunOptions = {}) => watch(`it --once ${flags}`, options);

interface Watching {
  /** Called at the end of each round: true ends the watch. */
  readonly isEnd: (round: number) => boolean;
  /** Of the time since the start, ms. */
  readonly wall?: (ms: number) => number;
  readonly uptime?: (ms: number) => number;
}

const hour = 3_600_000;

/** Watches in virtual time, every two hours. `asleep` has how long each sleep was, ms. */
async function watchLong(
  flags: string,
  { isEnd, wall = (ms) => ms, uptime = (ms) => ms }: Watching,
) {
  const started = Date.parse('2026-11-20T00:00:00Z');
  let at = 0;
  let interrupt = (_: 'SIGINT'): void => {};
  const asleep: number[] = [];
  const ended = await watch(`${flags} --every 2h`, {
    now: () => started + wall(at),
    monotonic: () => at,
    uptime: () => uptime(at),
    sleep: async (ms, signal) => {
      const before = at;
      at += ms;
      asleep.push(ms);
      const round = Math.floor(at / (2 * hour));
      if (round > Math.floor(before / (2 * hour)) && isEnd(round)) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  return { ...ended, asleep, started };
}

test('a day of drops, an outage and sold-out rounds tells each change once', async () => {
  watched = await watchedTrip({
    0: 700,
    2: 690,
    4: 'down',
    8: 690,
    9: 'gone',
    11: 675,
    12: 590,
  });
  const { code, stdout, started } = await watchLong('it --json --target 600', {
    isEnd: () => watched.answersSoFar() >= 13,
  });
  expect(code).toBe(130);
  const words = stdout.match(/.+/g)?.map((line) => {
    const { event, total, askedAt } = JSON.parse(line) as Record<
      'event' | 'total' | 'askedAt',
      string
    >;
    return `${event} ${total} ${1 + (Date.parse(askedAt) - started) / 7_200_000}`;
  });
  // The round of an answer is its number, from 1 for the first one of the watch.
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
  watched = await watchedTrip({ 0: 700 });
  expect(await once('', { tty: ['stdout'] })).toMatchObject({ code: 0, stdout: 'No change.\n' });
  expect(await once()).toMatchObject({ code: 0, stdout: '', stderr: 'note: no change\n' });
  expect(await once('-q')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each(['--json', '--format ndjson'])(
  'a quiet round with %s prints no text among the events, also on a terminal',
  async (format) => {
    watched = await watchedTrip({ 0: 700 });
    expect(await once(format, { tty: ['stdout'] })).toMatchObject({
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
])('a round with %s says what it was, and that it is no event', async (_, answers, words) => {
  watched = await watchedTrip(answers);
  for (let round = 1; round < Object.keys(answers).length - 1; round += 1) await once();
  copyFileSync(fileOf('it'), fileOf('copy'));
  expect(await once('', { tty: ['stdout'] })).toMatchObject({
    stdout: `Nothing to report: it: ${words}.\n`,
  });
  copyFileSync(fileOf('copy'), fileOf('it'));
  expect(await once()).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `note: nothing to report: it: ${words}\n`,
  });
});

test('a price that comes back after a failure is no change', async () => {
  watched = await watchedTrip({ 0: 365, 1: 'down', 2: 365 });
  await once();
  expect(await once()).toMatchObject({ stderr: 'note: no change\n' });
});

test('an event and a price break between words on a narrow terminal', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590, 2: 550 });
  const { stdout, stderr } = await once('--target 600', { tty: ['stdout', 'stderr'], columns: 30 });
  expect(stdout).toBe(
    'it: 590.00 NZD, down from\n  700.00 (a new low), at or\n  below the target 600.00\n',
  );
  expect(stderr).toBe('it: 590.00 NZD\n');
  // JSON stays on its line.
  const json = await once('--json', { tty: ['stdout'], columns: 30 });
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
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  expect(await watch(`it ${flags}`)).toMatchObject({ code: 2, stdout: '' });
  expect(watched.service.requests).toHaveLength(before);
});

test('an answer is kept when it has been told, so that a kill in between loses no event', async () => {
  watched = await watchedTrip({ 0: 700, 1: 590 });
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
  const stderr = 'note: nothing to report: it: failed (was 700.00 NZD)\n';
  expect(await once()).toMatchObject({ code: 0, stdout: '', stderr });
  expect(await once('-q')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(readTrip(watched.env, 'it').answers.at(-1)?.end).toBe('failed');
});

const fileOf = (name: string) => join(tripsFolder(watched.env), `${name}.json`);
const quotes = () => watched.service.requests.filter((path) => path.startsWith('/quotes')).length;

test('a trip that is removed ends its watch and no other', async () => {
  watched = await watchedTrip({ 0: 700 });
  copyFileSync(fileOf('it'), fileOf('away'));
  const isEnd = (round: number): boolean => {
    if (round === 1) rmSync(fileOf('away'));
    return round === 4;
  };
  const { stderr } = await watchLong('--all', { isEnd });
  expect(
    stderr.match(/note: away is over or was removed, so it is no longer watched/g),
  ).toHaveLength(1);
  // One to save it, one of the trip that is removed, and four rounds.
  expect(quotes()).toBe(6);
});

test('a file that is damaged costs its trip only, until it is whole again', async () => {
  watched = await watchedTrip({ 0: 700, 2: 690, 3: 680, 4: 670 });
  const text = readFileSync(fileOf('it'), 'utf8');
  const isEnd = (round: number): boolean => {
    if (round === 1) writeFileSync(fileOf('copy'), text.slice(0, 99));
    if (round === 3) writeFileSync(fileOf('copy'), text);
    return round === 4;
  };
  writeFileSync(fileOf('copy'), text);
  const { code, stdout, stderr } = await watchLong('copy,it', { isEnd });
  const names = stdout.match(/^\w+(?=: \d)/gm);
  expect({ code, names }).toEqual({ code: 130, names: ['it', 'it', 'copy', 'it'] });
  expect(stderr.match(/warning: the trip "copy" cannot be read: it is damaged\n/g)).toHaveLength(1);
});

test('a file that is damaged while its answer is awaited costs its trip only', async () => {
  watched = await watchedTrip({ 0: 700, 1: 690 });
  const copy = join(watched.env['HOME'] ?? '', 'copy.json');
  copyFileSync(fileOf('it'), copy);
  const stderr = 'warning: the trip "it" cannot be read: it is damaged\n';
  const stdout = 'it: 690.00 NZD, down from 700.00 (a new low)\n';
  // The command of the event damages it before the answer is stored.
  const damage = `--exec 'truncate -s 99 ${fileOf('it')}'`;
  expect(await once(damage)).toMatchObject({ code: 0, stdout, stderr });
  copyFileSync(copy, fileOf('it'));
  expect(await once()).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('a trip that is replaced while its answer is awaited costs its trip only', async () => {
  watched = await watchedTrip({ 0: 700, 1: 690 });
  const other = readFileSync(fileOf('it'), 'utf8').replaceAll('2026-12-20', '2026-12-21');
  writeFileSync(join(watched.env['HOME'] ?? '', 'other.json'), other);
  const stderr = 'warning: the trip "it" is already saved with another question\n';
  const replace = `--exec 'cp ${join(watched.env['HOME'] ?? '', 'other.json')} ${fileOf('it')}'`;
  expect(await once(replace)).toMatchObject({ code: 0, stderr });
});

test('a disk that cannot take the answer ends the watch', { tags: ['mounts'] }, async () => {
  watched = await watchedTrip({ 0: 700 });
  const folder = tripsFolder(watched.env);
  execFileSync('mount', ['--bind', '-o', 'ro', folder, folder]);
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const stderr = expect.stringMatching(
    /^(note: .*\n)?error: the trip "it" could not be written: \w+\n/,
  ) as string;
  expect(await watch('it')).toMatchObject({ code: 9, stdout: '', stderr });
});

test.each<[string, number, Pick<Watching, 'wall' | 'uptime'>]>([
  ['a clock that is set back', 3, { wall: (ms) => (ms > 3 * hour ? ms - 24 * 30 * hour : ms) }],
  ['a clock that is set forward', 3, { wall: (ms) => (ms > 3 * hour ? ms + 9 * hour : ms) }],
  ['a start-up time in whole seconds', 3, { uptime: (ms) => Math.floor(ms / 1000) * 1000 + 500 }],
])('%s changes no round', async (_, rounds, clocks) => {
  watched = await watchedTrip({ 0: 700 });
  await watchLong('it', { isEnd: (round) => round === rounds, ...clocks });
  expect(quotes()).toBe(1 + rounds);
});

test('a round that is due after the machine slept comes within a minute', async () => {
  watched = await watchedTrip({ 0: 700 });
  // From 1:30 of the time in which it is awake, it sleeps nine hours.
  const late = (ms: number) => (ms > 1.5 * hour ? ms + 9 * hour : ms);
  const { asleep } = await watchLong('it', {
    isEnd: (round) => round === 1,
    wall: late,
    uptime: late,
  });
  // Saved, the first round, and the one for which it was time.
  expect(quotes()).toBe(3);
  expect(Math.max(...asleep)).toBeLessThanOrEqual(60_000);
});

test('a trip whose days are over says so once, and is not asked again', async () => {
  watched = await watchedTrip({ 0: 700 });
  const before = watched.service.requests.length;
  const later = { now: () => Date.parse('2027-01-01T00:00:00Z') };
  const over = 'it: its dates have passed, so it is no longer checked\n';
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: over });
  // cron would mail it in each round.
  expect(await once('', later)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const note = expect.stringContaining(
    'note: it is over or was removed, so it is no longer watched\n',
  ) as string;
  expect(await watch('it', later)).toMatchObject({ code: 0, stdout: '', stderr: note });
  expect(watched.service.requests).toHaveLength(before);
  expect(readTrip(watched.env, 'it').answers).toHaveLength(2);
});

test('a command gets the event on stdin and in variables; one that fails is a warning, once', async () => {
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
    event: 'low',
    name: 'it',
    total: 650,
    before: 700,
    label: expect.stringContaining('Kea, Auckland') as string,
  });
  expect(readFileSync(file, 'utf8')).toBe('low|it|it: 650.00 NZD, down from 700.00 (a new low)|');
  // Without a shell, a whole word can be the text; within a script nothing is replaced.
  const failed = await tell('sh', '-c', `printf %s "$0" > ${file}; false`, '$RENTAL_TEXT');
  expect(readFileSync(file, 'utf8')).toBe('it: 600.00 NZD, down from 650.00 (a new low)');
  const stderr = 'warning: the command sh ended with exit code 1: it, low\n';
  expect(failed).toMatchObject({
    code: 0,
    stderr,
    stdout: expect.stringContaining('600.00') as string,
  });
  expect(await tell('false')).toMatchObject({ code: 0, stdout: '', stderr: 'note: no change\n' });
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

test('--exec of a program that is not found ends before anything is asked', async () => {
  watched = await watchedTrip({ 0: 700, 1: 650 });
  const before = watched.service.requests.length;
  const { code, stdout, stderr } = await watch(`it --exec 'no-such-command --token s3cret'`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^error: --exec names a command that cannot be started: no-such-command \(ENOENT\)\nhint: .+\n$/,
  );
  expect(watched.service.requests).toHaveLength(before);
});

test.each(['--jq .text', '--format csv'])(
  '%s is refused, because events are lines',
  async (flag) => {
    watched = await watchedTrip({ 0: 700, 1: 650 });
    const [name = ''] = flag.split(' ');
    const stderr = expect.stringContaining(
      `of text or of JSON, so ${name} has no effect`,
    ) as string;
    expect(await once(flag)).toMatchObject({ code: 2, stdout: '', stderr });
  },
);

test('an event whose command was interrupted is reported again', async () => {
  watched = await watchedTrip({ 0: 700, 1: 650 });
  const file = join(watched.env['HOME'] ?? '', 'started');
  let interrupt = (_: 'SIGTERM'): void => {};
  const exec = quoteShell(['sh', '-c', `echo > ${file}; exec sleep 60`]);
  const ended = run(['trips', 'watch', 'it', '--once', '--exec', exec], {
    env: watched.env,
    onStart: (signal) => (interrupt = signal),
  });
  await expect.poll(() => existsSync(file)).toBe(true);
  interrupt('SIGTERM');
  expect(await ended).toMatchObject({ code: 143 });
  expect(await once()).toMatchObject({
    code: 0,
    stdout: 'it: 650.00 NZD, down from 700.00 (a new low)\n',
  });
});

test.each(['/', '/dev/null/command'])('--exec %s ends the watch at once', async (command) => {
  watched = await watchedTrip({ 0: 700, 1: 650 });
  const line = `it --exec '${command} --token s3cret'`;
  const event = 'it: 650.00 NZD, down from 700.00 (a new low)\n';
  for (let round = 0; round < 2; round += 1) {
    const { code, stdout, stderr } = await watch(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: event });
    const words = `^error: --exec names a command that cannot be started: ${command} \\(E[A-Z]+\\)\nhint: .+\n$`;
    expect(stderr.replace(/^note: .*\n/, '')).toMatch(new RegExp(words));
  }
  // What the command did not get is reported again.
  expect(await once()).toMatchObject({ code: 0, stdout: event });
});

/** A trip `it` whose price the test sets. */
async function pricedTrip(totalAmount: number, currency = 'NZD') {
  const price = { totalAmount, currency };
  const rental = cli(serviceOf({ vehicles: () => ({ 11: 'Kea' }), quote: () => price }));
  const save = (name: string) =>
    rental.run(`quote 11 --pick-up 1 --from +30d --to +7d --save ${name}`);
  expect(await save('it')).toMatchObject({ code: 0 });
  /** The first words of each event. */
  const told = async (target: string, total = price.totalAmount) => {
    price.totalAmount = total;
    const events = await rental.run([
      'trips',
      'watch',
      'it',
      '--once',
      '--target',
      target,
      '--json',
    ]);
    return events.stdout.match(/(?<="event":")[^"]+/g) ?? [];
  };
  return { ...rental, price, save, told };
}

describe('a target', () => {
  test('that was met before the watch began is reported once, also after other answers', async () => {
    const { run, told } = await pricedTrip(872.2);
    expect(await run('trips check it')).toMatchObject({ code: 0 });
    expect(await told('900')).toEqual(['target']);
    expect(await told('900')).toEqual([]);
    // A lower price is under the same target still.
    expect(await told('900', 860)).toEqual(['low']);
  });

  test('that is raised to the price is reported, and so is each other one', async () => {
    const { told } = await pricedTrip(270);
    expect(await told('250')).toEqual([]);
    expect(await told('275')).toEqual(['target']);
    expect(await told('280')).toEqual(['target']);
    expect(await told('275')).toEqual([]);
  });

  test.each(['trips watch it --once', 'trips check it'])(
    'is forgotten by a price above it, seen by %s',
    async (line) => {
      const { run, price, told } = await pricedTrip(590);
      expect(await told('600')).toEqual(['target']);
      price.totalAmount = 610;
      await run(line);
      expect(await told('600', 600)).toEqual(['target']);
      expect(await told('600', 600)).toEqual([]);
    },
  );

  test('is not forgotten while there is no price', async () => {
    const { price, told } = await pricedTrip(590);
    expect(await told('600')).toEqual(['target']);
    // An extra that nobody asked for.
    expect(await told('600', Number.NaN)).toEqual([]);
    expect(await told('600', 595)).toEqual([]);
    price.currency = 'AUD';
    expect(await told('600 AUD', 700)).toEqual([]);
    price.currency = 'NZD';
    expect(await told('600', 590)).toEqual([]);
  });

  test('in a currency that the trip never had is refused before anything is asked', async () => {
    const { run, requests, told } = await pricedTrip(590, 'AUD');
    const before = requests().length;
    const stderr =
      'error: --target is in NZD, and the trip "it" has prices in AUD only\nhint: write the currency with the amount: "600 AUD"\n';
    expect(await run('trips watch it --target 600')).toEqual({ code: 2, stdout: '', stderr });
    expect(await run('trips watch --all --target 600')).toEqual({ code: 2, stdout: '', stderr });
    expect(requests()).toHaveLength(before);
    expect(await told('600 AUD')).toEqual(['target']);
  });

  test('of all trips is for those that have its currency', async () => {
    const { run, price, save } = await pricedTrip(590);
    price.currency = 'AUD';
    await save('other');
    price.currency = 'NZD';
    const stderr = 'warning: --target is in NZD, and the trip "other" has prices in AUD only\n';
    expect(await run('trips watch it,other --once --target 600')).toMatchObject({ code: 2 });
    expect(await run('trips watch --all --once --target 600')).toMatchObject({ code: 0, stderr });
  });
});

test('a terminal shows each price and when the next round is; a pipe and --quiet do not', async () => {
  watched = await watchedTrip({ 0: 700, 2: 'gone' });
  copyFileSync(fileOf('it'), fileOf('copy'));
  const options = { tty: ['stderr'], columns: 120 } as const;
  let interrupt = (_: 'SIGINT'): void => {};
  const now = Date.parse('2026-11-20T00:00:00Z');
  const show = async (flags: string, more: RunOptions) => {
    const { stdout, stderr } = await watch(`copy,it ${flags}`, {
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
  expect(await once('', options)).toMatchObject({ stderr: 'it: not available\n' });
});
