/** The one item that a text fits, and the errors for a text that fits none or several. */
import { UsageError } from '../base/errors.ts';
import { fieldText, type ListName } from '../base/field-text.ts';
import { pluralOf, shortName } from '../base/words.ts';
import {
  didYouMean,
  itemsHint,
  idOf,
  isId,
  itemsInWords,
  nearest,
  type ListOptions,
  type Named,
  type Note,
} from '../planner/names.ts';
import { extraWords } from '../planner/proof.ts';
import type { ExtraKind } from '../planner/question.ts';
import { match, searchItems } from './match.ts';
import { countedWithoutX, type TextReading } from './read.ts';

interface KindRow {
  /** What messages call one of them. */
  readonly noun: string;
  readonly listedBy: ListName;
}

export type ItemKind = 'depot' | 'vehicle' | ExtraKind;

const kinds: Readonly<Record<ItemKind, KindRow>> = {
  depot: { noun: 'depot', listedBy: 'depots' },
  vehicle: { noun: 'vehicle', listedBy: 'availability' },
  accessory: { noun: extraWords.accessory, listedBy: 'extras' },
  insurance: { noun: extraWords.insurance, listedBy: 'extras' },
};

/**
 * The one item with this id or name; commas do not divide. Calls `note` with what a part of a name
 * stands for. Throws UsageError if nothing fits, or if several items do.
 */
export function resolveOne<T extends Named>(
  text: string,
  items: readonly T[],
  kind: ItemKind,
  note?: Note,
): T {
  return onlyItemOf({ text, ...match(text, items) }, items, kind, note);
}

/**
 * For a caller that can ask a person: a part of several names is an error, even if it fits one of
 * them best.
 */
export function resolveUnambiguous<T extends Named>(
  text: string,
  items: readonly T[],
  kind: ItemKind,
  note: Note,
): T {
  return onlyItemOf({ text, ...match(text, items, { many: true }) }, items, kind, note);
}

interface OneReading<T extends Named> extends Pick<TextReading<T>, 'text' | 'found' | 'how'> {
  readonly quantity?: number;
}

/** The one item of a reading, as `resolveOne` finds it. */
export function onlyItemOf<T extends Named>(
  { text, quantity, found, how }: OneReading<T>,
  items: readonly Named[],
  kind: ItemKind,
  note?: Note,
): T {
  const [only] = found;
  if (only === undefined) throw unknownItemError(text, items, kind, { quantity });
  if (found.length > 1) throw severalItemsError(text, found, kind);
  if (how === 'part') note?.(meaningNote(text, found, kind, items));
  return only;
}

/**
 * `depot "auck" means Auckland Airport (1), not North Shore, Auckland (2)`. After `not` are the
 * other items with the text in their names.
 */
export function meaningNote(
  text: string,
  matched: readonly Named[],
  kind: ItemKind,
  all: readonly Named[] = [],
): string {
  const named = new Set(matched);
  const others = searchItems(text, all).filter((item) => !named.has(item));
  return `${kinds[kind].noun} "${shortName(text)}" means ${itemsInWords(matched)}${others.length === 0 ? '' : `, not ${itemsInWords(others)}`}`;
}

interface UnknownOptions {
  /** Whether the hint has the id of the nearest item. Several operators have different ids. */
  readonly hasIds?: boolean;
  /** How many are wanted, if the text has no count. */
  readonly quantity?: number | undefined;
  readonly listing?: ListOptions;
}

/** The error for a text that fits nothing, with the nearest name or the list. */
export function unknownItemError(
  text: string,
  items: readonly Named[],
  kind: ItemKind,
  { hasIds = true, quantity = 1, listing }: UnknownOptions = {},
): UsageError {
  const { noun, listedBy } = kinds[kind];
  if (text.trim() === '')
    return new UsageError(`no ${noun} was given`, { hint: 'give a name or an id' });
  const wanted = isId(text) ? `has the id ${idOf(text)}` : `matches "${shortName(text)}"`;
  const counted = kind === 'accessory' ? countedWithoutX(text) : undefined;
  const typed = counted ?? { text, quantity };
  const nearestItem = isId(text) ? undefined : nearest(typed.text, items);
  const count = typed.quantity > 1 ? `${typed.quantity}x ` : '';
  const suggested = nearestItem && { ...nearestItem, name: `${count}${nearestItem.name}` };
  const choices = items.length === 0 ? 'there are none' : itemsHint(items, listedBy, listing);
  const all = fieldText('{items}: {choices}', { items: pluralOf(noun), choices });
  return new UsageError(`no ${noun} ${wanted}`, {
    hint: suggested === undefined ? all : guessOf(suggested, { hasIds, listing }),
  });
}

function guessOf(
  near: Named,
  { hasIds, listing }: { readonly hasIds: boolean; readonly listing: ListOptions | undefined },
): string {
  return hasIds ? didYouMean(near, listing) : `did you mean "${shortName(near.name)}"?`;
}

/** The error for a text that fits several items where one is wanted. */
function severalItemsError(text: string, found: readonly Named[], kind: ItemKind): UsageError {
  const message = `"${shortName(text)}" matches ${found.length} ${pluralOf(kinds[kind].noun)}: ${itemsInWords(found)}`;
  return new UsageError(message, { hint: 'give the id, or more of the name' });
}
