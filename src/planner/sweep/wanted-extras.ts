/**
 * The extras of a sweep: the same for every vehicle, although each vehicle, and each date, may have its own ids for them. A text becomes the
 * whole name of one extra, or an id, once for all vehicles and operators; the quote proves that it is the same.
 */
import { UsageError } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { shorten } from '../../base/words.ts';
import { idOf, isId, listed, match, type Named } from '../names.ts';
import { chosenIds, extraWords, joinAsked, type AskedExtra } from '../proof.ts';
import { isWord, read, type Reading } from '../read.ts';
import { unknown } from '../read-one.ts';
import type { Basket } from './basket.ts';

type Kind = AskedExtra['kind'];

/** The extras of one vehicle; a list is undefined if no name needed it. */
export type ExtraLists = Readonly<Record<Kind, readonly Named[] | undefined>>;

export const nothingListed: ExtraLists = { accessory: undefined, insurance: undefined };

/** The lists that must be looked up: those from which something is wanted by name. */
export function neededLists({ accessories, insurance }: Basket): readonly Kind[] {
  const isNamed = read(accessories, [], { counted: true }).some(({ how }) => how !== 'id');
  return [
    ...(isNamed ? (['accessory'] as const) : []),
    ...(insurance !== undefined && !isId(insurance) ? (['insurance'] as const) : []),
  ];
}

/** An extra as every vehicle has it: an id, or the whole name of an extra that some list has. */
export interface WantedExtra {
  readonly kind: Kind;
  readonly text: string;
  readonly quantity: number;
}

/**
 * What each basket means. `isAll`: no list is missing. Notes what parts of names mean. Throws UsageError for a text that fits extras of
 * several names, and for one that no vehicle has, unless one whose extras are not known may have it.
 */
export function decideExtras(
  baskets: readonly Basket[],
  { lists, isAll }: { readonly lists: readonly ExtraLists[]; readonly isAll: boolean },
  note: (text: FieldText) => void,
): WantedExtra[][] {
  const known = (kind: Kind): readonly Named[] => lists.flatMap((list) => list[kind] ?? []);
  const said = new Set<string>();
  const decide = (kind: Kind, { text, quantity, found, how }: Reading): WantedExtra => {
    const name = how === 'id' ? undefined : oneName(text, { found, how }, kind);
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
  for (const one of isAll ? wanted.flat() : []) refuseUnknown(one, lists);
  return wanted;
}

/** In a message. */
const mostNames = 8;

/** The one name of what a text fits; undefined for nothing. Throws UsageError for several, which for a whole name are only ways to write it. */
function oneName(text: string, { found, how }: Pick<Reading, 'found' | 'how'>, kind: Kind): string | undefined {
  const names = [...new Set(found.map(({ name }) => name))];
  // A saved question has the name, and there the word stands for nothing.
  if (names.some((name) => isWord(name, 'none')))
    throw new UsageError(`"none" means no ${extraWords[kind]}, but one has that name`, { hint: 'give its id' });
  if (names.length < 2) return names[0];
  if (how === 'whole') return text;
  const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
  const list = `${shown.join(', ')}${names.length > mostNames ? ', …' : ''}`;
  throw new UsageError(`the ${extraWords[kind]} "${shorten(text, 60)}" can be one of several: ${list}`, {
    hint: 'give the whole name of one; with several operators, one for each: lucky:camp table,happy:folding table',
  });
}

/** An extra that no vehicle has is a typing mistake, found before the first quote. */
function refuseUnknown({ kind, text }: WantedExtra, all: readonly ExtraLists[]): void {
  const lists = all.flatMap((list) => (list[kind] === undefined ? [] : [list[kind]]));
  if (lists.length === 0 || lists.some((list) => foundIn(text, list).length > 0)) return;
  const different = new Map(lists.flat().map((item) => [item.name, item]));
  throw unknown(text, [...different.values()], extraWords[kind]);
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
  const asked = wanted.flatMap(({ kind, text, quantity }): readonly AskedExtra[] => {
    const list = lists[kind];
    const found = list === undefined ? [] : foundIn(text, list);
    const [only] = found;
    if (isId(text) && (list === undefined || only !== undefined)) return [{ kind, id: idOf(text), quantity }];
    if (only !== undefined && found.length === 1) return [{ kind, id: only.id, name: only.name, quantity }];
    missing.add(only === undefined ? text : `${text} (${listed(found)}: give the id of one)`);
    return [];
  });
  const sorted = joinAsked(asked).sort((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind) || a.id - b.id);
  return { asked: sorted, missing: [...missing], ids: chosenIds(sorted) };
}

function foundIn(text: string, list: readonly Named[]): readonly Named[] {
  const { found, how } = match(text, list);
  return how === 'part' ? [] : found;
}
