/** What a question means, by the rules alone. */
import type { CalendarDate } from '../../src/shape.ts';
import type { Selection } from '../../src/api/types.ts';
import { addDays } from '../../src/planner/calendar.ts';
import { meaning, meanings, plain, type Item, type Meaning } from './right-words.ts';
import {
  carsOn,
  days,
  extrasOf,
  seenIn,
  shownName,
  type Kind,
  type Question,
  type World,
} from './right-world.ts';

/** An extra that is meant, with its name if it was named. */
interface Want {
  readonly kind: Kind;
  readonly id: number;
  readonly name: string | undefined;
  readonly quantity: number;
}

function readExtras({ accessory, insurance }: Question, listOf: (kind: Kind) => readonly Item[]) {
  const plan = insurance === undefined ? [] : [meaning(insurance, listOf('plans'))];
  const read = { accessories: meanings(accessory, listOf('accessories')), plans: plan };
  return (['accessories', 'plans'] as const).flatMap((kind) => {
    const isNamed = read[kind].some(({ how }) => how !== 'id');
    return read[kind].map((one) => ({ ...one, kind, isNamed }));
  });
}

/** Reads the extras on the lists of the first days; if these lack one, on the lists of both days. */
function readWithLast(
  asked: Question,
  listsOf: (kind: Kind) => readonly [readonly Item[], readonly Item[]],
) {
  const onFirst = readExtras(asked, (kind) => listsOf(kind)[0]);
  const isKnown = ({ kind, how, id, isNamed, found }: (typeof onFirst)[number]): boolean =>
    how === 'id' ? !isNamed || listsOf(kind)[0].some((item) => item.id === id) : found.length > 0;
  if (onFirst.every(isKnown)) return onFirst;
  const onBoth = readExtras(asked, (kind) => listsOf(kind).flat());
  // A text that fits something on the first lists stands for that.
  return onBoth.map((one) => {
    const early = meanings([one.text], listsOf(one.kind)[0]);
    return early.length === 1 && early[0]!.found.length > 0
      ? { ...one, ...early[0], quantity: one.quantity }
      : one;
  });
}

interface Meant extends Pick<Selection, 'pickUpDepotId' | 'dropOffDepotId' | 'vehicleId'> {
  readonly date: CalendarDate;
  readonly nights: number;
}

function selectionOf({ date, nights, ...meant }: Meant, wants: readonly Want[]): Selection {
  const accessories = wants.filter(({ kind }) => kind === 'accessories');
  const accessoryIds = accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id));
  const insuranceId = wants.find(({ kind }) => kind === 'plans')?.id;
  return {
    ...meant,
    pickUpDate: date,
    dropOffDate: addDays(date, nights)!,
    accessoryIds,
    insuranceId,
  };
}

/** Vehicles that were seen before, under ids that are not free now. */
function soldOut(of: World, free: readonly Item[]): Item[] {
  return seenIn(of).filter(({ id }) => !free.some((car) => car.id === id));
}

/** The id that is meant. What is not looked up is taken as it is. */
function idOf({ found, how, id }: Meaning, isLookedUp: boolean): number | undefined {
  if (how === 'id' && !isLookedUp) return id;
  return found.length === 1 ? found[0]!.id : undefined;
}

/** The id of a single vehicle. A part of a name is refused: free vehicles are not the whole fleet. */
function vehicleMeant({ of, date, vehicle }: Question, isPlan: boolean) {
  const free = carsOn(of, date);
  if (vehicle === 'cheapest') return free.toSorted((a, b) => a.rate - b.rate)[0]?.id;
  const known = meaning(vehicle, free);
  return idOf(known.how === 'part' ? { ...known, found: [] } : known, isPlan);
}

/**
 * What a trip means; undefined if it must be refused. `mustAsk`: it must not be refused. `plan` looks
 * everything up, others only names.
 */
