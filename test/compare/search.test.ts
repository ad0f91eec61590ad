/** Which quotes are asked for in rare cases. Whatever comes on top of the daily rate × nights: few-quotes.test.ts. */
import { expect, test } from 'vitest';
import { createChooser, type Estimated } from '../../src/compare/engine/search.ts';
import { cars, rateOf, ways, type OnTop, type Rental } from './ways.ts';

interface Pair extends Estimated, Rental {
  readonly group: string;
}

const starts = Array.from({ length: 31 }, (_, index) => index);

/** 31 starts × 5 lengths × 12 vehicles × 2 drop-off depots. */
const month = [7, 10, 12, 14, 21].flatMap((nights) =>
  [true, false].flatMap((isReturn) =>
    starts.flatMap((start) => cars.map((car) => pairOf(start, nights, car, isReturn))),
  ),
);

function pairOf(start: number, nights: number, car: number, isReturn: boolean): Pair {
  const rate = rateOf(car, start);
  const [kind, vehicle] = [`${nights} ${isReturn}`, `${car} ${nights} ${isReturn}`];
  return { start, nights, car, isReturn, rate, estimate: rate * nights, kind, vehicle, group: '', isLast: false };
}

/** Asks for what is chosen; how many quotes that took, and in which groups a cheaper one was not asked for. */
function cheapest(pairs: readonly Pair[], max: number, onTop: OnTop) {
  const totalOf = (pair: Pair): number => pair.estimate + onTop(pair);
  const chooser = createChooser(pairs, { max, groupOf: ({ group }) => group });
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
      .slice(0, max);
  const groups = [...new Set(pairs.map(({ group }) => group))];
  const wrong = groups.filter((group) => best(asked, group).join() !== best(pairs, group).join());
  return { quotes: asked.length, wrong, chooser };
}

test('with random discounts, it says that totals can be below the estimate', () => {
  const random = ways.find(([way]) => way.startsWith('random'))!;
  const { quotes, chooser } = cheapest(month, 10, random[1]);
  expect(quotes).toBeLessThanOrEqual(80);
  expect(chooser.isBelowEstimates()).toBe(true);
});

test('what has no quote is not asked for again, and another of its kind is asked for instead', () => {
  const chooser = createChooser([pairOf(0, 7, 0, true), pairOf(0, 7, 7, true)], { max: 1, groupOf: () => '' });
  const [first] = chooser.next();
  chooser.learn(first!, undefined);
  const [second] = chooser.next();
  expect([first?.car, second?.car]).toEqual([0, 7]);
  chooser.learn(second!, undefined);
  expect(chooser.next()).toEqual([]);
});

test('totals in two currencies are not compared', () => {
  const pairs = [pairOf(0, 7, 0, true), pairOf(0, 7, 1, false)];
  const chooser = createChooser(pairs, { max: 1, groupOf: () => '' });
  expect(chooser.next()).toEqual(pairs);
});

test('a rental of one day, which has no nights, is compared with what others of one day cost', () => {
  const dayFee = ({ car, nights, start }: Rental): number => (nights === 0 ? 300 + 10 * ((car + start) % 12) : 0);
  const pairs = starts.flatMap((start) =>
    [0, 1].flatMap((nights) =>
      cars.map((car) => ({ ...pairOf(start, nights, car, true), group: `${start} ${nights}` })),
    ),
  );
  expect(cheapest(pairs, 1, dayFee).wrong).toEqual([]);
});
