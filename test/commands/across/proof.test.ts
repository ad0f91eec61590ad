/**
 * A price counts only if the quote shows what was asked for. Any names:
 * test/planner/right-answers.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import type { OfferDocument } from '../../../src/documents/compare.ts';

const day = ['--pick-up', '1', '--from', '2031-01-06', '--to', '2031-01-13'];
const comparison = ['--pick-up', '1', '--from', '2031-01-06', '--nights', '7'];

/** One vehicle, 11, with these accessories; ids count from 0. */
function offering(...names: readonly string[]): Fleet {
  return {
    vehicles: () => ({ 11: 'Kea' }),
    accessories: () => ({ ...names }),
    plans: () => ({ 8: 'Full cover' }),
  };
}

function offersOf(stdout: string): readonly OfferDocument[] {
  return (JSON.parse(stdout) as { offers: readonly OfferDocument[] }).offers;
}

describe('names with commas and numbers', () => {
  test.each([
    ['no accessory matches', 'quote', '11', ...day],
    ['no vehicle has an accessory called', 'compare', ...comparison, '--quote', 'all'],
  ])(
    '"%s" is the error of %s for a mistake in a name with commas, and nothing is priced',
    async (error, ...line) => {
      const names = ['Ski rack', 'Extra km 100', 'Camp table', 'Camp table, set of 2 chairs'];
      const { rental, requests } = fleets({ lucky: offering(...names) });
      const ended = await rental([...line, '--accessory', 'Extra km 1,000']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(`${error} "000"`);
      expect(requests().filter((path) => path.startsWith('/quotes'))).toEqual([]);
    },
  );

  test('the command in a comparison asks each operator for the same again', async () => {
    const lucky = offering('Camp table, set of 2 chairs', 'Camp table');
    const { rental } = fleets({ lucky, happy: offering('Folding table') });
    const line = [
      'compare',
      ...comparison.slice(2),
      '--pick-up',
      'auckland',
      '--vehicle',
      'Kea',
      '--json',
    ];
    const first = await rental([
      ...line,
      '--accessory',
      'lucky:Camp table\\, set of 2 chairs,happy:Folding table',
    ]);
    const { command } = JSON.parse(first.stdout) as { command: string };
    const words = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const again = await rental([...words.slice(1), '--json', '--refresh']);
    const idsOf = (stdout: string) =>
      offersOf(stdout).map(({ selection }) => selection.accessory_ids);
    expect(idsOf(first.stdout)).toEqual([[0], [0]]);
    expect(idsOf(again.stdout)).toEqual([[0], [0]]);
  });

  test('texts of two flags never become one name', async () => {
    const depots = ['North Shore', 'Auckland', 'North Shore, Auckland'];
    const { rental, requests } = fleets({ lucky: { depots, vehicles: () => ({}) } });
    await rental([
      'compare',
      '--pick-up',
      'North Shore',
      '--pick-up',
      'Auckland',
      ...comparison.slice(2),
    ]);
    const asked = requests().filter((path) => path.includes('availability'));
    expect(asked.map((path) => /pick_up_depot_id=(\d)/.exec(path)?.[1])).toEqual(['1', '2']);
  });
});

describe('a quote that lacks what was asked for', () => {
  const entry = { id: 1, name: 'Child seat', cost: 10, quantity: 1 };
  const box = { ...entry, name: 'Roof box', quantity: 2 };
  const fees = { rentalFee: 90, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  const quote = ['quote', '11', ...day];
  const plan = ['plan', ...day, '--vehicle', '11'];

  function lacking(accessories: readonly object[], insurance: object | null = null): Fleet {
    const priceBreakdown = { ...fees, accessories, insurance };
    return { ...offering('Ski rack', 'Child seat'), quote: () => ({ priceBreakdown }) };
  }

  test.each<[string[], string, object[], string]>([
    [quote, 'leaves it out', [], 'not in the quote: Child seat'],
    [plan, 'leaves it out', [], 'not in the quote: Child seat'],
    [
      quote,
      'prices one of two',
      [entry],
      'not in the quote as requested: Child seat (1 instead of 2)',
    ],
    [
      quote,
      'prices three',
      [{ ...entry, quantity: 3 }],
      'not in the quote as requested: Child seat (3 instead of 2)',
    ],
    [
      quote,
      'prices another under its id',
      [box],
      'not in the quote: Child seat (the quote has "Roof box")',
    ],
  ])('%j ends with 8 if the service %s', async (line, _, entries, message) => {
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
  });

  test('is noted for a plan, and for ids', async () => {
    const { rental } = fleets({ lucky: lacking([], { id: 9, name: 'Other cover', cost: 1 }) });
    const ended = await rental([...quote, '--accessory', '7', '--insurance', '8', '--json']);
    expect(ended.code).toBe(8);
    expect(ended.stderr).toContain('warning: not in the quote: accessory 7');
    expect(ended.stderr).toContain(
      'warning: not in the quote: insurance plan 8 (the quote has "Other cover")',
    );
  });

  test('ends with 8, too, if an extra that was not requested costs something', async () => {
    const gps = { id: 9, name: 'GPS', cost: 300, quantity: 1 };
    const { rental } = fleets({ lucky: lacking([gps], { id: 9, name: 'Basic', cost: 140 }) });
    const ended = await rental([...quote, '--json']);
    expect(ended.code).toBe(8);
    expect(ended.stderr).toContain('warning: in the quote, but not requested: GPS');
    expect(ended.stderr).toContain('warning: in the quote, but not requested: Basic');
    const [offer] = offersOf((await rental(['compare', ...comparison, '--json'])).stdout);
    expect(offer).toMatchObject({
      rank: null,
      missing: ['GPS (not requested)', 'Basic (not requested)'],
    });
    const free = fleets({ lucky: lacking([], { id: 9, name: 'Basic', cost: 0 }) });
    expect(await free.rental(quote)).toMatchObject({ code: 0 });
  });

  test('is not ranked by compare, and does not meet --max-total', async () => {
    const { rental } = fleets({ lucky: lacking([entry]) });
    const line = ['compare', ...comparison, '--accessory', '2x child seat'];
    const [offer] = offersOf((await rental([...line, '--json'])).stdout);
    expect(offer).toMatchObject({ rank: null, missing: ['Child seat (1 instead of 2)'] });
    expect((await rental([...line, '--max-total', '5000'])).code).toBe(8);
  });
});

test('an id that is another extra on a later date is not ranked there', async () => {
  const accessories: Fleet['accessories'] = (_, date) => ({
    5: date === '2031-01-08' ? 'Roof box' : 'Child seat',
  });
  const { rental, requests } = fleets({ lucky: { vehicles: () => ({ 11: 'Kea' }), accessories } });
  const dates = ['--pick-up', '1', '--from', '2031-01-06..2031-01-08', '--nights', '7'];
  const ended = await rental(['compare', ...dates, '--accessory', 'child seat', '--json']);
  const offers = offersOf(ended.stdout).map(({ rank, missing }) => [rank, missing]);
  expect(offers).toEqual([
    [1, []],
    [1, []],
    [null, ['Child seat (the quote has "Roof box")']],
  ]);
  expect(requests().filter((path) => path.includes('/accessories'))).toHaveLength(1);
});

test('vehicles with a refused id are listed without it, noted once, and not asked for again', async () => {
  const quote: Fleet['quote'] = (query) =>
    query.get('vehicle_id') === '12' ? {} : { status: 400, error: 'no such accessory' };
  const vehicles: Fleet['vehicles'] = () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' });
  const { rental, requests } = fleets({ lucky: { vehicles, quote } });
  const dates = ['--pick-up', '1', '--from', '2031-01-06..2031-01-30', '--nights', '7'];
  const ended = await rental(['compare', ...dates, '--accessory', '5', '--quote', 'all', '--json']);
  // For each of two vehicles: two refusals, and the ten requests that are under way by then.
  const refused = requests().filter(
    (path) => path.startsWith('/quotes') && !path.includes('vehicle_id=12'),
  );
  expect(refused.length).toBeLessThanOrEqual(2 * (2 + 10));
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain(
    'no quote for Kea from 2031-01-06 with these extras (no such accessory); ',
  );
  expect(ended.stderr.match(/with these extras/g)).toHaveLength(1);
  const lacking = offersOf(ended.stdout).filter(({ vehicle }) => vehicle.vehicleId !== 12);
  expect(lacking.map(({ missing, unchecked = [] }) => [...missing, ...unchecked])).toEqual(
    Array(2 * 25).fill(['5']),
  );
});

describe('an extra by a part of its name', () => {
  test('that only dearer vehicles have is found there', async () => {
    const accessories: Fleet['accessories'] = (id) =>
      id === 2 ? { 5: 'Tow bar' } : { 6: 'Child seat' };
    const { rental } = fleets({
      lucky: { vehicles: () => ({ 1: 'Kea 1', 2: 'Kea 2' }), accessories },
    });
    const line = [
      'compare',
      ...comparison,
      '--quote',
      'best:1',
      '--accessory',
      'tow bar',
      '--json',
    ];
    const few = await rental([...line, '--max-requests', '3']);
    expect(few.code).toBe(8);
    expect(few.stderr).toContain('all 3 allowed requests were sent');
    expect(offersOf((await rental(line)).stdout)).toMatchObject([
      { rank: 1, vehicle: { vehicleId: 2 }, missing: [] },
      { rank: null, vehicle: { vehicleId: 1 }, missing: ['Tow bar'] },
    ]);
  });

  test('that stands for different extras is an error that lists them', async () => {
    const accessories = (id: number) => ({ [id]: id === 1 ? 'Folding table' : 'Camp table' });
    const vehicles = () => ({ 1: 'Kea 1', 2: 'Kea 2', 3: 'Kea 3' });
    const { rental, requests } = fleets({ lucky: { vehicles, accessories } });
    const ended = await rental(['compare', ...comparison, '--accessory', 'table', '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(
      'the accessory \\"table\\" matches several: \\"Folding table\\", \\"Camp',
    );
    expect(ended.stderr).toContain('"hint":"give one whole name;');
    expect(requests().filter((path) => path.startsWith('/quotes'))).toEqual([]);
  });
});

test('depots of one operator alone leave the other one out, with a note and success', async () => {
  const lucky: Fleet = { depots: ['Taupō'], vehicles: () => ({ 11: 'Kea' }) };
  const { rental } = fleets({ lucky, happy: { vehicles: () => ({ 21: 'Tui' }) } });
  const ended = await rental(['compare', '--pick-up', 'lucky:taupo', ...comparison.slice(2)]);
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('happy is left out') as string,
  });
});
