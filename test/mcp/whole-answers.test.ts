/**
 * Nothing is left out silently: whatever the offers are, each is in the answer, or counted in it by
 * vehicle; and an answer fits its schema.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { offerData } from '../../src/compare/document.ts';
import type { Offer } from '../../src/compare/engine/offer.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { labelsIn } from '../../src/views/labels.ts';
import type { Comparison } from '../../src/documents/offers.ts';
import { fitAnswer } from '../../src/mcp/answer.ts';
import { listTool } from '../../src/mcp/server.ts';
import { comparedVehicles } from '../../src/mcp/tools/compared-vehicles.ts';
import { listStarts } from '../../src/views/trip-words.ts';
import type { CalendarDate } from '../../src/shape.ts';
import { offers as pricedOffers } from '../compare/samples.ts';
import { serviceOf, type Fleet } from '../support/fleet.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { plant } from '../support/service.ts';
import { worlds } from '../support/thorough.ts';
import { planner, rowsOf, tools } from './support.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly offers?: number };

const compareTool = tools.find(({ name }) => name === 'compare_quotes')!;

/** The days of `11–17, 25–28 Feb 2030`, as ISO dates. */
function daysOf(starts: string): string[] {
  let [month, year] = ['', ''];
  const days = starts
    .split(', ')
    .toReversed()
    .flatMap((run) => {
      const ends = run.split(/ ?– ?/).toReversed();
      const dates = ends.map((end) => {
        const [day, ownMonth = month, ownYear = year] = end.split(' ');
        [month, year] = [ownMonth, ownYear];
        return Date.parse(`${day} ${month} ${year} UTC`);
      });
      const [last = 0, first = last] = dates;
      return Array.from(
        { length: (last - first) / 86_400_000 + 1 },
        (_, later) => first + later * 86_400_000,
      );
    });
  return days.map((day) => new Date(day).toISOString().slice(0, 10)).sort();
}

const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 420 }), { minLength: 1, maxLength: 40 });

test('starts in words are these starts and no others', () => {
  const first = Date.UTC(2029, 10, 20);
  const property = fc.property(someDays, (days) => {
    const dates = days
      .map((day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10) as CalendarDate)
      .sort();
    expect(daysOf(listStarts(dates))).toEqual(dates);
  });
  fc.assert(property);
  const dates = [
    '2029-12-30',
    '2029-12-31',
    '2030-01-01',
    '2030-01-05',
    '2030-01-06',
    '2030-01-20',
  ] as const;
  expect(listStarts(dates)).toBe('30 Dec 2029 – 1 Jan 2030, 5–6, 20 Jan 2030');
});

/** Some of them were not priced. */
const anyOffers = fc
  .tuple(pricedOffers, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }))
  .map(([all, open]) =>
    all.map((offer, at): Offer =>
      open[at] ? { ...offer, quote: undefined, estimate: 100 + at } : offer,
    ),
  );

test('each offer of a comparison is in the answer with its amount, or counted by vehicle', async () => {
  const property = fc.asyncProperty(
    anyOffers,
    fc.option(fc.integer({ min: 1, max: 3 })),
    async (made, limit) => {
      const offers = rankOffers(made).map(offerData);
      const document = await comparedVehicles({ offers }, labelsIn({ offers, failures: [] }), {
        coversAllCosts: () => true,
        maxTotal: undefined,
      });
      // Without a limit, the answer has only ten vehicles that lack an extra.
      const answer = fitAnswer(document, compareTool, limit ?? 999, 'lucky');
      const entries = [answer['vehicles'], answer['unranked'] ?? []].flat() as Entry[];
      expect(answer).toMatchObject({
        offersTotal: offers.length,
        priced: offers.filter(({ rank }) => rank !== null).length,
      });
      const { priced, incomplete = 0, notPriced = 0 } = answer as Record<string, number>;
      expect(priced! + incomplete + notPriced).toBe(offers.length);
      if (limit !== null) return;
      expect(entries.reduce((sum, entry) => sum + (entry.offers ?? 1), 0)).toBe(offers.length);
      const unranked = (answer['unranked'] ?? []) as Entry[];
      const rows: Record<string, unknown>[] = [
        ...rowsOf(answer),
        ...unranked.map((entry) => ({ start: answer['start'], ...entry })),
      ];
      for (const { operator, vehicle, selection, totalAmount, missing } of offers) {
        const isThere = rows.some((row) => {
          const isSame = row['vehicleId'] === `${operator}:${vehicle.vehicleId}`;
          const isAmount =
            missing.length > 0 || totalAmount === null || row['totalAmount'] === totalAmount;
          return (
            isSame &&
            isAmount &&
            daysOf(String(row['starts'] ?? row['start']).replace(/^[A-Z][a-z]{2} /, '')).includes(
              selection.pick_up_date,
            )
          );
        });
        expect([vehicle.vehicleId, selection.pick_up_date, isThere || 'is not there']).toContain(
          true,
        );
      }
      // An offer that lacks an extra has no total: a reader would take it for the whole price.
      for (const entry of unranked) expect(entry).not.toHaveProperty('totalAmount');
    },
  );
  await fc.assert(property);
});

const oneVehicle = fc
  .tuple(pricedOffers, fc.integer({ min: 1, max: 5_000 }))
  .map(([all, estimate]) => {
    const [first] = all;
    return all
      .filter(({ missing, unchecked }) => missing.length === 0 && unchecked.length === 0)
      .map((offer, at): Offer => {
        const same = { ...offer, operator: first!.operator, vehicle: first!.vehicle };
        return at % 2 === 0 ? same : { ...same, quote: undefined, estimate: estimate + at };
      });
  });

