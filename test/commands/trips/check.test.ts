/** `trips check` asks again and says what has changed, also to a program that reads its lines. */
import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';
import {
  checked,
  moveToDeadAddress,
  part,
  price,
  savedComparison,
  savedQuote,
  compareFlags,
  trip,
  fileOf,
} from '../../support/saved-trips.ts';
import { answer } from '../../support/service.ts';

test('says what changed since the last answer, in words on a terminal', async () => {
  const rental = await savedQuote({
    quotes: [price(700), price(650), price(690, 40), price(690, 40)],
  });
  const total = { field: 'totalAmount', before: 700, after: 650, difference: -50 };
  const first = { total: 650, changes: [total, { field: 'rentalFee' }] };
  expect(await checked(rental, 'one')).toMatchObject({ code: 0, first });
  expect(await rental.screen('trips check one')).toMatch(
    /one: 690\.00 NZD\nKea Camper, .*\n[^]*route fee +0\.00 +40\.00 +\+40\.00\n/,
  );
  expect(await rental.screen('trips check one')).toContain('Nothing has changed.');
  const history = 'one: 4 answers, lowest 650.00 NZD, highest 700.00 NZD\n';
  expect(await rental.screen('trips history one')).toContain(history);
});

test('aligns the amounts of what changed', async () => {
  const rental = await savedQuote({ quotes: [price(1700), price(950, 40), price(950, 40)] });
  expect(await rental.screen('trips check one')).toMatch(
    /^total amount {2}1,700\.00 {2}950\.00 {2}-750\.00\n.*\nroute fee {9}0\.00 {3}40\.00 {3}\+40\.00$/m,
  );
});

test('sold out is recorded each time, never as a price, and back again is a change', async () => {
  const soldOut: number[] = [];
  const rental = await savedQuote({ soldOut });
  soldOut.push(11);
  for (const changes of [[{ before: 696.5, after: null }], []]) {
    const first = { end: 'not_available', total: null, changes };
    expect(await checked(rental, 'one')).toMatchObject({ code: 1, first });
    expect(await rental.screen('trips')).toMatch(/^one .* not available {2}/m);
  }
  soldOut.pop();
  expect(await checked(rental, 'one')).toMatchObject({
    code: 0,
    first: { changes: [{ before: null, after: 696.5 }] },
  });
  const past = (await rental.json('trips history one')) as { total: number | null }[];
  expect(past.map(({ total }) => total)).toEqual([696.5, null, null, 696.5]);
});

test('a price that lacks an extra does not count, and every form of output says so', async () => {
  const rental = cli(operatorService({ quotes: [{}, {}, price(1)] }));
  expect(await rental.run(`quote 11 ${trip} --accessory 1 --save it`)).toMatchObject({ code: 0 });
  expect(await checked(rental, 'it')).toMatchObject({ code: 0, first: { changes: [] } });
  const reason = 'not in the quote: Snow chains';
  expect(await checked(rental, 'it')).toMatchObject({
    code: 8,
    first: { end: 'incomplete', total: null, reason },
  });
  expect(await rental.screen('trips check it')).toContain(`it: incomplete\n${reason}\n`);
  expect(await rental.json('trips')).toMatchObject([
    { end: 'incomplete', total: null, change: null },
  ]);
  const past = (await rental.json('trips history it')) as {
    total: number | null;
    reason?: string;
  }[];
  expect(past.map((one) => one.total ?? one.reason)).toEqual([696.5, 696.5, reason, reason]);
  const last = part(`the last answer is "incomplete": ${reason}`);
  expect(await rental.run('trips show it --json')).toMatchObject({ code: 8, stderr: last });
});

test('a comparison with a failure does not count, but one without a vehicle does', async () => {
  let down = '';
  const vehicles = (date: string) =>
    date === down ? { status: 503, error: 'Back soon' } : { 11: 'Kea', 12: 'Moa' };
  const soldOut = [12];
  const rental = await savedComparison({ vehicles, soldOut });
  down = '2026-12-21';
  const first = { end: 'partial', total: null, changes: [] };
  expect(await checked(rental, 'it --retries 0')).toMatchObject({ code: 8, first });
  down = '';
  expect(await checked(rental, 'it')).toMatchObject({
    code: 0,
    first: { end: 'priced', changes: [] },
  });
  soldOut.push(11);
  expect(await checked(rental, 'it')).toMatchObject({ code: 1, first: { end: 'not_available' } });
});

test.each([
  [compareFlags, '2026-12-20', '2026-12-21,2026-12-22', '2027-01-20'],
  [
    '--pick-up 1 --from 2026-12-20..2026-12-28 --to 2026-12-22',
    '2026-12-21',
    '2026-12-22',
    '2026-12-24',
  ],
])(
  'a check leaves out starts that have passed; without any left, the trip is over: %s',
  async (line, day, left, last) => {
    const rental = cli(operatorService());
    await rental.run(`compare ${line} --save it`);
    const checkOn = async (date: string) => {
      const before = rental.requests().length;
      const { first } = await checked(rental, 'it', { now: () => Date.parse(`${date}T12:00:00Z`) });
      const asked = rental.requests().slice(before);
      return [
        first?.end,
        asked.flatMap((path) => /availability.*pick_up_date=([\d-]+)/.exec(path)?.[1] ?? []).join(),
      ];
    };
    expect(await checkOn(day)).toEqual(['priced', left]);
    expect(await checkOn(last)).toEqual(['over', '']);
  },
);