export function tripMeant(asked: Question, { isPlan }: { readonly isPlan: boolean }) {
  const { of, date, nights, pickUp, dropOff = pickUp } = asked;
  const depots = of.depots.map((name, index) => ({ id: index + 1, name }));
  const ends = [pickUp, dropOff].map((text) => meaning(text, depots));
  const [pickUpDepotId, dropOffDepotId] = ends.map((end) => idOf(end, isPlan));
  const vehicleId = vehicleMeant(asked, isPlan);
  if (pickUpDepotId === undefined || dropOffDepotId === undefined || vehicleId === undefined)
    return undefined;
  const extras = readExtras(asked, (kind) => extrasOf(of, kind, vehicleId, date));
  const wants = extras.map((extra): Want | undefined => {
    const isListed = isPlan || extra.isNamed;
    const id = idOf(extra, isListed);
    return id === undefined
      ? undefined
      : { ...extra, id, name: isListed ? extra.found[0]?.name : undefined };
  });
  if (!wants.every((want) => want !== undefined)) return undefined;
  const mustAsk =
    [...ends, ...extras].every(({ found }) => found.length > 0) &&
    carsOn(of, date).some(({ id }) => id === vehicleId);
  return {
    selection: selectionOf({ pickUpDepotId, dropOffDepotId, vehicleId, date, nights }, wants),
    wants,
    mustAsk,
  };
}

type Car = ReturnType<typeof carsOn>[number];

/** The vehicles on each day that a comparison is about, and the extras that it asks for. */
interface Wanted {
  readonly of: World;
  readonly cars: readonly Car[];
  readonly extras: ReturnType<typeof readWithLast>;
}

/**
 * What a comparison means: each wanted vehicle of each day with the extras that it has; undefined
 * if it must be refused.
 */
export function comparisonMeant(asked: Question) {
  const { of, vehicles } = asked;
  const free = days.flatMap((date) => carsOn(of, date));
  const texts = meanings(vehicles, [...free, ...soldOut(of, free)]);
  const cars = free.filter((car) => texts.length === 0 || texts.some((text) => isMeant(text, car)));
  const [early, late] = [
    cars.map((car) => firstOf(cars, car)),
    cars.map((car) => lastOf(cars, car)),
  ];
  const listsOn = (kind: Kind, dated: readonly Car[]) =>
    [...new Set(dated)].flatMap((car) => extrasOf(of, kind, car.id, car.date));
  const extras = readWithLast(asked, (kind) => [listsOn(kind, early), listsOn(kind, late)]);
  const isOneName = ({ found, how }: Meaning): boolean =>
    how === 'id' || new Set(found.map(({ name }) => plain(name))).size === 1;
  if (!extras.every(isOneName)) return undefined;
  const offers = cars.map((car) => offerMeant({ of, cars, extras }, car));
  /** What quotes call each id that was given, without those that are refused. */
  const named = new Set(offers.flatMap(({ byId, isRefused }) => (isRefused ? [] : byId)));
  /** Quotes have several names for one id. */
  const hasAmbiguousId =
    new Set([...named].map((one) => one.split(' ', 2).join())).size < named.size;
  const isClear = [...texts, ...extras].every((read) => read.how === 'id' || read.found.length > 0);
  return { offers, hasAmbiguousId, mustAsk: isClear && offers.some((offer) => offer.isWhole) };
}

/** A part of a name means all vehicles that have it. */
function isMeant(read: Meaning, { id, name }: Item): boolean {
  if (read.how === 'id') return read.id === id;
  if (read.how === 'part') return read.found.length > 0 && plain(name).includes(plain(read.text));
  return read.found.some((item) => item.id === id && plain(item.name) === plain(name));
}

function offerMeant(wanted: Wanted, car: Car) {
  const { of, extras } = wanted;
  const wants = extras.flatMap((extra) => wantsOf(extra, wanted, car));
  const trip = {
    pickUpDepotId: 1,
    dropOffDepotId: 1,
    vehicleId: car.id,
    date: car.date,
    nights: 2,
  };
  const selection = selectionOf(trip, wants);
  const shown = wants.map((want) => shownOf(of, selection, want));
  const byId = wants.flatMap(({ kind, id, name }, at) =>
    name === undefined ? [`${kind} ${id} ${shown[at] ?? ''}`] : [],
  );
  return {
    selection,
    byId,
    vehicle: `${car.id} ${plain(car.name)}`,
    isRefused: shown.includes(undefined),
    isWhole: wants.length === extras.length && isWhole(of, selection, wants),
  };
}

