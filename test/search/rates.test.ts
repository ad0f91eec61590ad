import { expect, test } from 'vitest';
import { createRates } from '../../src/search/rates.ts';

test('the low rate of a trip is never negative, however much rates differ', () => {
  const rates = createRates();
  const learn = (start: number, nights: number, rate: number): void =>
    rates.learn({ pair: '1 1', start, nights }, [{ key: 'Kea', rate }], []);
  // Starts and lengths with a tenth of the rate of the others.
  for (let start = 0; start < 10; start += 1) {
    learn(start, 3, start === 0 ? 10 : 100);
    learn(start, 7, start === 0 ? 1 : 100);
  }
  for (const trip of [
    { start: 5, nights: 7 },
    { start: 40, nights: 3 },
    { start: 40, nights: 7 },
  ])
    expect(rates.low({ pair: '1 1', ...trip }, 'Kea')).toBeGreaterThanOrEqual(0);
});

test('at a start without a list, a low rate is the lowest tenth, lowered towards unseen rates', () => {
  const rates = createRates();
  [50, 60, ...Array<number>(9).fill(100)].forEach((rate, start) =>
    rates.learn({ pair: '1 1', start, nights: 3 }, [{ key: 'Kea', rate }], []),
  );
  // The second lowest of eleven is 60. Half of its distance from the middle, 100, is 20.
  expect(rates.low({ pair: '1 1', start: 40, nights: 3 }, 'Kea')).toBeCloseTo(40);
});
