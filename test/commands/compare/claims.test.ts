/**
 * A comparison says how far its cheapest offer is the cheapest: other currencies, quotes without an
 * answer and ties limit that.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { run } from '../../support/run.ts';
import { fastClock } from '../../support/waiting.ts';
import { nightsOf } from './support.ts';

const trip = [
  'compare',
  '--pick-up',
  'auckland',
  '--nights',
  '7',
  '--from',
  '2030-01-05..2030-01-12',
];
const cars = { 11: ['Kea', 50], 12: ['Moa', 60], 13: ['Tui', 300] } as const;
const nights = 7;

function rateOf(query: URLSearchParams): number {
  return cars[Number(query.get('vehicle_id')) as keyof typeof cars][1];
}

/** Its totals are the daily rate × nights. */
function pricedFleet(parts: Partial<Fleet> = {}): Fleet {
  return {
    vehicles: () => cars,
    quote: (query) => ({ totalAmount: rateOf(query) * nights }),
    ...parts,
  };
}

test('with two currencies each heading counts its own offers and has its cheapest', async () => {
  const aud = pricedFleet({
    quote: (query) => ({ totalAmount: rateOf(query) * nights, currency: 'AUD' }),
  });
  const page = `${temporaryFolder()}/page.html`;
  const text = await fleets({ lucky: pricedFleet(), happy: aud }).shown([
    ...trip,
    '--report',
    page,
  ]);
  // Nobody knows the currency of what was not priced.
  const counts = [...text.matchAll(/cheapest found of (\d+) offers in/g)].map(([, count]) =>
    Number(count),
  );
  const [, priced] = /(\d+) of 48 offers priced/.exec(text) ?? [];
  expect([counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([2, Number(priced)]);
  expect([...text.matchAll(/^Cheapest found in (.*)$/gm)].map(([, what]) => what).sort()).toEqual([
    'AUD: Kea, happy',
    'NZD: Kea, lucky',
  ]);
  const pageText = readFileSync(page, 'utf8').replaceAll(/(<[^>]*>|\s)+/g, ' ');
  for (const currency of ['NZD', 'AUD'])
    expect(pageText).toContain(`350.00 ${currency} is the cheapest found in ${currency}: Kea`);
});

/** Without an answer on one day. */
const failing: Fleet['quote'] = (query) =>
  query.get('pick_up_date') === '2030-01-05'
    ? { status: 503, error: 'no' }
    : { totalAmount: rateOf(query) * nights };

test('if a quote got no answer, the best is only the cheapest found, and a pipe gets a note', async () => {
  const { shown, rental } = fleets({ lucky: pricedFleet({ quote: failing }) });
  const doubt = 'There may be cheaper ones, because some requests failed or were not sent';
  const text = await shown([...trip, '--limit', '5']);
  expect(text).toMatch(/^The \d+ cheapest found of \d+ offers in NZD/);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(doubt);
  expect(text).toContain('Cheapest found: Kea\n');
  const { stderr } = await rental([...trip, '--limit', '5', '--json']);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(doubt);
});

test('a quote that got no answer is not asked for again for another view of the page', async () => {
  const { rental, requests } = fleets({ lucky: pricedFleet({ quote: failing }) });
  await rental([...trip, '--report', `${temporaryFolder()}/page.html`, '--json']);
  expect(requests().length).toBe(new Set(requests()).size);
});

test('offers that share the last place are all among the cheapest', async () => {
  const vehicles = () => ({ ...cars, 12: ['Moa', 50] }) as const;
  const text = await fleets({
    lucky: pricedFleet({ vehicles, quote: () => ({ totalAmount: 350 }) }),
  }).shown([...trip, '--limit', '1']);
  const [, count] =
    /^(\d+) offers are shown, because several share the last place;/m.exec(text) ?? [];
  expect(text).toMatch(/^The cheapest found of 24 offers in NZD/);
  expect(text).toMatch(new RegExp(`^${count} of 24 offers priced`, 'm'));
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '--quote all prices every offer (about 32 requests)',
  );
});

test('below a ranking with unpriced offers, a line says that only priced starts are listed', async () => {
  const { shown } = fleets({ lucky: pricedFleet() });
  const words = 'only starts that were priced are listed';
  expect((await shown([...trip, '--limit', '1'])).replaceAll(/\s+/g, ' ')).toContain(words);
  expect((await shown([...trip, '--quote', 'all'])).replaceAll(/\s+/g, ' ')).not.toContain(words);
});

test('a saved answer, shown in another way, says that cheaper ones are possible', async () => {
  const other = 'There may be cheaper ones, because the search was for another view';
  const env = { XDG_DATA_HOME: temporaryFolder(), NO_COLOR: '1' };
  const { rental } = fleets({ lucky: pricedFleet() });
  const saved = async (name: string, ...asked: string[]) => {
    await rental([...trip, ...asked, '--save', name], { env });
    return async (...args: string[]) =>
      (await run(['trips', 'show', name, ...args], { env, tty: ['stdout'], columns: 200 })).stdout;
  };
  const ranking = await saved('ranking', '--limit', '2');
  expect(await ranking()).not.toMatch(/another view|--limit/);
  const grouped = await ranking('--group-by', 'vehicle');
  expect(grouped).toContain('Cheapest found: Kea');
  for (const text of [grouped, await ranking('--view', 'calendar')]) expect(text).toContain(other);
  const calendar = await saved('calendar', '--view', 'calendar');
  expect(await calendar()).toContain(other);
});

test.each([
  ['--limit 1 of ten', '', '--limit 1', 1],
  ['--limit 15 of ten', '', '--limit 15', 10],
  ['no flag, of two', '--limit 2', '', 2],
  ['no flag in a pipe, of two', '--limit 2', '--format table', 2],
])('the table of a saved ranking has the cheapest: %s', async (_, asked, shown, rows) => {
  const env = { XDG_DATA_HOME: temporaryFolder(), NO_COLOR: '1' };
  const { rental } = fleets({
    lucky: pricedFleet({
      // Each start has its own total.
      quote: (query) => ({
        totalAmount: rateOf(query) * nights + Number(query.get('pick_up_date')?.slice(-2)),
      }),
    }),
  });
  const words = (text: string): string[] => text.split(' ').filter(Boolean);
  await rental([...trip, ...words(asked), '--save', 'it'], { env });
  const tty = shown.includes('table') ? [] : (['stdout'] as const);
  const args = ['trips', 'show', 'it', ...words(shown)];
  const { stdout } = await run(args, { env, tty, columns: 200 });
  expect(stdout).toContain(`The ${rows === 1 ? '' : `${rows} `}cheapest found of 24 offers`);
  expect(stdout.match(/^ *\d+ +\d+\.\d\d /gm)).toHaveLength(rows);
});

/**
 * Low from the 17th to the 23rd. The trips that are asked for first are on the first, the middle and
 * the last start, so they do not show it.
 */
const seasonal = (date: string): number => {
  if (date < '2030-01-16') return 360;
  return date >= '2030-01-17' && date <= '2030-01-23' ? 210 : 300;
};

/** Kea from one night on, Takahe from seven nights on. */
function withMinimumLength(date: string, query: URLSearchParams): ReturnType<Fleet['vehicles']> {
  const takahe = nightsOf(query) < 7 ? {} : { 12: ['Takahe', seasonal(date)] as const };
  return { 11: ['Kea', seasonal(date) / 6], ...takahe };
}

function totalOf(query: URLSearchParams): number {
  const date = query.get('pick_up_date')!;
  return nightsOf(query) * seasonal(date);
}

test.each(
  sample(
    [
      [1470, 0],
      [1469, 10],
    ],
    2,
  ),
)(
  'a vehicle that is let for seven nights or more is found at its cheapest: --max-total %d',
  async (max, code) => {
    const lucky = fleets({
      lucky: { vehicles: withMinimumLength, quote: (query) => ({ totalAmount: totalOf(query) }) },
    });
    // It takes more requests than a window has.
    const { monotonic, sleep } = fastClock();
    const clock = { monotonic, sleep, now: () => Date.parse('2029-12-01') + monotonic() };
    const line = [
      'compare',
      '--pick-up',
      'auckland',
      '--from',
      '2030-01-05..+20d',
      '--nights',
      '5..9',
    ];
    const ended = await lucky.rental(
      [...line, '--vehicle', 'Takahe', '--max-total', String(max), '--json'],
      clock,
    );
    const { offers } = JSON.parse(ended.stdout) as { offers: { totalAmount: number }[] };
    expect([ended.code, offers[0]?.totalAmount]).toEqual([code, 1470]);
  },
);
