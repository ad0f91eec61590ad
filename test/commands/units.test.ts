/** Lists of extras state no unit; a quote shows how often a price was charged. */
import { expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2027-01-15', '--to', '2027-01-22'];
const note = 'Prices of extras: unit not stated; the quote shows the sum.';
const quotes = [
  {
    totalAmount: 2246.5,
    priceBreakdown: {
      ...{ rentalFee: 696.5, routeFee: 0, accessoriesFee: 80, insuranceFee: 1470 },
      accessories: [{ id: 1, name: 'Snow chains', cost: 80, quantity: 2 }],
      insurance: { id: 7, name: 'Full cover', cost: 1470 },
    },
  },
];

test('extras says in its table, and only there, that the unit is not stated', async () => {
  const { baseUrl } = await operator();
  const table = await run(['extras', '11', '--base-url', baseUrl, '--format', 'table']);
  expect(table.stdout).toContain(note);
  const none = await run(['extras', '12', '--base-url', baseUrl, '--format', 'table']);
  expect(none.stdout).not.toContain('unit');
  const plain = await run(['extras', '11', '--base-url', baseUrl]);
  expect(plain.stdout).not.toContain('unit');
});

const byName = ['--accessory', 'snow,snow', '--insurance', 'full cover'];

test.each([
  ['quote', ['quote', '11', ...trip, ...byName]],
  ['plan', ['plan', ...trip, '--vehicle', '11', ...byName]],
])('%s shows the factor if the cost is a whole number of times the price', async (_, line) => {
  const { baseUrl } = await operator({ quotes });
  const { stdout } = await run([...line, '--base-url', baseUrl, '--format', 'table']);
  expect(stdout).toMatch(/2 × Snow chains \(40\.00 × 2\) \.+ 80\.00\n/);
  expect(stdout).toMatch(/Insurance: Full cover \(210\.00 × 7 nights\) \.+ 1,470\.00\n/);
});

test('quote shows no factor for a price that it does not know or that does not divide the cost', async () => {
  const [full] = quotes;
  const insurance = { id: 7, name: 'Full cover', cost: 1400 };
  const { baseUrl } = await operator({ quotes: [{ ...full, priceBreakdown: { ...full?.priceBreakdown, insurance } }] });
  const byId = await run([
    'quote',
    '11',
    ...trip,
    '--accessory',
    '1,1',
    '--insurance',
    'full',
    '--base-url',
    baseUrl,
    '--format',
    'table',
  ]);
  expect(byId.stdout).toMatch(/2 × Snow chains \.+ 80\.00\n/);
  expect(byId.stdout).toMatch(/  Full cover: 1,400\.00\n/);
});
