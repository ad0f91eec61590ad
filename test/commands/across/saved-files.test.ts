/**
 * Files that commands write can be read again: trips, the configuration, stored answers. What could
 * not be read is not written.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { configPath } from '../../../src/operators/config.ts';
import { tripsFolder } from '../../../src/trips/folder.ts';
import { cli } from '../../support/cli.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { operatorService } from '../../support/operator.ts';
import { answer } from '../../support/service.ts';

const comparison = 'compare --pick-up 1 --from 2026-12-20 --nights 7';
const quote = 'quote 11 --pick-up 1 --drop-off 2 --from 2026-12-20 --to +7d';

/** Moa has this daily rate, and no quote. */
const fleet = (rate: number): Fleet => ({
  vehicles: () => ({ 11: 'Kea', 12: ['Moa', rate] }),
  quote: (query) =>
    query.get('vehicle_id') === '12' ? { status: 404, error: 'gone' } : { totalAmount: 700 },
});

const filesIn = (folder: string): string[] => readdirSync(folder).sort();

test.each([1e308, 1.7e308])(
  'a daily rate of %s has no estimate, and its comparison can be saved',
  async (rate) => {
    const rental = cli(serviceOf(fleet(rate)));
    for (const way of ['none', 'all', 'best:1']) {
      const { offers } = await rental.json<{ offers: { vehicle: { vehicleId: number } }[] }>(
        `${comparison} --quote ${way}`,
      );
      const moa = offers.find(({ vehicle }) => vehicle.vehicleId === 12);
      expect(moa ?? {}).not.toHaveProperty('estimate');
    }
    // Each vehicle is quoted once, and Moa has no quote.
    expect(await rental.run(`${comparison} --quote best:1 --save it`)).toMatchObject({ code: 8 });
    expect(await rental.run('trips show it')).toMatchObject({ code: 0 });
    expect(await rental.run('trips check it')).toMatchObject({ code: 0 });
    expect(await rental.screen('availability --pick-up 1 --from 2026-12-20 --to +7d')).not.toMatch(
      /Infinity|NaN/,
    );
  },
);

test('totals near the largest number are saved', async () => {
  const rental = cli(serviceOf({ ...fleet(100), quote: () => ({ totalAmount: 1.7e308 }) }));
  const { offers } = await rental.json<{ offers: object[] }>(`${comparison} --quote all --save it`);
  expect(offers).toMatchObject([{ perNight: 1.7e308 / 7 }, { perNight: 1.7e308 / 7 }]);
  expect(await rental.run('trips check it')).toMatchObject({ code: 0 });
  const { stdout } = await rental.run('trips show it --format table');
  expect(stdout).not.toMatch(/Infinity|NaN/);
});

test('a Retry-After of sixteen digits does not make a saved comparison unreadable', async () => {
  const inner = serviceOf(fleet(90));
  const rental = cli(async (request) => {
    if (!request.url.includes('vehicle_id=12')) return inner(request);
    return answer(503, { error: 'Closed' }, { 'retry-after': '9999999999999999' });
  });
  const saved = await rental.run(`${comparison} --quote all --retries 0 --save it --json`);
  expect(saved.code).toBe(8);
  const [failure] = (JSON.parse(saved.stdout) as { failures: { retryAfterSeconds: number }[] })
    .failures;
  expect(failure?.retryAfterSeconds).toSatisfy(Number.isSafeInteger);
  expect(await rental.run('trips show it')).toMatchObject({
    stderr: expect.not.stringContaining('error') as string,
  });
  expect(await rental.run('trips check it --retries 0')).toMatchObject({ code: 8 });
});

test('the name of a trip that is too long in bytes is refused before anything is asked', async () => {
  const rental = cli(operatorService());
  const long = '𠀀'.repeat(60);
  for (const line of [`${quote} --save ${long}`, `trips show ${long}`, `trips remove ${long}`]) {
    const ended = await rental.run(line);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^error: "𠀀+" is too long for the name of a trip\nhint: .*bytes/u,
    );
  }
  expect(rental.requests()).toEqual([]);
  const longest = ['𠀀'.repeat(58), '車'.repeat(60)];
  for (const name of longest)
    expect(await rental.run(`${quote} --save ${name}`)).toMatchObject({ code: 0 });
  expect(await rental.json('trips')).toHaveLength(2);
});

test(
  'an operator that would make the configuration too large to read is not added',
  { tags: ['long'] },
  async () => {
    const rental = cli(operatorService());
    // In bytes: each of these letters has two.
    const baseUrl = `http://a.test/${'ä'.repeat(60_000)}`;
    const operators = Object.fromEntries(
      Array.from({ length: 8 }, (_, place) => [`of${place}`, { baseUrl }]),
    );
    writeFileSync(configPath(rental.env), JSON.stringify({ operators }));
    const before = readFileSync(configPath(rental.env), 'utf8');
    const ended = await rental.run(['operators', 'add', 'of8', baseUrl, '--no-check']);
    expect(ended).toMatchObject({ code: 9, stdout: '' });
    expect(ended.stderr).toMatch(
      /^error: \S+config\.json could not be written: it would be larger than 1024 KiB\nhint: /,
    );
    expect(readFileSync(configPath(rental.env), 'utf8')).toBe(before);
    expect(filesIn(dirname(configPath(rental.env)))).toEqual(['config.json']);
    expect(await rental.run('operators list')).toMatchObject({ code: 0 });
  },
);

test('an answer that could not be read again is not saved, and the saved trip stays', async () => {
  // A clock that jumps to the year 30000 while the quote is asked for: no reader of instants knows
  // it.
  let now = Date.parse('2026-11-20');
  let jumped = now;
  const quoted = () => {
    now = jumped;
    return { totalAmount: 700 };
  };
  const rental = cli(serviceOf({ ...fleet(100), depots: ['Auckland', 'Picton'], quote: quoted }));
  expect(await rental.run(`${quote} --save it`)).toMatchObject({ code: 0 });
  const before = await rental.json('trips history it');
  jumped = 884_541_340_800_000;
  const ended = await rental.run(`${quote} --save it`, { now: () => now });
  expect(ended).toMatchObject({ code: 9, stdout: expect.stringContaining('700') as string });
  expect(ended.stderr).toMatch(
    /error: the trip "it" could not be written: .*read it again\nhint: .*/,
  );
  expect(await rental.json('trips history it')).toEqual(before);
  expect(filesIn(tripsFolder(rental.env))).toEqual(['it.json']);
});
