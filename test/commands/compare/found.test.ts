/**
 * What a comparison says of its best: the cheapest only if every offer was priced, else the
 * cheapest found, and what the rest can be.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import type { Comparison } from '../../../src/documents/offers.ts';
import { pricingInWords } from '../../../src/views/pricing.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { fileOf } from '../../support/saved-trips.ts';
import { nightsOf } from './support.ts';

const cars = { 11: ['Kea', 50], 12: ['Moa', 60], 13: ['Tui', 70] } as const;

function totalOf(query: URLSearchParams): number {
  return cars[Number(query.get('vehicle_id')) as keyof typeof cars][1] * nightsOf(query);
}

const plain: Fleet = {
  vehicles: () => cars,
  quote: (query) => ({ totalAmount: totalOf(query) }),
};
/** A quote with a route fee, or with a child seat. */
function quoteOf(rentalFee: number, { routeFee = 0, accessoriesFee = 0 }) {
  const priceBreakdown = {
    rentalFee,
    accessoriesFee,
    insuranceFee: 0,
    routeFee,
    insurance: null,
    accessories:
      accessoriesFee === 0
        ? []
        : [{ id: 5, name: 'Child seat', cost: accessoriesFee, quantity: 1 }],
  };
  return { totalAmount: rentalFee + routeFee + accessoriesFee, priceBreakdown };
}

const month = 'compare --pick-up 1 --from 2030-01-01..2030-01-20';
const week = `${month} --nights 7`;
const judging = 'Judging by these quotes';

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

test('if every offer was priced, the best is the cheapest; else it is the cheapest found', async () => {
  const { screen } = cli(serviceOf(plain));
  const all = await screen(`${week} --quote all`);
  expect(all).toMatch(/^60 offers in NZD/);
  expect(all).toContain('\nCheapest: Kea\n');
  expect(all).not.toContain('found');
  const some = await screen(week);
  expect(some).toMatch(/^The \d+ cheapest found of 60 offers in NZD/);
  expect(some).toContain('\nCheapest found: Kea\n');
  expect(await screen(`${week} --view calendar`)).toMatch(/^Cheapest total found of 60 offers/);
  expect(await screen(`${week} --group-by vehicle`)).toMatch(/ CHEAPEST FOUND /);
});

test(
  'the page calls its best the cheapest found, and the cheapest only if all was priced',
  { tags: ['long'] },
  async () => {
    const { run } = cli(serviceOf(plain));
    const page = `${temporaryFolder()}/page.html`;
    await run(`${week} --report ${page}`);
    const some = oneLine(readFileSync(page, 'utf8').replaceAll(/<[^>]*>/g, ' '));
    expect(some).toContain('350.00 NZD is the cheapest found:');
    expect(some).toContain(' Cheapest found ');
    expect(some.match(/of 60 offers priced\. Judging by these quotes/g)).toHaveLength(1);
    await cli(serviceOf(plain)).run(`${week} --quote all --report ${page}`);
    const all = oneLine(readFileSync(page, 'utf8').replaceAll(/<[^>]*>/g, ' '));
    expect(all).toContain('350.00 NZD is the cheapest: Kea');
    expect(all).not.toMatch(/cheapest found|offers priced/i);
  },
);

test.each(
  sample(
    [
      ['', '\\d+\\.\\d\\d'],
      ['--limit 1', '350\\.00'],
      ['--group-by vehicle', 'the cheapest found for its vehicle'],
      ['--group-by date', 'the cheapest found for its start'],
      ['--view calendar', 'the cheapest found for its start and length'],
    ],
    3,
  ),
)(
  'with "%s" one sentence says that no other is likely to cost less than %s',
  async (flags, last) => {
    const { screen, run } = cli(serviceOf(plain));
    const sentence = new RegExp(
      `(\\d+) of 60 offers priced\\. ${judging}, no other is likely to cost less than ${last}(?! or)`,
    );
    expect(await screen(`${week} ${flags}`, 200)).toMatch(sentence);
    const { stderr } = await run(`${week} ${flags}`);
    expect(stderr).toMatch(sentence);
  },
);

