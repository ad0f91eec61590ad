/**
 * Which trips and quotes a search asks for, whether it finds the cheapest, and whether what it says
 * of the rest is true.
 */
import { describe, expect, test } from 'vitest';
import type { QuoteParts } from '../../src/search/learned.ts';
import type { ExpectedRequests } from '../../src/search/first-trips.ts';
import {
  createSearch,
  type SearchAim,
  type SearchOptions,
  type SearchTrip,
} from '../../src/search/search.ts';
import fc from '../support/property.ts';
import { nightly, repeats, sample } from '../support/thorough.ts';
import {
  allOf,
  cents,
  eachPair,
  faultsOf,
  minNights,
  random,
  rates,
  runSearch,
  scenes,
  ten,
  ways,
  worldOf,
  countMissedCheapest,
} from './worlds.ts';
import type { SearchOutcome, World } from './worlds.ts';

/** Few requests find the cheapest. */
const plainWays = [
  'plain nights',
  'calendar days',
  'calendar, one-way fee',
  'calendar, one-way, holidays',
  'at least 5 days',
  'at least 10 days',
  'fees by vehicle',
  '25 % off from 14 nights',
];
const hardWays = [
  'one vehicle at 40 %',
  'a discount for each vehicle',
  'noise to 40',
  'noise to 150',
  'random discounts',
];
const plainRates = ['by start', '1 % a night off', 'season'];

const rows = [
  ...['one pair', 'two pairs'].flatMap((scene) => {
    const max = scene === 'one pair' ? 100 : 160;
    return plainWays.flatMap((way) => plainRates.map((kind) => ({ scene, way, kind, max })));
  }),
  ...hardWays.map((way) => ({ scene: 'one pair', way, kind: 'by start', max: 200 })),
  ...['plain nights', 'at least 10 days', 'noise to 150'].map((way) => ({
    scene: '40 % sold out',
    way,
    kind: 'season',
    max: 200,
  })),
  ...['minimum lengths', 'one vehicle from 7 nights', 'one vehicle, 40 % sold out'].flatMap(
    (scene) =>
      ['plain nights', 'calendar, one-way, holidays', 'at least 10 days'].map((way) => ({
        scene,
        way,
        kind: 'season',
        max: 100,
      })),
  ),
  { scene: 'one pair', way: 'at least 10 days', kind: 'noise of 20 %', max: 400 },
];

describe('a month of five lengths', () => {
  test.each(nightly(rows, 2, 9))(
    '$way, rates: $kind, $scene: at most $max requests',
    ({ scene, way, kind, max }) => {
      const world = worldOf(ways[way]!, rates[kind]!, scenes[scene]!);
      const aims = scene === 'two pairs' ? [ten, eachPair] : [ten];
      const found = runSearch(world, { aims });
      expect(found.requests).toBeLessThanOrEqual(max);
      expect(countMissedCheapest(found.priced, allOf(world), aims)).toBe(0);
      expect(found.gaps.vehiclesNeverQuoted).toBe(0);
      expectTrueGaps(world, found, aims);
    },
  );

  test.each(
    sample(
      [
        ['200 on all days but one', 'by start', '40 % sold out'],
        ['200 on all days but one', 'season', 'one pair'],
        ['plain nights', 'half price in 5 %', 'one pair'],
        ['calendar days', 'half price in 5 %', 'two pairs'],
      ] as const,
      4,
    ),
  )(
    'if the cheapest was not found, the gaps say that it may be: %s, rates: %s, %s',
    (way, kind, scene) => {
      const world = worldOf(ways[way]!, rates[kind]!, scenes[scene]!);
      const found = runSearch(world, { aims: [ten] });
      const { gaps } = found;
      expectTrueGaps(world, found, [ten]);
      expect(found.priced.length).toBeLessThan(found.offers.length);
      // A search cannot know the rates of a trip that it did not ask for; it says how low they must be.
      const isDoubted = gaps.couldBeBelow > 0 || gaps.nearestTrip !== undefined;
      expect(countMissedCheapest(found.priced, allOf(world), [ten]) === 0 || isDoubted).toBe(true);
    },
  );
});

