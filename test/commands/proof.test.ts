/** Hunted cases: a price counts only if the quote shows what was asked for. */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../support/fleet.ts';

const day = ['--pick-up', '1', '--from', '2031-01-06', '--to', '2031-01-13'];
const sweep = ['--pick-up', '1', '--from', '2031-01-06', '--nights', '7'];

/** One vehicle, 11, with these accessories; ids count from 0. */
function offering(...names: readonly string[]): Fleet {
  const accessories = names.map((name, index) => [index, name] as const);
  return { vehicles: () => [[11, 'Kea', 90]], accessories: () => accessories, plans: [[8, 'Full cover']] };
}

/** The accessories that each quote was asked for. */
function accessoriesSent(requests: readonly string[]): (string | null)[] {
  const quotes = requests.filter((path) => path.startsWith('/quotes'));
  return quotes.map((path) => new URL(path, 'http://127.0.0.1').searchParams.get('accessory_ids'));
}

interface Offer {
  readonly rank: number | null;
  readonly missing: readonly string[];
  readonly instead: readonly string[];
  readonly vehicle: { readonly vehicleId: number; readonly name: string };
  readonly selection: { readonly accessory_ids: readonly number[]; readonly pick_up_date: string };
}

function offersOf(stdout: string): readonly Offer[] {
  return (JSON.parse(stdout) as { offers: readonly Offer[] }).offers;
}

describe('names with commas and numbers', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['Extra km 1,000', ['Ski rack', 'Extra km 1,000'], '1'],
    ['Camp table, set of 2 chairs', ['Camp table, set of 2 chairs', 'Camp table'], '0'],
    ['Seat, child, 0-4 years', ['Seat', 'Child lock', 'Seat, child, 0-4 years'], '2'],
    ['child seat:2,ski rack', ['Ski rack', 'Child seat'], '0,1,1'],
    ['2x child seat', ['Child seat', '2x child seat'], '1'],
  ];

  test.each(cases)('compare --accessory %j of %j orders %s', async (written, names, sent) => {
    const { rental, requests } = fleets({ lucky: offering(...names) });
    const ended = await rental(['compare', ...sweep, '--accessory', written, '--json']);
    expect(ended.code).toBe(0);
    const ids = accessoriesSent(requests()).map((list) => list?.split(',').sort().join());
    expect(ids).toEqual([sent]);
  });

  test.each([
    ['quote', '11', ...day],
    ['compare', ...sweep, '--quote', 'all'],
  ])('%s takes a number beside an unknown name as a part of that name', async (...line) => {
    const { rental, requests } = fleets({ lucky: offering('Ski rack', 'Extra km 100') });
    const ended = await rental([...line, '--accessory', 'Extra km 1,000']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('no accessory matches "Extra km 1,000"');
    expect(accessoriesSent(requests())).toEqual([]);
  });

  test.each(['camp table, set of 2 chair, gps', 'camp table, set', 'Camp table,set of 2 chairs'])(
    'a mistake in a name with commas buys nothing else: %j',
    async (written) => {
      const { rental } = fleets({ lucky: offering('Camp table', 'Camp table, set of 2 chairs', 'GPS') });
      const ended = await rental(['quote', '11', ...day, '--accessory', written]);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain('can be one name or 2');
    },
  );

  test('texts of two flags never become one name', async () => {
    const depots = ['North Shore', 'Auckland', 'North Shore, Auckland'].map(
      (name, index) => [index + 1, name] as const,
    );
    const { rental, requests } = fleets({ lucky: { depots, vehicles: () => [] } });
    const dates = ['--from', '2031-01-06', '--nights', '7'];
    await rental(['compare', '--pick-up', 'North Shore', '--pick-up', 'Auckland', ...dates]);
    const asked = requests().filter((path) => path.includes('availability'));
    expect(asked.map((path) => /pick_up_depot_id=(\d)/.exec(path)?.[1])).toEqual(['1', '2']);
  });
});

