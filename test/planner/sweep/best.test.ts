/** The cheapest of a month with few quotes: the same as if all were quoted, whatever comes on top of the daily rate × nights. */
import { describe, expect, test } from 'vitest';
import { createChooser, type Estimated } from '../../../src/planner/sweep/best.ts';
import { sample } from '../../support/thorough.ts';

interface Pair extends Estimated {
  /** The day of the month. */
  readonly start: number;
  readonly car: number;
  readonly isReturn: boolean;
  readonly group: string;
}

const [starts, cars] = [
  Array.from({ length: 31 }, (_, index) => index),
  Array.from({ length: 12 }, (_, index) => index),
];

/** 31 starts × 5 lengths × 12 vehicles × 2 drop-off depots. */
const month = [7, 10, 12, 14, 21].flatMap((nights) =>
  [true, false].flatMap((isReturn) =>
    starts.flatMap((start) => cars.map((car) => pairOf(start, nights, car, isReturn))),
  ),
);

function pairOf(start: number, nights: number, car: number, isReturn: boolean): Pair {
  const dailyRate = 60 + 13 * ((car * 7) % 12) + 4 * ((start * 11) % 5);
  const [kind, vehicle] = [`${nights} ${isReturn}`, `${car} ${isReturn}`];
  return { start, nights, car, isReturn, estimate: dailyRate * nights, kind, vehicle, group: '', isLast: false };
}

/** From 0 to 1, the same for the same pair. */
function random({ start, nights, car, isReturn }: Pair): number {
  const sine = Math.sin(start * 12.9 + nights * 78.2 + car * 37.7 + Number(isReturn) * 4.1) * 43_758.5;
  return sine - Math.floor(sine);
}

type OnTop = (pair: Pair) => number;
const fees: OnTop = ({ car }) => 25 + 9 * (car % 4);
const oneWay: OnTop = ({ isReturn }) => (isReturn ? 0 : 180);
const weekend: OnTop = ({ start }) => (start % 7 > 4 ? 35 : 0);
const extras: OnTop = ({ nights }) => 12 * nights + 30;
const long: OnTop = ({ nights, estimate }) => (nights < 14 ? 0 : -estimate / 4);

/** `perCell`: the most quotes for each start and length in a calendar. */
const ways: readonly (readonly [name: string, onTop: OnTop, perCell: number])[] = [
  ['nothing', () => 0, 1.4],
  ['a flat fee', () => 45, 1.4],
  ['fees by vehicle', fees, 1.4],
  ['a one-way fee', oneWay, 1.4],
  ['a weekend surcharge', weekend, 1.4],
  ['10 % off from 12 nights', ({ nights, estimate }) => (nights < 12 ? 0 : -estimate / 10), 1.4],
  ['25 % off from 14 nights', long, 1.4],
  ['extras by night', extras, 1.4],
  ['all of these', (pair) => [fees, oneWay, weekend, extras, long].reduce((sum, onTop) => sum + onTop(pair), 0), 1.4],
  ['noise up to 40', (pair) => 40 * random(pair), 1.4],
  ['noise up to 150', (pair) => 150 * random(pair), 1.4],
  ['a high fee for the vehicle with the lowest rate', ({ car }) => (car === 0 ? 600 : 20), 1.4],
  // Every vehicle may have the discount on every date, so more must be asked for.
  ['half the price in the first week', ({ start, estimate }) => (start < 7 ? -estimate / 2 : 0), 4.6],
];

/** Asks for what is chosen; how many quotes that took, and in which groups a cheaper one was not asked for. */
function cheapest(pairs: readonly Pair[], most: number, onTop: OnTop) {
  const totalOf = (pair: Pair): number => pair.estimate + onTop(pair);
  const chooser = createChooser(pairs, { most, groupOf: ({ group }) => group });
  const asked: Pair[] = [];
  for (let next = chooser.next(); next.length > 0; next = chooser.next()) {
    asked.push(...next);
    for (const pair of next) chooser.learn(pair, { total: totalOf(pair), unit: 'NZD' });
  }
  expect(new Set(asked).size, 'nothing is asked twice').toBe(asked.length);
  const best = (some: readonly Pair[], group: string): number[] =>
    some
      .filter((pair) => pair.group === group)
      .map(totalOf)
      .sort((a, b) => a - b)
      .slice(0, most);
  const groups = [...new Set(pairs.map(({ group }) => group))];
  const wrong = groups.filter((group) => best(asked, group).join() !== best(pairs, group).join());
  return { quotes: asked.length, wrong, chooser };
}

describe.each(sample(ways, 2))('with %s on top', (_, onTop, perCell) => {
  test('the ten cheapest of the month take 80 quotes at most', () => {
    const { quotes, wrong } = cheapest(month, 10, onTop);
    expect(wrong).toEqual([]);
    expect(quotes).toBeLessThanOrEqual(80);
  });

  test('the ten cheapest of one vehicle, and of the way there and back', () => {
    const one = cheapest(
      month.filter(({ car }) => car === 3),
      10,
      onTop,
    );
    const back = cheapest(
      month.filter(({ isReturn }) => isReturn),
      10,
      onTop,
    );
    expect([one.wrong, back.wrong]).toEqual([[], []]);
    expect(Math.max(one.quotes, back.quotes)).toBeLessThanOrEqual(80);
  });

  test('a calendar has the cheapest of each start and length, and a table the cheapest of each vehicle', () => {
    const cells = month.flatMap((pair) => (pair.isReturn ? { ...pair, group: `${pair.start} ${pair.nights}` } : []));
    const calendar = cheapest(cells, 1, onTop);
    const vehicles = cheapest(
      month.map((pair) => ({ ...pair, group: `${pair.car}` })),
      1,
      onTop,
    );
    expect([calendar.wrong, vehicles.wrong]).toEqual([[], []]);
    expect(calendar.quotes / (31 * 5)).toBeLessThanOrEqual(perCell);
  });
});

test('with random discounts up to a fifth, it comes near the cheapest, and says that totals can be below the estimate', () => {
  const discount: OnTop = (pair) => (-pair.estimate * random(pair)) / 5;
  const { quotes, chooser } = cheapest(month, 10, discount);
  expect(quotes).toBeLessThanOrEqual(80);
  expect(chooser.isBelowEstimates()).toBe(true);
});

test('what has no quote is not asked for again, and another of its kind is asked for instead', () => {
  const chooser = createChooser([pairOf(0, 7, 0, true), pairOf(0, 7, 7, true)], { most: 1, groupOf: () => '' });
  const [first] = chooser.next();
  chooser.learn(first!, undefined);
  const [second] = chooser.next();
  expect([first?.car, second?.car]).toEqual([0, 7]);
  chooser.learn(second!, undefined);
  expect(chooser.next()).toEqual([]);
});

test('totals in two currencies are not compared', () => {
  const pairs = [pairOf(0, 7, 0, true), pairOf(0, 7, 1, false)];
  const chooser = createChooser(pairs, { most: 1, groupOf: () => '' });
  expect(chooser.next()).toEqual(pairs);
});