test('if the service cannot be reached, the check says why, and reports no change', async () => {
  const rental = await savedQuote();
  await rental.run(`compare ${compareFlags} --save many`);
  for (const name of ['one', 'many']) await moveToDeadAddress(rental.env, name);
  const failed = { end: 'failed', changes: [], reason: part('refused') };
  expect(await checked(rental, '--all --retries 0')).toMatchObject({
    code: 8,
    documents: [failed, failed],
  });
  expect(await rental.screen('trips check one --retries 0')).toContain(
    'rental trips show one prints the last answer.',
  );
});

test.each([
  ['an answer of a wrong shape', 200, { quoteId: 7 }, 'failed'],
  ['a service that wants credentials', 401, { error: 'Sign in' }, 'failed'],
  ['an address that is not there', 404, 'Not found', 'failed'],
  ['an id that the service no longer has', 400, { error: 'Unknown vehicle' }, 'changed'],
])('%s makes only its own trip fail', async (_, status, body, end) => {
  let isBroken = false;
  const quote = (query: URLSearchParams) => {
    return isBroken && query.get('pick_up_date') === '2026-12-20'
      ? answer(status, body)
      : undefined;
  };
  const rental = cli(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    return (pathname === '/quotes' ? quote(searchParams) : undefined) ?? operatorService()(request);
  });
  await rental.run(`quote 11 ${trip} --save one`);
  await rental.run(`quote 11 ${trip.replace('-20', '-21')} --save two`);
  isBroken = true;
  expect(await checked(rental, '--all')).toMatchObject({
    code: 8,
    documents: [{ end }, { end: 'priced' }],
  });
});

test('--max-total says which one is above it', async () => {
  const rental = await savedQuote({ quotes: [price(700)] });
  await rental.run(`compare ${compareFlags} --save many`);
  const above = 'warning: one: the total of 700.00 NZD is above --max-total 699.00 NZD\n';
  expect(await checked(rental, 'one --max-total 699')).toMatchObject({ code: 10, stderr: above });
  expect(await checked(rental, `one --max-total '9999 AUD'`)).toMatchObject({ code: 1 });
  const both = [{ name: 'one' }, { name: 'many' }];
  expect(await checked(rental, 'one,many --max-total 700')).toMatchObject({
    code: 0,
    documents: both,
  });
  await moveToDeadAddress(rental.env, 'many');
  // One that could not be asked counts for more.
  expect(await checked(rental, 'one,many --max-total 699 --retries 0')).toMatchObject({ code: 8 });
});

test('in a pipe, the last column has in words what a terminal shows', async () => {
  const rental = await savedQuote({
    quotes: [price(700), price(1690, 40), price(1690, 40), price(1650)],
  });
  const lastColumn = async () => (await rental.run('trips check one')).stdout.split('\t').at(-1);
  expect(await lastColumn()).toBe(
    'total amount 700.00 -> 1690.00 (+990.00); rental fee 700.00 -> 1650.00 (+950.00); route fee 0.00 -> 40.00 (+40.00)\n',
  );
  expect(await lastColumn()).toBe('\n');
  const changes = await rental.run('trips check one --fields name,changes');
  expect(changes.stdout).toBe(
    'one\ttotal amount 1690.00 -> 1650.00 (-40.00); route fee 40.00 -> 0.00 (-40.00)\n',
  );
});

test('in a pipe, a price that is gone and one that is back are changes too', async () => {
  const soldOut: number[] = [];
  const rental = await savedQuote({ quotes: [price(700)], soldOut });
  soldOut.push(11);
  expect((await rental.run('trips check one')).stdout).toMatch(/\ttotal amount 700\.00 -> none\n$/);
  soldOut.pop();
  expect((await rental.run('trips check one')).stdout).toMatch(/\ttotal amount none -> 700\.00\n$/);
});

test('CSV has the same words, and JSON the parts of each change', async () => {
  const rental = await savedQuote({ quotes: [price(700), price(650), price(600)] });
  const { stdout } = await rental.run('trips check one --format csv --fields changes');
  expect(stdout).toBe(
    'changes\r\ntotal amount 700.00 -> 650.00 (-50.00); rental fee 700.00 -> 650.00 (-50.00)\r\n',
  );
  const total = { field: 'totalAmount', before: 650, after: 600, difference: -50 };
  expect(await rental.json('trips check one')).toMatchObject([
    { changes: [total, { field: 'rentalFee' }] },
  ]);
});

test.each(['one,broken', '--all'])(
  '%s asks the trips that can be read, and ends with 9',
  async (words) => {
    const rental = await savedQuote();
    fs.writeFileSync(fileOf(rental.env, 'broken'), '{}');
    const { code, documents, stderr } = await checked(rental, words);
    expect({ code, documents }).toMatchObject({
      code: 9,
      documents: [{ name: 'one', end: 'priced' }],
    });
    expect(stderr).toContain('warning: the trip "broken" cannot be read');
  },
);