function expectTrueGaps(
  world: World,
  found: SearchOutcome,
  aims: readonly SearchAim<SearchTrip>[],
): void {
  expect(faultsOf(world, found, aims)).toEqual([]);
}

const names = { way: Object.keys(ways), kind: Object.keys(rates) };

const inNzd = (amount: number) => ({ amount, currency: 'NZD' });

/** Small worlds of any kind, some with two operators of two currencies, closed days and extras. */
const worlds = fc
  .record({
    seed: fc.nat(1e6),
    way: fc.constantFrom(...names.way),
    kind: fc.constantFrom(...names.kind),
    pairs: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
    soldOut: fc.constantFrom(0, 0.3, 0.9),
    minNights: fc.constantFrom(undefined, minNights),
    car: fc.constantFrom(undefined, undefined, 4),
    starts: fc.integer({ min: 1, max: 12 }),
    lengths: fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 4 }),
    operators: fc.integer({ min: 1, max: 2 }),
    count: fc.integer({ min: 1, max: 12 }),
    grouping: fc.constantFrom('all', 'pair', 'vehicle', 'operator'),
    maxRequests: fc.constantFrom(5, 40, 100, 10_000),
    maxTotal: fc.option(fc.integer({ min: 50, max: 900 }).map(inNzd), { nil: undefined }),
  })
  .map(
    ({ seed, way, kind, starts, operators, count, grouping, maxRequests, maxTotal, ...scene }) => {
      const base = worldOf(ways[way]!, rates[kind]!, scene, scene.lengths);
      const some = base.trips.filter(({ start }) => start < starts);
      const trips = Array.from({ length: operators }, (_, index) => index).flatMap((index) =>
        some.map((trip, place) => ({
          ...trip,
          operator: 'ab'[index]!,
          ranksLast: random(seed, place, index) < 0.15,
        })),
      );
      const currencyOf = ({ operator }: SearchTrip): string =>
        operator === 'b' && seed % 2 === 0 ? 'AUD' : 'NZD';
      const price = (trip: SearchTrip, vehicle: { key: string; rate: number }): QuoteParts => {
        const parts = base.price(trip, vehicle);
        return { ...parts, currency: currencyOf(trip) };
      };
      const groupOf: SearchAim<SearchTrip>['groupOf'] = ({ operator, pickUp, dropOff }, vehicle) =>
        ({
          all: '',
          pair: `${operator} ${pickUp} ${dropOff}`,
          vehicle: `${operator} ${vehicle}`,
          operator,
        })[grouping]!;
      return {
        world: { ...base, trips, price },
        options: { aims: [{ count, groupOf }], maxRequests, maxTotal },
      };
    },
  );

test('in any world a search keeps to maxRequests, asks for nothing twice, and gaps are true', () => {
  fc.assert(
    fc.property(worlds, ({ world, options }) => {
      const found = runSearch(world, options);
      expect(found.requests).toBeLessThanOrEqual(options.maxRequests);
      expect(new Set(found.asked).size).toBe(found.asked.length);
      const offers = found.priced.map(
        ({ trip, vehicle }) => `${world.trips.indexOf(trip)} ${vehicle.key}`,
      );
      expect(new Set(offers).size).toBe(offers.length);
      if (found.gaps.waiting === 0) expectTrueGaps(world, found, options.aims);
    }),
    { numRuns: repeats(4_000, 300, 20) },
  );
});

test('the choices do not depend on the order of answers', () => {
  fc.assert(
    fc.property(worlds, ({ world, options }) => {
      const backwards = runSearch(world, options, (list) => list.toReversed());
      const found = runSearch(world, options);
      expect(backwards.asked).toEqual(found.asked);
      expect(backwards.priced.map(({ parts }) => parts)).toEqual(
        found.priced.map(({ parts }) => parts),
      );
      expect(backwards.gaps).toEqual(found.gaps);
    }),
    { numRuns: repeats(500, 50, 5) },
  );
});

