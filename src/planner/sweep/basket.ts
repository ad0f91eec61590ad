/** The extras of a sweep: the same for every vehicle, although each vehicle, and each date, may have its own ids for them. */
import { UsageError } from '../../errors.ts';
import type { Selection, Trip, Vehicle } from '../../api/types.ts';
import { joinWords, shorten, splitAtCommas } from '../../text.ts';
import { fold, isId, isWholeName, type Named } from '../names.ts';
import { chosenIds, extraWords, type AskedExtra } from '../proof.ts';
import { withoutNone } from '../read.ts';
import { askedExtra, bestMatches, readIds, readWanted, wholeMatches, type Wanted } from './old-reading.ts';

/** What is wanted of one operator, as it was written. */
export interface Basket {
  readonly accessories: readonly string[];
  /** Undefined: none. */
  readonly insurance: string | undefined;
}

/** The extras of one vehicle on some dates; a list is undefined if no name needed it. */
export type ExtraLists = Readonly<Record<AskedExtra['kind'], readonly Named[] | undefined>>;

const counted = { counted: true } as const;

/**
 * The lists that must be looked up: those from which something is wanted by name, and all if the cheapest vehicle is wanted, because that
 * is the cheapest that has the extras.
 */
export function neededLists({ accessories, insurance }: Basket, isCheapest = false): readonly AskedExtra['kind'][] {
  const accessory = accessories.some((text) => isCheapest || readIds(text, counted) === undefined);
  const plan = insurance !== undefined && (isCheapest || !isId(insurance));
  return [...(accessory ? (['accessory'] as const) : []), ...(plan ? (['insurance'] as const) : [])];
}

/** The basket of each operator: `lucky:9` is for one, and what has no operator's name is for all of them. Throws UsageError. */
export function readBaskets(
  { accessories, insurance }: { readonly accessories: readonly string[]; readonly insurance: readonly string[] },
  names: readonly string[],
): Basket[] {
  const lists = names.map((name) => withoutNone(itemsFor(name, names, accessories, 'accessory')));
  const plans = names.map((name) => [...new Set(itemsFor(name, names, insurance, 'insurance'))]);
  const several = plans.find(({ length }) => length > 1);
  if (several !== undefined) {
    const given = joinWords(several.map((item) => `"${shorten(item, 60)}"`));
    throw new UsageError((name) => `${name('insurance')} takes one plan for each operator, not ${given}`, {
      hint: 'give one; with several operators, say whose id it is: lucky:9,happy:11',
    });
  }
  const wanted = plans.map(withoutNone);
  refuseUnequal(lists, names, 'accessory');
  refuseUnequal(wanted, names, 'insurance');
  return names.map((_, index) => ({ accessories: lists[index] ?? [], insurance: wanted[index]?.[0] }));
}

function refuseUnequal(lists: readonly (readonly string[])[], names: readonly string[], field: string): void {
  const count = (text: string): number => readIds(text, counted)?.reduce((sum, { quantity }) => sum + quantity, 0) ?? 1;
  const counts = lists.map((list) => list.reduce((sum, text) => sum + count(text), 0));
  if (new Set(counts).size < 2) return;
  const each = names.map((name, index) => `${counts[index] ?? 0} for ${name}`).join(', ');
  throw new UsageError((name) => `${name(field)} gives each operator another basket: ${each}`, {
    hint: 'extras are matched by name: give names, or one for each operator',
  });
}

/**
 * What is written for one operator: `lucky:12` is for the operator called lucky, and what has no operator's name is for all. After
 * `lucky:North Shore`, a piece that begins with a space, as in `, Auckland`, belongs to it, and so does a number; for the one plan of
 * a basket every piece does. Throws UsageError for an id without an operator if there are several.
 */
export function itemsFor(
  operator: string,
  operators: readonly string[],
  written: readonly string[],
  field: string,
): string[] {
  const ownerOf = (piece: string): string | undefined => operators.find((name) => piece.trim().startsWith(`${name}:`));
  return written.flatMap((text) => {
    const parts: { owner: string | undefined; text: string }[] = [];
    for (const piece of splitAtCommas(text)) {
      const owner = ownerOf(piece);
      const last = parts.at(-1);
      const continues = last?.owner === undefined || /^\s/.test(piece) || isId(piece) || field === 'insurance';
      if (owner !== undefined) parts.push({ owner, text: piece.trim().slice(owner.length + 1) });
      else if (last !== undefined && continues) last.text = `${last.text},${piece}`;
      else parts.push({ owner, text: piece });
    }
    const own = parts.filter(({ owner = operator }) => owner === operator);
    const foreign = own.find((part) => part.owner === undefined && readIds(part.text, counted) !== undefined);
    if (operators.length > 1 && foreign !== undefined) {
      throw new UsageError((name) => `${name(field)} ${foreign.text.trim()}: each operator has its own ids`, {
        hint: `give a name, or say whose id it is: ${operators[0] ?? ''}:${foreign.text.trim()}`,
      });
    }
    return own.map((part) => part.text.trim());
  });
}

