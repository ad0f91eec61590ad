/** The lowest totals that a search has seen. */

interface RankedTotal {
  readonly total: number;
  readonly currency: string;
  /** The total, or more than any total if the trip ranks last. */
  readonly rankingAmount: number;
}

/** `groups` has the group of each aim. Only totals of one `unit` are compared. */
export interface Totals {
  add(groups: readonly string[], unit: string, amount: RankedTotal): void;
  /** Totals below it would be among the cheapest of one of these groups. */
  toBeat(groups: readonly string[], units: Iterable<string>): number;
  /** Of all totals in this currency. */
  lowest(currency: string): number;
  /** How often a total was among the lowest of a group. */
  changes(): number;
}

export function createTotals(counts: readonly number[]): Totals {
  const lists = new Map<string, number[]>();
  const lowest = new Map<string, number>();
  let changes = 0;
  /** The last of the cheapest that are wanted of a group. */
  const nth = (index: number, group: string, unit: string): number =>
    lists.get(`${index} ${unit} ${group}`)?.[counts[index]! - 1] ?? Number.POSITIVE_INFINITY;
  return {
    add: (groups, unit, { total, currency, rankingAmount }) => {
      lowest.set(currency, Math.min(lowest.get(currency) ?? total, total));
      for (const [index, group] of groups.entries()) {
        const key = `${index} ${unit} ${group}`;
        const before = lists.get(key) ?? [];
        const list = [...before, rankingAmount].sort((a, b) => a - b).slice(0, counts[index]);
        if (list.some((value, at) => value !== before[at])) changes += 1;
        lists.set(key, list);
      }
    },
    toBeat: (groups, units) => {
      let highest = Number.NEGATIVE_INFINITY;
      for (const unit of units)
        for (const [index, group] of groups.entries())
          highest = Math.max(highest, nth(index, group, unit));
      return highest;
    },
    lowest: (currency) => lowest.get(currency) ?? Number.POSITIVE_INFINITY,
    changes: () => changes,
  };
}
