/**
 * Says what a check of a saved question may ask and answer. A thing that was requested by its name
 * is the same while something has that whole name. A thing that was requested by its id is the same
 * while the id has the same name.
 */
import type { Selection, Trip } from '../../src/api/types.ts';
import { nights } from '../../src/planner/calendar.ts';
import { plain } from '../resolve/right-words.ts';
import {
  available,
  days,
  extrasOf,
  type Case,
  type Offered,
  type Served,
  type Thing,
} from './changing-world.ts';
import { mustFindRenumbered } from './saved-worlds.ts';

/** A thing as it was when the question was saved. */
interface Ref {
  readonly id: number;
  /** Undefined if no answer has shown the name of the id. */
  readonly name: string | undefined;
}
type Fits = (thing: Thing) => boolean;
type ExtraKind = 'accessories' | 'plans';
const extraKinds = ['accessories', 'plans'] as const;

/** `may`: whether a thing is the saved one. `sure`: whether it must be found again as well. */
interface Same {
  readonly sure: Fits;
  readonly may: Fits;
}

/** One operator's part of a saved question, with what it offers now. */
export interface SavedPart {
  readonly name: string;
  readonly now: Offered;
  readonly pairs: readonly (readonly [Same, Same])[];
  readonly dates: ReadonlySet<string>;
  readonly car: Same;
  /** Vehicles that were requested by their ids. */
  readonly carIds: readonly Ref[];
  /** The ids that the vehicles had when the question was saved. */
  readonly savedIds: readonly number[];
  /** Undefined if the first answers do not show the extras. */
  readonly extras: readonly ExtraRef[] | undefined;
}

interface ExtraRef extends Ref, Same {
  readonly kind: ExtraKind;
  readonly isById: boolean;
}

const datesOf = ({ pickUpDate, dropOffDate }: Trip): string => `${pickUpDate} ${dropOffDate}`;
const isNamed = (name: string | undefined, thing: Thing): boolean =>
  name === undefined || plain(name) === plain(thing.name);

interface Sameness {
  readonly byId: boolean;
  /** Also if it has another id now. */
  readonly mustBeFound: boolean;
}

function sameAs({ id, name }: Ref, { byId, mustBeFound }: Sameness): Same {
  const may: Fits = (thing) => isNamed(name, thing) && (!byId || thing.id === id);
  return { may, sure: (thing) => may(thing) && (mustBeFound || thing.id === id) };
}

/** The operators of the saved question. `vehicles` are those of the first answer. */
export function savedPartsOf(
  made: Case,
  texts: readonly string[] | undefined,
  first: readonly Served[],
  vehicles: readonly { readonly operator: string; readonly id: number }[],
): readonly SavedPart[] {
  const { isQuote, styles } = made;
  const wholeQuotes = wholeQuotesOf(first);
  // What is named for one operator alone says nothing about the extras of another.
  const areNamedApart = made.hasPrefixes && first.length > 1;
  return first.flatMap((served, index): readonly SavedPart[] => {
    const { world, trips, name } = served;
    if (trips.length === 0) return [];
    const depot = (id: number): Same => {
      return sameAs(thingOf(world.depots, id), {
        byId: styles.depots === 'id',
        mustBeFound: isQuote ? mustFindRenumbered.quote : mustFindRenumbered.depot,
      });
    };
    const pairs = new Map(
      trips.map((trip) => [`${trip.pickUpDepotId} ${trip.dropOffDepotId}`, trip]),
    );
    const ownQuote = wholeQuotes.find((quote) => quote.served === served);
    const shown = ownQuote ?? (areNamedApart ? undefined : wholeQuotes[0]);
    const cars = savedCars(made, served);
    const offered = vehicles.filter(({ operator }) => operator === name);
    return [
      {
        name,
        now: made.after[index]!,
        pairs: [...pairs.values()].map((trip) => [
          depot(trip.pickUpDepotId),
          depot(trip.dropOffDepotId),
        ]),
        dates: new Set(trips.map(datesOf)),
        car:
          isQuote || styles.cars === 'id'
            ? anyOf(cars.map((ref) => carBy(ref, made)))
            : namedCar(texts, served, first, vehicles),
        carIds: styles.cars === 'id' ? cars : [],
        savedIds: [...cars, ...offered].map(({ id }) => id),
        extras: shown && extrasIn(made, served, shown),
      },
    ];
  });
}

/** The quotes with all requested extras. */
function wholeQuotesOf(first: readonly Served[]) {
  const quotes = first.flatMap((served) =>
    served.quoted.map((selection) => ({ served, selection })),
  );
  const max = Math.max(0, ...quotes.map(({ selection }) => sizeOf(selection)));
  return quotes.filter(({ selection }) => sizeOf(selection) === max);
}