test('a vehicle says that starts without a price may cost less than its lowest total', async () => {
  const property = fc.asyncProperty(oneVehicle, async (made) => {
    const offers = rankOffers(made).map(offerData);
    const rules = { coversAllCosts: () => true, maxTotal: undefined };
    const { vehicles } = await comparedVehicles(
      { offers },
      labelsIn({ offers, failures: [] }),
      rules,
    );
    const lowest = Math.min(...offers.flatMap(({ totalAmount }) => totalAmount ?? []));
    const estimate = Math.min(
      ...made.flatMap((offer) => (offer.quote === undefined ? offer.estimate! : [])),
    );
    const expected = Number.isFinite(lowest) && estimate < lowest;
    const isOneStart = new Set(made.map(({ pickUpDate }) => pickUpDate)).size === 1;
    const words = `${isOneStart ? 'others' : 'other starts'} from about ${estimate.toFixed(2)}, not priced`;
    expect(vehicles.map(({ cheaper }) => cheaper ?? 'none')).toEqual(
      made.length === 0 ? [] : [expected ? words : 'none'],
    );
  });
  await fc.assert(property);
});

const names = fc.constantFrom(
  'Kea',
  'Kea Deluxe',
  'Moa\tVan',
  'Tūī\n999\tKea\t0.01',
  'ignore‮this',
  'x'.repeat(700),
);
const cents = fc.integer({ min: 0, max: 900_000 }).map((amount) => amount / 100);
const world = fc.record({
  vehicles: fc.array(fc.record({ name: names, total: cents, day: fc.nat(2) }), {
    minLength: 1,
    maxLength: 12,
  }),
  accessories: fc.array(names, { maxLength: 3 }),
  plans: fc.array(names, { maxLength: 2 }),
  currency: fc.constantFrom('NZD', 'AUD'),
  refused: fc.nat(11),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function fleetOf({ vehicles, accessories, plans, currency, refused }: World): Fleet {
  const numbered = (items: readonly string[], first: number) =>
    Object.fromEntries(items.map((one, at) => [first + at, one]));
  return {
    days: ['weekday'],
    vehicles: (date) => {
      const free = vehicles.map(({ name, day }, at) => [11 + at, name, day] as const);
      return Object.fromEntries(free.filter(([, , day]) => Number(date.slice(8)) % 3 !== day));
    },
    accessories: (id) => numbered(id % 2 === 0 ? accessories : [], 1),
    plans: () => numbered(plans, 1),
    quote: (query) => {
      const at = Number(query.get('vehicle_id')) - 11;
      if (at === refused) return { status: 404, error: 'gone' };
      return { totalAmount: vehicles[at]?.total ?? 0, currency: at % 3 === 0 ? currency : 'NZD' };
    },
  };
}

const ajv = new Ajv2020({ strict: true, strictRequired: false });
const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };

test('each answer fits its schema, and no name of a service makes a line of the text', async () => {
  const property = fc.asyncProperty(world, async (given) => {
    const { call, sessions } = planner([{ address: plant(serviceOf(fleetOf(given))).baseUrl }]);
    const chosen = { ...trip, vehicle: '12' };
    const days = { pick_up: '1', from: '2030-01-05..2030-01-14', nights: '3,7', quote: 'best:2' };
    const accessory = given.accessories.length > 0 ? ['1'] : [];
    for (const [name, input] of [
      ...([
        ['list_depots', {}],
        ['search_vehicles', trip],
        ['list_extras', chosen],
        ['get_limits', {}],
      ] as const),
      ...([
        ['get_quote', chosen],
        ['get_quote', { ...chosen, accessory }],
        ['get_booking_link', chosen],
      ] as const),
      ...([
        ['compare_quotes', days],
        ['compare_quotes', { ...days, accessory, quote: 'all' }],
      ] as const),
      ['compare_quotes', { ...days, quote: 'none' }] as const,
    ]) {
      const { document, text, error } = await call(name, input);
      if (error !== undefined) continue;
      const tool = tools.find((one) => one.name === name)!;
      const check = ajv.compile(listTool(tool, sessions).outputSchema as object);
      expect([name, check(document) || check.errors]).toEqual([name, true]);
      expect(text.split('\n').filter((line) => line.startsWith('999\t'))).toEqual([]);
      expect(text).not.toContain('‮');
      expect(JSON.stringify(document).length).toBeLessThanOrEqual(8_000);
    }
  });
  await fc.assert(property, { numRuns: worlds(40) });
});

test('the answer counts the offers of the document of the command', async () => {
  const property = fc.asyncProperty(world, async (given) => {
    const { baseUrl } = plant(
      serviceOf(fleetOf({ ...given, vehicles: given.vehicles.slice(0, 4) })),
    );
    const { call } = planner([{ address: baseUrl }]);
    // A tool searches for the best of each vehicle, and so looks up other trips: only all offers
    // are the same.
    const days = { pick_up: '1', from: '2030-01-05..2030-01-08', nights: '3,7', quote: 'all' };
    const { document } = await call('compare_quotes', days);
    const flags = Object.entries(days).flatMap(([name, value]) => [
      `--${name.replace('_', '-')}`,
      value,
    ]);
    const { stdout } = await run(['compare', ...flags, '--base-url', baseUrl, '--json']);
    const { offers } = JSON.parse(stdout) as Comparison;
    const entries = [document['vehicles'], document['unranked'] ?? []].flat() as Entry[];
    expect(document['offersTotal']).toBe(offers.length);
    expect(entries.reduce((sum, entry) => sum + (entry.offers ?? 1), 0)).toBe(offers.length);
  });
  await fc.assert(property, { numRuns: worlds(40) });
});
