/**
 * Which trips and vehicles of a comparison get a quote: as few as it takes to know the cheapest. The daily rate × nights is only an estimate, and
 * each quote shows what comes on top of it, or off it. Pure.
 */

/** One vehicle for one trip. */
export interface Estimated {
  /** Daily rate × nights; infinite if that is beyond the largest number. */
  readonly estimate: number;
  readonly rate: number;
  /** Trips of as many nights between the same depots of an operator: a discount is the same for all of them. */
  readonly kind: string;
  /** The vehicle, on trips of this kind: what comes on top is much the same. */
  readonly vehicle: string;
  /** It ranks after all others of its group, whatever its total. */
  readonly isLast: boolean;
}

export interface Price {
  readonly total: number;
  /** Totals are compared with those of the same unit: the currency, and the names of the extras. */
  readonly unit: string;
}

interface Wanted<T> {
  /** How many of the cheapest of each group. */
  readonly max: number;
  readonly groupOf: (item: T) => string;
}

/** Asked for together, so that requests run at once and the choice does not depend on which of them is answered first. */
const chosenTogether = 10;
/** More than any total. It is added to the totals of what ranks last. */
const behindAll = 1e9;

export type Chooser<T extends Estimated> = ReturnType<typeof createChooser<T>>;

export function createChooser<T extends Estimated>(items: readonly T[], { max, groupOf }: Wanted<T>) {
  const open = new Set([...items].sort((a, b) => a.estimate - b.estimate));
  const known = createKnowledge();
  /** The lowest totals of each group and unit, sorted. */
  const cheapest = new Map<string, readonly number[]>();
  const placeOf = ({ isLast }: Estimated, amount: number): number => amount + (isLast ? behindAll : 0);
  const limitOf = (item: T, unit: string): number =>
    cheapest.get(`${groupOf(item)} ${unit}`)?.[max - 1] ?? Number.POSITIVE_INFINITY;
  const isPromising = (item: T): boolean => {
    const { units } = known.kindOf(item);
    const bound = placeOf(item, known.bound(item));
    return units.size === 0 || [...units].some((unit) => bound < limitOf(item, unit));
  };
  return {
    /** The next ones to ask for, in their order; none if no other can be among the cheapest. Learn all of them before the next call. */
    next: (): T[] => {
      const left = [...open].filter(isPromising);
      const unseen = left.filter((item) => known.kindOf(item).units.size === 0);
      const sorted = unseen.length > 0 ? probes(unseen, known.kindOf) : byGuess(left);
      const chosen = sorted.slice(0, chosenTogether);
      for (const item of chosen) open.delete(item);
      return chosen;
    },
    /** Call it in the order of `next`, and before that with what is known already. The price is undefined if there is no quote, or one that cannot be compared. */
    learn: (item: T, price: Price | undefined): void => {
      open.delete(item);
      known.learn(item, price);
      if (price === undefined) return;
      const key = `${groupOf(item)} ${price.unit}`;
      const totals = [...(cheapest.get(key) ?? []), placeOf(item, price.total)];
      cheapest.set(key, totals.sort((a, b) => a - b).slice(0, max));
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

  function byGuess(left: readonly T[]): T[] {
    const valued = left.map((item) => ({ item, value: placeOf(item, known.guess(item)) }));
    return valued.sort((a, b) => a.value - b.value).map(({ item }) => item);
  }
}

/** The lowest estimate of each kind, and one more of a kind for each that was asked without a price. */
function probes<T extends Estimated>(sorted: readonly T[], kindOf: (item: T) => Kind): T[] {
  const counts = new Map<string, number>();
  return sorted.filter((item) => {
    const count = counts.get(item.kind) ?? 0;
    counts.set(item.kind, count + 1);
    return count <= kindOf(item).quotes;
  });
}

/** What the quotes of a kind have shown. */
interface Kind {
  /** The lowest total ÷ estimate; 1 if none is below it. */
  ratio: number;
  quotes: number;
  readonly units: Set<string>;
}

/** Fewer quotes do not show how much the amounts on top of the estimate vary. */
const minQuotes = 3;
/** The next amount on top can be lower than those before: by up to this many times their range. */
const maxRanges = 1.5;

function createKnowledge() {
  const kinds = new Map<string, Kind>();
  /** What the quotes of a vehicle, for trips of one kind, had on top of the estimate, and their daily rates. */
  const seen = new Map<string, { readonly onTop: number; readonly rate: number }[]>();
  const kindOf = ({ kind }: Estimated): Kind => kinds.get(kind) ?? { ratio: 1, quotes: 0, units: new Set() };
  const seenOf = (item: Estimated) => seen.get(item.vehicle) ?? [];
  /** The estimate and what comes on top; with a discount, the lowest that was seen. */
  const expected = (item: Estimated, onTop: number): number => {
    const { ratio } = kindOf(item);
    return ratio < 1 ? item.estimate * ratio : item.estimate + Math.max(0, onTop);
  };
  return {
    kindOf,
    learn: (item: Estimated, price: Price | undefined): void => {
      const kind = kindOf(item);
      kinds.set(item.kind, kind);
      kind.quotes += 1;
      if (price === undefined) return;
      const { estimate, rate, vehicle } = item;
      kind.units.add(price.unit);
      // A total beyond the largest number says nothing of other offers.
      if (!Number.isFinite(estimate)) return;
      kind.ratio = Math.min(kind.ratio, estimate > 0 ? price.total / estimate : 1);
      seen.set(vehicle, [...seenOf(item), { onTop: price.total - estimate, rate }]);
    },
    guess: (item: Estimated): number => {
      const quotes = seenOf(item);
      return expected(item, quotes.length === 0 ? 0 : Math.min(...quotes.map(({ onTop }) => onTop)));
    },
    /** The lowest total that is likely. */
    bound: (item: Estimated): number => {
      const quotes = seenOf(item);
      // The lowest rates are asked for first, and quotes of one rate alone do not tell what comes on top of another.
      const isEnough =
        quotes.length >= minQuotes && quotes.some(({ rate }) => rate !== quotes[0]?.rate || rate === item.rate);
      const amounts = quotes.map(({ onTop }) => onTop);
      const min = Math.min(...amounts);
      return expected(item, isEnough ? min - maxRanges * (Math.max(...amounts) - min) : 0);
    },
    isBelowEstimates: (): boolean => [...kinds.values()].some(({ ratio }) => ratio < 1),
  };
}
