/**
 * What depots, vehicles and extras of a comparison are, and what they are called: one name is not
 * always one thing, nor is one id.
 */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { parsed } from './support.ts';

const week = ['--from', '2030-01-05', '--nights', '7'];

describe('depots', () => {
  const lucky: Fleet = {
    depots: ['Auckland Airport', 'Auckland City', 'Queenstown'],
    vehicles: () => ({ 11: 'Kea' }),
  };

  test.each([
    [
      'a part of several names',
      ['--pick-up', 'auckland', '--drop-off', 'queenstown'],
      ['Auckland Airport → Queenstown', 'Auckland City → Queenstown'],
      'note: depot "auckland" means Auckland Airport (1), Auckland City (2)\n',
    ],
    [
      'all',
      ['--pick-up', 'ALL'],
      [
        'Auckland Airport → Auckland Airport',
        'Auckland City → Auckland City',
        'Queenstown → Queenstown',
      ],
      'note: all 3 depots: Auckland Airport (1), Auckland City (2), Queenstown (3)\n',
    ],
  ])('%s means each of them, and a note lists them', async (_, depots, pairs, note) => {
    const { stdout, stderr } = await fleets({ lucky }).rental([
      'compare',
      ...depots,
      ...week,
      '--json',
    ]);
    const offers = (JSON.parse(stdout) as { offers: Record<string, string>[] }).offers;
    expect(offers.map(({ pickUp, dropOff }) => `${pickUp} → ${dropOff}`).sort()).toEqual(pairs);
    expect(stderr).toContain(note);
  });

  test('"all" is refused if no depots are listed; beside another operator, a note says so', async () => {
    const empty = { ...lucky, depots: [] };
    const all = ['compare', '--pick-up', 'all', ...week];
    const alone = await fleets({ empty }).rental(all);
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toBe('error: no depot matches "all"\nhint: depots: there are none\n');
    const beside = await fleets({ lucky, empty }).rental(all);
    expect(beside.stderr).toContain('note: empty has no depot called "all"\n');
    expect(beside.stdout).toContain('Queenstown');
  });

  test('given by id are named in a table, for one request at most; a script sends none for it', async () => {
    const { rental, shown, requests } = fleets({ lucky });
    const line = ['compare', '--pick-up', '1,2', '--drop-off', '3', ...week];
    await rental([...line, '--json']);
    expect(requests()).not.toContain('/depots');
    for (let run = 0; run < 2; run++)
      expect(await shown(line)).toContain('Auckland Airport → Queenstown');
    expect(requests().filter((path) => path === '/depots')).toHaveLength(1);
  });
});

describe('of the same name', () => {
  const lucky: Fleet = {
    depots: ['Airport', 'Airport', 'City'],
    vehicles: () => ({ 11: 'Kea', 12: 'Kea', 13: 'Moa' }),
  };
  const shown = (line: readonly string[]) => fleets({ lucky }).shown(line);

  test('vehicles have their ids, in the table, in groups and in the cheapest offer', async () => {
    const text = await shown(['compare', '--pick-up', 'city', ...week]);
    expect(text).toMatch(
      /^1 +110\.00 .* Kea \(11\)\n2 +120\.00 .* Kea \(12\)\n3 +130\.00 .* Moa\n/m,
    );
    expect(text).toContain('Cheapest: Kea (11)');
    const groups = await shown(['compare', '--pick-up', 'city', ...week, '--group-by', 'vehicle']);
    expect(groups).toMatch(/^Kea \(11\) +110\.00.*\nKea \(12\) +120\.00.*\nMoa +130\.00/m);
  });

  test('depots have their ids and are counted in the heading', async () => {
    const text = await shown(['compare', '--pick-up', '1,2,city', ...week, '--quote', 'all']);
    expect(text).toMatch(/^9 offers in NZD, 3 pairs of depots/);
    expect(text).toMatch(
      /^=1 +110\.00 .* Airport \(1\)\n=1 +110\.00 .* Airport \(2\)\n=1 +110\.00 .* City\n/m,
    );
    expect(text).toContain('\nAirport (1), Sat 5 Jan 2030');
  });

  test('they have their ids in the headings of quote, plan and availability', async () => {
    const trip = [
      '--pick-up',
      '1',
      '--drop-off',
      'city',
      '--from',
      '2030-01-05',
      '--to',
      '2030-01-12',
    ];
    for (const line of [['quote', '13'], ['availability'], ['plan', '--vehicle', '12']])
      expect(await shown([...line, ...trip])).toContain('Airport (1) → City');
    expect(await shown(['plan', ...trip, '--vehicle', '12'])).toMatch(/^Kea \(12\)\n/);
  });
});

