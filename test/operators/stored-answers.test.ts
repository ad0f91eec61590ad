/** What sweeps store, for how long, and who finds it. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import type { Quote, Selection, Trip } from '../../src/api/types.ts';
import { cachePath } from '../../src/operators/cache.ts';
import { operatorAt } from '../../src/operators/operator.ts';
import { openStoredAnswers } from '../../src/operators/stored-answers.ts';
import type { SweepAnswers } from '../../src/planner/session.ts';
import { quote, vehicles } from '../api/samples.ts';
import { temporaryFolder } from '../support/environment.ts';

const start = Date.parse('2030-01-01T00:00:00Z');
const minute = 60_000;
const trip: Trip = { pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2030-02-01', dropOffDate: '2030-02-08' };
const selection: Selection = { ...trip, vehicleId: 11, accessoryIds: [3, 1], insuranceId: 9 };
const operator = operatorAt('http://127.0.0.1:9/api');

/** A cache folder, a clock, and a service that counts what it is asked. */
function world(folder = temporaryFolder()) {
  const clock = { now: start };
  const asked: string[] = [];
  const notices: string[] = [];
  let quoted: Partial<Quote> = { expiresAt: new Date(start + 20 * minute).toISOString() };
  const counted = async <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    return answer;
  };
  const service: Client = {
    depots: () => counted('depots', []),
    availability: ({ pickUpDate }) => counted(`availability ${pickUpDate}`, vehicles),
    accessories: (id) => counted(`accessories ${id}`, []),
    insuranceTypes: (id) => counted(`plans ${id}`, []),
    quote: ({ vehicleId }) => counted(`quote ${vehicleId}`, { ...quote, ...quoted }),
  };
  const env = { XDG_CACHE_HOME: folder };
  return {
    clock,
    asked,
    notices,
    path: cachePath(env, 'sweeps', operator.baseUrl),
    quotes: (fields: Partial<Quote>) => (quoted = fields),
    /** A sweep of a new process. */
    sweep: ({ refresh = false, sandbox = false, client = service } = {}): SweepAnswers => {
      const notify = (message: string) => void notices.push(message);
      const options = { operator: { ...operator, sandbox }, env, now: () => clock.now, refresh, notify };
      const stored = openStoredAnswers(options);
      onTestFinished(() => stored.close());
      return stored.begin(client);
    },
  };
}

test('every answer of a sweep is found by the next process, until its time is over', async () => {
  const { sweep, asked, clock } = world();
  const first = sweep();
  expect(first.isEmpty()).toBe(true);
  const ask = async (answers: SweepAnswers) => [
    await answers.availability(trip),
    await answers.accessories(11, trip),
    await answers.insuranceTypes(11, trip),
    await answers.quote(selection),
  ];
  expect((await ask(first)).every(({ storedAt }) => storedAt === undefined)).toBe(true);
  expect(asked).toHaveLength(4);
  const second = sweep();
  expect([second.isKnown(trip), [...second.vehicles(selection)]]).toEqual([true, [11]]);
  expect(await ask(second)).toEqual((await ask(first)).map(({ value }) => ({ value, storedAt: start })));
  expect(await second.find({ ...selection, accessoryIds: [1, 3] })).toMatchObject({ quoteId: quote.quoteId });
  for (const other of [{ vehicleId: 12 }, { accessoryIds: [1] }, { insuranceId: undefined }, { pickUpDepotId: 2 }]) {
    expect(await second.find({ ...selection, ...other })).toBeUndefined();
  }
  expect(asked).toHaveLength(4);
  clock.now += 20 * minute;
  const third = sweep();
  expect(third.isKnown(trip)).toBe(true);
  expect([third.vehicles(selection).size, second.vehicles(selection).size]).toEqual([0, 0]);
  clock.now += 10 * minute;
  expect([third.isKnown(trip), sweep().isKnown(trip)]).toEqual([false, false]);
});

test('when a sweep has all answers, later ones ask for the lists again, and one that is running does not', async () => {
  const { sweep, asked } = world();
  const first = sweep();
  await first.availability(trip);
  await first.quote(selection);
  const running = sweep();
  first.finish();
  const later = sweep();
  expect([later.isKnown(trip), later.vehicles(selection).size]).toEqual([false, 1]);
  await running.availability(trip);
  expect(asked).toHaveLength(2);
  await later.availability(trip);
  expect(asked).toHaveLength(3);
  expect(sweep().isKnown(trip)).toBe(true);
});

test('with refresh, answers of earlier runs do not count, and new ones replace them', async () => {
  const { sweep, asked, clock, quotes } = world();
  await sweep().quote(selection);
  clock.now += 1;
  quotes({ quoteId: 'new', expiresAt: new Date(start + 15 * minute).toISOString() });
  const fresh = sweep({ refresh: true });
  expect([fresh.isEmpty(), await fresh.find(selection)]).toEqual([true, undefined]);
  await fresh.quote(selection);
  expect(asked).toHaveLength(2);
  expect(await sweep().find(selection)).toMatchObject({ quoteId: 'new' });
});

test('the answers of the sandbox stay in the process, and in no file', async () => {
  const { sweep, asked, path } = world();
  const answers = sweep({ sandbox: true });
  await answers.availability(trip);
  await answers.availability(trip);
  expect(asked).toHaveLength(1);
  expect(() => readdirSync(path)).toThrow('ENOENT');
  expect(sweep({ sandbox: true }).isEmpty()).toBe(true);
});