/** The vehicles of a quote, or those of a comparison that were requested by id. */
function savedCars(made: Case, served: Served): readonly Ref[] {
  if (made.isQuote)
    return served.quoted.map(({ vehicleId }) => thingOf(served.world.cars, vehicleId));
  return made.styles.cars === 'id' ? requestedCars(made, served) : [];
}

function carBy(ref: Ref, { isQuote, styles }: Case): Same {
  return sameAs(ref, {
    byId: styles.cars === 'id',
    mustBeFound: isQuote ? mustFindRenumbered.quote : mustFindRenumbered.vehicle,
  });
}

function anyOf(all: readonly Same[]): Same {
  return {
    sure: (thing) => all.some(({ sure }) => sure(thing)),
    may: (thing) => all.some(({ may }) => may(thing)),
  };
}

function sizeOf({ accessoryIds, insuranceId }: Selection): number {
  return accessoryIds.length + (insuranceId === undefined ? 0 : 1);
}

function thingOf(list: readonly Thing[], id: number): Ref {
  return { id, name: list.find((thing) => thing.id === id)?.name };
}

/** The vehicles that were requested by id. No answer shows the name of one that is sold out. */
function requestedCars({ cars, dates }: Case, { world }: Served): readonly Ref[] {
  const last = dates.from.slice(-10);
  const starts = days.filter((day) => day <= last);
  return cars.map(({ at }) => {
    const { id, name, soldOut } = world.cars[at % world.cars.length]!;
    return { id, name: starts.every((day) => soldOut.includes(day)) ? undefined : name };
  });
}

/** The vehicles that texts name, by whole names or by parts of names. Undefined names all. */
function namedCar(
  texts: readonly string[] | undefined,
  { name: operator }: Served,
  first: readonly Served[],
  vehicles: readonly { readonly operator: string; readonly id: number }[],
): Same {
  if (texts === undefined) return { sure: () => true, may: () => true };
  const offered = vehicles.map((one): OfferedCar => {
    const { world } = first.find(({ name }) => name === one.operator)!;
    return { operator: one.operator, name: plain(thingOf(world.cars, one.id).name ?? '') };
  });
  const named = texts.flatMap((written) => {
    const [, prefix, text = ''] = /^(?:(lucky|happy|windy):)?(.*)$/s.exec(written) ?? [];
    if (prefix !== undefined && prefix !== operator) return [];
    return namesFor(text, operator, offered, first);
  });
  const sure = new Set(named.flatMap((names) => names.sure));
  const may = new Set(named.flatMap((names) => [...names.sure, ...names.may]));
  return {
    sure: ({ id, name }) =>
      sure.has(plain(name)) &&
      (mustFindRenumbered.vehicle || vehicles.some((one) => one.id === id)),
    may: ({ name }) => may.has(plain(name)),
  };
}

interface OfferedCar {
  readonly operator: string;
  readonly name: string;
}

/** The names that a text stands for at an operator, and those that it may stand for as well. */
function namesFor(
  text: string,
  operator: string,
  offered: readonly OfferedCar[],
  first: readonly Served[],
): Readonly<Record<keyof Same, readonly string[]>> {
  if (offered.some(({ name }) => name === plain(text))) return { sure: [plain(text)], may: [] };
  const pieces = [text, ...text.split(',')].map(plain).filter((piece) => piece !== '');
  const parts = pieces.flatMap((piece) => {
    const isWhole = offered.some(({ name }) => name === piece);
    return offered.filter(({ name }) => (isWhole ? name === piece : name.includes(piece)));
  });
  // A part of a name stands for the names that it stood for, even if a thing is called so now.
  const isPart = offered.some(({ name }) => name.includes(plain(text)));
  const isKnown = first.some(({ world }) =>
    world.cars.some(({ name }) => plain(name) === plain(text)),
  );
  const ofOperator = parts.filter((one) => one.operator === operator && !text.includes(','));
  return {
    sure: ofOperator.map(({ name }) => name),
    may: [...parts.map(({ name }) => name), ...(!isPart || isKnown ? [plain(text)] : [])],
  };
}

/** The name of an extra is known only if a quote showed it. */
function seenIn({ answered }: Served, kind: ExtraKind, { id, name }: Thing): Ref {
  const isSeen = answered.some(({ selection: { accessoryIds, insuranceId } }) => {
    return kind === 'accessories' ? accessoryIds.includes(id) : insuranceId === id;
  });
  return { id, name: isSeen ? name : undefined };
}

