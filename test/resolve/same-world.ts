/**
 * Operators with lists of names that are easily mixed up, and one text that names something on
 * them, for one field of a trip.
 */
import { NotAvailableError, RefusedError } from '../../src/base/errors.ts';
import type { Selection } from '../../src/api/types.ts';
import fc from '../support/property.ts';
import { memorySession } from './memory.ts';
import type { Item } from './right-words.ts';
import { quote, vehicle } from '../compare/samples.ts';

export const fields = ['pickUp', 'dropOff', 'vehicle', 'accessory', 'insurance'] as const;
export type Field = (typeof fields)[number];

/** Every operator has this depot and, unless the vehicle is in question, this vehicle. */
export const base = 'Base';
export const van = { id: 11, name: 'Van' };

const families = [
  ['Auckland Airport', 'North Shore, Auckland', 'Auckland', 'North Shore', 'Shore'],
  ['Kea', 'Kea Deluxe', 'Kēa', 'Moa, rear', 'Moa', 'rear', 'Kea, rear'],
  ['Seat', 'SEAT', 'Seat, child', 'Child seat', 'child', 'Seat, child, rear'],
  ['2x bike rack', 'Bike rack', 'Rack for 2x bikes', 'Seat 2x', '3 × chair', 'Chair'],
  ['Extra km 1,000', 'Extra km 1', '1,000', '000', 'Tūī', '12'],
];

const forms = ['name', 'name', 'name', 'id', 'upper', 'plain', 'start', 'end', 'middle'] as const;
const piece = fc.record({
  at: fc.nat(9),
  form: fc.constantFrom(...forms),
  count: fc.constantFrom('', '', '', '2x ', '3 × '),
});
type Piece = typeof piece extends fc.Arbitrary<infer T> ? T : never;

const alone = ['', ' ', ',', 'none', 'cheapest', 'all', 'same', '99', '007', '-1', '0', ' ,Kea'];

/** The id of the first item of a list. */
function firstId(field: Field): number {
  if (field === 'vehicle') return 11;
  // The first one is the base.
  return field === 'pickUp' || field === 'dropOff' ? 2 : 1;
}

function write({ at, form, count }: Piece, field: Field, names: readonly string[]): string {
  const place = at % names.length;
  const name = names[place]!;
  const texts: Readonly<Record<(typeof forms)[number], string>> = {
    name,
    id: String(firstId(field) + place),
    upper: name.toUpperCase(),
    plain: name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replaceAll(', ', ','),
    start: name.slice(0, 4).trim(),
    end: name.slice(-5).trim(),
    middle: name.slice(2, 9).trim(),
  };
  return (field === 'accessory' ? count : '') + texts[form];
}

export const questions = fc
  .record({
    field: fc.constantFrom(...fields),
    family: fc.nat(families.length - 1),
    places: fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), {
      minLength: 3,
      maxLength: 3,
    }),
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
    isOne: fc.boolean(),
    comma: fc.constantFrom(',', ', '),
    comparison: fc.nat(5),
    word: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(...alone)),
  })
  .map(({ field, family, places, pieces, isOne, comma, word, comparison }) => {
    const names = families[family]!;
    const lists = places.map((list) => list.map((at) => names[at % names.length]!));
    // Most texts are of the first operator; a name that only another has is written, too.
    const written = pieces.map((one) => write(one, field, one.at > 6 ? lists[1]! : lists[0]!));
    const text = word ?? (isOne ? written[0]! : written.join(comma));
    return { field, lists, text, comparison };
  });
export type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

export const operatorNames = ['a', 'b', 'c'] as const;

/** What the operator lists for the field. */
export function itemsOf({ field, lists }: Question, place: number): Item[] {
  const items = lists[place]!.map((name, index) => ({ id: firstId(field) + index, name }));
  return field === 'pickUp' || field === 'dropOff' ? [{ id: 1, name: base }, ...items] : items;
}

export function sessionOf(question: Question, place: number) {
  const { field } = question;
  const items = itemsOf(question, place);
  const isDepot = field === 'pickUp' || field === 'dropOff';
  const vehicles = field === 'vehicle' ? items : [van];
  const extras = (kind: Field) =>
    kind === field ? items.map((item) => ({ ...item, price: 1 })) : [];
  /** What had a price. */
  const priced: Selection[] = [];
  const memory = memorySession({
    depots: isDepot ? items.map(({ name }) => name) : [base],
    availability: async () => vehicles.map(({ id, name }) => vehicle(id, name)),
    accessories: async () => extras('accessory'),
    insuranceTypes: async () => extras('insurance'),
    price: (selection) => {
      const answer = price(selection, vehicles, extras('accessory'), extras('insurance'));
      priced.push(selection);
      return answer;
    },
  });
  const operator = { ...memory.session.operator, name: operatorNames[place]! };
  return { priced, session: { ...memory.session, operator } };
}

function price(
  selection: Selection,
  vehicles: readonly Item[],
  accessories: readonly Item[],
  plans: readonly Item[],
) {
  const { vehicleId, accessoryIds, insuranceId } = selection;
  if (!vehicles.some(({ id }) => id === vehicleId))
    throw new NotAvailableError('not free', { status: 404, served: 'not free' });
  const shown = (list: readonly Item[], id: number) => {
    const item = list.find((one) => one.id === id);
    if (item === undefined)
      throw new RefusedError('no such id', { status: 400, served: 'no such id' });
    return { id, name: item.name, cost: 1 };
  };
  const answer = quote(90);
  const entries = [...new Set(accessoryIds)].map((id) => {
    return {
      ...shown(accessories, id),
      quantity: accessoryIds.filter((other) => other === id).length,
    };
  });
  const insurance = insuranceId === undefined ? null : shown(plans, insuranceId);
  return {
    ...answer,
    priceBreakdown: { ...answer.priceBreakdown, accessories: entries, insurance },
  };
}
