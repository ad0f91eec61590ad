/** Lists of extras state no unit. */
import { expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';

const note = 'Prices of extras: unit not stated; the quote shows the sum.';

test('extras says in its table, and only there, that the unit is not stated', async () => {
  const { baseUrl } = operator();
  const table = await run(['extras', '11', '--base-url', baseUrl, '--format', 'table']);
  expect(table.stdout).toContain(note);
  const none = await run(['extras', '12', '--base-url', baseUrl, '--format', 'table']);
  expect(none.stdout).not.toContain('unit');
  const plain = await run(['extras', '11', '--base-url', baseUrl]);
  expect(plain.stdout).not.toContain('unit');
});
