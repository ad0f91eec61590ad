import { expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

test('a quote by name says nights × rate where that is the fee', async () => {
  const { baseUrl } = operator();
  const options = { tty: ['stdout'], env: { NO_COLOR: '1' } } as const;
  const line = ['--pick-up', '1', ...dates, '--base-url', baseUrl];
  const named = await run(['quote', 'kea camper', ...line], options);
  expect(named.stdout).toMatch(/^Kea Camper\n/);
  expect(named.stdout).toMatch(/\nRental, 7 nights × 99\.50 \.+ 696\.50\n/);
  const byId = await run(['quote', '11', ...line], options);
  expect(byId.stdout).toMatch(/^Vehicle 11\n[^]*\nRental \.+ 696\.50\n/);
});
