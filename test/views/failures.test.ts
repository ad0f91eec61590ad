import { expect, test } from 'vitest';
import { failuresInWords } from '../../src/views/failures.ts';

test.each([
  [[0], '1 request failed'],
  [[0, 0], '2 requests failed'],
  [[1], '1 request not sent'],
  [[3, 1], '4 requests not sent'],
  [[0, 1], '1 request failed and 1 was not sent'],
  [[0, 0, 5591], '2 requests failed and 5,591 were not sent'],
])('failures that stand for %j requests that were not sent are "%s"', (unasked, words) => {
  expect(failuresInWords(unasked.map((count) => ({ unasked: count })))).toBe(words);
});
