/** Identifiers that occur twice, and quotes with another selection than they were asked for. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import { at, json } from '../support/mutant.ts';
import {
  accessories,
  availability,
  bodyAt,
  depots,
  hasExtras,
  lacks,
  only,
  plans,
  quotes,
  type Place,
  type Planted,
} from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** The last entry becomes a second first one, in whole or only in its id. */
const repeated: readonly (readonly [group: CheckGroup, path: RegExp, id: string])[] = [
  ['depots', depots, 'id'],
  ['availability', availability, 'vehicleId'],
  ['accessories', accessories, 'id'],
  ['insurance', plans, 'id'],
];

const repeatedDefects = repeated.flatMap(([group, path, id]): Planted[] => {
  const common = { section: 'Resources: unique identifiers', groups: [group] };
  const repeatId = json((body) => void (body.at(-1)[id] = body[0][id]));
  const repeatEntry = json((body) => void body.push(body[0]));
  const defects = [
    { ...common, name: `${group}: the last entry has the ${id} of the first`, mutate: at(path, repeatId) },
    { ...common, name: `${group}: the first entry comes twice`, mutate: at(path, repeatEntry) },
  ];
  if (id === 'vehicleId' || group === 'depots') return defects;
  const undated = only(lacks('pick_up_date'), repeatEntry);
  return [
    ...defects,
    { ...common, name: `${group}: the first entry comes twice without dates`, mutate: at(path, undated) },
  ];
});

const quoteIdDefects: readonly Planted[] = [
  {
    name: 'quotes: all quotes share a quoteId',
    section: 'Resources: Quote',
    groups: ['quote'],
    mutate: bodyAt(quotes, (body) => void (body.quoteId = 'q_1')),
  },
  {
    name: 'quotes: the quoteId is the vehicle',
    section: 'Resources: Quote',
    groups: ['quote'],
    mutate: at(
      quotes,
      json((body, { query }) => void (body.quoteId = `quote of ${query.get('vehicle_id')}`)),
    ),
  },
];

/** Of the quotes with extras. */
const selections: Readonly<Record<string, (breakdown: any) => void>> = {
  'a selected accessory is left out': ({ accessories }) => void accessories.shift(),
  'the last selected accessory is left out': ({ accessories }) => void accessories.pop(),
  'no selected accessory is there': (breakdown) => (breakdown.accessories = []),
  'an accessory that was not selected is there': ({ accessories }) =>
    void accessories.push({ id: 9999, name: 'Kite', cost: 0, quantity: 1 }),
  'a selected accessory is there twice': ({ accessories }) => void accessories.push(accessories[0]),
  'an accessory has another id': ({ accessories }) => (accessories.at(-1).id += 5000),
  'accessories are only ids': (breakdown) => (breakdown.accessories = breakdown.accessories.map(({ id }: any) => id)),
  'the selected plan is null': (breakdown) => (breakdown.insurance = null),
  'the plan is another one': ({ insurance }) => (insurance.id += 5000),
  'the plan is only its id': (breakdown) => (breakdown.insurance = breakdown.insurance.id),
  'the plan is in an array': (breakdown) => (breakdown.insurance = [breakdown.insurance]),
};

/** Of the quotes without extras. */
const noSelections: Readonly<Record<string, (breakdown: any) => void>> = {
  'insurance is a plan': (breakdown) => (breakdown.insurance = { id: 401, name: 'Standard', cost: 0 }),
  'insurance is an empty object': (breakdown) => (breakdown.insurance = {}),
  'insurance is false': (breakdown) => (breakdown.insurance = false),
  'insurance is an empty array': (breakdown) => (breakdown.insurance = []),
  'insurance is left out': (breakdown) => delete breakdown.insurance,
  'an accessory is there': (breakdown) =>
    (breakdown.accessories = [{ id: 301, name: 'Child seat', cost: 0, quantity: 1 }]),
  'accessories are null': (breakdown) => (breakdown.accessories = null),
  'accessories are left out': (breakdown) => delete breakdown.accessories,
  'a fee for accessories': (breakdown) => (breakdown.accessoriesFee = 7),
  'a fee for a plan': (breakdown) => (breakdown.insuranceFee = 77),
};

function plantSelections(
  words: string,
  applies: NonNullable<Place['applies']>,
  changes: typeof selections,
): readonly Planted[] {
  return Object.entries(changes).map(([name, change]) => ({
    name: `quotes ${words}: ${name}`,
    section: 'Resources: Quote, priceBreakdown',
    groups: ['quote'],
    mutate: at(
      quotes,
      only(
        applies,
        json((body) => void change(body.priceBreakdown)),
      ),
    ),
  }));
}

const unselectedPlan: Planted = {
  name: 'quotes with accessories, of a vehicle without plans: a fee for insurance',
  section: 'Resources: Quote, priceBreakdown',
  groups: ['quote'],
  mutate: (exchange) => {
    bodyAt(plans, () => [])(exchange);
    const charge = ({ priceBreakdown }: any): void => void (priceBreakdown.insuranceFee = 77);
    if (exchange.query.has('accessory_ids')) bodyAt(quotes, charge)(exchange);
  },
};

export const identifierDefects: readonly Planted[] = [...repeatedDefects, ...quoteIdDefects];
export const selectionDefects: readonly Planted[] = [
  ...plantSelections('with extras', hasExtras, selections),
  ...plantSelections('without extras', ({ query }) => !query.has('accessory_ids'), noSelections),
  unselectedPlan,
];
