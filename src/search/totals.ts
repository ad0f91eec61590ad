/** The lowest totals that a search has seen. */

export interface Totals {
  add(groups: readonly string[], unit: string, place: number, total: number): void;
  /** Totals below it would be among the cheapest of one of these groups. */
  limit(groups: readonly string[], units: Iterable<string>): number;
  lowest(): number;
  /** How often a total was among the lowest of a group. */
  changes(): number;
}

export function createTotals(counts: readonly number[]): Totals {
  const lists = new Map<string, number[]>();
  let lowest = Number.POSITIVE_INFINITY;
  let changes = 0;
  const nth = (index: number, group: string, unit: string): number =>
    lists.get(`${index} ${unit} ${group}`)?.[counts[index]! - 1] ?? Number.POSITIVE_INFINITY;
  return {
    add: (groups, unit, place, total) => {
      lowest = Math.min(lowest, total);
      for (const [index, group] of groups.entries()) {
        const key = `${index} ${unit} ${group}`;
        const before = lists.get(key) ?? [];
        const list = [...before, place].sort((a, b) => a - b).slice(0, counts[index]);
        if (list.some((value, at) => value !== before[at])) changes += 1;
        lists.set(key, list);
      }
    },
    limit: (groups, units) => {
      let limit = Number.NEGATIVE_INFINITY;
      for (const unit of units)
        for (const [index, group] of groups.entries())
          limit = Math.max(limit, nth(index, group, unit));
      return limit;
    },
    lowest: () => lowest,
    changes: () => changes,
  };
}
