/** Random services that change their offers after a request was saved. */
import type { CalendarDate } from '../../src/shape.ts';
import type { Quote, Selection, Trip } from '../../src/api/types.ts';
import { NotAvailableError, RefusedError } from '../../src/base/errors.ts';
import { addDays, nights } from '../../src/planner/calendar.ts';
import type { Session } from '../../src/planner/session.ts';
import { memorySession, today } from '../resolve/memory.ts';
import { plain } from '../resolve/right-words.ts';
import { quote as quoteOf, vehicle } from '../compare/samples.ts';
import fc from '../support/property.ts';

/**
 * Names that are parts of others, and names that look like lists, numbers of things or ids. Some
 * are more frequent than others.
 */
const names = {
  depots: ['Auckland', 'North Shore, Auckland', 'Auckland Airport', 'Airport', 'Shore', 'Taupō'],
  cars: ['Moa, rear', 'Moa, rear', 'Moa', 'Moa', 'Kea', 'Kea', 'Kea Deluxe', 'Deluxe', 'Tūī 4'],
  accessories: [
    '2x bike rack',
    '2x bike rack',
    'Bike rack',
    'Bike rack',
    'Rack for 2x bikes',
    'Seat, child',
    'Seat',
    'Child',
    'Child seat',
    '1,000 km',
    '000',
  ],
  plans: ['Basic', 'Basic Plus', 'Plus', 'Full', 'Full, no excess'],
} as const;
export type Kind = keyof typeof names;
export const kinds = Object.keys(names) as Kind[];

export interface Thing {
  /** Identifies the thing: no change of the service alters it. */
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly price: number;
  /** Empty for things that are no vehicles. */
  readonly soldOut: readonly CalendarDate[];
  /** Keys of the extras that a vehicle does not have. */
  readonly lacks: readonly string[];
}
export type Offered = Readonly<Record<Kind, readonly Thing[]>>;

export const operatorNames = ['lucky', 'happy', 'windy'];
/** The days of pick-ups. */
export const days = [10, 11].map((day) => addDays(today, day)!);

const firstIds = { depots: 1, cars: 11, accessories: 1, plans: 7 };

function things(kind: Kind): fc.Arbitrary<readonly Thing[]> {
  const named = fc.uniqueArray(fc.constantFrom<string>(...names[kind]), {
    minLength: 1,
    maxLength: 4,
  });
  const details = fc.record({
    price: fc.integer({ min: 1, max: 20 }),
    soldOut: fc.oneof(
      { weight: 5, arbitrary: fc.constant<CalendarDate[]>([]) },
      fc.subarray(days, { minLength: 1 }),
      fc.constant(days),
    ),
    lacks: fc.constantFrom([], [], [], [], ['accessories 0'], ['plans 0']),
  });
  return fc.tuple(named, fc.array(details, { minLength: 4, maxLength: 4 })).map(([list, more]) =>
    list.map((name, at) => {
      const { price, soldOut, lacks } = more[at]!;
      const rate = kind === 'cars' ? 50 + 7 * price + at : price + at / 4;
      return { key: `${kind} ${at}`, id: firstIds[kind] + at, name, price: rate, soldOut, lacks };
    }),
  );
}

const offered: fc.Arbitrary<Offered> = fc.record({
  depots: things('depots'),
  cars: things('cars'),
  accessories: things('accessories'),
  plans: things('plans'),
});

/** `divide`: a vehicle has accessories or plans, but none has both. */
export const hows = [
  'rename',
  'respell',
  'renumber',
  'swap',
  'drop',
  'add',
  'reprice',
  'sell out',
  'divide',
] as const;
type How = (typeof hows)[number];

