import { expect, test } from 'vitest';
import type { ComparePlan } from '../../src/documents/compare-plan.ts';
import { requestsInWords } from '../../src/views/plan-words.ts';
import { comparePlan } from '../compare/samples.ts';

test.each<[string, Partial<ComparePlan>, string | undefined]>([
  ['about 12 requests, no wait', {}, undefined],
  ['about 12 requests to Lucky 京都, no wait', {}, 'Lucky 京都'],
  ['about 1 request, no wait', { requests: 1, mostRequests: 1 }, undefined],
  ['12 requests, no wait', { quote: 'none' }, undefined],
  ['at least 12 requests, no wait', { mostRequests: null }, undefined],
  ['about 12 requests, no wait; at most 1,300', { mostRequests: 1300 }, undefined],
  [
    'about 12 requests, no wait; at most 1,300, about 2 min',
    { mostRequests: 1300, mostSeconds: 120 },
    undefined,
  ],
])('the plan "%s"', (words, parts, to) => {
  expect(requestsInWords({ ...comparePlan, ...parts }, to)).toBe(words);
});