test('"same" is no pick-up depot, also beside others', async () => {
  const { rental } = fleets({ lucky: { vehicles: () => ({ 11: 'Kea' }) } });
  const ended = await rental(['compare', '--pick-up', '1,same', '--nights', '7', '--from', 'feb']);
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toBe('error: no depot matches "same"\nhint: depots: Auckland (1)\n');
});

describe('under one id', () => {
  const days = ['compare', '--pick-up', '1', '--from', '2031-01-06..2031-01-08', '--nights', '7'];

  test('an accessory that is another thing on another vehicle is not ranked, and a note names both', async () => {
    const accessories: Fleet['accessories'] = (id) => ({
      5: id === 13 ? 'Snow chains' : 'Child seat',
    });
    const vehicles: Fleet['vehicles'] = () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' });
    const { rental } = fleets({ lucky: { vehicles, accessories } });
    const ended = await rental([...days, '--accessory', '5', '--quote', 'all', '--json']);
    const other = 'accessory 5 (here "Snow chains", elsewhere "Child seat")';
    for (const { rank, vehicle, missing } of parsed(ended).offers)
      expect([rank === null, missing]).toEqual(
        vehicle.vehicleId === 13 ? [true, [other]] : [false, []],
      );
    expect(ended.stderr).toContain(
      'note: lucky: accessory 5 is not the same everywhere: "Child seat" in 6 quotes, "Snow chains" in 3 quotes; only those with "Child seat" are ranked\n',
    );
  });

  test('an extra that is called "none" is taken by its id alone: the word means no extra', async () => {
    const { rental } = fleets({
      lucky: { vehicles: () => ({ 11: 'Kea' }), plans: () => ({ 8: 'None' }) },
    });
    const ended = await rental([...days, '--insurance', 'non']);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('give its id') as string,
    });
    expect(parsed(await rental([...days, '--insurance', '8', '--json'])).offers[0]).toMatchObject({
      rank: 1,
    });
  });

  test('an accessory that is refused on one day costs no other day its price', async () => {
    const day = '2031-01-06';
    const quote: Fleet['quote'] = (query) =>
      query.get('pick_up_date') === day ? { status: 400, error: 'no seat' } : {};
    const line = [
      'compare',
      '--pick-up',
      '1',
      '--from',
      `${day}..+5d`,
      '--nights',
      '7,8',
      '--quote',
      'all',
    ];
    const { rental } = fleets({ lucky: { vehicles: () => ({ 11: 'Kea' }), quote } });
    const { offers } = parsed(await rental([...line, '--accessory', '5', '--json']));
    for (const { rank, missing, selection } of offers)
      expect([rank === null, missing]).toEqual(
        selection.pick_up_date === day ? [true, ['5']] : [false, []],
      );
  });

  test('a vehicle that has another name on another date is another vehicle', async () => {
    const vehicles: Fleet['vehicles'] = (date) => ({ 11: date === '2031-01-07' ? 'Mini' : 'Kea' });
    const { rental } = fleets({ lucky: { vehicles } });
    const { offers } = parsed(await rental([...days, '--group-by', 'vehicle', '--json']));
    const names = offers.flatMap(({ rank, vehicle }) => (rank === null ? [] : [vehicle.name]));
    expect(names.toSorted()).toEqual(['Kea', 'Mini']);
  });
});

describe('a part of several names at several operators', () => {
  const lucky: Fleet = { vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) };
  const happy: Fleet = { vehicles: () => ({ 21: 'kea', 22: 'Weka' }) };
  const line = ['compare', '--pick-up', 'auckland', ...week, '--vehicle', 'a'];

  test('is said in the order of the lists, one operator after the other', async () => {
    const more: Fleet = { vehicles: () => ({ 11: 'Kea', 12: 'Moa', 13: 'Weka' }) };
    const { stderr } = await fleets({ lucky: more, happy }).rental(line);
    expect(stderr).toContain(
      'note: vehicle "a" means Kea (11), Moa (12), Weka (13), kea (21), Weka (22)\n',
    );
  });

  test('gives each vehicle once in the command that asks again', async () => {
    const { stdout } = await fleets({ lucky, happy }).rental([...line, '--json']);
    const { command } = JSON.parse(stdout) as { command: string };
    expect(command.match(/lucky:11\b/g)).toEqual(['lucky:11']);
    expect(command.match(/happy:21\b/g)).toEqual(['happy:21']);
  });
});
