/** Which depots `compare` compares, and what it calls them. */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const lucky: Fleet = {
  depots: ['Auckland Airport', 'Auckland City', 'Queenstown'],
  vehicles: () => ({ 11: 'Kea' }),
};
const dates = ['--from', '2030-01-05', '--nights', '7'];

async function pairs(...depots: string[]) {
  const { rental } = fleets({ lucky });
  const ended = await rental(['compare', ...depots, ...dates, '--json', '--fields', 'pickUp,dropOff']);
  const offers = (ended.code === 0 ? JSON.parse(ended.stdout) : []) as Record<string, string>[];
  return { ...ended, pairs: offers.map(({ pickUp, dropOff }) => `${pickUp} → ${dropOff}`).sort() };
}

describe('a region', () => {
  test('is every depot that a part of a name fits, and a note lists them', async () => {
    const ended = await pairs('--pick-up', 'auckland', '--drop-off', 'queenstown');
    expect(ended.pairs).toEqual(['Auckland Airport → Queenstown', 'Auckland City → Queenstown']);
    expect(ended.stderr).toContain('note: depot "auckland" means Auckland Airport (1), Auckland City (2)\n');
  });

  test('is every depot with "all", also for the drop-off', async () => {
    const ended = await pairs('--pick-up', 'ALL', '--drop-off', '3,all');
    expect(ended.pairs).toHaveLength(9);
    expect(ended.stderr).toContain('note: all 3 depots: Auckland Airport (1), Auckland City (2), Queenstown (3)\n');
  });
});

test('"all" of an operator that lists no depots is refused, and beside others said', async () => {
  const none = { ...lucky, depots: [] };
  const all = ['compare', '--pick-up', 'all', ...dates];
  const alone = await fleets({ none }).rental(all);
  expect(alone).toMatchObject({ code: 2, stdout: '' });
  expect(alone.stderr).toBe('error: no depot matches "all"\nhint: depots: there are none\n');
  const beside = await fleets({ lucky, none }).rental(all);
  expect(beside.stderr).toContain('note: none has no depot called "all"\n');
  expect(beside.stdout).toContain('Queenstown');
});

describe('depots by id', () => {
  test('have their names in a table, for one request at most', async () => {
    const { shown, requests } = fleets({ lucky });
    const text = await shown(['compare', '--pick-up', '1,2', '--drop-off', '3', ...dates]);
    expect(text).toContain('Auckland Airport → Queenstown');
    expect(text).not.toMatch(/depot \d/);
    await shown(['compare', '--pick-up', '1,2', '--drop-off', '3', ...dates]);
    expect(requests().filter((path) => path.endsWith('/depots'))).toHaveLength(1);
  });

  test('cost a script no request', async () => {
    const { rental, requests } = fleets({ lucky });
    await rental(['compare', '--pick-up', '1,2', ...dates, '--json']);
    expect(requests().filter((path) => path.endsWith('/depots'))).toEqual([]);
  });
});

describe('the refusal of too many requests says what would bring it under', () => {
  const sweep = ['compare', '--pick-up', '1', '--drop-off', '3', '--from', '2030-01-01..2030-02-19', '--nights', '7'];
  test.each([
    [['--max-requests', '60'], 70, 'compare fewer dates or depots; or allow them with --max-requests 100'],
    [
      ['--max-requests', '120', '--quote', 'all', '--vehicle', '11,12,13,14,15'],
      300,
      'compare fewer dates or depots; or give --quote best; or allow them with --max-requests 300',
    ],
  ])('with %j', async (flags, count, hint) => {
    const { rental, requests } = fleets({ lucky });
    const ended = await rental([...sweep, ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`this takes ${count} requests`);
    expect(requests()).toEqual([]);
    expect(ended.stderr.split('\n')[1]).toBe(`hint: ${hint}`);
  });
});
