/** Depots and vehicles of the same name are told apart by their ids. */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const dates = ['--from', '2030-01-05', '--nights', '7'];
const lucky: Fleet = {
  depots: [
    [1, 'Airport'],
    [2, 'Airport'],
    [3, 'City'],
  ],
  vehicles: () => [
    [11, 'Kea', 60],
    [12, 'Kea', 80],
    [13, 'Moa', 90],
  ],
};
/** A name makes the list of depots known. */
const depots = ['--pick-up', '1,2,city'];

describe('vehicles of the same name', () => {
  test('have their ids in the table and in the cheapest offer', async () => {
    const { shown } = fleets({ lucky });
    const text = await shown(['compare', '--pick-up', 'city', ...dates]);
    expect(text).toMatch(/^1 +110\.00 +[█-▏]+ +15\.71 +Kea \(11\)\n?/m);
    expect(text).toMatch(/^2 +120\.00 +[█-▏]+ +17\.14 +Kea \(12\)/m);
    expect(text).toMatch(/^3 +130\.00 +[█-▏]+ +18\.57 +Moa +/m);
    expect(text).toContain('Cheapest: Kea (11)');
  });

  test('have a row each with --group-by vehicle', async () => {
    const { shown } = fleets({ lucky });
    const by = ['compare', '--pick-up', 'city', ...dates, '--group-by', 'vehicle'];
    expect(await shown(by)).toMatch(/^Kea \(11\) +110\.00.*\nKea \(12\) +120\.00.*\nMoa +130\.00/m);
  });
});

describe('depots of the same name', () => {
  const one = [...depots, ...dates, '--quote', 'top:1'];

  test('have their ids in the table and are counted in the heading', async () => {
    const { shown } = fleets({ lucky });
    const text = await shown(['compare', ...one]);
    expect(text).toMatch(/^3 offers in NZD, Kea \(11\), 3 pairs of depots/);
    expect(text).toMatch(/3 routes: Airport \(1\), Airport \(2\), City/);
    expect(text).toContain('\nAirport (1), Sat 5 Jan 2030');
  });

  test('are in one group across operators only if the name is unique at each', async () => {
    const happy: Fleet = {
      depots: [
        [1, 'Airport'],
        [2, 'CITY'],
      ],
      vehicles: () => [[21, 'Tui', 50]],
    };
    const { rental } = fleets({ lucky, happy });
    const pickUps = ['--pick-up', 'lucky:1,happy:airport,city'];
    const { stdout } = await rental([
      'compare',
      ...pickUps,
      ...dates,
      '--quote',
      'top:1',
      '--group-by',
      'depots',
      '--json',
    ]);
    const { offers } = JSON.parse(stdout) as { offers: Record<string, unknown>[] };
    expect(offers.map(({ operator, pickUp, count }) => [operator, pickUp, count])).toEqual([
      ['lucky', 'Airport', 1],
      ['lucky', 'City', 2],
      ['happy', 'Airport', 1],
    ]);
  });

  test('have their ids in the headings of quote, plan and availability', async () => {
    const { shown } = fleets({ lucky });
    const trip = ['--pick-up', '1', '--drop-off', 'city', '--from', '2030-01-05', '--to', '2030-01-12'];
    expect(await shown(['quote', '13', ...trip])).toContain('Airport (1) → City');
    expect(await shown(['availability', ...trip])).toContain('Airport (1) → City');
    const plan = await shown(['plan', ...trip, '--vehicle', '12']);
    expect(plan).toContain('Airport (1) → City');
    expect(plan).toMatch(/^Kea \(12\)\n/);
  });
});

test('depots given by id are not taken for those of another operator', async () => {
  const happy: Fleet = { vehicles: () => [[21, 'Tui', 50]] };
  const { shown } = fleets({ lucky, happy });
  const byId = ['compare', '--pick-up', 'lucky:1,happy:1', ...dates, '--quote', 'top:1'];
  const groups = await shown([...byId, '--group-by', 'depots']);
  expect(groups).toMatch(/2 pairs of depots/);
  expect(groups).toMatch(/^Airport \(1\) +110\.00.* +110\.00 +1 .*\nAuckland +210\.00.* +210\.00 +1 /m);
});

test('accessories of the same name have their ids in the lines of a quote', async () => {
  const accessories = [
    { id: 3, name: 'Seat', cost: 5, quantity: 1 },
    { id: 4, name: 'Seat', cost: 6, quantity: 2 },
  ];
  const priceBreakdown = {
    rentalFee: 1,
    routeFee: 0,
    accessoriesFee: 11,
    insuranceFee: 0,
    accessories,
    insurance: null,
  };
  const { shown } = fleets({ lucky: { ...lucky, quote: () => ({ priceBreakdown }) } });
  const text = await shown(['quote', '13', '--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12']);
  expect(text).toMatch(/\nSeat \(3\) \.+ 5\.00\n2 × Seat \(4\) \.+ 6\.00\n/);
});