test(
  'a discount of one vehicle makes others possible, which are counted',
  { tags: ['long'] },
  async () => {
    const quote: Fleet['quote'] = (query) => {
      const isHalf = query.get('vehicle_id') === '13';
      return { totalAmount: totalOf(query) * (isHalf ? 0.5 : 1) };
    };
    const { screen, json } = cli(serviceOf({ ...plain, quote }));
    const text = await screen(week, 200);
    const { pricing } = await json<{
      pricing: { couldBeBelow: number; couldBeEqual: number; offers: number; priced: number };
    }>(week);
    const { couldBeBelow, couldBeEqual, offers, priced } = pricing;
    expect(couldBeBelow).toBeGreaterThan(0);
    const others = offers - priced;
    expect(text).toContain(
      `priced. ${judging}, ${couldBeBelow} of the ${others} others could cost less than 245.00; ${couldBeEqual} could cost the same\n`,
    );
    expect(text).toContain('\nCheapest found: Tui\n');
  },
);

test('trips that were not asked are counted, with the daily rate that one would need', async () => {
  const { screen, json } = cli(serviceOf(plain));
  const longer = `${month} --nights 5..9`;
  const { pricing } = await json<{
    pricing: { tripsNotAsked: number; neededRate: number; lowestRate: number };
  }>(longer);
  const { tripsNotAsked, neededRate, lowestRate } = pricing;
  expect([lowestRate, neededRate < lowestRate, tripsNotAsked > 0]).toEqual([50, true, true]);
  expect(await screen(longer, 400)).toContain(
    `, ${100 - tripsNotAsked} of 100 trips looked up. ${judging}, no other is likely to cost less than 250.00; 8 could cost the same. A trip that was not looked up would need a daily rate below ${neededRate.toFixed(2)} to be among the cheapest; the lowest seen for its vehicle and start is 50.00\n`,
  );
});

test(
  'with several operators, the sentence on unpriced offers has the rates of the nearest trip',
  { tags: ['long'] },
  async () => {
    const dear: Fleet = {
      vehicles: () => ({ 11: ['Kea', 500] }),
      quote: (query) => ({ totalAmount: 500 * nightsOf(query) }),
    };
    const { screen } = cli({ lucky: serviceOf(plain), happy: serviceOf(dear) });
    const text = await screen(
      'compare --operator lucky,happy --pick-up lucky:1,happy:1 --from 2030-01-01..2030-01-20 --nights 5..9',
      400,
    );
    expect(text).toMatch(
      /of 200 trips looked up\. .* A trip that was not looked up would need a daily rate below \d+\.\d\d to be among the cheapest; the lowest seen for its vehicle and start is \d+\.\d\d/,
    );
  },
);

test.each(['--format table', '--json', ''])(
  'in a pipe, "%s" has the sentence on unpriced offers once',
  async (format) => {
    const { run } = cli(serviceOf(plain));
    const { stdout, stderr } = await run(`${week} ${format}`);
    expect(oneLine(stdout + stderr).match(/of 60 offers priced/g)).toHaveLength(1);
  },
);

test('a failed request leaves open whether the best is the cheapest, also if all was priced', async () => {
  const vehicles: Fleet['vehicles'] = (date) =>
    date === '2030-01-02' ? { status: 503, error: 'Back soon' } : { 11: ['Kea', 50] };
  const { screen } = cli(serviceOf({ ...plain, vehicles }));
  const text = await screen(
    'compare --pick-up 1 --from 2030-01-01..2030-01-03 --nights 7 --retries 0',
  );
  expect(text).toMatch(/^2 offers in NZD/);
  expect(text).toContain('\nCheapest found: Kea\n');
});

test(
  'if no total found is within --max-total, a warning says so, and how many others could be',
  { tags: ['long'] },
  async () => {
    const { run } = cli(serviceOf(plain));
    const ended = await run(`${week} --max-total 349`);
    expect(ended.code).toBe(10);
    expect(ended.stderr).toMatch(
      /warning: no total found is within --max-total 349.00 NZD: the lowest is 350.00 NZD; none of the \d+ others would be\n/,
    );
    const all = await run(`${week} --max-total 349 --quote all`);
    expect(all.stderr).toContain(
      'warning: the lowest total, 350.00 NZD, is above --max-total 349.00 NZD\n',
    );
  },
);

test('an answer saved by an earlier version, without the newer figures, gets a simpler sentence', async () => {
  const { run, env } = cli(serviceOf(plain));
  await run(`${week} --save week`);
  const { stdout } = await run('trips show week --json');
  const file = fileOf(env, 'week');
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(stdout)).toMatchObject({ pricing: { tripsNotAsked: 0 } });
  writeFileSync(
    file,
    text
      .replaceAll(
        /\s*"(couldBeBelow|vehiclesNotQuoted|tripsNotAsked|neededRate|lowestRate)": ?[^,}]*,?/g,
        '',
      )
      .replaceAll(/,(\s*})/g, '$1'),
  );
  const shown = await run('trips show week', {
    tty: ['stdout'],
    columns: 200,
    env: { NO_COLOR: '1' },
  });
  expect(shown.stdout).toMatch(/\d+ of 60 offers priced\. Any of the others may be cheaper\n/);
  expect(shown.stdout).toContain('\nCheapest found: Kea\n');
});

