/** A comparison calls an offer the cheapest only of what it knows: other currencies, unanswered quotes and ties count. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment.ts';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { run } from '../../support/run.ts';

const trip = ['compare', '--pick-up', 'auckland', '--nights', '7', '--from', '2030-01-05..2030-01-12'];
const cars = { 11: ['Kea', 50], 12: ['Moa', 60], 13: ['Tui', 300] } as const;
const nights = 7;

function rateOf(query: URLSearchParams): number {
  return cars[Number(query.get('vehicle_id')) as keyof typeof cars][1];
}

/** Its totals are the daily rate × nights. */
function pricedFleet(parts: Partial<Fleet> = {}): Fleet {
  return { vehicles: () => cars, quote: (query) => ({ totalAmount: rateOf(query) * nights }), ...parts };
}

describe('with two currencies', () => {
  const aud = pricedFleet({ quote: (query) => ({ totalAmount: rateOf(query) * nights, currency: 'AUD' }) });
  const both = () => fleets({ lucky: pricedFleet(), happy: aud });

  test('each heading counts its own offers, because nobody knows the currency of what was not priced', async () => {
    const text = await both().shown([...trip, '--limit', '3', '--view', 'table']);
    const counts = [...text.matchAll(/cheapest of (\d+) offers in/g)].map(([, count]) => Number(count));
    const [, priced] = /(\d+) of 48 offers priced/.exec(text) ?? [];
    expect(counts).toHaveLength(2);
    expect(counts.reduce((sum, count) => sum + count)).toBe(Number(priced));
    expect(text.match(/of 48 offers priced/g)).toHaveLength(1);
  });

  test('each has its cheapest, in full and on the page', async () => {
    const page = `${temporaryFolder()}/page.html`;
    const text = await both().shown([...trip, '--report', page]);
    expect([...text.matchAll(/^Cheapest in (.*)$/gm)].map(([, what]) => what).sort()).toEqual([
      'AUD: Kea, happy',
      'NZD: Kea, lucky',
    ]);
    const said = readFileSync(page, 'utf8')
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ');
    expect(said).toContain('350.00 NZD is the cheapest in NZD: Kea');
    expect(said).toContain('350.00 AUD is the cheapest in AUD: Kea');
  });
});

describe('if a quote got no answer', () => {
  /** Which one does not matter. */
  const lucky = pricedFleet({
    quote: (query) =>
      query.get('pick_up_date') === '2030-01-05'
        ? { status: 503, error: 'no' }
        : { totalAmount: rateOf(query) * nights },
  });

  test('the cheapest is that of those that were priced', async () => {
    const text = await fleets({ lucky }).shown([...trip, '--limit', '5']);
    expect(text).toMatch(/^The \d+ cheapest priced of \d+ offers in NZD/);
    expect(text).toContain('cheaper ones are possible: not all of it was answered');
    expect(text).toContain('Cheapest of those priced: Kea\n');
  });

  test('a note says the same in a pipe', async () => {
    const { stderr } = await fleets({ lucky }).rental([...trip, '--limit', '5', '--json']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('cheaper ones are possible: not all of it was answered');
  });
});

test.each([[[]], [['--group-by', 'vehicle']], [['--view', 'calendar']]])(
  'with %j the line below the heading says what is to be expected of what was not priced',
  async (flags) => {
    const text = await fleets({ lucky: pricedFleet() }).shown([...trip, ...flags], 200);
    expect(text).toMatch(
      /^\d+ of 24 offers priced; the others are estimated at [\d.,]+ or more \(daily rate × nights, and what quotes had on top\)$/m,
    );
  },
);

test('offers that share the last place are all among the cheapest', async () => {
  const text = await fleets({ lucky: pricedFleet() }).shown([...trip, '--limit', '2']);
  expect(text).toMatch(/^The 8 cheapest of 24 offers in NZD/);
  expect(text).toContain('--limit 16 finds the 16 cheapest');
});

test('the count of what is cheap enough says that it is of those that were priced', async () => {
  const text = await fleets({ lucky: pricedFleet() }).shown([...trip, '--max-total', '5000'], 200);
  const [, priced] = /(\d+) of 24 offers priced/.exec(text) ?? [];
  expect(text).toContain(`\n${priced} priced offers at or under 5000.00 NZD.`);
});

describe('a saved ranking, shown in another way', () => {
  const other = 'cheaper ones are possible: the cheapest were looked for in another view';
  const kept = async (...asked: string[]) => {
    const env = { XDG_DATA_HOME: temporaryFolder(), NO_COLOR: '1' };
    await fleets({ lucky: pricedFleet() }).rental([...trip, ...asked, '--save', 'week'], { env });
    return (...args: string[]) => run(['trips', 'show', 'week', ...args], { env, tty: ['stdout'], columns: 100 });
  };

  test('says that cheaper ones are possible, and has no hint that asks for more', async () => {
    const show = await kept('--limit', '2');
    const [same, grouped, calendar] = [
      await show(),
      await show('--group-by', 'vehicle'),
      await show('--view', 'calendar'),
    ];
    expect(same.stdout).not.toMatch(/another view|--limit/);
    expect(grouped.stdout).toContain('Cheapest of those priced: Kea');
    for (const { stdout } of [grouped, calendar]) expect(stdout).toContain(other);
  });

  test('and so does a saved calendar, shown as a ranking', async () => {
    const show = await kept('--view', 'calendar');
    expect((await show()).stdout).toContain(other);
  });
});

describe('the plan', () => {
  test('has no number of quotes where nobody knows how many vehicles there are', async () => {
    const text = await fleets({ lucky: pricedFleet() }).shown([...trip, '--group-by', 'vehicle', '--dry-run']);
    expect(text).toContain('8 trips, at least 8 requests to lucky');
    expect(text).toMatch(/^lucky .*\?/m);
  });

  test('says what all quotes would take only if that is more', async () => {
    const text = await fleets({ lucky: pricedFleet() }).shown([...trip, '--vehicle', '11,12,13', '--dry-run']);
    expect(text).toContain(
      '8 requests, then 20 to 24 quotes to lucky, no wait; with --quote all 32 requests\n'.slice(0, 48),
    );
    expect(text).not.toMatch(/--quote all \d+ requests/);
  });
});
