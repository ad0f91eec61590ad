/** The resources of the interface, as they are in the answers. */
import { at, json } from '../support/mutant.ts';
import {
  accessories,
  availability,
  depots,
  entryPlaces,
  hasExtras,
  only,
  plans,
  quotePlaces,
  quotes,
  type Applies,
  type Place,
  type Planted,
} from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

export type FieldType = 'integer' | 'number' | 'string' | 'array' | 'object' | 'object or null';

export interface Resource extends Pick<Planted, 'section' | 'groups'> {
  readonly name: string;
  readonly path: RegExp;
  /** The entries with the fields, in the body of an answer. */
  readonly entries: (body: any) => any[];
  readonly places: readonly Place[];
  readonly fields: Readonly<Record<string, FieldType>>;
  /** All answers at the path, unless this says which. */
  readonly applies?: Applies;
}

const list = (body: any): any[] => body;

export const depot: Resource = {
  name: 'depots',
  section: 'Resources: Depot',
  groups: ['depots'],
  path: depots,
  entries: list,
  places: entryPlaces,
  fields: {
    id: 'integer',
    name: 'string',
    pickup_times: 'array',
    drop_off_times: 'array',
    opening_hours_description: 'string',
  },
};

export const pickUpTime = timeOf('pickup_times');
export const dropOffTime = timeOf('drop_off_times');

export const vehicle: Resource = {
  name: 'availability',
  section: 'Resources: Vehicle',
  groups: ['availability'],
  path: availability,
  entries: list,
  places: entryPlaces,
  fields: { vehicleId: 'integer', name: 'string', rentalDailyRate: 'number', imageUrl: 'string' },
};

export const accessory: Resource = {
  name: 'accessories',
  section: 'Resources: Accessory',
  groups: ['accessories'],
  path: accessories,
  entries: list,
  places: entryPlaces,
  fields: { id: 'integer', name: 'string', price: 'number' },
};

export const plan: Resource = {
  ...accessory,
  name: 'insurance-types',
  section: 'Resources: Insurance plan',
  groups: ['insurance'],
  path: plans,
};

export const quote: Resource = {
  name: 'quotes',
  section: 'Resources: Quote',
  groups: ['quote'],
  path: quotes,
  entries: (body) => [body],
  places: quotePlaces,
  fields: {
    quoteId: 'string',
    expiresAt: 'string',
    currency: 'string',
    priceBreakdown: 'object',
    totalAmount: 'number',
    note: 'string',
  },
};

export const breakdown: Resource = {
  ...quote,
  name: 'quotes: priceBreakdown',
  section: 'Resources: Quote, priceBreakdown',
  entries: (body) => [body.priceBreakdown],
  fields: {
    rentalFee: 'number',
    routeFee: 'number',
    accessoriesFee: 'number',
    insuranceFee: 'number',
    accessories: 'array',
    insurance: 'object or null',
  },
};

export const quotedAccessory: Resource = {
  ...breakdown,
  name: 'quotes: priceBreakdown.accessories',
  entries: (body) => body.priceBreakdown.accessories,
  places: entryPlaces,
  fields: { id: 'integer', name: 'string', cost: 'number', quantity: 'integer' },
  applies: hasExtras,
};

export const quotedPlan: Resource = {
  ...breakdown,
  name: 'quotes: priceBreakdown.insurance',
  entries: (body) => [body.priceBreakdown.insurance],
  places: [{ name: '', pick: (entries) => entries }],
  fields: { id: 'integer', name: 'string', cost: 'number' },
  applies: hasExtras,
};

/** Changes the entries of a resource in one place. `words` say what is wrong. */
export function plantIn(resource: Resource, place: Place, words: string, change: (entry: any) => void): Planted {
  const { name, section, groups, path, entries } = resource;
  const applies: Applies = (exchange) =>
    [resource.applies, place.applies].every((condition) => condition === undefined || condition(exchange));
  const mutate = only(
    applies,
    json((body) => place.pick(entries(body)).forEach(change)),
  );
  return { name: `${name}: ${words} ${place.name}`.trim(), section, groups, mutate: at(path, mutate) };
}

function timeOf(times: string): Resource {
  return {
    ...depot,
    name: `depots: ${times}`,
    section: 'Resources: Depot, times',
    entries: (body: any[]) => body.flatMap((entry) => entry[times]),
    fields: { time: 'string', day: 'string' },
  };
}
