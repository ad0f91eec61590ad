/**
 * A whole month finds with few requests what it finds with all of them, whatever comes on top of
 * the daily rate × nights.
 */
import { describe, expect, test } from 'vitest';
import { nightly, sample } from '../support/thorough.ts';
import { compareQuotes, uses, type Use } from './pricing.ts';
import { ways } from './ways.ts';

/** The starts and lengths of a month. */
const cells = 31 * 5;

/** The most requests for vehicles and quotes. `perCell`: quotes of a calendar. */
function maxOf({ name, operators = 1 }: Use, perCell: number): number {
  // Measured, and a tenth more. In a calendar: a list of vehicles and the quotes of each cell.
  if (name === 'calendar') return cells * Math.max(4, 1.1 * (1 + perCell));
  if (name === 'each vehicle') return 430;
  return (name === 'return elsewhere' ? 320 : 210) * operators;
}

describe.each(nightly(ways, 4, 32))('at operators that charge: %s', (way, onTop, perCell) => {
  test.each(sample(uses, 8))(
    '"$name" finds with few requests what all quotes show',
    async (use) => {
      const { few, all, wrong, above } = await compareQuotes(use, onTop);
      const { offers } = few.outcome.found;
      const { dates } = few.outcome.trips;
      expect(few.requests).toBeLessThanOrEqual(maxOf(use, perCell));
      expect(offers.filter(({ quote }) => quote !== undefined)).toHaveLength(few.quotes);
      const hasAllOffers = offers.length === all.outcome.found.offers.length;
      expect(dates.every(({ notAsked }) => notAsked === 0)).toBe(hasAllOffers);
      // Nothing foretells which quotes have a discount.
      if (way.startsWith('random')) expect(above).toBeLessThan(0.01);
      else expect(wrong).toBe(0);
    },
  );
});
