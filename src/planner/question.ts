/**
 * What a comparison asks for, as ids, whole names and dates. It means the same on any day, so it
 * can be saved and asked again.
 */
import type { RentalDates } from '../api/types.ts';
import type { SearchGroup } from './groupings.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { groupBy } from '../base/group-by.ts';
import { shorten } from '../base/words.ts';
import { fold, exactOrSameFolded, type Named } from './names.ts';
import type { WantedTimes } from './wanted-times.ts';

export interface Question extends WantedTimes {
  readonly operators: readonly OperatorQuestion[];
  /** Each pair of dates, in the order in which they are compared. */
  readonly dates: readonly RentalDates[];
  /** With `best`: the cheapest of each group are searched for, one grouping after the other. */
  readonly groups: readonly SearchGroup[];
  readonly quoteMode: QuoteMode;
}

export interface DepotChoice {
  readonly pickUpIds: readonly number[];
  /** `same` is the pick-up depot. */
  readonly dropOffs: readonly (number | 'same')[];
}

export interface OperatorQuestion extends DepotChoice {
  readonly operator: string;
  readonly vehicles: 'all' | readonly VehicleRef[];
  readonly extras: readonly ExtraRef[];
}

/**
 * An id, with the name that it must have if that is known; or a whole name of one or more items.
 */
export type NameRef =
  | { readonly id: number; readonly name?: string | undefined }
  | { readonly id?: undefined; readonly name: string };

export type VehicleRef = NameRef;

export type ExtraKind = 'accessory' | 'insurance';

export type ExtraRef = NameRef & {
  readonly kind: ExtraKind;
  readonly quantity: number;
  /** A vehicle that lacks the extra gets the first of these that it has. Undefined: no choice. */
  readonly alternatives?: readonly NameRef[] | undefined;
  /** A vehicle that has none of them is compared without. */
  readonly isOptional?: boolean | undefined;
};

/** The preferred one first. */
export function optionsOf({ id, name, alternatives = [] }: ExtraRef): readonly NameRef[] {
  return [id === undefined ? { name: name! } : { id, name }, ...alternatives];
}

/** More of one extra would make the address of the request too long. */
export const maxQuantity = 50;

/** Which offers get a quote. `best`: those that are needed to find the `max` cheapest. */
export type QuoteMode =
  { readonly how: 'best'; readonly max: number } | { readonly how: 'all' | 'none' };

/** The `max` of `best` unless the user gives another. */
export const defaultBestCount = 10;

const maxBestCount = 9999;

/** `best:10`, `all`, `none`. */
export function quoteModeInWords(mode: QuoteMode): string {
  return mode.how === 'best' ? `best:${mode.max}` : mode.how;
}

/** How many requests a comparison may send unless the user gives another number. */
export const defaultMaxRequests = 300;

/** No comparison sends more requests. */
export const requestCeiling = 20_000;

/** `best`, `best:20`, `all`, `none`. `max`: of `best` without a number. Throws UsageError. */
export function parseQuoteMode(text: string, max: number): QuoteMode {
  const word = text.trim().toLowerCase();
  if (word === 'all') return { how: 'all' };
  if (word === 'none') return { how: 'none' };
  if (word === 'best') return { how: 'best', max };
  const [, count = ''] = /^best:(\d{1,6})$/.exec(word) ?? [];
  if (Number(count) > 0 && Number(count) <= maxBestCount)
    return { how: 'best', max: Number(count) };
  throw new UsageError(
    fieldText('{quote} takes best, best:20, all or none, not "{given}"', {
      given: shorten(text, 40),
    }),
    {
      hint: `best finds the ten cheapest, best:20 the 20 cheapest; the number is from 1 to ${maxBestCount}`,
    },
  );
}

/** The number in `best:10`. Undefined for other modes. */
export function bestCount(words: string): number | undefined {
  const [, count] = /^best:(\d+)$/.exec(words) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** Returns a function that finds the items of a reference. It indexes the list once. */
export function finderIn<T extends Named>(items: readonly T[]): (ref: NameRef) => readonly T[] {
  // Made when they are needed: few references have an id and a name.
  let byId: Map<number, T[]> | undefined;
  let byName: Map<string, T[]> | undefined;
  const withFolded = (name: string): readonly T[] =>
    (byName ??= groupBy(items, (item) => fold(item.name))).get(fold(name)) ?? [];
  return ({ id, name }) => {
    if (id === undefined) return exactOrSameFolded(name, withFolded(name));
    const withId = (byId ??= groupBy(items, (item) => item.id)).get(id) ?? [];
    if (name === undefined) return withId;
    const folded = fold(name);
    return exactOrSameFolded(
      name,
      withId.filter((item) => fold(item.name) === folded),
    );
  };
}