/** A basket, once all lists that can be known are known: each text is an id, the whole name of an extra, or in no list. */
export interface BasketReading {
  readonly wanted: readonly (Wanted & Pick<AskedExtra, 'kind'>)[];
  /** A part of a name, as given → the name that it means. */
  readonly meant: ReadonlyMap<string, string>;
}

export const nothingWanted: BasketReading = { wanted: [], meant: new Map() };

/** Throws UsageError for a text that can be read in several ways. `lists` are of all vehicles and operators. */
export function readBasket(basket: Basket, lists: readonly ExtraLists[], mixed: boolean): BasketReading {
  const known = (kind: AskedExtra['kind']): readonly Named[] => lists.flatMap((list) => list[kind] ?? []);
  const accessories = readWanted(basket.accessories, known('accessory'), { counted: true, mixed });
  const plan = basket.insurance === undefined ? [] : [{ text: basket.insurance, quantity: 1 }];
  const given = [
    ...accessories.map((one) => ({ ...one, kind: 'accessory' as const })),
    ...plan.map((one) => ({ ...one, kind: 'insurance' as const })),
  ];
  const meant = new Map<string, string>();
  const wanted = given.map(({ text, ...one }) => {
    const name = meaningOf(text, known(one.kind), extraWords[one.kind], mixed);
    if (name !== undefined && !isWholeName(text, name)) meant.set(text, name);
    return { ...one, text: name ?? text };
  });
  return { wanted, meant };
}

/** The one name that a text stands for; undefined for an id and for what no list has. Throws UsageError for several. */
function meaningOf(text: string, items: readonly Named[], what: string, isOneOperator: boolean): string | undefined {
  if (isId(text)) return undefined;
  const names = [...new Map(bestMatches(text, items).map(({ name }) => [fold(name), name])).values()];
  if (names.length < 2) return names[0];
  const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
  const list = [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
  throw new UsageError(`the ${what} "${shorten(text, 60)}" can be one of several: ${list}`, {
    hint: isOneOperator
      ? 'give the whole name of one'
      : 'give the whole name of one, or one for each operator: lucky:camp table,happy:folding table',
  });
}

/** In a message. */
const mostNames = 8;

/** Whether a list has nothing for some wanted text. */
export function lacks({ wanted }: BasketReading, lists: ExtraLists): boolean {
  return wanted.some(({ text, kind }) => found(text, lists[kind] ?? []).length === 0);
}

function found(text: string, items: readonly Named[]): readonly Named[] {
  return isId(text) ? bestMatches(text, items) : wholeMatches(text, items);
}

/** A basket with the ids that one vehicle has for it. */
export interface FilledBasket {
  readonly asked: readonly AskedExtra[];
  /** Extras that the vehicle does not have, as given, without duplicates. */
  readonly missing: readonly string[];
  readonly ids: ReturnType<typeof chosenIds>;
}

/** An available vehicle. */
export interface TripVehicle {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
}

/** A quote to ask for. A sweep can have thousands, which share their baskets. */
export interface Candidate extends TripVehicle {
  readonly basket: FilledBasket;
}

/** What the quote and the link of a candidate are for. */
export function selectionOf({ trip, vehicle, basket }: Candidate): Selection {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = trip;
  const { accessoryIds, insuranceId } = basket.ids;
  const { vehicleId } = vehicle;
  return { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate, vehicleId, accessoryIds, insuranceId };
}

/** Without a list, ids are as given. Throws UsageError if a name is the name of several of the vehicle's extras. */
export function fillBasket({ wanted }: BasketReading, lists: ExtraLists): FilledBasket {
  const missing = new Set<string>();
  const asked = new Map<string, AskedExtra>();
  for (const { text, quantity, kind } of wanted) {
    const list = lists[kind];
    const items = list && found(text, list);
    if (items === undefined ? !isId(text) : items.length === 0) {
      missing.add(text);
      continue;
    }
    const one = askedExtra(kind, { text, quantity }, items);
    const key = `${kind} ${one.id}`;
    asked.set(key, { ...one, quantity: quantity + (asked.get(key)?.quantity ?? 0) });
  }
  const sorted = [...asked.values()].sort((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind) || a.id - b.id);
  return { asked: sorted, missing: [...missing], ids: chosenIds(sorted) };
}
