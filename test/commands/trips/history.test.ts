/** `trips history` shows each answer so far, and sends nothing. */
import { expect, test } from 'vitest';
import { checked, part, price, savedQuote } from '../../support/saved-trips.ts';

test('it has every total, in words on a terminal', async () => {
  const rental = await savedQuote({ quotes: [price(700), price(650), price(690, 40)] });
  await checked(rental, 'one');
  await checked(rental, 'one');
  const before = rental.requests().length;
  const screen = await rental.screen('trips history one');
  expect(screen).toContain('one: 3 answers, lowest 650.00 NZD, highest 700.00 NZD\n');
  expect(await rental.json('trips history one')).toMatchObject([
    { total: 700 },
    { total: 650 },
    { total: 690 },
  ]);
  expect(rental.requests()).toHaveLength(before);
});

test('its amounts are aligned', async () => {
  const rental = await savedQuote({ quotes: [price(1200), price(650)] });
  await checked(rental, 'one');
  expect(await rental.screen('trips history one')).toMatch(
    /  1,200\.00 NZD .*\n.*    650\.00 NZD /,
  );
});

test('an answer without a price says why there is none', async () => {
  const soldOut: number[] = [];
  const rental = await savedQuote({ soldOut });
  soldOut.push(11);
  await checked(rental, 'one');
  expect(await rental.json('trips history one')).toMatchObject([
    { total: 696.5 },
    { total: null, end: 'not_available' },
  ]);
  expect(await rental.screen('trips history one')).toContain('not available');
});

test('prices in two currencies have no common range', async () => {
  const rental = await savedQuote({ quotes: [price(700), { ...price(500), currency: 'AUD' }] });
  await checked(rental, 'one');
  expect(await rental.screen('trips history one')).toContain(
    '2 answers, lowest 500.00 AUD, highest 500.00 AUD',
  );
});

test('each answer is a record for other programs', async () => {
  const rental = await savedQuote();
  const { stdout } = await rental.run('trips history one --format csv --fields name,total,end');
  expect(stdout).toBe('name,total,end\r\none,696.5,priced\r\n');
  expect(await rental.run('trips history one --fields command')).toMatchObject({
    code: 2,
    stderr: part('has no field'),
  });
});
