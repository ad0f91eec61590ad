/**
 * Services that change between a save and a check: what was saved is found again, or it is said
 * that it is gone. Nothing else takes its place.
 */
import { expect, test } from 'vitest';
import type { Service } from '../../src/http/types.ts';
import { cli } from '../support/cli.ts';
import { serviceOf, type Fleet } from '../support/fleet.ts';
import { checked } from '../support/saved-trips.ts';

type Fleets = Readonly<Record<string, Fleet>>;

interface Change {
  readonly before: Fleets;
  readonly after: Fleets;
  readonly line: string;
  readonly end: string;
  /** The ids in the check's requests for quotes, of all operators: `11`, `21+9`. Not given: any. */
  readonly quotes?: readonly string[];
}

/**
 * `11+3+7` for a quote of vehicle 11 with accessory 3 and insurance plan 7; undefined for another
 * request.
 */
function quoteIn(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url);
  const ids = ['vehicle_id', 'accessory_ids', 'insurance_id'].map((name) => searchParams.get(name));
  return pathname.endsWith('/quotes')
    ? ids.filter((id) => id !== null && id !== '').join('+')
    : undefined;
}

/** Saves a comparison of a week in Auckland, changes the services, and checks. */
async function checkAfter({ before, after, line }: Pick<Change, 'before' | 'after' | 'line'>) {
  let fleets = before;
  let quotes: string[] = [];
  const serviceAt = (name: string): Service => {
    return (request) => {
      quotes.push(...[quoteIn(request.url)].filter((quote) => quote !== undefined));
      return serviceOf(fleets[name]!)(request);
    };
  };
  const names = Object.keys(before);
  const rental = cli(Object.fromEntries(names.map((name) => [name, serviceAt(name)])));
  const dates = '--from 2030-01-05 --nights 7 --retries 0';
  const { stderr } = await rental.run(
    `compare --operator ${names.join(',')} ${dates} ${line} --save it`,
  );
  expect(stderr).toContain('saved: rental trips show it');
  [fleets, quotes] = [after, []];
  const { first } = await checked(rental, 'it --retries 0');
  return { end: first?.end, reason: first?.reason, quotes };
}

const place = '--pick-up auckland';
const kea = { vehicles: () => ({ 11: 'Kea' }) };