describe('a quote that lacks what was asked for', () => {
  const entry = { id: 1, name: 'Child seat', cost: 10, quantity: 1 };
  const fees = { rentalFee: 90, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['quote', ['quote', '11', ...day]],
    ['plan', ['plan', ...day, '--vehicle', '11']],
  ];
  const lacks: readonly (readonly [string, readonly object[], string])[] = [
    ['leaves it out', [], 'not in the quote: Child seat'],
    ['prices one of two', [entry], 'not in the quote as asked: Child seat (1 instead of 2)'],
    [
      'prices another under its id',
      [{ ...entry, name: 'Roof box', quantity: 2 }],
      'not in the quote: Child seat (the quote has "Roof box")',
    ],
    ['prices three', [{ ...entry, quantity: 3 }], 'not in the quote as asked: Child seat (3 instead of 2)'],
  ];

  function lacking(accessories: readonly object[], insurance: object | null = null): Fleet {
    return {
      ...offering('Ski rack', 'Child seat'),
      quote: () => ({ priceBreakdown: { ...fees, accessories, insurance } }),
    };
  }

  test.each(lines.flatMap(([name, line]) => lacks.map((one) => [name, ...one, line] as const)))(
    '%s ends with 8 and says it if the service %s',
    async (_name, _what, entries, message, line) => {
      const { rental, shown } = fleets({ lucky: lacking(entries) });
      const asked = [...line, '--accessory', '2x child seat'];
      const quiet = await rental([...asked, '--json', '--quiet']);
      expect(quiet.code).toBe(8);
      expect(quiet.stderr).toMatch(/^warning: /);
      expect(quiet.stderr).toContain(message);
      const { warnings } = JSON.parse(quiet.stdout) as { warnings: readonly { message: string }[] };
      expect(warnings).toEqual([expect.objectContaining({ kind: 'accessory', id: 1, quantity: 2 })]);
      expect(warnings[0]?.message).toContain(message);
      expect((await shown(asked)).replaceAll(/\s+/g, ' ')).toContain(message);
    },
  );

  test('is noted for a plan, and for ids', async () => {
    const { rental } = fleets({ lucky: lacking([], { id: 9, name: 'Other cover', cost: 1 }) });
    const ended = await rental(['quote', '11', ...day, '--accessory', '7', '--insurance', '8', '--json']);
    expect(ended.code).toBe(8);
    expect(ended.stderr).toContain('warning: not in the quote: accessory 7');
    expect(ended.stderr).toContain('warning: not in the quote: insurance plan 8 (the quote has "Other cover")');
  });

  test('is noted for what costs and was not asked for', async () => {
    const gps = { id: 9, name: 'GPS', cost: 300, quantity: 1 };
    const { rental } = fleets({ lucky: lacking([gps], { id: 9, name: 'Basic', cost: 140 }) });
    const ended = await rental(['quote', '11', ...day, '--json']);
    expect(ended.code).toBe(8);
    expect(ended.stderr).toContain('warning: in the quote, but not asked for: GPS');
    expect(ended.stderr).toContain('warning: in the quote, but not asked for: Basic');
    const [offer] = offersOf((await rental(['compare', ...sweep, '--json'])).stdout);
    expect(offer).toMatchObject({ rank: null, missing: ['not asked for: GPS', 'not asked for: Basic'] });
  });

  test('is fine if what was not asked for costs nothing', async () => {
    const { rental } = fleets({ lucky: lacking([], { id: 9, name: 'Basic', cost: 0 }) });
    expect(await rental(['quote', '11', ...day])).toMatchObject({ code: 0 });
  });

  test('is not ranked by compare, and does not meet --max-total', async () => {
    const { rental } = fleets({ lucky: lacking([entry]) });
    const line = ['compare', ...sweep, '--accessory', 'child seat:2'];
    const [offer] = offersOf((await rental([...line, '--json'])).stdout);
    expect(offer).toMatchObject({ rank: null, missing: ['Child seat (1 instead of 2)'] });
    expect((await rental([...line, '--max-total', '5000'])).code).toBe(1);
  });
});

describe('extras that change with the dates', () => {
  const dates = ['--pick-up', '1', '--from', '2031-01-06..2031-01-08', '--nights', '7'];

  /** On the last day, id 5 is a roof box, and the child seat has id 6. */
  const moving: Fleet = {
    vehicles: () => [[11, 'Kea', 90]],
    accessories: (_, date) =>
      date === '2031-01-08'
        ? [
            [5, 'Roof box'],
            [6, 'Child seat'],
          ]
        : [[5, 'Child seat']],
  };

  test('are priced by the id of each date, and only those dates are asked again', async () => {
    const { rental, requests } = fleets({ lucky: moving });
    const ended = await rental(['compare', ...dates, '--accessory', 'child seat', '--json']);
    const offers = offersOf(ended.stdout);
    const ids = offers.map(({ selection }) => [selection.pick_up_date, selection.accessory_ids]);
    expect(ids.sort()).toEqual([
      ['2031-01-06', [5]],
      ['2031-01-07', [5]],
      ['2031-01-08', [6]],
    ]);
    expect(offers.every(({ missing }) => missing.length === 0)).toBe(true);
    expect(requests().filter((path) => path.includes('/accessories'))).toHaveLength(2);
    const { plan } = JSON.parse(ended.stdout) as { plan: { requests: number; upTo: number } };
    expect(plan.upTo).toBeGreaterThan(plan.requests);
    expect(requests().length).toBeLessThanOrEqual(plan.upTo);
  });

  test('are found although the first date lacks them', async () => {
    const late: Fleet = { ...moving, accessories: (_, date) => (date === '2031-01-08' ? [[6, 'Child seat']] : []) };
    const { rental } = fleets({ lucky: late });
    const ended = await rental(['compare', ...dates, '--accessory', 'child seat', '--json']);
    expect(ended.code).toBe(0);
    const missing = offersOf(ended.stdout).map((one) => [one.selection.pick_up_date, one.missing, one.rank]);
    expect(missing).toEqual([
      ['2031-01-08', [], 1],
      ['2031-01-06', ['child seat'], null],
      ['2031-01-07', ['child seat'], null],
    ]);
  });

  test('are not asked again beyond --max-requests', async () => {
    const { rental, requests } = fleets({ lucky: moving });
    const ended = await rental([
      'compare',
      ...dates,
      '--accessory',
      'child seat',
      '--vehicle',
      '11',
      '--max-requests',
      '7',
      '--json',
    ]);
    expect(requests().length).toBeLessThanOrEqual(7);
    const last = offersOf(ended.stdout).find(({ selection }) => selection.pick_up_date === '2031-01-08');
    expect(last).toMatchObject({ rank: null, missing: [expect.stringContaining('Child seat')] });
    expect(ended.stderr).toContain('--max-requests allows no more');
  });
});