/** The extras of a quote that has all that were requested. */
function extrasIn(
  made: Case,
  own: Served,
  { served, selection }: { readonly served: Served; readonly selection: Selection },
): readonly ExtraRef[] {
  const { accessoryIds, insuranceId } = selection;
  const sent = { accessories: accessoryIds, plans: insuranceId === undefined ? [] : [insuranceId] };
  const words = { accessories: made.accessories, plans: made.plan };
  return extraKinds.flatMap((kind) => {
    const isById = made.styles[kind] === 'id';
    const list = own.world[kind];
    const refs =
      isById && !made.isQuote
        ? words[kind].map(({ at }) => seenIn(own, kind, list[at % list.length]!))
        : sent[kind].map((id) => thingOf(served.world[kind], id));
    return refs.map(({ id, name }) => {
      const ref = { id, name };
      return {
        kind,
        ...ref,
        isById,
        ...sameAs(ref, {
          byId: isById,
          mustBeFound: !made.isQuote || mustFindRenumbered.quote,
        }),
      };
    });
  });
}

/** The ids of what is requested, among what a vehicle has; undefined where it lacks one. */
function idsAt(
  part: SavedPart,
  extras: readonly ExtraRef[],
  car: Thing,
  how: keyof Same,
): readonly (number | undefined)[] {
  return extras.map((extra) => extrasOf(part.now, extra.kind, car).find(extra[how])?.id);
}

function equal(
  some: readonly (number | undefined)[],
  others: readonly (number | undefined)[],
): boolean {
  const sorted = [some, others].map((ids) =>
    ids.filter((id) => id !== undefined).sort((a, b) => a - b),
  );
  return String(sorted[0]) === String(sorted[1]);
}

export interface Quoted {
  readonly operator: string;
  readonly selection: Selection;
}

/** The fault of a request for a quote, or undefined. `isWhole`: it must have all extras unchanged. */
export function faultIn(
  savedParts: readonly SavedPart[],
  made: Case,
  { operator, selection }: Quoted,
  { isWhole }: { readonly isWhole: boolean },
) {
  const part = savedParts.find(({ name }) => name === operator);
  if (part === undefined) return 'another operator';
  const { now, pairs, dates, car: requested, savedIds, extras } = part;
  const depotOf = (id: number) => now.depots.find((depot) => depot.id === id);
  const ends = [depotOf(selection.pickUpDepotId), depotOf(selection.dropOffDepotId)];
  const isPair = pairs.some((pair) =>
    pair.every(({ may }, end) => ends[end] !== undefined && may(ends[end])),
  );
  if (!isPair) return 'another depot';
  if (!dates.has(datesOf(selection))) return 'other dates';
  const car = available(now, selection.pickUpDate).find(({ id }) => id === selection.vehicleId);
  // The service says that it is not available.
  if (car === undefined)
    return isWhole || !savedIds.includes(selection.vehicleId)
      ? 'a vehicle that is not free'
      : undefined;
  if (!requested.may(car)) return 'another vehicle';
  if (extras === undefined) return undefined;
  const sent = { accessories: selection.accessoryIds, plans: [selection.insuranceId] };
  for (const kind of extraKinds) {
    const refs = extras.filter((extra) => extra.kind === kind);
    const found = idsAt(part, refs, car, 'may');
    if (isWhole && found.includes(undefined)) return `priced without ${kind}`;
    if (equal(sent[kind], found)) continue;
    // The quote shows the name of an id.
    const isProven = made.isQuote || refs.every(({ isById }) => isById);
    if (
      isWhole ||
      !isProven ||
      !equal(
        sent[kind],
        refs.map(({ id }) => id),
      )
    )
      return `other ${kind}`;
  }
  return undefined;
}

interface Expected {
  /** The right ends of the check. Undefined: any end, if its requests and prices are right. */
  readonly ends: readonly string[] | undefined;
  readonly why: string;
  /** The total that a priced end must have. */
  readonly lowest?: number;
}