const cases: Readonly<Record<string, Change>> = {
  'an insurance plan that is gone is not the plan whose name begins with its name': {
    before: { lucky: { ...kea, plans: () => ({ 7: 'Basic', 8: 'Basic Plus' }) } },
    after: { lucky: { ...kea, plans: () => ({ 8: 'Basic Plus' }) } },
    line: `${place} --insurance basic`,
    end: 'changed',
    quotes: [],
  },
  'an accessory that is gone is not the accessory that has its name within': {
    before: { lucky: { ...kea, accessories: () => ({ 1: 'Seat' }) } },
    after: { lucky: { ...kea, accessories: () => ({ 2: 'Child seat' }) } },
    line: `${place} --accessory seat`,
    end: 'changed',
    quotes: [],
  },
  'a vehicle that is sold out at one operator is not another vehicle of the other': {
    before: { lucky: kea, happy: { vehicles: () => ({ 21: 'Kea Deluxe' }) } },
    after: { lucky: { vehicles: () => ({}) }, happy: { vehicles: () => ({ 21: 'Kea Deluxe' }) } },
    line: `${place} --vehicle kea`,
    end: 'not_available',
    quotes: [],
  },
  'a number in the name of an accessory that is gone does not count another accessory': {
    before: { lucky: { ...kea, accessories: () => ({ 1: '2x bike rack', 2: 'Bike rack' }) } },
    after: { lucky: { ...kea, accessories: () => ({ 2: 'Bike rack' }) } },
    line: `${place} --accessory '2x bike rack'`,
    end: 'changed',
    quotes: [],
  },
  '`2x bike`, which is gone, is not two of `Rack for bikes`': {
    before: { lucky: { ...kea, accessories: () => ({ 1: '2x bike', 2: 'Rack for bikes' }) } },
    after: { lucky: { ...kea, accessories: () => ({ 2: 'Rack for bikes' }) } },
    line: `${place} --accessory '2x bike'`,
    end: 'changed',
    quotes: [],
  },
  'a depot with a comma in its name is not another depot of an operator that lacks it': {
    before: {
      lucky: { ...kea, depots: ['North Shore, Auckland'] },
      happy: { vehicles: () => ({ 21: 'Kea' }), depots: ['Auckland'] },
    },
    after: {
      lucky: { ...kea, depots: ['North Shore, Auckland'] },
      happy: { vehicles: () => ({ 21: 'Kea' }), depots: ['Auckland'] },
    },
    line: "--pick-up 'north shore, auckland'",
    end: 'priced',
    quotes: ['11'],
  },
  'a name of a depot is looked for at each operator by itself': {
    before: {
      lucky: { ...kea, depots: ['Airport'] },
      happy: { vehicles: () => ({ 21: 'Kea' }), depots: ['Auckland Airport'] },
    },
    after: {
      lucky: { ...kea, depots: ['Airport'] },
      happy: { vehicles: () => ({ 21: 'Kea' }), depots: ['Auckland Airport'] },
    },
    line: '--pick-up airport',
    end: 'priced',
    quotes: ['11', '21'],
  },
  'a vehicle that was requested by its name is found under another id': {
    before: { lucky: kea },
    after: { lucky: { vehicles: () => ({ 12: 'Kea', 13: 'Kea Deluxe' }) } },
    line: `${place} --vehicle kea`,
    end: 'priced',
    quotes: ['12'],
  },
  'an accessory that was requested by its name is found under another id': {
    before: { lucky: { ...kea, accessories: () => ({ 1: 'Moa, rear' }) } },
    after: { lucky: { ...kea, accessories: () => ({ 1: 'Moa', 2: 'MOA, REAR' }) } },
    line: `${place} --accessory 'moa, rear'`,
    end: 'priced',
    quotes: ['11+2'],
  },
  'of several vehicles, one that is gone is not available, and the others are': {
    before: { lucky: { vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) } },
    after: { lucky: { vehicles: () => ({ 11: 'Tui', 12: 'Moa' }) } },
    line: `${place} --vehicle kea --vehicle moa`,
    end: 'priced',
    quotes: ['12'],
  },
  'no quote is requested of a vehicle that has the id of another one now': {
    before: { lucky: kea },
    after: { lucky: { vehicles: () => ({ 11: 'Mini' }) } },
    line: `${place} --vehicle 11`,
    end: 'changed',
    quotes: [],
  },
  'an accessory that was requested by an id which is gone everywhere has changed': {
    before: { lucky: withRefusals({ 1: 'Seat' }) },
    after: { lucky: withRefusals({}) },
    line: `${place} --accessory 1`,
    end: 'changed',
  },
  '`kea`, which was Kea Deluxe when it was saved, still is when there is a Kea': {
    before: { lucky: { vehicles: () => ({ 12: 'Kea Deluxe' }) } },
    after: { lucky: { vehicles: () => ({ 11: 'Kea', 12: 'Kea Deluxe' }) } },
    line: `${place} --vehicle kea`,
    end: 'priced',
    quotes: ['12'],
  },
};

/** Refuses ids of accessories that it does not have. */
function withRefusals(accessories: Readonly<Record<number, string>>): Fleet {
  return {
    ...kea,
    accessories: () => accessories,
    quote: (query) =>
      (query.get('accessory_ids') ?? '')
        .split(',')
        .every((id) => id === '' || Object.hasOwn(accessories, id))
        ? {}
        : { status: 400, error: 'No such accessory' },
  };
}

test.each(Object.entries(cases))('%s', async (_, change) => {
  const { end, reason, quotes } = await checkAfter(change);
  expect({ end, quotes }, reason).toEqual({ end: change.end, quotes: change.quotes ?? quotes });
});

test.each([
  ['--vehicle kea', 'no available vehicle matches "Kea"'],
  ['--vehicle 11', 'no available vehicle matches "Kea"'],
  ['--vehicle moa,kea', 'no available vehicle matches "Moa" or "Kea"'],
])(
  'a comparison %s whose vehicles are all sold out says which was wanted',
  async (vehicles, reason) => {
    const before: Fleet = { vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) };
    const after: Fleet = { vehicles: () => ({}) };
    const found = await checkAfter({
      before: { lucky: before },
      after: { lucky: after },
      line: `${place} ${vehicles}`,
    });
    expect(found).toMatchObject({ end: 'not_available', reason });
  },
);