test('if no total is within maxTotal, every offer that was expected to be within it was quoted', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 50, max: 900 }), ({ world, options }, amount) => {
      const { offers, priced, search } = runSearch(world, {
        ...options,
        maxRequests: 10_000,
        maxTotal: inNzd(amount),
      });
      if (priced.some(({ parts }) => parts.currency === 'NZD' && parts.total <= amount)) return;
      const isPriced = new Set(
        priced.map(({ trip, vehicle }) => `${world.trips.indexOf(trip)} ${vehicle.key}`),
      );
      const rest = offers.filter(
        ({ trip, vehicle }) => !isPriced.has(`${world.trips.indexOf(trip)} ${vehicle.key}`),
      );
      const otherCurrency = new Set(
        priced.flatMap(({ trip, parts }) => (parts.currency === 'NZD' ? [] : trip.operator)),
      );
      for (const offer of rest.filter(({ trip }) => !otherCurrency.has(trip.operator)))
        expect(search.estimate(offer)).toBeGreaterThan(amount);
    }),
    { numRuns: repeats(500, 50, 5) },
  );
});

const month = worldOf(ways['plain nights']!, rates['by start']!, scenes['one pair']!);

test('all trips are asked for, and all quotes, where that is wanted', () => {
  const calendar = { count: 1, groupOf: ({ start, nights }: SearchTrip) => `${start} ${nights}` };
  const found = runSearch(month, { aims: [calendar], allTrips: true });
  expect(found.asked).toHaveLength(month.trips.length);
  expect(countMissedCheapest(found.priced, allOf(month), [calendar])).toBe(0);
  expect(found.priced.length).toBeLessThan(1.4 * month.trips.length);
  expect(runSearch(month, { aims: [ten], quotes: 'none' })).toMatchObject({
    requests: month.trips.length,
    priced: [],
  });
  expect(runSearch(month, { aims: [ten], quotes: 'all' }).priced).toHaveLength(allOf(month).length);
});

test('a second currency at one operator: everything is asked for', () => {
  const price: World['price'] = (trip, vehicle) => {
    return { ...month.price(trip, vehicle), currency: vehicle.key === '3' ? 'AUD' : 'NZD' };
  };
  const { asked, priced } = runSearch({ ...month, price }, { aims: [ten] });
  expect(asked).toHaveLength(month.trips.length);
  expect(priced).toHaveLength(allOf(month).length);
});

test('trips that rank last are asked for only if there are too few others', () => {
  const of = (count: number) => {
    const trips = month.trips.map((trip, index) => ({ ...trip, ranksLast: index >= count }));
    return runSearch({ ...month, trips }, { aims: [ten] }).asked.filter(
      ({ ranksLast }) => ranksLast,
    ).length;
  };
  expect(of(30)).toBe(0);
  expect(
    runSearch(
      { ...month, trips: month.trips.slice(0, 2).map((trip) => ({ ...trip, ranksLast: true })) },
      { aims: [ten] },
    ).asked,
  ).toHaveLength(2);
});

test('the estimate is made of the parts of quotes: charged days, route fee and extras', () => {
  const world = worldOf(ways['calendar, one-way fee']!, rates['by start']!, scenes['two pairs']!);
  const price: World['price'] = (trip, vehicle) => {
    const parts = world.price(trip, vehicle);
    return {
      ...parts,
      accessoriesFee: 4 * trip.nights,
      total: cents(parts.total + 4 * trip.nights),
    };
  };
  const { search, asked } = runSearch({ ...world, price }, { aims: [ten, eachPair] });
  const trip = asked.find(({ nights, dropOff }) => nights === 5 && dropOff === 2)!;
  const offers = search.learnVehicles(trip, [{ key: '9', rate: 100 }]);
  expect(search.estimate(offers[0]!)).toBe(6 * 100 + 180 + 20);
});

interface Quoted {
  readonly maxTotal?: number;
  /** What another operator charges, in AUD. */
  readonly otherTotal?: number;
  readonly rate?: number;
}

const fourStarts = [0, 1, 2, 3].map((start) => {
  return { operator: 'a', pickUp: 1, dropOff: 1, start, nights: 5, ranksLast: start === 3 };
});

const otherTrip = { ...fourStarts[0]!, operator: 'b' };

