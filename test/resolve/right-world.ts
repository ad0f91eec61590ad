/**
 * Random operators that keep to the interface, however odd: names that are parts of others, ids
 * that mean other things elsewhere, quotes that differ from what was asked for.
 */
import type { CalendarDate } from '../../src/shape.ts';
import type { Quote, Selection } from '../../src/api/types.ts';
import { NotAvailableError, RefusedError } from '../../src/base/errors.ts';
import { addDays, nights } from '../../src/planner/calendar.ts';
import fc from '../support/property.ts';
import { memorySession, today } from './memory.ts';
import { quote, vehicle } from '../compare/samples.ts';

const things = [
  'Kea',
  'Kea Deluxe',
  'Kēa',
  'kea',
  'Moa',
  'Moa Van',
  'Van',
  'Deluxe',
  'Moa, rear',
  'Tūī',
];
const extras = [
  'Seat',
  'SEAT',
  'Child seat',
  'Child seat cover',
  'Seat, child',
  'child',
  'Sēat cover',
  'Extra km 1,000',
  'Extra km 1',
  '000',
  'Rack for 2x bikes',
];
const [thing, extra] = [fc.constantFrom(...things), fc.constantFrom(...extras)];
/** Pick-up dates of a comparison; on the last one, ids can mean other things. */
export const days = [10, 11, 12].map((day) => addDays(today, day)!);
export const lastDay = days[2]!;
const few = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(fc.constant<T[]>([]), fc.constant<T[]>([]), fc.array(one, { maxLength: 3 }));
const several = <T>(one: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(one, { minLength: 1, maxLength });

const car = fc.record({
  name: thing,
  later: fc.option(thing, { freq: 2 }),
  rate: fc.integer({ min: 5, max: 15 }),
  fee: fc.nat(90),
  soldOut: few(fc.constantFrom(...days)),
  isSeen: fc.boolean(),
  hasExtras: fc.nat(3).map(Boolean),
});
export const world = fc.record({
  depots: several(thing, 4),
  fleet: several(car, 4),
  accessories: several(extra, 5),
  plans: several(extra, 3),
  /** By how much ids of extras are moved on the last day. */
  moved: fc.constantFrom(0, 0, 1, 2),
  /** By how much ids of extras are moved from one vehicle to the next. */
  turned: fc.constantFrom(0, 0, 1),
  /** Extras that quotes leave out, price only once, or show under the name of the next one. */
  leftOut: few(extra),
  onlyOne: few(extra),
  renamed: few(extra),
  added: fc.constantFrom(undefined, undefined, undefined, 'accessories', 'plans', 'entry'),
  /** A date on which no vehicle has any extras. */
  without: fc.constantFrom(undefined, undefined, undefined, ...days),
  isBelowEstimates: fc.nat(2).map((one) => one === 0),
  isMixed: fc.nat(3).map((one) => one === 0),
});
export type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
export type Kind = 'accessories' | 'plans';

export function carsOn({ fleet }: World, date: CalendarDate) {
  return fleet.flatMap(({ name, later, rate, soldOut }, at) =>
    soldOut.includes(date) || date > lastDay
      ? []
      : [
          {
            id: 11 + at,
            name: date === lastDay && later !== null ? later : name,
            rate: 10 * rate + at,
            date,
          },
        ],
  );
}

export function extrasOf(of: World, kind: Kind, vehicleId: number, date: CalendarDate) {
  if (of.fleet[vehicleId - 11]?.hasExtras !== true || date === of.without) return [];
  const move = (vehicleId - 11) * of.turned + (date === lastDay ? of.moved : 0);
  return of[kind].map((name, at) => ({ id: 1 + ((at + move) % of[kind].length), name, price: 1 }));
}

/** What a quote calls an extra. */
export function shownName(
  { renamed }: World,
  items: ReturnType<typeof extrasOf>,
  id: number,
): string {
  const at = items.findIndex((one) => one.id === id);
  return items[renamed.includes(items[at]?.name ?? '') ? (at + 1) % items.length : at]!.name;
}

function price(of: World, selection: Selection): Quote {
  const { vehicleId, pickUpDate: date, accessoryIds, insuranceId } = selection;
  const ids = {
    accessories: [...accessoryIds],
    plans: insuranceId === undefined ? [] : [insuranceId],
  };
  const entries = (kind: Kind) => {
    const items = extrasOf(of, kind, vehicleId, date);
    return [...new Set(ids[kind])].flatMap((id) => {
      const own = items.find((item) => item.id === id)?.name;
      if (own === undefined)
        throw new RefusedError('no such id', { status: 400, served: 'no such id' });
      const quantity = of.onlyOne.includes(own)
        ? 1
        : ids[kind].filter((other) => other === id).length;
      return of.leftOut.includes(own)
        ? []
        : [{ id, name: shownName(of, items, id), cost: 1, quantity }];
    });
  };
  const accessories = entries('accessories');
  const insurance = entries('plans')[0] ?? null;
  const found = carsOn(of, date).find(({ id }) => id === vehicleId);
  if (found === undefined)
    throw new NotAvailableError('not free', { status: 404, served: 'not free' });
  const isLow = of.isBelowEstimates && (vehicleId + days.indexOf(date)) % 2 === 0;
  const estimate = found.rate * nights(date, selection.dropOffDate) * (isLow ? 0.6 : 1);
  const total = Math.round(estimate) + of.fleet[vehicleId - 11]!.fee + accessoryIds.length;
  const answer = quote(total, of.isMixed && vehicleId % 2 === 0 ? 'AUD' : 'NZD');
  if (of.added === 'entry') accessories.push({ id: 99, name: 'Cleaning', cost: 9, quantity: 1 });
  const fees = {
    accessoriesFee: of.added === 'accessories' ? 9 : 0,
    insuranceFee: of.added === 'plans' ? 9 : 0,
  };
  return {
    ...answer,
    priceBreakdown: { ...answer.priceBreakdown, ...fees, accessories, insurance },
  };
}

export function seenIn({ fleet }: World) {
  return fleet.flatMap(({ name, isSeen }, at) => (isSeen ? [{ id: 11 + at, name }] : []));
}

export function sessionOf(of: World) {
  return memorySession({
    depots: of.depots,
    seen: seenIn(of),
    price: (selection) => price(of, selection),
    availability: async ({ pickUpDate }) =>
      carsOn(of, pickUpDate).map(({ id, name, rate }) => vehicle(id, name, rate)),
    accessories: async (id, dates) => extrasOf(of, 'accessories', id, dates!.pickUpDate),
    insuranceTypes: async (id, dates) => extrasOf(of, 'plans', id, dates!.pickUpDate),
  });
}

const forms = ['id', 'upper', 'start', 'end', '', 'e', 'kea', ' Tui', '99', 'cheapest'];
/** Something of a list, and how it is written. */
const word = fc.record({
  at: fc.nat(9),
  form: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('name', 'name', 'id') },
    fc.constantFrom(...forms),
  ),
});
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;
const piece = fc.tuple(fc.constantFrom('', '', '2x ', '3 × '), word);

