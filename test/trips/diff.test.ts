/** The differences between two answers are of the same trip, in one currency, to the cent. */
import { expect, test } from 'vitest';
import { diff } from '../../src/trips/diff.ts';
import { readTrip } from '../../src/trips/store.ts';
import { price, savedQuote } from '../support/saved-trips.ts';

async function quoteOf(fields: object) {
  const { env } = await savedQuote({ quotes: [fields] });
  return readTrip(env, 'one');
}

test('a difference has the amounts that differ, and is exact to the cent', async () => {
  const [before, after] = [await quoteOf(price(700.1)), await quoteOf(price(700.75, 0.25))];
  expect(diff(before, after)).toEqual([
    { field: 'totalAmount', before: 700.1, after: 700.75, difference: 0.65 },
    { field: 'rentalFee', before: 700.1, after: 700.5, difference: 0.4 },
    { field: 'routeFee', before: 0, after: 0.25, difference: 0.25 },
  ]);
  expect(diff(before, before)).toEqual([]);
});

test('amounts of two currencies have no difference', async () => {
  const [before, after] = [
    await quoteOf(price(700)),
    await quoteOf({ ...price(650), currency: 'AUD' }),
  ];
  expect(diff(before, after).map(({ field, difference }) => [field, difference])).toEqual([
    ['totalAmount', null],
    ['rentalFee', null],
    ['currency', null],
  ]);
});

test('extras with one name are one part, and an extra that is gone has no amount', async () => {
  const extra = (id: number, cost: number) => ({ id, name: 'Seat', quantity: 1, cost });
  const withExtras = (...accessories: object[]) => {
    const { totalAmount, priceBreakdown } = price(700);
    return { totalAmount, priceBreakdown: { ...priceBreakdown, accessories } };
  };
  const asked = async (fields: object) => {
    const saved = await quoteOf(price(700));
    if (saved.kind !== 'quote') throw new Error('not a quote');
    const extras = [1, 2].map((id) => ({
      kind: 'accessory' as const,
      id,
      name: 'Seat',
      quantity: 1,
    }));
    return { ...saved, requested: extras, document: { ...saved.document, ...fields } };
  };
  const [before, after] = [
    withExtras(extra(1, 10), extra(2, 15)),
    withExtras(extra(1, 10), extra(2, 20)),
  ];
  expect(diff(await asked(before), await asked(after))).toEqual([
    { field: 'accessories.Seat', before: 25, after: 30, difference: 5 },
  ]);
});

test('without a price only the total differs', async () => {
  const saved = await quoteOf(price(700));
  expect(diff(undefined, saved)).toEqual([
    { field: 'totalAmount', before: null, after: 700, difference: null },
  ]);
  expect(diff(undefined, undefined)).toEqual([]);
});