/** Two vehicles: the second, at `rate` a day, is not quoted on the last start. */
function quotedOn(
  feeOn: (start: number) => number,
  { maxTotal, otherTotal, rate = 90 }: Quoted = {},
) {
  const search = createSearch<SearchTrip, { key: string; rate: number }>({
    trips: otherTotal === undefined ? fourStarts : [...fourStarts, otherTrip],
    aims: [{ count: 1, groupOf: () => '' }],
    maxTotal: maxTotal === undefined ? undefined : inNzd(maxTotal),
  });
  search.next();
  const offers = fourStarts.flatMap((trip) =>
    search.learnVehicles(trip, [
      { key: '1', rate: 100 },
      { key: '2', rate },
    ]),
  );
  const left = offers.pop()!;
  for (const offer of offers) {
    const routeFee = feeOn(offer.trip.start);
    const total = 5 * offer.vehicle.rate + routeFee;
    const parts = { total, routeFee, currency: 'NZD', accessoriesFee: 0, insuranceFee: 0 };
    search.learnQuote(offer, parts);
  }
  const others =
    otherTotal === undefined ? [] : search.learnVehicles(otherTrip, [{ key: '9', rate: 80 }]);
  for (const offer of others) {
    const parts = { routeFee: 0, currency: 'AUD', accessoriesFee: 0, insuranceFee: 0 };
    search.learnQuote(offer, { ...parts, total: otherTotal! });
  }
  return { search, left };
}

test.each([
  ['a fee that its dates have', (start: number) => (start < 2 ? 0 : 50), 500],
  ['none, if its dates have none', (start: number) => (start === 3 ? 0 : 50), 450],
])('an estimate has the route fee that quotes of the same dates show: %s', (_, feeOn, total) => {
  const { search, left } = quotedOn(feeOn);
  expect(search.estimate(left)).toBe(total);
});

test('an offer is asked for if its estimate is within maxTotal, even if its guess is not', () => {
  const { search, left } = quotedOn((start) => (start === 3 ? 0 : 50), { maxTotal: 460 });
  expect(search.next().offers).toEqual([left]);
});

test('a total of another currency is not within maxTotal, so the search goes on', () => {
  const rules = { maxTotal: 460, otherTotal: 400 };
  const { search, left } = quotedOn((start) => (start === 3 ? 0 : 50), rules);
  expect(search.gaps().couldMeetMax).toBe(1);
  expect(search.next().offers).toEqual([left]);
});

test('an offer whose estimate is the wanted total to the cent is asked for', () => {
  // 5 × 80.04 is 400.20000000000005 in floating point.
  const rules = { maxTotal: 400.2, rate: 80.04 };
  const { search, left } = quotedOn((start) => (start === 3 ? 0 : 50), rules);
  expect(search.gaps().couldMeetMax).toBe(1);
  expect(search.next().offers).toEqual([left]);
});

