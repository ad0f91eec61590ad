/**
 * Answers that would take gigabytes and minutes if every problem in them were recorded. Single
 * wrong fields: client.test.ts.
 */
import { expect, test } from 'vitest';
import * as schemas from '../../src/api/schemas.ts';
import { issuesOf } from '../../src/api/validate.ts';
import { depots, quote } from './samples.ts';

const wrong = Array<number>(1_000_000).fill(1);
const [depot] = depots;

test('of a list with a million wrong entries, the first thousand are named', () => {
  expect(issuesOf(schemas.depotsSchema(), wrong)).toHaveLength(1000);
});

test.each([
  ['depots', schemas.depotsSchema(), [{ ...depot, pickup_times: wrong }], [0, 'pickup_times']],
  [
    'a quote',
    schemas.quoteSchema(),
    { ...quote, priceBreakdown: { ...quote.priceBreakdown, accessories: wrong } },
    ['priceBreakdown', 'accessories'],
  ],
])('a list inside %s with a million entries is one problem', (_, schema, body, path) => {
  expect(issuesOf(schema, body)).toMatchObject([{ path, message: 'at most 1000 entries' }]);
});

test('thousands of entries that are right are accepted', () => {
  expect(issuesOf(schemas.depotsSchema(), Array(5_000).fill(depot))).toEqual([]);
});
