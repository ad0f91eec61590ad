/**
 * The extras of a sweep: the same for every vehicle, although each vehicle, and each date, may have its own ids for them. A text becomes the
 * whole name of one extra, or an id, once for all vehicles and operators; the quote proves that it is the same.
 */
import { UsageError, type FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { fold, isId, listed, match, nearest, type Named } from '../names.ts';
import { askedExtra, chosenIds, extraWords, type AskedExtra } from '../proof.ts';
import { read, type Reading } from '../read.ts';
import { unknown } from '../read-one.ts';
import type { Basket } from './basket.ts';

type Kind = AskedExtra['kind'];

/** The extras of one vehicle on some dates; a list is undefined if no name needed it. */
export type ExtraLists = Readonly<Record<Kind, readonly Named[] | undefined>>;

export const nothingListed: ExtraLists = { accessory: undefined, insurance: undefined };

/**
 * The lists that must be looked up: those from which something is wanted by name, and all if the cheapest vehicle is wanted, because that
 * is the cheapest that has the extras.
 */
export function neededLists({ accessories, insurance }: Basket, isCheapest: boolean): readonly Kind[] {
  const accessory = read(accessories, [], { counted: true }).some(({ how }) => isCheapest || how !== 'id');
  const plan = insurance !== undefined && (isCheapest || !isId(insurance));
  return [...(accessory ? (['accessory'] as const) : []), ...(plan ? (['insurance'] as const) : [])];
}

/** An extra as every vehicle has it: an id, or the whole name of an extra that some list has. */
export interface WantedExtra {
  readonly kind: Kind;
  readonly text: string;
  readonly quantity: number;
}

export interface Looked {
  /** Of the vehicles that were looked up. */
  readonly lists: readonly ExtraLists[];
  readonly vehicles: readonly Named[];
  /** How many vehicles can be wanted whose extras are not known. */
  readonly unread: number;
}

/**
 * What each basket means. Notes what parts of names mean. Throws UsageError for a text that fits extras of several names, and for one
 * that no vehicle has, unless one whose extras are not known may have it.
 */
export function decideExtras(baskets: readonly Basket[], looked: Looked, note: (text: FieldText) => void) {
  const isOne = baskets.length === 1;
  const known = (kind: Kind): readonly Named[] => looked.lists.flatMap((list) => list[kind] ?? []);
  const said = new Set<string>();
  const decide = (kind: Kind, { text, quantity, found, how }: Reading): WantedExtra => {
    const name = how === 'id' ? undefined : oneName(text, { found, how }, kind, isOne);
    if (how === 'part' && name !== undefined) said.add(`"${shorten(text, 60)}" means "${shorten(name, 60)}"`);
    return { kind, text: name ?? text, quantity };
  };
  const wanted = baskets.map(({ accessories, insurance }) => {
    const asked = read(accessories, known('accessory'), { counted: true }).map((one) => decide('accessory', one));
    if (insurance === undefined) return asked;
    // A comma in the one plan is a part of its name.
    const plan = { text: insurance, quantity: 1, ...match(insurance, known('insurance')) };
    return [...asked, decide('insurance', plan)];
  });
  said.forEach(note);
  const distinct = new Map(wanted.flat().map((one) => [`${one.kind} ${one.text}`, one]));
  for (const one of distinct.values()) refuseUnknown(one, known(one.kind), looked, note);
  return wanted;
}

/** In a message. */
const mostNames = 8;

/** The one name of what a text fits; undefined for nothing. Throws UsageError for several. */
function oneName(
  text: string,
  { found, how }: Pick<Reading, 'found' | 'how'>,
  kind: Kind,
  isOneOperator: boolean,
): string | undefined {
  const names = [...new Map(found.map(({ name }) => [fold(name), name])).values()];
  const [name] = names;
  if (name === undefined) return undefined;
  // Written in several ways: none of them is meant more than the others, so a vehicle that has several lacks the one.
  if (names.length === 1) return found.every((one) => one.name === name) ? name : how === 'whole' ? text : fold(name);
  const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
  const list = [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
  throw new UsageError(`the ${extraWords[kind]} "${shorten(text, 60)}" can be one of several: ${list}`, {
    hint: isOneOperator
      ? 'give the whole name of one'
      : 'give the whole name of one, or one for each operator: lucky:camp table,happy:folding table',
  });
}

/** An extra that no vehicle has is a typing mistake, found before the first quote. */
function refuseUnknown(one: WantedExtra, known: readonly Named[], looked: Looked, note: (text: FieldText) => void) {
  const lists = looked.lists.filter((list) => list[one.kind] !== undefined);
  if (lists.length === 0 || lists.some((list) => fillBasket([one], list).missing.length === 0)) return;
  if (looked.unread > 0) return note(notKnown(one, known, looked));
  const twins = lists.flatMap((list) => foundIn(one.text, list[one.kind] ?? []));
  if (twins.length > 0) {
    throw new UsageError(`every vehicle has several of the ${extraWords[one.kind]} "${shorten(one.text, 60)}"`, {
      hint: (_, __, theirs) => `give the id of one: ${listed(twins, theirs)}`,
    });
  }
  const unique = [...new Map(known.map((item) => [item.name, item])).values()];
  const error = unknown(one.text, unique, extraWords[one.kind]);
  const message: FieldText = (...names) =>
    `${error.describe(...names).message}; vehicles looked at: ${listed(looked.vehicles, names[2])}`;
  throw new UsageError(message, { hint: error.hint && ((...names) => error.describe(...names).hint ?? '') });
}

function notKnown({ kind, text }: WantedExtra, known: readonly Named[], { unread, vehicles }: Looked): FieldText {
  const near = isId(text) ? undefined : nearest(text, known);
  const mean = near === undefined ? '' : ` (did you mean "${shorten(near.name, 60)}"?)`;
  const rest = `the extras of ${unread} more are not known`;
  return `no vehicle whose extras were looked up (${listed(vehicles)}) has the ${extraWords[kind]} "${shorten(text, 60)}"${mean}; ${rest}`;
}

/** A basket with the ids that one vehicle has for it. Thousands of offers share it. */
export interface FilledBasket {
  readonly asked: readonly AskedExtra[];
  /** Extras that the vehicle does not have, or has several times, without duplicates. */
  readonly missing: readonly string[];
  readonly ids: ReturnType<typeof chosenIds>;
}

/** Without a list, ids are as given. */
export function fillBasket(wanted: readonly WantedExtra[], lists: ExtraLists): FilledBasket {
  const missing = new Set<string>();
  const asked = new Map<string, AskedExtra>();
  for (const { kind, text, quantity } of wanted) {
    const found = lists[kind] && foundIn(text, lists[kind]);
    if (found === undefined ? !isId(text) : found.length !== 1) {
      missing.add(found === undefined || found.length === 0 ? text : `${text} (${listed(found)}: give the id of one)`);
      continue;
    }
    const one = askedExtra(kind, { text, quantity, ...match(text, lists[kind] ?? []) }, lists[kind]);
    const key = `${kind} ${one.id}`;
    const before = asked.get(key);
    asked.set(key, { ...before, ...one, quantity: quantity + (before?.quantity ?? 0) });
  }
  const sorted = [...asked.values()].sort((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind) || a.id - b.id);
  return { asked: sorted, missing: [...missing], ids: chosenIds(sorted) };
}

function foundIn(text: string, list: readonly Named[]): readonly Named[] {
  const { found, how } = match(text, list);
  return how === 'part' ? [] : found;
}