test.each([
  ['a fee', 60],
  ['a discount', -60],
])('each of a few starts is quoted, because one can have %s of its own', (_, extra) => {
  for (const special of [0, 1, 2]) {
    const world: World = {
      trips: [3, 4, 5, 6].flatMap((nights) =>
        [0, 1, 2].map((start) => {
          return { operator: 'a', pickUp: 1, dropOff: 1, start, nights, ranksLast: false };
        }),
      ),
      vehicles: () => [{ key: '1', rate: 100 }],
      price: ({ start, nights }, { rate }) => {
        const total = nights * rate + (start === special ? extra : 0);
        return { total, currency: 'NZD', routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
      },
    };
    const cheapest = { count: 1, groupOf: () => '' };
    const found = runSearch(world, { aims: [cheapest] });
    expectTrueGaps(world, found, [cheapest]);
    expect(countMissedCheapest(found.priced, allOf(world), [cheapest])).toBe(0);
  }
});

test('a vehicle whose quotes are refused is tried 3 to 19 times', () => {
  const search = createSearch<SearchTrip, { key: string; rate: number }>({
    trips: month.trips,
    aims: [ten],
  });
  let refused = 0;
  for (let step = search.next(); step.trips.length + step.offers.length > 0; step = search.next()) {
    for (const trip of step.trips) search.learnVehicles(trip, month.vehicles(trip));
    for (const offer of step.offers) {
      if (offer.vehicle.key === '7') refused += 1;
      else if (offer.trip.start !== 4)
        search.learnQuote(offer, month.price(offer.trip, offer.vehicle));
      if (offer.vehicle.key === '7') search.learnQuote(offer, undefined);
    }
  }
  expect(refused).toBeGreaterThanOrEqual(3);
  expect(refused).toBeLessThan(20);
});

test(
  'with many pairs of depots and few allowed requests, some are left for quotes',
  { tags: ['long'] },
  () => {
    const trips = Array.from({ length: 40 }, (_, pair) =>
      month.trips.map((trip) => ({ ...trip, dropOff: pair })),
    ).flat();
    const { asked, priced, requests } = runSearch(
      { ...month, trips },
      { aims: [ten], maxRequests: 300 },
    );
    expect(requests).toBeLessThanOrEqual(300);
    expect(asked.length).toBeGreaterThan(40);
    expect(priced.length).toBeGreaterThan(60);
  },
);

const sumOf = ({ trips, quotes }: ExpectedRequests): number => trips + quotes;

test('the number of requests that is expected before the first one is about right', () => {
  for (const scene of ['one pair', 'two pairs']) {
    const world = worldOf(ways['calendar, one-way fee']!, rates['season']!, scenes[scene]!);
    const { requests } = runSearch(world, { aims: [ten] });
    const expected = sumOf(createSearch({ trips: world.trips, aims: [ten] }).expectedRequests(12));
    expect(Math.abs(expected / requests - 1)).toBeLessThan(0.15);
  }
  expect(
    sumOf(createSearch({ trips: month.trips, aims: [ten], maxRequests: 50 }).expectedRequests(12)),
  ).toBe(50);
});

test.each([0, -5, 1e308, Number.POSITIVE_INFINITY])(
  'a search ends with a daily rate of %d',
  (rate) => {
    const vehicles: World['vehicles'] = (trip) =>
      month.vehicles(trip).map((one) => (one.key === '2' ? { ...one, rate } : one));
    const price: World['price'] = (trip, vehicle) => {
      return {
        ...month.price(trip, { ...vehicle, rate: 60 }),
        total: vehicle.key === '2' ? 10 : 60 * trip.nights,
      };
    };
    const { priced, requests } = runSearch(
      { trips: month.trips.slice(0, 40), vehicles, price },
      { aims: [ten] },
    );
    expect(priced.some(({ vehicle }) => vehicle.key === '2')).toBe(true);
    expect(requests).toBeLessThan(200);
  },
);

test('a wanted total is looked for also among trips that rank last', () => {
  const trips = month.trips.slice(0, 60).map((trip) => ({ ...trip, ranksLast: trip.nights === 5 }));
  const asked = (maxTotal: SearchOptions<SearchTrip>['maxTotal']) =>
    runSearch({ ...month, trips }, { aims: [ten], maxTotal }).asked.filter(
      ({ ranksLast }) => ranksLast,
    ).length;
  expect(asked(undefined)).toBe(0);
  expect(asked(inNzd(310))).toBeGreaterThan(0);
});

test('a vehicle that can no longer be quoted does not use up the tries of its lengths', () => {
  const trips = [5, 10].flatMap((nights) =>
    Array.from({ length: 8 }, (_, start) => ({
      operator: 'lucky',
      pickUp: 1,
      dropOff: 1,
      start,
      nights,
      ranksLast: false,
    })),
  );
  const search = createSearch<SearchTrip, { key: string; rate: number }>({
    trips,
    aims: [{ count: 1, groupOf: () => '' }],
  });
  const quoted = new Set<number>();
  for (let step = search.next(); step.trips.length + step.offers.length > 0; step = search.next()) {
    for (const trip of step.trips)
      search.learnVehicles(trip, [
        { key: 'refused', rate: 10 },
        { key: 'dear', rate: 100 },
      ]);
    for (const offer of step.offers) {
      const { vehicle, trip } = offer;
      if (vehicle.key === 'dear') quoted.add(trip.nights);
      const total = vehicle.rate * trip.nights;
      const parts = { total, currency: 'NZD', routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
      search.learnQuote(offer, vehicle.key === 'dear' ? parts : undefined);
    }
    search.drop((_, vehicle) => vehicle?.key === 'refused' && step.offers.length > 0);
  }
  expect([...quoted].sort((a, b) => a - b)).toEqual([5, 10]);
});
