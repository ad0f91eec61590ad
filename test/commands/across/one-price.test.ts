/**
 * What `quote` and `plan` have in common: one price from words, with a highest total, a length and
 * the word cheapest.
 */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

/** The cheapest has nothing, the next one only a rack, the last one all. */
const cheapestLacksExtras: Fleet = {
  vehicles: () => ({ 1: ['Hatchback', 30], 2: ['Van', 50], 3: ['Bus', 70] }),
  accessories: (id) => ({ ...(id > 1 && { 5: 'Rack' }), ...(id > 2 && { 6: 'Child seat' }) }),
  plans: (id) => (id === 1 ? {} : { 9: 'Full' }),
};

/** Vehicle 11 costs 111 a day and 110 in all, 12 costs 80 a day and 120 in all. */
const lucky: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: ['Moa', 80] }),
  accessories: () => ({ 1: 'Rack' }),
};
const days = ['--pick-up', '1', '--from', '2031-01-06'];

const commands = [
  { command: 'quote', line: (vehicle: string) => ['quote', vehicle, ...days] },
  { command: 'plan', line: (vehicle: string) => ['plan', '--vehicle', vehicle, ...days] },
];

describe.each(commands)('$command', ({ command, line }) => {
  const kea = [...line('11'), '--nights', '7', '--json', '--quiet'];

  test.each([
    ['110', 0, ''],
    ['109.99', 10, 'warning: the total of 110.00 NZD is above --max-total 109.99 NZD\n'],
    [
      '500 AUD',
      1,
      'warning: the total of 110.00 NZD cannot be compared with --max-total 500.00 AUD: the currencies differ\n',
    ],
  ])(
    '--max-total %s ends with %d, says why also with --quiet, and prints the price',
    async (most, code, stderr) => {
      const ended = await fleets({ lucky }).rental([...kea, '--max-total', most]);
      expect(ended).toMatchObject({ code, stderr });
      expect(JSON.parse(ended.stdout)).toMatchObject(
        command === 'quote' ? { totalAmount: 110 } : { quote: { totalAmount: 110 } },
      );
    },
  );

  test('a --max-total that is no amount costs no request', async () => {
    const { rental, requests } = fleets({ lucky });
    const ended = await rental([...kea, '--max-total', 'much']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--max-total takes an amount such as 1500');
    expect(requests()).toEqual([]);
  });

  test('a price without an extra that was asked for ends with 8, too high or not', async () => {
    const quote = () => ({ priceBreakdown: { ...fees, accessories: [], insurance: null } });
    const { rental } = fleets({ lucky: { ...lucky, quote } });
    const ended = await rental([...kea, '--max-total', '1', '--accessory', 'rack']);
    expect(ended.code).toBe(8);
    expect(ended.stderr.split('\n').slice(0, 2)).toEqual([
      'warning: not in the quote: Rack',
      expect.stringContaining('is above --max-total') as string,
    ]);
  });
});

test.each([
  [['quote', '11', ...days]],
  [['plan', '--vehicle', '11', ...days]],
  [['extras', '11', ...days.slice(2)]],
  [['extras', 'kea', ...days]],
])('in %j, --nights sets the drop-off date, and is refused beside --to', async (line) => {
  const { rental, requests } = fleets({ lucky });
  const nights = ['--nights', '7'];
  const end = ['--to', '2031-01-13'];
  for (const flags of [nights, end])
    expect(await rental([...line, ...flags])).toMatchObject({ code: 0 });
  const asked = requests().filter((path) => path !== '/depots');
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((path) => !path.includes('drop_off_date=2031-01-13'))).toEqual([]);
  const both = await rental([...line, ...nights, ...end]);
  expect(both).toMatchObject({ code: 2, stdout: '' });
  expect(both.stderr).toContain('--nights and --to both set the length');
});

const fees = { rentalFee: 110, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };

test.each([
  ['quote', ['quote', 'cheapest']],
  ['plan', ['plan', '--vehicle', 'cheapest']],
  ['book-link', ['book-link', 'cheapest']],
])(
  'cheapest is the lowest daily rate, and an error if it lacks an extra or is missing: %s',
  async (_, command) => {
    const line = [...command, ...days, '--nights', '7'];
    const { code, stdout, stderr } = await fleets({ cheapestLacksExtras }).rental([
      ...line,
      '--json',
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('vehicle_id=1')]);
    expect(stderr).toContain(
      'note: vehicle "cheapest" means Hatchback (1): the lowest daily rate\n',
    );
    const lacking = await fleets({ cheapestLacksExtras }).rental([...line, '--accessory', 'rack']);
    expect(lacking).toMatchObject({ code: 2, stdout: '' });
    expect(lacking.stderr).toContain('no accessory matches "rack"\n');
    const none = await fleets({ lucky: { vehicles: () => ({}) } }).rental(line);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('no vehicle is available for these depots and dates');
  },
);
