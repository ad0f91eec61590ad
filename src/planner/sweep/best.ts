/**
 * Which trips and vehicles of a sweep get a quote: as few as it takes to know the cheapest. The daily rate × nights is only an estimate, and
 * each quote shows what comes on top of it, or off it. Pure.
 */
import { createKnowledge, type Estimated, type Price } from './knowledge.ts';

/** Asked for together, so that requests run at once and the choice does not depend on which of them is answered first. */
const chosenTogether = 10;

interface Wanted<T> {
  /** How many of the cheapest of each group. */
  readonly most: number;
  readonly groupOf: (item: T) => string;
}

export function createChooser<T extends Estimated>(items: readonly T[], { most, groupOf }: Wanted<T>) {
  const open = new Set([...items].sort((a, b) => a.estimate - b.estimate));
  const known = createKnowledge();
  const cheapest = createCheapest(most, groupOf);
  const limitOf = (item: T): number => cheapest.limitOf(item, known.unitsOf(item));
  const promising = (isLast: boolean): T[] => {
    const left = [...open].filter((item) => item.isLast === isLast && known.bound(item) < limitOf(item));
    const unseen = left.filter((item) => known.unitsOf(item).size === 0);
    return unseen.length > 0 ? known.probes(unseen) : sortedBy(known.guess, left);
  };
  return {
    /** The next ones to ask for, in their order; none if no other can be among the cheapest. Learn all of them before the next call. */
    next: (): T[] => {
      const first = promising(false);
      const chosen = (first.length > 0 ? first : promising(true)).slice(0, chosenTogether);
      for (const item of chosen) open.delete(item);
      return chosen;
    },
    /** In the order of the choice; what is known already, before it. Without a price, the service has no quote, or one that cannot be compared. */
    learn: (item: T, price: Price | undefined): void => {
      open.delete(item);
      known.learn(item, price);
      if (price !== undefined) cheapest.add(item, price);
    },
    /** Those that can no longer be asked for. */
    drop: (isGone: (item: T) => boolean): void => {
      for (const item of open) if (isGone(item)) open.delete(item);
    },
    /** The total to expect. */
    guess: known.guess,
    /** Some totals are below the estimate, so that a cheaper one may not have been asked for. */
    isBelowEstimates: known.isBelowEstimates,
  };
}

/** The cheapest of one group and unit: those that do not rank last, and those that do. */
interface Totals {
  readonly open: number[];
  readonly last: number[];
}

/** The cheapest totals so far. */
function createCheapest<T extends Estimated>(most: number, groupOf: (item: T) => string) {
  const groups = new Map<string, Map<string, Totals>>();
  return {
    add: (item: T, { total, unit }: Price): void => {
      const group = groupOf(item);
      const units = groups.get(group) ?? new Map<string, Totals>();
      const lists = units.get(unit) ?? { open: [], last: [] };
      const list = item.isLast ? lists.last : lists.open;
      list.push(total);
      list.sort((a, b) => a - b).splice(most);
      groups.set(group, units.set(unit, lists));
    },
    /**
     * What a total in one of these units must be below to be among the cheapest of its group. As long as no quote has shown a unit, one
     * that ranks last must be below those of the whole group.
     */
    limitOf: (item: T, units: ReadonlySet<string>): number => {
      const { isLast } = item;
      const known = groups.get(groupOf(item)) ?? new Map<string, Totals>();
      const possible = units.size === 0 && isLast ? known.keys() : units;
      const limits = [...possible].map((unit) => {
        const { open, last } = known.get(unit) ?? { open: [], last: [] };
        const wanted = isLast ? most - open.length : most;
        return wanted < 1 ? Number.NEGATIVE_INFINITY : ((isLast ? last : open)[wanted - 1] ?? Number.POSITIVE_INFINITY);
      });
      return limits.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...limits);
    },
  };
}

function sortedBy<T>(valueOf: (item: T) => number, items: readonly T[]): T[] {
  const valued = items.map((item) => ({ item, value: valueOf(item) }));
  return valued.sort((a, b) => a.value - b.value).map(({ item }) => item);
}
