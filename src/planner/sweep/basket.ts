/** The extras of a sweep: the same for every vehicle, although each vehicle may have its own ids for them. */
import { UsageError } from '../../errors.ts';
import { isId, resolve, search, type Named } from '../names.ts';

/** Ids or names as given; an accessory that is wanted twice appears twice. */
export interface Basket {
  readonly accessories: readonly string[];
  /** Undefined: none. */
  readonly insurance: string | undefined;
}

/** The extras of one vehicle; a list is undefined if no name needed it. */
export interface OfferedExtras {
  readonly accessories: readonly Named[] | undefined;
  readonly insurance: readonly Named[] | undefined;
}

/** A basket with one vehicle's ids. */
export interface FilledBasket {
  readonly accessoryIds: readonly number[];
  readonly insuranceId: number | undefined;
  /** Extras that the vehicle does not have, as given, without duplicates. */
  readonly missing: readonly string[];
  /** Name as given → name of the extra that it matched. */
  readonly meant: ReadonlyMap<string, string>;
}

/** Which lists must be looked up: those from which something is wanted by name. */
export function needsLookUp({ accessories, insurance }: Basket): { accessories: boolean; insurance: boolean } {
  return {
    accessories: accessories.some((item) => !isId(item)),
    insurance: insurance !== undefined && !isId(insurance),
  };
}

/** The basket without its names. */
export function idsOnly({ accessories, insurance }: Basket): Basket {
  return {
    accessories: accessories.filter(isId),
    insurance: insurance !== undefined && isId(insurance) ? insurance : undefined,
  };
}

/** Throws UsageError if a name fits several of the vehicle's extras equally well. */
export function fillBasket(basket: Basket, offered: OfferedExtras): FilledBasket {
  const missing = new Set<string>();
  const meant = new Map<string, string>();
  const find = (query: string, items: readonly Named[] | undefined, what: string): number | undefined => {
    if (isId(query)) return Number(query);
    if (items === undefined || search(query, items).length === 0) {
      missing.add(query);
      return undefined;
    }
    const { id, name } = resolve(query, items, what);
    meant.set(query, name);
    return id;
  };
  const accessoryIds = basket.accessories.map((item) => find(item, offered.accessories, 'accessory'));
  const insuranceId =
    basket.insurance === undefined ? undefined : find(basket.insurance, offered.insurance, 'insurance plan');
  return {
    accessoryIds: accessoryIds.filter((id) => id !== undefined).sort((a, b) => a - b),
    insuranceId,
    missing: [...missing],
    meant,
  };
}

/** The names of the extras that each name was taken for. If there are several, the user decides whether they are the same. */
export function meaningsOf(baskets: Iterable<Pick<FilledBasket, 'meant'>>): Map<string, string[]> {
  const meanings = new Map<string, Set<string>>();
  for (const { meant } of baskets) {
    for (const [query, name] of meant) meanings.set(query, (meanings.get(query) ?? new Set()).add(name));
  }
  return new Map([...meanings].map(([query, names]) => [query, [...names]]));
}

/**
 * The items for one operator: `lucky:12` is for the operator called lucky only, other items are for all operators. Throws
 * UsageError for an id without an operator if there are several.
 */
export function itemsFor(
  operator: string,
  operators: readonly string[],
  items: readonly string[],
  field: string,
): string[] {
  return items.flatMap((item) => {
    const owner = operators.find((name) => item.startsWith(`${name}:`));
    if (owner !== undefined) return owner === operator ? [item.slice(owner.length + 1).trim()] : [];
    if (operators.length > 1 && isId(item)) {
      throw new UsageError((name) => `${name(field)} ${item.trim()}: each operator has its own ids`, {
        hint: `give a name, or say whose id it is: ${operators[0] ?? ''}:${item.trim()}`,
      });
    }
    return [item];
  });
}

/**
 * An extra that no vehicle has is a typing mistake, found before the first quote. Throws UsageError naming the nearest extra.
 * `filled` are the baskets of all vehicles, `offered` are all extras that were looked up.
 */
export function refuseUnknownExtras(
  basket: Basket,
  filled: readonly FilledBasket[],
  offered: { readonly accessories: readonly Named[]; readonly insurance: readonly Named[] },
): void {
  if (filled.length === 0) return;
  const refuse = (query: string, items: readonly Named[], what: string): void => {
    if (isId(query) || filled.some(({ missing }) => !missing.includes(query))) return;
    resolve(query, [...new Map(items.map((item) => [item.name, item])).values()], what);
  };
  for (const query of basket.accessories) refuse(query, offered.accessories, 'accessory');
  if (basket.insurance !== undefined) refuse(basket.insurance, offered.insurance, 'insurance plan');
}