function written({ at, form }: Word, names: readonly string[], firstId = 1): string {
  const index = at % (names.length || 1);
  const name = names[index] ?? 'Kea';
  const whole: Record<string, string> = {
    name,
    id: String(firstId + index),
    upper: name.toUpperCase(),
  };
  return (
    whole[form] ?? (form === 'start' ? name.slice(0, 4) : form === 'end' ? name.slice(-4) : form)
  );
}

/** An operator, and what it is asked in words. */
export const questions = fc
  .record({
    of: world,
    pickUp: word,
    dropOff: fc.option(word, { freq: 2 }),
    vehicle: word,
    vehicles: few(word),
    accessory: fc.array(several(piece, 3), { maxLength: 2 }),
    insurance: fc.option(word, { freq: 2 }),
    date: fc.constantFrom(...days),
    nights: fc.nat(3),
    best: fc.constantFrom('best:1', 'best:3', 'best'),
  })
  .map(({ of, pickUp, dropOff, vehicle: one, vehicles, accessory, insurance, ...rest }) => {
    const carOf = (text: Word): string =>
      written(
        text,
        of.fleet.map(({ name }) => name),
        11,
      );
    return {
      of,
      ...rest,
      pickUp: written(pickUp, of.depots),
      dropOff: dropOff ? written(dropOff, of.depots) : undefined,
      vehicle: carOf(one),
      vehicles: vehicles.filter(({ form }) => form !== 'cheapest').map(carOf),
      accessory: accessory.map((list) =>
        list.map(([count, text]) => count + written(text, of.accessories)).join(','),
      ),
      insurance: insurance ? written(insurance, of.plans) : undefined,
    };
  });
export type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;
