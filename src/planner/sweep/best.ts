/**
 * Which trips and vehicles of a sweep get a quote: as few as it takes to know the cheapest. The daily rate × nights is only an estimate, and
 * each quote shows what comes on top of it, or off it. Pure.
 */

/** One vehicle for one trip. */
export interface Estimated {
  /** Daily rate × nights. */
  readonly estimate: number;
  readonly nights: number;
  /** Trips of as many nights between the same depots of an operator: a discount is the same for all of them. */
  readonly kind: string;
  /** The vehicle and these depots: what comes on top is much the same. */
  readonly vehicle: string;
  /** The cheapest of each group are wanted. */
  readonly group: string;
}

export interface Price {
  readonly total: number;
  readonly currency: string;
}

/** Asked for together, so that requests run at once and the choice does not depend on which of them is answered first. */
const atOnce = 10;

/** @param most how many of the cheapest of each group are wanted */
export function createChooser<T extends Estimated>(items: readonly T[], most: number) {
  const open = new Set([...items].sort((a, b) => a.estimate - b.estimate));
  const known = createKnowledge();
  const cheapest = new Map<string, number[]>();
  const keyOf = ({ group }: T, currency: string | undefined): string => `${currency} ${group}`;
  /** What a total must be below to be among the cheapest of its group. */
  const limitOf = (item: T): number =>
    cheapest.get(keyOf(item, known.currencyOf(item)))?.[most - 1] ?? Number.POSITIVE_INFINITY;
  return {
    /** The next ones to ask for, in their order; none if no other can be among the cheapest. Learn all of them before the next call. */
    next: (): T[] => {
      const unknown = onePerKind([...open].filter((item) => known.currencyOf(item) === undefined));
      const promising = () =>
        sortedBy(
          known.guess,
          [...open].filter((item) => known.bound(item) < limitOf(item)),
        );
      const chosen = (unknown.length > 0 ? unknown : promising()).slice(0, atOnce);
      for (const item of chosen) open.delete(item);
      return chosen;
    },
    /** In the order of the choice. Without a price, the service has no quote. */
    learn: (item: T, price: Price | undefined): void => {
      if (price === undefined) return;
      known.learn(item, price);
      const key = keyOf(item, price.currency);
      const totals = [...(cheapest.get(key) ?? []), price.total];
      cheapest.set(key, totals.sort((a, b) => a - b).slice(0, most));
    },
    /** The total to expect of the cheapest of those that were not asked for; undefined if all were. */
    lowest: (): number | undefined => {
      const [first] = sortedBy(known.guess, [...open]);
      return first && known.guess(first);
    },
    /** Totals can be below the estimate, so that a cheaper one may not have been asked for. */
    isBelowEstimates: known.isBelowEstimates,
  };
}

/** The lowest estimate of each kind. */
function onePerKind<T extends Estimated>(sorted: readonly T[]): T[] {
  const first = new Map<string, T>();
  for (const item of sorted) if (!first.has(item.kind)) first.set(item.kind, item);
  return [...first.values()];
}

function sortedBy<T>(valueOf: (item: T) => number, items: readonly T[]): T[] {
  const valued = items.map((item) => ({ item, value: valueOf(item) }));
  return valued.sort((a, b) => a.value - b.value).map(({ item }) => item);
}

/** What the quotes of a kind have shown. */
interface Kind {
  readonly currency: string;
  /** The lowest total ÷ estimate. */
  readonly ratio: number;
}

/** What some quotes had on top of the estimate. */
interface OnTop {
  readonly least: number;
  readonly most: number;
  readonly quotes: number;
}

const nothingSeen: OnTop = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY, quotes: 0 };

/** Fewer quotes do not tell how much what comes on top can vary. */
const enough = 3;
/** The next quote can have less on top than those before: less by so many times the difference between them. */
const caution = 1.5;

/** What is learned about prices. */
function createKnowledge() {
  const kinds = new Map<string, Kind>();
  /** By vehicle and number of nights. */
  const vehicles = new Map<string, Map<number, OnTop>>();
  const discounted = ({ kind, estimate }: Estimated): number | undefined => {
    const { ratio = 1 } = kinds.get(kind) ?? {};
    return ratio < 1 ? estimate * ratio : undefined;
  };
  /** Of trips of as many nights, if there are so many such quotes; else what all of them say about so many nights. */
  const onTopOf = ({ vehicle, nights }: Estimated, few: number): OnTop => {
    const seen = vehicles.get(vehicle);
    const same = seen?.get(nights) ?? nothingSeen;
    if (same.quotes >= few) return same;
    return [...(seen ?? [])].map(([of, one]) => scaled(one, nights / of)).reduce(joined, nothingSeen);
  };
  return {
    /** Undefined until the first quote of the kind. */
    currencyOf: ({ kind }: Estimated): string | undefined => kinds.get(kind)?.currency,
    learn: ({ kind, vehicle, nights, estimate }: Estimated, { total, currency }: Price): void => {
      const ratio = estimate > 0 ? total / estimate : 1;
      kinds.set(kind, { currency, ratio: Math.min(ratio, kinds.get(kind)?.ratio ?? ratio) });
      const seen = vehicles.get(vehicle) ?? new Map<number, OnTop>();
      const onTop = total - estimate;
      vehicles.set(
        vehicle,
        seen.set(nights, joined(seen.get(nights) ?? nothingSeen, { least: onTop, most: onTop, quotes: 1 })),
      );
    },
    /** The total to expect. */
    guess: (item: Estimated): number => {
      const { least, quotes } = onTopOf(item, 1);
      return discounted(item) ?? item.estimate + (quotes === 0 ? 0 : Math.max(0, least));
    },
    /** The lowest total that is likely. */
    bound: (item: Estimated): number => {
      const { least, most, quotes } = onTopOf(item, enough);
      return discounted(item) ?? item.estimate + (quotes < enough ? 0 : Math.max(0, least - caution * (most - least)));
    },
    isBelowEstimates: (): boolean => [...kinds.values()].some(({ ratio }) => ratio < 1),
  };
}

/** What comes on top is by trip or by night: a longer trip has at least as much of it, and a shorter one at least its part. */
function scaled({ least, most, quotes }: OnTop, times: number): OnTop {
  const part = Math.min(1, times);
  return { least: least * part, most: most * part, quotes };
}

function joined(a: OnTop, b: OnTop): OnTop {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most), quotes: a.quotes + b.quotes };
}
