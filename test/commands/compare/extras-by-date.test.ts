/**
 * A vehicle can lack an extra on one date and have it on another: its list of the last date is
 * asked, too, and what was not looked up is reported.
 */
import { expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const days = ['2030-03-01', '2030-03-02', '2030-03-03', '2030-03-04'];
const line = [
  'compare',
  '--pick-up',
  '1',
  '--from',
  '2030-03-01..+3d',
  '--nights',
  '7',
  '--accessory',
  'snow chains',
];

/** Kea has snow chains on these days only, Moa always. */
function fleetOf(
  keaDays: readonly string[],
  moa: Fleet['vehicles'] = () => ({ 12: 'Moa' }),
): Fleet {
  return {
    vehicles: (date, query) => ({ 11: 'Kea', ...moa(date, query) }),
    accessories: (id, date) =>
      id === 12 || keaDays.includes(date) ? { 1: 'Snow chains' } : { 2: 'Seat' },
  };
}

interface Offer {
  readonly rank: number | null;
  readonly vehicle: { readonly name: string };
  readonly selection: { readonly pick_up_date: string };
  readonly missing: readonly string[];
  readonly unchecked?: readonly string[];
}

async function comparing(fleet: Fleet) {
  const { rental, requests } = fleets({ lucky: fleet });
  const { stdout, stderr, code } = await rental([...line, '--quote', 'all', '--json']);
  const { offers = [], uncheckedExtras } = JSON.parse(stdout || '{}') as {
    offers?: readonly Offer[];
    uncheckedExtras?: readonly object[];
  };
  const kea = offers.filter(({ vehicle }) => vehicle.name === 'Kea');
  const stateOf = ({ rank, missing, unchecked }: Offer): string =>
    rank !== null
      ? 'ranked'
      : missing.length > 0
        ? 'missing'
        : unchecked === undefined
          ? 'not priced'
          : 'unchecked';
  return {
    code,
    stderr,
    uncheckedExtras,
    /** What became of the offer of each day. */
    states: Object.fromEntries(kea.map((offer) => [offer.selection.pick_up_date, stateOf(offer)])),
    lists: requests().filter((path) => path.startsWith('/vehicles/11/accessories')),
  };
}

test('an extra of the last date is also requested on the dates between: the quote proves it', async () => {
  const { states, lists, uncheckedExtras } = await comparing(fleetOf(days.slice(1)));
  expect(states).toEqual({
    [days[0]!]: 'missing',
    [days[1]!]: 'ranked',
    [days[2]!]: 'ranked',
    [days[3]!]: 'ranked',
  });
  expect(lists).toHaveLength(2);
  expect(uncheckedExtras).toBeUndefined();
});

test('an extra that is there on the first date needs no other list', async () => {
  const { states, lists } = await comparing(fleetOf(days.slice(0, 3)));
  // The quote of the last day does not show it.
  expect(Object.values(states).filter((state) => state === 'ranked')).toHaveLength(3);
  expect(lists).toHaveLength(1);
});

test('where both lists lack it, the dates between are reported: neither ranked nor missing', async () => {
  const { states, stderr, uncheckedExtras } = await comparing(fleetOf([days[1]!]));
  expect(states).toEqual({
    [days[0]!]: 'missing',
    [days[1]!]: 'unchecked',
    [days[2]!]: 'unchecked',
    [days[3]!]: 'missing',
  });
  const dates = [days[0], days[3]];
  expect(uncheckedExtras).toMatchObject([{ operator: 'lucky', extras: ['Snow chains'], dates }]);
  expect(stderr).toContain(
    'note: Kea has no Snow chains on Fri 1 Mar 2030 and Mon 4 Mar 2030; its other dates were not looked up\n',
  );
});

test('a table has them in a part of its own, and does not call another offer the cheapest of all', async () => {
  const text = await fleets({ lucky: fleetOf([]) }).shown([...line, '--quote', 'all'], 80);
  expect(text).toMatch(/Kea +Snow chains +2 +1 Mar 2030, 4 Mar 2030/);
  expect(text).toContain(
    'Not priced, because a requested extra was not found: 2 offers of 1 vehicle',
  );
  expect(text).toContain('Cheapest found: Moa');
  expect(text).not.toMatch(/Cheapest: /);
});

test('an extra that no list has is an error that says for which dates lists were looked up', async () => {
  const { code, stderr } = await fleets({ lucky: fleetOf([days[1]!], () => ({})) }).rental(line);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'error: no vehicle has an accessory called "snow chains" on Fri 1 Mar 2030 and Mon 4 Mar 2030\nhint: accessories: Seat (2)\n',
  );
});

test('with one date there is one list, and the error has no date', async () => {
  const { rental, requests } = fleets({ lucky: fleetOf([], () => ({})) });
  const oneDay = line.map((word) => word.replace('..+3d', ''));
  expect((await rental(oneDay)).stderr).toMatch(
    /^error: no vehicle has an accessory called "snow chains"\n/,
  );
  expect(requests().filter((path) => path.includes('accessories'))).toHaveLength(1);
});
