/** A sweep sends exactly the requests of its plan, and none of them twice. */
import { describe, expect, test } from 'vitest';
import { counts, parsed, plantOperators } from './support.ts';

const trip = ['--pick-up', '1', '--from', '+30d', '--nights', '7'];
const fast = { rateLimit: { limit: 100, windowMs: 100 } };

describe('a sweep', () => {
  test('of 12 vehicles, 5 dates and 2 pairs of depots gets no 429, and reuses its quotes while they are valid', async () => {
    const lucky = plantOperators({ lucky: { rateLimit: { limit: 60, windowMs: 100 } } });
    const ids = Array.from({ length: 12 }, (_, index) => 101 + index).join(',');
    const sweep = ['--pick-up', '1', '--drop-off', '10,same', '--from', '+30d', '--flex', '2', '--nights', '7'];
    const args = [...sweep, '--vehicle', ids, '--quote', 'all', '--max-requests', '500', '--json'];

    const first = await lucky.compare([...args, '-v']);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('note: about 130 requests') as string });
    const { plan, offers } = parsed(first);
    const requests = lucky.newRequests('lucky');
    expect(lucky.sandbox('lucky').requests.filter(({ status }) => status !== 200)).toEqual([]);
    expect(requests).toHaveLength(plan.requests);
    expect(new Set(requests).size).toBe(plan.requests);
    expect(plan).toMatchObject({
      exact: true,
      trips: 10,
      operators: [{ availability: 10, extras: 0, depots: 0, known: 0 }],
    });
    expect(counts(requests)).toMatchObject({ availability: 10, quotes: offers.length });
    expect(offers.length).toBeGreaterThan(60);

    const second = await lucky.compare(args);
    const again = parsed(second);
    expect(second.stderr).toContain(`reused ${offers.length} quotes that are still valid`);
    expect(counts(lucky.newRequests('lucky'))).toEqual({ depots: 0, availability: 0, extras: 0, quotes: 0 });
    expect(again.plan).toMatchObject({ requests: 0, operators: [{ known: offers.length, quotes: 0 }] });
    expect(again.offers).toEqual(offers.map((offer) => ({ ...offer, reused: true })));

    const third = parsed(await lucky.compare([...args, '--refresh']));
    expect(counts(lucky.newRequests('lucky'))).toMatchObject({ availability: 10, quotes: offers.length });
    expect(third.offers.some(({ reused }) => reused)).toBe(false);
  });

  test('looks up the depots once, and the extras once for each vehicle', async () => {
    const lucky = plantOperators({ lucky: fast });
    const named = ['--pick-up', 'auckland airport', '--drop-off', 'queenstown', '--from', '+30d', '--flex', '1'];
    const extras = ['--accessory', 'child seat,child seat', '--insurance', 'zero excess'];
    const ended = await lucky.compare([...named, '--nights', '7,8', '--quote', 'all', ...extras, '--json']);
    const { plan, offers } = parsed(ended);
    const vehicles = new Set(offers.map(({ vehicle }) => vehicle.vehicleId)).size;
    const requests = lucky.newRequests('lucky');
    expect(counts(requests)).toEqual({ depots: 1, availability: 6, extras: 2 * vehicles, quotes: offers.length });
    expect(requests).toHaveLength(plan.requests);
    expect(offers[0]?.selection).toMatchObject({ accessory_ids: [301, 301], insurance_id: 403 });
  });

  test('with --quote none requests no quotes and sorts by daily rate', async () => {
    const lucky = plantOperators({ lucky: fast });
    const { offers, plan } = parsed(await lucky.compare([...trip, '--quote', 'none', '--json']));
    expect(counts(lucky.newRequests('lucky'))).toEqual({ depots: 0, availability: 1, extras: 0, quotes: 0 });
    expect(plan.requests).toBe(1);
    expect(offers.length).toBeGreaterThan(5);
    const rates = offers.map(({ vehicle }) => vehicle.rentalDailyRate);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
  });
});

describe('--dry-run', () => {
  test('sends no request for ids, and says that its numbers are not exact', async () => {
    const lucky = plantOperators({ lucky: fast });
    const ended = await lucky.compare([...trip, '--flex', '3', '--dry-run', '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(lucky.newRequests('lucky')).toEqual([]);
    const document = JSON.parse(ended.stdout) as object;
    expect(Object.keys(document)).toEqual(['plan']);
    expect(document).toMatchObject({
      plan: {
        requests: 27,
        mostRequests: 57,
        allRequests: null,
        exact: false,
        counted: true,
        trips: 7,
        quote: 'best:10',
        seconds: 0,
        operators: [
          { operator: 'lucky', depots: 0, availability: 7, extras: 0, quotes: 20, mostQuotes: 50, known: 0, free: 100 },
        ],
      },
    });
    await lucky.compare([...trip, '--flex', '3']);
    const { quotes } = counts(lucky.newRequests('lucky'));
    expect([quotes >= 10, quotes <= 50]).toEqual([true, true]);
    const later = JSON.parse((await lucky.compare([...trip, '--flex', '3', '--dry-run', '--json'])).stdout) as object;
    expect(later).toMatchObject({ plan: { operators: [{ availability: 0 }] } });
    expect(lucky.newRequests('lucky')).toEqual([]);
  });
});

describe('--max-requests', () => {
  test('stops before the first quote if the available vehicles need more', async () => {
    const lucky = plantOperators({ lucky: fast });
    const ended = await lucky.compare([...trip, '--flex', '3', '--quote', 'all', '--max-requests', '20', '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(counts(lucky.newRequests('lucky'))).toEqual({ depots: 0, availability: 7, extras: 0, quotes: 0 });
  });
});

test.each([
  [['--pick-up', '1', '--from', '+30d'], '--nights (or --to) is needed'],
  [[...trip, '--to', '+7d'], '--nights and --to both say how long'],
  [[...trip, '--quote', 'some'], '--quote takes best, best:20, all or none'],
  [[...trip, '--max-total', 'cheap'], '--max-total takes an amount'],
  [[...trip, '--quote', 'none', '--max-total', '5'], '--max-total needs quotes'],
  [[...trip, '--quote', 'none', '--accessory', 'chains'], '--quote none prices no extras'],
  [[...trip, '--vehicle', 'cheapest'], 'a comparison finds the cheapest of all'],
  [[...trip, '--quote', 'none', '--group-by', 'vehicle'], '--group-by shows totals, and --quote none asks for none'],
  [[...trip, '--limit', '3', '--all'], '--limit and --all contradict each other'],
  [[...trip, '--limit', '3', '--view', 'calendar'], 'the calendar shows every date, so it takes no --limit'],
  [[...trip, '--limit', '0'], '--limit'],
  [['--pick-up', '1', '--from', '2031-01-01..2031-01-05', '--flex', '2', '--nights', '7'], '--flex goes with one date'],
])('compare %j is refused: %s', async (args, message) => {
  const lucky = plantOperators({ lucky: fast });
  const ended = await lucky.compare(args);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) as string });
  expect(lucky.newRequests('lucky')).toEqual([]);
});
