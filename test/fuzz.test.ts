/** Random command lines: none fails in a way that is not documented, and the same line twice prints the same bytes. */
import { expect, onTestFinished, test } from 'vitest';
import { checkLines } from '../bench/fuzz/check.ts';
import { problemOf, startFakes } from '../bench/fuzz/harness.ts';
import type { Line } from '../bench/fuzz/lines.ts';
import { isThorough } from './support/thorough.ts';

/** `npm run fuzz -- 100000` runs more of them. */
const count = isThorough ? 250 : 50;

test('random command lines end as documented', { timeout: 120_000 }, async () => {
  const fakes = await startFakes();
  onTestFinished(() => fakes.close());
  const { defects, codes } = await checkLines({ seed: 11, count, addresses: fakes.addresses });
  expect(defects).toEqual([]);
  // The lines also reach the service.
  expect(codes[0]).toBeGreaterThan(count / 6);
  expect(codes[2]).toBeGreaterThan(count / 6);
});

test.each([
  [{ code: 70 }, 'exit code 70'],
  [{ code: 11 }, 'exit code 11 has no meaning'],
  [{ code: 2 }, 'it fails without a word'],
  [{ code: 2, stdout: 'x', stderr: 'error: x' }, 'a usage error prints to stdout'],
  [{ code: 0, stdout: '\u001b[2J' }, 'a control character'],
  [{ code: 3, stdout: '[]', stderr: '{"error":{"exitCode":3}}' }, 'an error prints to stdout'],
  [{ code: 3, stderr: '{"error":{"exitCode":4}}' }, 'the error has another exit code'],
  [{ code: 4, stderr: 'error: x' }, 'an error is not JSON'],
  [{ code: 0, stdout: 'hello' }, 'the document is not JSON'],
  [{ code: 8, stdout: '{"partial":true}' }, undefined],
])('the check of an end such as %j says: %s', (end, problem) => {
  const line: Line = { words: ['depots', '--json'], env: {}, config: undefined, columns: undefined };
  expect(problemOf(line, { stdout: '', stderr: '', ...end })).toBe(problem);
});
