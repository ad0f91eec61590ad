/** Fields that are missing or of a wrong type, in turn in the first, the last and every entry. */
import { inTurn, isOneWay, lacks, ofOtherVehicles, type Applies, type Place, type Planted } from './planted.ts';
import { accessory, breakdown, depot, dropOffTime, pickUpTime, plan, plantIn } from './resources.ts';
import { quote, quotedAccessory, quotedPlan, vehicle, type FieldType, type Resource } from './resources.ts';

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

/** What can be wrong with a field of each type, besides that it is missing. */
const wrongTypes: Readonly<Record<FieldType, readonly Wrong[]>> = {
  integer: ['is text', 'is null', 'is a boolean', 'is an array', 'is an object'],
  number: ['is text', 'is null', 'is an array', 'is a boolean', 'is an object'],
  string: ['is a number', 'is null', 'is an array', 'is an object', 'is a boolean'],
  array: ['is an object', 'is null', 'is text', 'is a number'],
  object: ['is an array', 'is null', 'is text', 'is a number'],
  'object or null': ['is text', 'is an array', 'is a number', 'is a boolean'],
};

const resources = [depot, pickUpTime, dropOffTime, vehicle, accessory, plan];
const quoteResources = [quote, breakdown, quotedAccessory, quotedPlan];

/** Parts of the answers that a checker easily leaves out. */
const corners: readonly (readonly [words: string, Resource, applies: () => Applies])[] = [
  ['for a one-way trip', vehicle, () => isOneWay],
  ['of another vehicle', accessory, ofOtherVehicles],
  ['of another vehicle', plan, ofOtherVehicles],
  ['without dates', accessory, () => lacks('pick_up_date')],
  ['without dates', plan, () => lacks('pick_up_date')],
];

export const fieldDefects: readonly Planted[] = [
  ...[...resources, ...quoteResources].flatMap(plantFields),
  ...corners.flatMap(([words, resource, applies], offset) =>
    Object.entries(resource.fields).map(([field, type], row) => {
      const turn = row + offset;
      const wrong = inTurn<Wrong>(['is missing', ...wrongTypes[type]], turn);
      const place = inTurn(resource.places, turn);
      const corner = { name: `${place.name} ${words}`, pick: place.pick, applies: applies() };
      return plantField(resource, field, wrong, corner);
    }),
  ),
];

/** Each field is missing once and has one wrong type; an integer is a fraction, too. */
function plantFields(resource: Resource, offset: number): Planted[] {
  return Object.entries(resource.fields).flatMap(([field, type], row) => {
    const turn = row + offset;
    const wrongs: Wrong[] = ['is missing', inTurn(wrongTypes[type], turn)];
    if (type === 'integer') wrongs.push('is a fraction');
    return wrongs.map((wrong, column) => plantField(resource, field, wrong, inTurn(resource.places, turn + column)));
  });
}

function plantField(resource: Resource, field: string, wrong: Wrong, place: Place): Planted {
  return plantIn(resource, place, `${field} ${wrong}`, (entry) => {
    entry[field] = wrongValues[wrong](entry[field]);
  });
}
