/** The same extras for every vehicle: what was asked for, and what it is called at one of them. */
import { UsageError } from '../../errors.ts';
import { isId, resolve, search, type Named } from '../resolve.ts';

/** Ids or names, as typed; an accessory as often as it is wanted. */
export interface Basket {
  readonly accessories: readonly string[];
  /** Undefined: none. */
  readonly insurance: string | undefined;
}

/** What is offered at one vehicle; undefined where it was not looked up because no name needs it. */
export interface Offered {
  readonly accessories: readonly Named[] | undefined;
  readonly insurance: readonly Named[] | undefined;
}

/** A basket as it can be asked for at one vehicle. */
export interface Filled {
  readonly accessoryIds: readonly number[];
  readonly insuranceId: number | undefined;
  /** What the vehicle does not have, as typed, each once. */
  readonly missing: readonly string[];
  /** What each name turned out to be: name as typed → name on offer. */
  readonly meant: ReadonlyMap<string, string>;
}

/** Which of the two lists have to be looked up: those from which something is wanted by name. */
export function needsLookUp({ accessories, insurance }: Basket): { accessories: boolean; insurance: boolean } {
  return {
    accessories: accessories.some((item) => !isId(item)),
    insurance: insurance !== undefined && !isId(insurance),
  };
}

/** What is left of it without the names. */
export function idsOnly({ accessories, insurance }: Basket): Basket {
  return {
    accessories: accessories.filter(isId),
    insurance: insurance !== undefined && isId(insurance) ? insurance : undefined,
  };
}

/** Throws UsageError where a name fits several of the vehicle's extras equally well. */
export function fillBasket(basket: Basket, offered: Offered): Filled {
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

/**
 * Names that were taken for different things at different vehicles, with what they were taken for: the reader decides
 * whether that is the same.
 */
export function differentMeanings(baskets: Iterable<Pick<Filled, 'meant'>>): Map<string, string[]> {
  const meanings = new Map<string, Set<string>>();
  for (const { meant } of baskets) {
    for (const [query, name] of meant) meanings.set(query, (meanings.get(query) ?? new Set()).add(name));
  }
  return new Map([...meanings].filter(([, names]) => names.size > 1).map(([query, names]) => [query, [...names]]));
}

/** `lucky:12` is meant for the operator called lucky alone; anything else for all. Throws UsageError for a bare id. */
export function itemsFor(
  operator: string,
  operators: readonly string[],
  items: readonly string[],
  flag: string,
): string[] {
  return items.flatMap((item) => {
    const owner = operators.find((name) => item.startsWith(`${name}:`));
    if (owner !== undefined) return owner === operator ? [item.slice(owner.length + 1).trim()] : [];
    if (operators.length > 1 && isId(item)) {
      throw new UsageError(`${flag} ${item.trim()}: the ids of one operator mean nothing to another`, {
        hint: `give a name, or say whose id it is: ${operators[0] ?? ''}:${item.trim()}`,
      });
    }
    return [item];
  });
}
