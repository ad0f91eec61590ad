import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import type { Receipt } from '../../src/result.ts';
import fc from '../support/property.ts';
import { renderLines, type Rendering } from './support.ts';
import { tries } from '../support/thorough.ts';

const receipt: Receipt = {
  lines: [
    { label: 'Rental, 8 nights × 89.00', amount: '712' },
    { label: 'Route fee', amount: '1195.5' },
  ],
  total: { label: 'Total NZD', amount: '1907.50' },
  addsUp: true,
  warnings: [],
};

const shown = (one: Receipt, options: Rendering): Promise<string[]> =>
  renderLines({ view: [{ kind: 'receipt', receipt: one }] }, { format: 'table', ...options });

test.each([60, 120])(
  'a receipt has dots to its amounts and a rule above its total on %i columns',
  async (columns) => {
    expect(await shown(receipt, { columns })).toEqual([
      'Rental, 8 nights × 89.00 ............................ 712.00',
      'Route fee ......................................... 1,195.50',
      '------------------------------------------------------------',
      'Total NZD ......................................... 1,907.50',
    ]);
  },
);

test('a receipt continues long labels on the next line, and has no rule if it does not add up', async () => {
  const label = `Child seat with a very long name of the operator ${'x'.repeat(30)}`;
  const long: Receipt = {
    ...receipt,
    lines: [{ label, amount: '7' }, { label: '  of which some: 3.00' }],
  };
  expect(await shown({ ...long, addsUp: false }, { columns: 40 })).toEqual([
    'Child seat with a very long',
    'name of the operator',
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'xx ................................ 7.00',
    '  of which some: 3.00',
    'Total NZD ..................... 1,907.50',
    'The lines do not add up to the total',
    'that the operator gave.',
  ]);
});

test('a receipt has neither dots nor a rule for a screen reader', async () => {
  expect(await shown(receipt, { columns: 80, accessible: true })).toEqual([
    'Rental, 8 nights × 89.00: 712.00',
    'Route fee: 1,195.50',
    'Total NZD: 1,907.50',
  ]);
});

test('a receipt is never wider than the terminal, and every amount ends in the same column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string(), { maxLength: 4 }),
      fc.integer({ min: 30, max: 130 }),
      async (all, columns) => {
        const lines = await shown(
          { ...receipt, lines: all.map((label) => ({ label, amount: '1.5' })) },
          { columns },
        );
        const widths = lines.filter((line) => /\d$/.test(line)).map((line) => stringWidth(line));
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
        if (all.every((label) => /^[a-z]*$/.test(label))) expect(new Set(widths).size).toBe(1);
      },
    ),
    { numRuns: tries(50) },
  );
});
