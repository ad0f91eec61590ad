/**
 * --group-by in every format, what --max-total says, and the table of offers that are not ranked.
 */
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment.ts';
import { run } from '../../support/run.ts';
import { fleets, type Fleet } from '../../support/fleet.ts';

const trip = ['compare', '--pick-up', '1', '--nights', '7', '--from', '2030-01-05..2030-01-06'];
/** Dearer on the second day. */
const lucky: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
  quote: (query) => ({
    totalAmount:
      Number(query.get('vehicle_id')) * (query.get('pick_up_date') === '2030-01-05' ? 10 : 20),
  }),
};
const grouped = [...trip, '--group-by', 'vehicle', '--quote', 'all'];

describe('--group-by gives one record for each group', () => {
  test("with its best offer, highest total and number of offers; our fields win over the quote's", async () => {
    const quote: Fleet['quote'] = (query) => ({
      ...(lucky.quote?.(query) as object),
      count: 'many',
    });
    const { rental } = fleets({ lucky: { ...lucky, quote } });
    const fields = ['--fields', 'rank,vehicle,pick_up_date,totalAmount,highest,count'];
    expect((await rental([...grouped, ...fields])).stdout).toBe(
      '1\tKea\t2030-01-05\t110\t220\t2\n2\tMoa\t2030-01-05\t120\t240\t2\n',
    );
    const { stdout } = await rental([...grouped, '--json']);
    expect((JSON.parse(stdout) as { offers: object[] }).offers).toMatchObject([
      { rank: 1, vehicle: { name: 'Kea' }, totalAmount: 110, count: 2, highest: 220 },
      { rank: 2, vehicle: { name: 'Moa' }, totalAmount: 120, count: 2, highest: 240 },
    ]);
  });

  test('and keeps offers that cannot be ranked, as the table does', async () => {
    const { rental } = fleets({
      lucky: {
        ...lucky,
        vehicles: (date) =>
          date === '2030-01-06' ? { status: 503, error: 'no' } : { 11: 'Kea', 12: 'Moa' },
        accessories: (id) => (id === 11 ? { 1: 'Rack' } : {}),
      },
    });
    const ended = await rental([
      ...grouped,
      '--accessory',
      'rack',
      '--fields',
      'rank,vehicle,missing,count',
    ]);
    expect(ended).toMatchObject({ code: 8, stdout: '1\tKea\t\t1\n\tMoa\tRack\t\n' });
  });
});

test.each([
  ['every offer of every group has a price', lucky, ['--quote', 'all'], true],
  ['some offers have no price', { vehicles: lucky.vehicles }, ['--quote', 'best:1'], false],
  ['each group has one offer', lucky, ['--quote', 'all', '--from', '2030-01-05'], false],
])(
  'whether the table has the highest total of each group depends on prices: %s',
  async (_, fleet, flags, isShown) => {
    const from = flags.includes('--from') ? [] : ['--from', '2030-01-05..2030-01-06'];
    const line = [
      'compare',
      '--pick-up',
      '1',
      '--nights',
      '7',
      '--group-by',
      'vehicle',
      ...from,
      ...flags,
    ];
    const text = await fleets({ lucky: fleet }).shown(line);
    expect(/^VEHICLE .* HIGHEST /m.test(text)).toBe(isShown);
  },
);

test('groups of depots have a column for the drop-off only if a trip ends elsewhere', async () => {
  const { shown } = fleets({ lucky: { ...lucky, depots: ['Auckland', 'Nelson'] } });
  const line = [
    'compare',
    '--pick-up',
    'all',
    '--nights',
    '7',
    '--from',
    '2030-01-05',
    '--group-by',
    'depots',
  ];
  expect(await shown(line)).toMatch(/^PICK-UP +CHEAPEST.*\nAuckland +\d/m);
  expect(await shown([...line, '--drop-off', 'all'])).toMatch(
    /^PICK-UP +DROP-OFF +CHEAPEST.*\nAuckland +Auckland +\d/m,
  );
});