test('hundreds of answers are in one private file, which is deleted when their time is over', async () => {
  const { sweep, clock, path } = world();
  const answers = sweep();
  await Promise.all(Array.from({ length: 600 }, (_, index) => answers.quote({ ...selection, vehicleId: index })));
  const files = () => readdirSync(path).map((name) => join(path, name));
  expect(files().length).toBeLessThanOrEqual(2);
  expect(files().every((file) => (statSync(file).mode & 0o777) === 0o600)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(sweep().vehicles(selection).size).toBe(600);
  clock.now += 60 * minute;
  sweep();
  expect(files()).toEqual([]);
});

test('at whatever byte a kill cuts the file, the whole lines before and after it count', async () => {
  const { sweep, path } = world();
  await sweep().quote(selection);
  const [name = ''] = readdirSync(path).slice(-1);
  const file = join(path, name);
  const whole = readFileSync(file);
  for (let size = whole.length - 2; size > 0; size -= 97) {
    truncateSync(file, 0);
    appendFileSync(file, whole);
    appendFileSync(file, whole.subarray(0, size));
    await sweep().quote({ ...selection, vehicleId: 12 });
    expect([...sweep().vehicles(selection)].sort()).toEqual([11, 12]);
  }
});

test.each([
  ['invalid JSON', (line: string) => line.replace('{"quoteId', '{{"quoteId')],
  ['a quote that breaks the interface', (line: string) => line.replace('"totalAmount"', '"totalamount"')],
  ['another length', (line: string) => line.replace(/"bytes":\d/, '"bytes":9')],
  ['null', () => 'null'],
])('a line with %s counts as absent', async (_, change) => {
  const { sweep, path, asked } = world();
  await sweep().quote(selection);
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.map((line) => (line.includes('"answer"') ? change(line) : line)).join('\n'));
  }
  expect(await sweep().find(selection)).toBeUndefined();
  await sweep().quote(selection);
  expect(asked).toHaveLength(2);
});

test('a long list is packed, and one that does not unpack counts as absent', async () => {
  const { asked, path, sweep } = world();
  const fleet = Array.from({ length: 300 }, (_, index) => ({
    ...vehicles[0],
    vehicleId: index,
    name: `Māui ${index}`,
  }));
  const client = { availability: async () => (asked.push('fleet'), fleet) } as unknown as Client;
  await sweep({ client }).availability(trip);
  const [name = ''] = readdirSync(path).slice(-1);
  const file = join(path, name);
  expect(statSync(file).size).toBeLessThan(JSON.stringify(fleet).length / 4);
  expect(await sweep({ client }).availability(trip)).toEqual({ value: fleet, storedAt: start });
  const lines = readFileSync(file, 'utf8');
  for (const text of ['', 'bm90IHBhY2tlZA==']) {
    const line = lines.replace(/"bytes":\d+,"answer":".*"/, `"bytes":${text.length + 2},"answer":"${text}"`);
    writeFileSync(file, line);
    asked.length = 0;
    expect((await sweep({ client }).availability(trip)).value).toEqual(fleet);
    expect(asked).toEqual(['fleet']);
  }
});

test('after the folder was deleted, later answers are stored again', async () => {
  const { sweep, path } = world();
  const answers = sweep();
  await answers.quote(selection);
  rmSync(path, { recursive: true });
  for (const vehicleId of [12, 13]) await answers.quote({ ...selection, vehicleId });
  expect([...sweep().vehicles(selection)]).toEqual([12, 13]);
});

test('files of other programs are left alone', async () => {
  const { sweep, path, clock } = world();
  mkdirSync(path, { recursive: true });
  const names = ['README', '0123456789abc.jsonl', '1234567890123.json'];
  for (const name of names) writeFileSync(join(path, name), 'x');
  clock.now += 10 ** 12;
  expect(sweep().isEmpty()).toBe(true);
  expect(readdirSync(path).sort()).toEqual([...names].sort());
});

test('a link or a pipe in the place of a file is neither written nor read', async () => {
  const { sweep, path, asked, clock } = world();
  await sweep().quote(selection);
  const victim = join(temporaryFolder(), 'victim');
  writeFileSync(victim, 'precious');
  for (const [index, name] of readdirSync(path).entries()) {
    execFileSync('rm', [join(path, name)]);
    if (index === 0) symlinkSync(victim, join(path, name));
    else execFileSync('mkfifo', [join(path, name)]);
  }
  clock.now += 1;
  const answers = sweep();
  await answers.quote(selection);
  await answers.quote(selection);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(asked).toHaveLength(2);
});

test('a folder that cannot be written causes no error, and the process still asks only once', async () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, 'a file where a folder should be');
  const { sweep, asked, notices } = world(folder);
  const answers = sweep();
  await answers.availability(trip);
  await answers.availability(trip);
  expect([asked.length, notices]).toEqual([1, []]);
});

test('a full disk is noted once, and the process still asks only once', { tags: ['mounts'] }, async () => {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
  const { sweep, asked, notices } = world(folder);
  const answers = sweep();
  const all = Array.from({ length: 100 }, (_, index) => ({ ...selection, vehicleId: index }));
  for (const one of [...all, ...all]) await answers.quote(one);
  expect(asked).toHaveLength(100);
  expect(notices).toEqual([expect.stringContaining('the disk is full')]);
  execFileSync('umount', ['-l', folder]);
});
