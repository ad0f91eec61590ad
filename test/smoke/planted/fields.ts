/** Fields that are missing or of a wrong type, in turn in the first, the last and every entry. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import { accessories, availability, depots, only, plans, quotes } from '../support/defects.ts';
import { at, json } from '../support/mutant.ts';
import { entryPlaces, hasExtras, inTurn, lacks, ofOtherVehicles, quotePlaces } from './planted.ts';
import type { Applies, Place, Planted } from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** An undefined field is left out of the JSON. */
const wrongValues = {
  'is missing': () => undefined,
  'is null': () => null,
  'is text': (value: any) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  'is a number': () => 7,
  'is a fraction': (value: any) => value + 0.5,
  'is a boolean': () => true,
  'is an array': (value: any) => [value],
  'is an object': (value: any) => ({ value }),
};
type Wrong = keyof typeof wrongValues;

/** What is always planted for a type, and what in turn. */
const types: Record<string, { readonly always: readonly Wrong[]; readonly inTurn: readonly Wrong[] }> = {
  integer: {
    always: ['is missing', 'is text', 'is a fraction'],
    inTurn: ['is null', 'is a boolean', 'is an array', 'is an object'],
  },
  number: { always: ['is missing', 'is null', 'is text'], inTurn: ['is a boolean', 'is an array', 'is an object'] },
  string: { always: ['is missing', 'is null', 'is a number'], inTurn: ['is a boolean', 'is an array', 'is an object'] },
  array: { always: ['is missing', 'is null', 'is an object'], inTurn: ['is text', 'is a number', 'is a boolean'] },
  object: { always: ['is missing', 'is null', 'is an array'], inTurn: ['is text', 'is a number', 'is a boolean'] },
  'object or null': { always: ['is missing', 'is an array', 'is text'], inTurn: ['is a boolean', 'is a number'] },
};

interface Resource {
  readonly name: string;
  readonly section: string;
  readonly group: CheckGroup;
  readonly path: RegExp;
  /** The entries with the fields, in the body of an answer. */
  readonly entries: (body: any) => any[];
  readonly fields: Readonly<Record<string, keyof typeof types>>;
  readonly places: readonly Place[];
  readonly applies?: Applies;
}

const extra = { id: 'integer', name: 'string', price: 'number' };
const time = { time: 'string', day: 'string' };
const list = (body: any): any[] => body;
const breakdownOf = (body: any): any => body.priceBreakdown;
const planPlaces = [{ name: '', pick: (entries: readonly any[]) => entries }];

const accessory: Resource = {
  ...{ name: 'accessories', section: 'Resources: Accessory', group: 'accessories', path: accessories },
  ...{ entries: list, fields: extra, places: entryPlaces },
};
const plan: Resource = {
  ...{ name: 'insurance-types', section: 'Resources: Insurance plan', group: 'insurance', path: plans },
  ...{ entries: list, fields: extra, places: entryPlaces },
};
const quote = { section: 'Resources: Quote', group: 'quote', path: quotes, places: quotePlaces } as const;

const resources: readonly Resource[] = [
  {
    ...{ name: 'depots', section: 'Resources: Depot', group: 'depots', path: depots, entries: list },
    fields: {
      ...{ id: 'integer', name: 'string', pickup_times: 'array', drop_off_times: 'array' },
      opening_hours_description: 'string',
    },
    places: entryPlaces,
  },
  ...['pickup_times', 'drop_off_times'].map((times): Resource => {
    const entries = (body: any[]): any[] => body.flatMap((depot) => depot[times]);
    const place = { group: 'depots', path: depots, places: entryPlaces } as const;
    return { name: `depots: ${times}`, section: 'Resources: Depot, times', entries, fields: time, ...place };
  }),
  {
    ...{ name: 'availability', section: 'Resources: Vehicle', group: 'availability', path: availability, entries: list },
    fields: { vehicleId: 'integer', name: 'string', rentalDailyRate: 'number', imageUrl: 'string' },
    places: entryPlaces,
  },
  accessory,
  plan,
  {
    ...{ name: 'quotes', entries: (body) => [body], ...quote },
    fields: {
      ...{ quoteId: 'string', expiresAt: 'string', currency: 'string', priceBreakdown: 'object' },
      ...{ totalAmount: 'number', note: 'string' },
    },
  },
  {
    ...{ name: 'quotes: priceBreakdown', entries: (body) => [breakdownOf(body)], ...quote },
    fields: {
      ...{ rentalFee: 'number', routeFee: 'number', accessoriesFee: 'number', insuranceFee: 'number' },
      ...{ accessories: 'array', insurance: 'object or null' },
    },
  },
  {
    ...{ ...quote, name: 'quotes: priceBreakdown.accessories', entries: (body) => breakdownOf(body).accessories },
    fields: { id: 'integer', name: 'string', cost: 'number', quantity: 'integer' },
    ...{ places: entryPlaces, applies: hasExtras },
  },
  {
    ...{ ...quote, name: 'quotes: priceBreakdown.insurance', entries: (body) => [breakdownOf(body).insurance] },
    fields: { id: 'integer', name: 'string', cost: 'number' },
    ...{ places: planPlaces, applies: hasExtras },
  },
];

/** Parts of the answers that a checker easily leaves out. */
const corners: readonly (readonly [name: string, Resource, applies: () => Applies])[] = [
  ['of another vehicle', accessory, ofOtherVehicles],
  ['of another vehicle', plan, ofOtherVehicles],
  ['without dates', accessory, () => lacks('pick_up_date')],
  ['without dates', plan, () => lacks('pick_up_date')],
];

function plantField(resource: Resource, field: string, wrong: Wrong, place: Place, corner = ''): Planted {
  const { name, section, group, path, entries } = resource;
  const applies = (exchange: Parameters<Applies>[0]): boolean =>
    (resource.applies?.(exchange) ?? true) && (place.applies?.(exchange) ?? true);
  const change = json((body) => {
    for (const entry of place.pick(entries(body))) entry[field] = wrongValues[wrong](entry[field]);
  });
  return {
    name: [`${name}:`, field, wrong, place.name, corner].filter((word) => word !== '').join(' '),
    ...{ section, groups: [group], mutate: at(path, only(applies, change)) },
  };
}

function plantFields(resource: Resource, offset: number): Planted[] {
  return Object.entries(resource.fields).flatMap(([field, type], row) => {
    const { always, inTurn: others } = types[type]!;
    const wrongs = [...always, inTurn(others, row + offset)];
    return wrongs.map((wrong, column) =>
      plantField(resource, field, wrong, inTurn(resource.places, row + column + offset)),
    );
  });
}

function plantCorners(): Planted[] {
  const wrongs: readonly Wrong[] = ['is missing', 'is null', 'is an object', 'is a boolean'];
  return corners.flatMap(([corner, resource, applies], index) =>
    Object.keys(resource.fields).map((field, row) => {
      const turn = row + index;
      return plantField(
        { ...resource, applies: applies() },
        field,
        inTurn(wrongs, turn),
        inTurn(resource.places, turn),
        corner,
      );
    }),
  );
}

export const fieldDefects: readonly Planted[] = [
  ...resources.flatMap((resource, index) => plantFields(resource, index)),
  ...plantCorners(),
];
