/** A whole comparison of a month finds with few quotes what it finds with all of them, whatever comes on top of the daily rate × nights. */
import { describe, expect, test } from 'vitest';
import { sample } from '../support/thorough.ts';
import { cells, compareQuotes, uses, type Use } from './pricing.ts';
import { ways } from './ways.ts';

function mostOf({ name, operators = 1 }: Use, perCell: number): number {
  if (name === 'each vehicle') return 12 * 27;
  return name === 'calendar' ? perCell * cells : 80 * operators;
}

describe.each(sample(ways, 16))('with %s', (way, onTop, perCell) => {
  test.each(uses.map((use) => [use.name, use] as const))('%s', async (_, use) => {
    const { few, all, wrong, above } = await compareQuotes(use, onTop);
    expect(few.quotes).toBeLessThanOrEqual(mostOf(use, perCell));
    expect(few.outcome.offers.filter(({ quote }) => quote !== undefined)).toHaveLength(few.quotes);
    expect(few.outcome.offers).toHaveLength(all.outcome.offers.length);
    // Nothing foretells which quotes have a discount.
    if (way.startsWith('random') && few.outcome.isBelowEstimates) expect(above).toBeLessThan(0.01);
    else expect(wrong).toBe(0);
  });
});
