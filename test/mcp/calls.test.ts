// @module-tag long
/** Many calls with random answers of the service. `npm run fuzz -- mcp 20000 7` runs more. */
import { expect, test } from 'vitest';
import { checkCalls } from '../../bench/fuzz/mcp/check.ts';

const count = 2_000;

test('each call is answered in short, and the memory stays as it is', { timeout: 600_000 }, async () => {
  const { problems, ends, grown } = await checkCalls(11, count);
  // Node 20 can compile WebAssembly or collect garbage for seconds in any call; a slow kind of answer would be slow each time.
  const slow = problems.filter((problem) => / it takes \d+ ms$/.test(problem));
  expect(problems.filter((problem) => !slow.includes(problem))).toEqual([]);
  expect(slow.length).toBeLessThan(5);
  // The answers reach every layer.
  const often = ['document', 'contract', 'usage'];
  expect(often.filter((end) => (ends[end] ?? 0) < count / 100)).toEqual([]);
  expect(grown).toBeLessThan(8e6);
});