/** The extra in the ids of a vehicle on a day; empty if it lacks the extra. */
function wantsOf(
  { kind, how, id, quantity, found, isNamed }: Wanted['extras'][number],
  wanted: Wanted,
  car: Car,
): readonly Want[] {
  const unnamed = { kind, id, name: undefined, quantity };
  if (how === 'id' && !isNamed) return [unnamed];
  const wants = listsOf(wanted, kind, car).map((list): readonly Want[] => {
    if (how === 'id') return list.some((item) => item.id === id) ? [unnamed] : [];
    const same = list.filter(
      ({ name }) => found.length > 0 && plain(name) === plain(found[0]!.name),
    );
    // If lists spell the name in several ways, any spelling is right.
    const exact = same.filter(({ name }) => found.every((item) => item.name === name));
    const fitting = exact.length > 0 ? exact : same;
    return fitting.length === 1 ? [{ kind, ...fitting[0]!, quantity }] : [];
  });
  return wants.find((list) => list.length > 0) ?? [];
}

/** The vehicle on the first of its days. One id with two names is two vehicles. */
function firstOf(cars: readonly Car[], car: Item): Car {
  return cars.find(({ id, name }) => id === car.id && plain(name) === plain(car.name))!;
}

function lastOf(cars: readonly Car[], car: Item): Car {
  return cars.findLast(({ id, name }) => id === car.id && plain(name) === plain(car.name))!;
}

/** The lists that say what a vehicle has: of its first day; of its last, if the first lacks one. */
function listsOf(wanted: Wanted, kind: Kind, car: Car) {
  const { of, cars } = wanted;
  const [early, late] = [firstOf(cars, car).date, lastOf(cars, car).date];
  const listOn = (date: CalendarDate) => extrasOf(of, kind, car.id, date);
  if (car.date === early || early === late || !lacks(wanted, car)) return [listOn(early)];
  return car.date === late ? [listOn(late)] : [listOn(early), listOn(late)];
}

/** Whether a vehicle lacks one of the extras on its first day. */
function lacks({ of, cars, extras }: Wanted, car: Car): boolean {
  return extras.some(({ kind, isNamed, how, id, found }) => {
    const list = extrasOf(of, kind, car.id, firstOf(cars, car).date);
    if (how === 'id') return isNamed && list.every((item) => item.id !== id);
    return list.every(({ name }) => found.length === 0 || plain(name) !== plain(found[0]!.name));
  });
}

/** What the quote calls an extra; undefined if the service refuses its id. */
function shownOf(
  of: World,
  { vehicleId, pickUpDate }: Selection,
  { kind, id }: Want,
): string | undefined {
  const items = extrasOf(of, kind, vehicleId, pickUpDate);
  return items.some((item) => item.id === id) ? plain(shownName(of, items, id)) : undefined;
}

/** Whether the quote shows what is meant, and nothing that nobody asked for. */
export function isWhole(of: World, selection: Selection, wants: readonly Want[]): boolean {
  const { added, leftOut, onlyOne } = of;
  if (added === 'entry' || (added !== undefined && !wants.some(({ kind }) => kind === added)))
    return false;
  return wants.every((want) => {
    const { kind, id, name } = want;
    const items = extrasOf(of, kind, selection.vehicleId, selection.pickUpDate);
    const own = items.find((item) => item.id === id)?.name;
    if (own === undefined) return false;
    const isOnce =
      kind === 'plans' || selection.accessoryIds.filter((other) => other === id).length === 1;
    if (leftOut.includes(own) || (!isOnce && onlyOne.includes(own))) return false;
    return name === undefined || shownOf(of, selection, want) === plain(name);
  });
}