test(
  'others that could cost as much as the last of the ten are counted',
  { tags: ['long'] },
  async () => {
    const { screen, json } = cli(serviceOf(plain));
    const line = `${month} --nights 7 --vehicle 11,12`;
    const { pricing } = await json<{ pricing: { couldBeEqual: number } }>(line);
    // Each of the twenty starts has the same lowest total; twelve have a quote.
    expect(pricing.couldBeEqual).toBe(8);
    expect(await screen(line, 200)).toMatch(
      /no other is likely to cost less than 350\.00; 8 could cost the same\n/,
    );
  },
);

test.each(
  sample(
    [
      [
        60,
        'could be among the cheapest: it needs a daily rate below 60.00, and the lowest seen',
        false,
      ],
      [50, 'would need a daily rate below 50.00 to be among the cheapest; the lowest seen', true],
    ],
    3,
  ),
)(
  'where 50 was seen, a trip that needs a daily rate below %d is said to be: %s',
  async (neededRate, text, isUnlikely) => {
    const { json } = cli(serviceOf(plain));
    const document = await json<Comparison>(`${month} --nights 5..9`);
    const pricing = { ...document.pricing!, neededRate, lowestRate: 50 };
    const words = pricingInWords({ ...document, pricing }, { groups: ['all'] });
    expect(words).toContain(`not looked up ${text}`);
    expect(words?.includes('no other is likely to cost less')).toBe(isUnlikely);
  },
);

test(
  'if no rate of the start was seen, the sentence says that the lowest is of other days',
  { tags: ['long'] },
  async () => {
    const vehicles: Fleet['vehicles'] = (_, query) =>
      nightsOf(query) === 9 ? { 11: cars[11] } : {};
    const { screen, json } = cli(serviceOf({ ...plain, vehicles }));
    const line = `${month} --nights 5..9 --limit 1`;
    const { pricing } = await json<{ pricing: { lowestRate: number; isRateOfStart: boolean } }>(
      line,
    );
    expect(pricing).toMatchObject({ lowestRate: 50, isRateOfStart: false });
    expect(await screen(line, 300)).toMatch(
      /A trip that was not looked up would need a daily rate below \d+\.\d\d to be among the cheapest; the lowest seen for its vehicle on other days is 50\.00\n/,
    );
  },
);

test('a fee that all quotes of a length have is not taken for the lowest fee of the depots', async () => {
  // Four nights from the first day on end on the holiday; five nights from it do not.
  const quote: Fleet['quote'] = (query) => {
    const routeFee = query.get('drop_off_date') === '2030-01-05' ? 145 : 95;
    return quoteOf(totalOf(query), { routeFee });
  };
  const vehicles: Fleet['vehicles'] = () => ({ 11: cars[11] });
  const { json } = cli(serviceOf({ ...plain, vehicles, quote }));
  const line =
    'compare --pick-up 1 --drop-off 2 --from 2030-01-01..2030-01-03 --nights 4,5 --limit 1';
  const { offers } = await json<{ offers: readonly { totalAmount: number }[] }>(line);
  expect(offers[0]?.totalAmount).toBe(4 * 50 + 95);
});

test('the daily rate that a trip would need leaves the extras aside', async () => {
  const accessories: Fleet['accessories'] = () => ({ 5: 'Child seat' });
  const quote: Fleet['quote'] = (query) => quoteOf(totalOf(query), { accessoriesFee: 100 });
  const vehicles: Fleet['vehicles'] = () => ({ 11: cars[11] });
  const { json } = cli(serviceOf({ ...plain, vehicles, accessories, quote }));
  const line =
    'compare --pick-up 1 --from 2030-01-01..2030-01-12 --nights 5,9 --limit 2 --accessory 5';
  const { pricing } = await json<{ pricing: { tripsNotAsked: number; neededRate: number } }>(line);
  expect(pricing.tripsNotAsked).toBeGreaterThan(0);
  // Nine nights for the total of five.
  expect(pricing.neededRate).toBeCloseTo((5 * 50) / 9, 2);
});