/** One change that an operator makes. */
const change = fc.record({
  operator: fc.constantFrom(0, 0, 1, 2),
  kind: fc.constantFrom(...kinds),
  how: fc.constantFrom<How>(...hows, 'rename', 'drop', 'drop', 'add', 'divide'),
  at: fc.constantFrom(0, 0, 0, 1, 2),
  other: fc.nat(8),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The list after the change. No two things get the same name or id. */
function changed(list: readonly Thing[], { kind, how, at, other }: Change): readonly Thing[] {
  const thing = list[at % list.length];
  if (thing === undefined) return list;
  const name = names[kind][other % names[kind].length]!;
  const isTaken = list.some((item) => plain(item.name) === plain(name));
  const second = list[other % list.length]!;
  const replaced = (parts: Partial<Thing>) =>
    list.map((item) => (item === thing ? { ...item, ...parts } : item));
  const fresh = Math.max(...list.map(({ id }) => id)) + 1 + (other % 3);
  switch (how) {
    case 'rename':
      return isTaken ? list : replaced({ name });
    case 'respell':
      return replaced({
        name:
          other % 2 === 0 ? thing.name.toUpperCase() : thing.name.normalize('NFD').toLowerCase(),
      });
    case 'renumber':
      return replaced({ id: fresh });
    case 'swap':
      return list.map((item) =>
        item === thing
          ? { ...item, id: second.id }
          : item === second
            ? { ...item, id: thing.id }
            : item,
      );
    case 'drop':
      return list.filter((item) => item !== thing);
    case 'add':
      return isTaken
        ? list
        : [{ ...thing, key: `${kind} new ${other}`, id: fresh, name, soldOut: [] }, ...list];
    case 'reprice':
      return replaced({ price: thing.price / 2 });
    case 'sell out':
      return replaced({ soldOut: thing.soldOut.length > 0 ? [] : days });
    case 'divide':
      return list;
  }
}

function divided(world: Offered): Offered {
  const keys = [world.accessories, world.plans].map((list) => list.map(({ key }) => key));
  return { ...world, cars: world.cars.map((car, at) => ({ ...car, lacks: keys[at % 2]! })) };
}

/** The worlds of all operators after the changes. */
function after(before: readonly Offered[], all: readonly Change[]): readonly Offered[] {
  const apply = (world: Offered, one: Change): Offered =>
    one.how === 'divide' ? divided(world) : { ...world, [one.kind]: changed(world[one.kind], one) };
  return all.reduce<readonly Offered[]>(
    (worlds, one) =>
      worlds.map((world, place) =>
        place === one.operator % worlds.length ? apply(world, one) : world,
      ),
    before,
  );
}

export function available(world: Offered, date: CalendarDate): readonly Thing[] {
  return world.cars.filter(({ soldOut }) => !soldOut.includes(date));
}

export function extrasOf(
  world: Offered,
  kind: 'accessories' | 'plans',
  car: Thing,
): readonly Thing[] {
  return world[kind].filter(({ key }) => !car.lacks.includes(key));
}

const refused = (): RefusedError =>
  new RefusedError('no such id', { status: 400, served: 'no such id' });

/** The price depends on the thing and not on its id, so another thing has another price. */
function priceIn(world: Offered, selection: Selection): Quote {
  const {
    pickUpDepotId,
    dropOffDepotId,
    pickUpDate,
    dropOffDate,
    vehicleId,
    accessoryIds,
    insuranceId,
  } = selection;
  if ([pickUpDepotId, dropOffDepotId].some((id) => world.depots.every((depot) => depot.id !== id)))
    throw refused();
  const car = available(world, pickUpDate).find(({ id }) => id === vehicleId);
  if (car === undefined)
    throw new NotAvailableError('not free', { status: 404, served: 'not free' });
  const find = (kind: 'accessories' | 'plans', id: number): Thing => {
    const extra = extrasOf(world, kind, car).find((item) => item.id === id);
    if (extra === undefined) throw refused();
    return extra;
  };
  const accessories = [...new Set(accessoryIds)].map((id) => {
    const { name, price: each } = find('accessories', id);
    const quantity = accessoryIds.filter((other) => other === id).length;
    return { id, name, cost: each * quantity, quantity };
  });
  const plan = insuranceId === undefined ? undefined : find('plans', insuranceId);
  const insurance = plan === undefined ? null : { id: plan.id, name: plan.name, cost: plan.price };
  const accessoriesFee = accessories.reduce((sum, { cost }) => sum + cost, 0);
  const rentalFee = car.price * nights(pickUpDate, dropOffDate);
  const insuranceFee = plan?.price ?? 0;
  const answer = quoteOf(rentalFee + accessoriesFee + insuranceFee);
  return {
    ...answer,
    priceBreakdown: {
      rentalFee,
      routeFee: 0,
      accessoriesFee,
      insuranceFee,
      accessories,
      insurance,
    },
  };
}

/**
 * An operator in memory, with the trips and the quotes that were requested, and the totals of the
 * quotes.
 */
export function sessionOf(world: Offered, name: string) {
  const trips: Trip[] = [];
  const answered: { readonly selection: Selection; readonly total: number }[] = [];
  const find = (vehicleId: number): Thing => {
    const car = world.cars.find(({ id }) => id === vehicleId);
    if (car === undefined) throw refused();
    return car;
  };
  const { session, quoted } = memorySession({
    depots: [],
    price: (selection) => {
      const answer = priceIn(world, selection);
      answered.push({ selection, total: answer.totalAmount });
      return answer;
    },
    availability: async (trip) => {
      trips.push(trip);
      return available(world, trip.pickUpDate).map((car) => vehicle(car.id, car.name, car.price));
    },
    accessories: async (id) => [...extrasOf(world, 'accessories', find(id))],
    insuranceTypes: async (id) => [...extrasOf(world, 'plans', find(id))],
  });
  const depots = world.depots.map(({ id, name }) => {
    return { id, name, pickup_times: [], drop_off_times: [], opening_hours_description: '' };
  });
  const list = async () => depots;
  const named: Session = {
    ...session,
    operator: { ...session.operator, name, baseUrl: new URL(`http://127.0.0.1/${name}`) },
    service: { ...session.service, depots: list },
    depots: { ...session.depots, list, fresh: list, stored: list, known: () => depots },
  };
  return { name, world, session: named, quoted, answered, trips };
}
export type Served = ReturnType<typeof sessionOf>;

/** Ways to write the things of a field: ids, whole names, parts of names, a word for all. */
const style = fc.constantFrom('id', 'name', 'name', 'name', 'part', 'part', 'all');
const word = fc.record({ at: fc.constantFrom(0, 0, 1, 2), isLower: fc.boolean(), cut: fc.nat(3) });
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;
const few = (maxLength: number, minLength = 0) => fc.array(word, { minLength, maxLength });

export const cases = fc
  .record({
    before: fc.oneof<fc.Arbitrary<readonly Offered[]>[]>(
      fc.tuple(offered),
      fc.array(offered, { minLength: 1, maxLength: 3 }),
    ),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    isQuote: fc.constantFrom(true, false, false),
    styles: fc.record({ depots: style, cars: style, accessories: style, plans: style }),
    hasPrefixes: fc.constantFrom(true, false, false),
    pickUp: few(2, 1),
    dropOff: fc.oneof(fc.constant<Word[]>([]), few(1, 1)),
    cars: few(2, 1),
    accessories: fc.oneof(fc.constant<Word[]>([]), few(2, 1), few(2, 1)),
    isCounted: fc.boolean(),
    plan: fc.oneof(fc.constant<Word[]>([]), few(1, 1), few(1, 1)),
    dates: fc.constantFrom(
      { from: days[0]!, nights: '2' },
      { from: `${days[0]}..${days[1]}`, nights: '2' },
      { from: `${days[0]}..${days[1]}`, nights: '2,3' },
    ),
    quote: fc.constantFrom(undefined, 'all', 'best:1'),
    // Seldom, because a file takes four times as long as its text.
    goesThroughFile: fc.nat(31).map((one) => one === 0),
  })
  .map((made) => ({ ...made, after: after(made.before, made.changes) }));
export type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function partOf(name: string, cut: number): string {
  const parts = [name.slice(0, 4), name.slice(-4), name.split(' ')[0], name.split(' ').at(-1)];
  return parts[cut]!.trim();
}

/**
 * How a user writes some things of the first operator; or of each, with the operator's name before
 * it.
 */
function written(
  made: Case,
  kind: Kind,
  words: readonly Word[],
  { isCounted = false } = {},
): readonly string[] {
  const { before, styles, hasPrefixes } = made;
  const how = styles[kind];
  const isForEach =
    before.length > 1 && (how === 'id' || (hasPrefixes && how === 'name' && kind !== 'depots'));
  const textOf = (one: Word, world: Offered): string => {
    const text = thingInWords(one, world[kind], how);
    return isCounted && how !== 'id' ? counted(text, kind) : text;
  };
  if (!isForEach) return words.map((one) => textOf(one, before[0]!));
  return words.flatMap((one) =>
    before.map((world, place) => `${operatorNames[place]}:${textOf(one, world)}`),
  );
}

function thingInWords(
  { at, isLower, cut }: Word,
  things: readonly Thing[],
  how: Case['styles'][Kind],
): string {
  const { id, name } = things[at % things.length]!;
  if (how === 'id') return String(id);
  const text = how === 'part' ? partOf(name, cut) : name;
  return isLower ? text.toLowerCase() : text;
}

/** Two of the thing, unless that is a name: `2x bike rack`. */
function counted(text: string, kind: Kind): string {
  const two = `2x ${text}`;
  return names[kind].some((name) => plain(name) === plain(two)) ? text : two;
}

/** The request that is saved before the services change. */
export function requestOf(made: Case) {
  const { isQuote, styles, pickUp, dropOff, cars, accessories, isCounted, plan, dates, quote } =
    made;
  const one: Case = isQuote ? { ...made, before: made.before.slice(0, 1) } : made;
  const depots = (words: readonly Word[]) => written(one, 'depots', words);
  const accessory = written(one, 'accessories', accessories, { isCounted });
  const insurance = written(one, 'plans', plan);
  const vehicle = written(one, 'cars', cars);
  if (isQuote) {
    return {
      kind: 'quote' as const,
      pickUp: depots(pickUp)[0]!,
      dropOff: depots(dropOff)[0],
      vehicle: styles.cars === 'all' ? 'cheapest' : vehicle[0]!,
      accessory,
      insurance: insurance.length === 0 ? undefined : insurance,
      from: days[0]!,
      to: '+2d',
    };
  }
  return {
    kind: 'compare' as const,
    pickUp: styles.depots === 'all' ? ['all'] : depots(pickUp),
    dropOff:
      dropOff.length === 0 ? undefined : styles.depots === 'all' ? ['same'] : depots(dropOff),
    vehicle: styles.cars === 'all' ? undefined : vehicle,
    accessory,
    insurance: insurance.length === 0 ? undefined : insurance,
    ...dates,
    quote,
  };
}