describe('an extra by a part of its name', () => {
  test('that only dearer vehicles have is found there, as far as requests are allowed', async () => {
    const vehicles = () => [1, 2].map((id) => [id, `Kea ${id}`, 90 + id] as const);
    const lucky: Fleet = { vehicles, accessories: (id) => (id === 2 ? [[5, 'Tow bar']] : [[6, 'Child seat']]) };
    const { rental } = fleets({ lucky });
    const line = ['compare', ...sweep, '--quote', 'top:1', '--accessory', 'tow bar', '--json'];
    const ended = await rental([...line, '--max-requests', '3']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('the extras of more vehicles were not looked up: --max-requests allows no more');
    expect(ended.stderr).toContain('has the accessory "tow bar"; the extras of 1 more are not known');
    expect(offersOf(ended.stdout)).toMatchObject([{ rank: null, missing: ['tow bar'] }]);
    expect(offersOf((await rental(line)).stdout)).toMatchObject([{ rank: 1, vehicle: { vehicleId: 2 }, missing: [] }]);
  });

  test('means the whole name where some vehicle has it', async () => {
    const vehicles = () => [1, 2].map((id) => [id, `Kea ${id}`, 90 + id] as const);
    const accessories = (id: number) =>
      (id === 1 ? [[5, 'Child seat']] : [[6, 'Child seat cover']]) as [number, string][];
    const { rental } = fleets({ lucky: { vehicles, accessories } });
    const ended = await rental(['compare', ...sweep, '--accessory', 'child seat', '--json']);
    const offers = offersOf(ended.stdout).map(({ vehicle, missing, rank }) => [vehicle.vehicleId, missing, rank]);
    expect(offers).toEqual([
      [1, [], 1],
      [2, ['child seat'], null],
    ]);
  });

  test('ranks only offers with what most vehicles have, and says what the others have', async () => {
    const vehicles = () => [1, 2, 3].map((id) => [id, `Kea ${id}`, 90 + id] as const);
    const accessories = (id: number) => [[id, id === 1 ? 'Folding table' : 'Camp table']] as [number, string][];
    const { rental, shown } = fleets({ lucky: { vehicles, accessories } });
    const ended = await rental(['compare', ...sweep, '--accessory', 'table', '--json']);
    const offers = offersOf(ended.stdout).map(({ vehicle, instead, rank }) => [vehicle.vehicleId, instead, rank]);
    expect(offers).toEqual([
      [2, [], 1],
      [3, [], 2],
      [1, ['Folding table'], null],
    ]);
    expect(ended.stderr).toContain('"table" means different extras: "Camp table", "Folding table"');
    expect(await shown(['compare', ...sweep, '--accessory', 'table'])).toContain('Not ranked, because another extra');
  });
});

describe('several operators', () => {
  const lucky: Fleet = { depots: [[1, 'Taupō']], vehicles: () => [[11, 'Kea', 90]], plans: [[7, 'Full cover']] };
  const happy: Fleet = { depots: [[1, 'Auckland']], vehicles: () => [[21, 'Tui', 80]], plans: [[8, 'Full cover']] };
  const dates = ['--from', '2031-01-06', '--nights', '7'];

  test('are whole if all depots were given for one of them', async () => {
    const { rental } = fleets({ lucky, happy });
    const ended = await rental(['compare', '--pick-up', 'lucky:taupo', ...dates]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('happy takes no part');
  });
});