export function expectedOf(savedParts: readonly SavedPart[], made: Case): Expected {
  const has = (part: SavedPart, how: keyof Same): boolean =>
    part.pairs.every((pair) => pair.every((end) => part.now.depots.some(end[how])));
  if (!savedParts.every((part) => has(part, 'may')))
    return { ends: ['changed'], why: 'a depot is gone' };
  const seen = savedParts.map((part) => ({ part, offers: offersAt(part) }));
  const isRenamed = seen.some(({ part, offers }) =>
    part.carIds.some(({ id, name }) =>
      offers.some(({ car }) => car.id === id && !isNamed(name, car)),
    ),
  );
  if (isRenamed) return { ends: ['changed'], why: 'a vehicle has another name' };
  if (!savedParts.every((part) => has(part, 'sure')))
    return { ends: undefined, why: 'a depot has another id' };
  const free = seen.map(({ part, offers }) => ({
    part,
    sure: offers.filter(({ car }) => part.car.sure(car)),
    may: offers.filter(({ car }) => part.car.may(car)),
  }));
  if (free.every(({ may }) => may.length === 0)) {
    // The saved id is now another vehicle's.
    const isOther = seen.some(({ part, offers }) =>
      offers.some(({ car }) => part.savedIds.includes(car.id)),
    );
    return isOther
      ? { ends: ['changed', 'not_available'], why: 'another vehicle has its id' }
      : { ends: ['not_available'], why: 'no vehicle is free' };
  }
  if (savedParts.some(({ extras }) => extras === undefined))
    return { ends: undefined, why: 'the extras are not known' };
  if (free.every(({ sure }) => sure.length === 0))
    return { ends: undefined, why: 'a vehicle that may be found' };
  return ofExtras(free, made);
}

interface Offer {
  readonly car: Thing;
  readonly count: number;
}

function offersAt({ now, dates }: SavedPart): readonly Offer[] {
  return [...dates].flatMap((both) => {
    const [from, to] = both.split(' ') as [Trip['pickUpDate'], Trip['dropOffDate']];
    return available(now, from).map((car) => ({ car, count: nights(from, to) }));
  });
}

interface Free {
  readonly part: SavedPart;
  readonly sure: readonly Offer[];
  readonly may: readonly Offer[];
}

function ofExtras(free: readonly Free[], made: Case): Expected {
  const open = free.filter(({ may }) => may.length > 0);
  // The extras that no vehicle has, for each operator.
  const gone = open.map(({ part, may }) =>
    part.extras!.filter((extra) =>
      may.every(({ car }) => !extrasOf(part.now, extra.kind, car).some(extra.may)),
    ),
  );
  // Each operator has its own extras then, so a lack at one says nothing about another.
  const haveOwnExtras =
    open.length > 1 &&
    (made.hasPrefixes || open.some(({ part }) => part.extras!.some(isRequestedById)));
  const totals = free.flatMap(({ part, sure }) =>
    sure.flatMap((offer) => totalOf(part, offer) ?? []),
  );
  if (totals.length > 0) {
    if (haveOwnExtras && gone.flat().length > 0)
      return { ends: undefined, why: 'an operator still has all' };
    return { ends: ['priced'], why: 'all is there', lowest: Math.min(...totals) };
  }
  const isWhole = ({ part, may }: Free) =>
    may.some(({ car }) => !idsAt(part, part.extras!, car, 'may').includes(undefined));
  if (open.some(isWhole)) return { ends: undefined, why: 'extras have other ids' };
  if (made.isQuote)
    return { ends: endsOfQuote(open[0]!.part, gone[0]!), why: 'the quote cannot have the extras' };
  if (haveOwnExtras)
    return { ends: ['changed', 'incomplete'], why: 'each operator lacks something' };
  const isGone = gone[0]!.some((extra) =>
    gone.every((all) => all.some(({ kind, name }) => kind === extra.kind && name === extra.name)),
  );
  if (isGone) return { ends: ['changed'], why: 'an extra is gone everywhere' };
  return { ends: ['incomplete'], why: 'no vehicle has all extras' };
}

const isRequestedById = ({ isById }: ExtraRef): boolean => isById;

/**
 * A service refuses an id that nothing has: that is a change. If another thing has the id, the quote
 * shows its name, which can also be called incomplete.
 */
function endsOfQuote({ now }: SavedPart, gone: readonly ExtraRef[]): readonly string[] {
  const areIdsUnused =
    gone.length > 0 && gone.every(({ kind, id }) => now[kind].every((thing) => thing.id !== id));
  return areIdsUnused ? ['changed'] : ['changed', 'incomplete'];
}

/** The total with all requested extras; undefined if the vehicle lacks one. */
function totalOf(part: SavedPart, { car, count }: Offer): number | undefined {
  const prices = part.extras!.map(
    (extra) => extrasOf(part.now, extra.kind, car).find(extra.sure)?.price,
  );
  return prices.some((price) => price === undefined)
    ? undefined
    : car.price * count + prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
}

/** Whether something that was requested by its name has another id now. */
export function isRenumbered(savedParts: readonly SavedPart[]): boolean {
  return savedParts.some(
    ({ now, car, savedIds, extras = [] }) =>
      now.cars.some((thing) => car.sure(thing) && !savedIds.includes(thing.id)) ||
      extras.some(({ kind, id, sure }) =>
        now[kind].some((thing) => sure(thing) && thing.id !== id),
      ),
  );
}