test('if no total is within --max-total, stderr says so with the cheapest total', async () => {
  const { rental } = fleets({ lucky });
  const missed = await rental([...trip, '--max-total', '100', '--format', 'table', '--quiet']);
  expect(missed.code).toBe(10);
  expect(missed.stderr).toContain(
    'warning: the lowest total, 110.00 NZD, is above --max-total 100.00 NZD\n',
  );
  const met = await rental([...trip, '--max-total', '110', '--format', 'table']);
  expect(met).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('max-total') as string,
  });
  const { stderr } = await rental([...trip, '--max-total', '5000 AUD', '--json']);
  expect(stderr).toContain(
    'the total of 110.00 NZD cannot be compared with --max-total 5,000.00 AUD: the currencies differ\n',
  );
  const none = await fleets({ lucky: { vehicles: () => ({}) } }).rental([
    ...trip,
    '--max-total',
    '5000',
  ]);
  expect(none.stderr).toContain('no offer has a total to compare with --max-total\n');
});

test('the table of offers that are not ranked names the vehicle, and is one for each currency', async () => {
  const rack = [...trip, '--accessory', 'rack', '--quote', 'all'];
  const accessories: Fleet['accessories'] = (id) => (id === 11 ? { 1: 'Rack' } : {});
  const text = await fleets({ lucky: { ...lucky, accessories } }).shown(rack);
  expect(text).toMatch(
    /Not ranked, because extras are not as requested: 2 offers in NZD, Moa, Auckland,/,
  );
  expect(text).toMatch(
    /^NOT AS REQUESTED +VEHICLE +TOTAL.*\nRack +Moa +120\.00.*\nRack +Moa +240\.00/m,
  );
  const quote: Fleet['quote'] = (query) => ({
    currency: query.get('pick_up_date') === '2030-01-05' ? 'AUD' : 'NZD',
  });
  const both = await fleets({ lucky: { ...lucky, accessories, quote } }).shown(rack);
  for (const currency of ['AUD', 'NZD'])
    expect(both).toContain(`as requested: 1 offer in ${currency},`);
});

test('an extra that quotes have without request is not said to be missing', async () => {
  const fees = { rentalFee: 100, routeFee: 0, accessoriesFee: 20, insuranceFee: 0 };
  const accessories = [{ id: 3, name: 'GPS', quantity: 1, cost: 20 }];
  const quote = () => ({ priceBreakdown: { ...fees, accessories, insurance: null } });
  const text = await fleets({ lucky: { ...lucky, quote } }).shown(trip);
  expect(text).toMatch(
    /^Not ranked, because extras are not as requested: [^]+\nNOT AS REQUESTED +VEHICLE/,
  );
  expect(text).toMatch(/^GPS \(not requested\) +Moa/m);
});

test('--max-total means the same for compare and trips check: a closed day does not meet it', async () => {
  // A Saturday is closed, and cheaper.
  const quote = (query: URLSearchParams) => ({
    totalAmount: query.get('pick_up_date') === '2030-01-05' ? 500 : 900,
  });
  const { rental } = fleets({
    lucky: { days: ['weekday'], vehicles: () => ({ 11: 'Kea' }), quote },
  });
  const env = { XDG_DATA_HOME: temporaryFolder() };
  const asked = [
    'compare',
    '--pick-up',
    'auckland',
    '--from',
    '2030-01-04..2030-01-05',
    '--nights',
    '3',
  ];
  const codes = async (most: string) => {
    const line = [...asked, '--save', `to${most}`, '--max-total', most];
    const trip = [`to${most}`, '--max-total', most];
    const ended = [await rental(line, { env }), await run(['trips', 'check', ...trip], { env })];
    return ended.map(({ code }) => code);
  };
  expect(await codes('600')).toEqual([10, 10]);
  expect(await codes('900')).toEqual([0, 0]);
});

test('below a table of groups, the note counts groups, because a column counts the offers', async () => {
  const text = await fleets({ lucky }).shown([...grouped, '--limit', '1'], 80);
  expect(text).toContain('\n1 of 2 rows; --all shows the rest\n');
});
