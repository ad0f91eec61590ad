/** What quotes show about the prices of others: what comes on top of the daily rate × nights, or off it. Pure. */

/** One vehicle for one trip. */
export interface Estimated {
  /** Daily rate × nights. */
  readonly estimate: number;
  readonly nights: number;
  /** Trips of as many nights between the same depots of an operator: a discount is the same for all of them. */
  readonly kind: string;
  /** The vehicle and these depots: what comes on top is much the same. */
  readonly vehicle: string;
  /** It ranks after all others of its group, whatever its total. */
  readonly isLast: boolean;
}

export interface Price {
  readonly total: number;
  /** Totals are compared with those of the same unit: the currency, and what is in the basket. */
  readonly unit: string;
}

/** What the quotes of a kind have shown. */
interface Kind {
  /** The lowest total ÷ estimate; 1 if none is below it. */
  readonly ratio: number;
  readonly units: ReadonlySet<string>;
  readonly quotes: number;
}

const noQuotes: Kind = { ratio: 1, units: new Set(), quotes: 0 };

/** What some quotes had on top of the estimate. */
interface OnTop {
  readonly least: number;
  readonly most: number;
  readonly quotes: number;
  /** Their daily rates in cents. */
  readonly rates: ReadonlySet<number>;
}

const nothingSeen: OnTop = {
  ...{ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY },
  ...{ quotes: 0, rates: new Set() },
};

/** What the quotes of a vehicle had on top, by their number of nights. */
interface Seen {
  readonly byNights: Map<number, OnTop>;
  /** What all of them say about so many nights: thousands of others ask for it between two quotes. */
  readonly together: Map<number, OnTop>;
}

function onTopOfAll({ byNights, together }: Seen, nights: number): OnTop {
  const known = together.get(nights);
  if (known !== undefined) return known;
  // A rental of one day has no nights.
  const all = [...byNights]
    .map(([of, one]) => scaled(one, of === nights ? 1 : nights / of))
    .reduce(joined, nothingSeen);
  together.set(nights, all);
  return all;
}

function rateOf({ estimate, nights }: Estimated): number {
  return Math.round((estimate / nights) * 100);
}

/** Fewer quotes do not tell how much what comes on top can vary. */
const enough = 3;

/** The lowest rates are asked for first, and quotes of one rate alone do not tell what comes on top of another. */
function isEnough({ quotes, rates }: OnTop, item: Estimated): boolean {
  return quotes >= enough && (rates.size > 1 || rates.has(rateOf(item)));
}

/** The next quote can have less on top than those before: less by so many times the difference between them. */
const caution = 1.5;

/** What is learned about prices. */
export function createKnowledge() {
  const kinds = new Map<string, Kind>();
  const vehicles = new Map<string, Seen>();
  const discounted = ({ kind, estimate }: Estimated): number | undefined => {
    const { ratio } = kinds.get(kind) ?? noQuotes;
    return ratio < 1 ? estimate * ratio : undefined;
  };
  /** Of trips of as many nights, if there are enough such quotes; else what all of them say about so many nights. */
  const onTopOf = (item: Estimated, isKnown: typeof isEnough): OnTop => {
    const { vehicle, nights } = item;
    const seen = vehicles.get(vehicle);
    if (seen === undefined) return nothingSeen;
    const same = seen.byNights.get(nights) ?? nothingSeen;
    return isKnown(same, item) ? same : onTopOfAll(seen, nights);
  };
  return {
    /** Of the totals of its kind. */
    unitsOf: ({ kind }: Estimated): ReadonlySet<string> => (kinds.get(kind) ?? noQuotes).units,
    /** The lowest of each kind; more of a kind after each that had no quote. */
    probes: <T extends Estimated>(sorted: readonly T[]): T[] => {
      const counts = new Map<string, number>();
      return sorted.filter(({ kind }) => {
        const count = counts.get(kind) ?? 0;
        counts.set(kind, count + 1);
        return count <= (kinds.get(kind) ?? noQuotes).quotes;
      });
    },
    learn: (item: Estimated, price: Price | undefined): void => {
      const { kind, vehicle, nights, estimate } = item;
      const { ratio, units, quotes } = kinds.get(kind) ?? noQuotes;
      if (price === undefined) return void kinds.set(kind, { ratio, units, quotes: quotes + 1 });
      const { total, unit } = price;
      const own = estimate > 0 ? total / estimate : 1;
      kinds.set(kind, { ratio: Math.min(ratio, own), units: new Set([...units, unit]), quotes: quotes + 1 });
      const byNights = vehicles.get(vehicle)?.byNights ?? new Map<number, OnTop>();
      const [least, most] = [total - estimate, total - estimate];
      const onTop = { least, most, quotes: 1, rates: new Set([rateOf(item)]) };
      byNights.set(nights, joined(byNights.get(nights) ?? nothingSeen, onTop));
      vehicles.set(vehicle, { byNights, together: new Map() });
    },
    /** The total to expect. */
    guess: (item: Estimated): number => {
      const { least, quotes } = onTopOf(item, (seen) => seen.quotes > 0);
      return discounted(item) ?? item.estimate + (quotes === 0 ? 0 : Math.max(0, least));
    },
    /** The lowest total that is likely. */
    bound: (item: Estimated): number => {
      const onTop = onTopOf(item, isEnough);
      const least = isEnough(onTop, item) ? onTop.least - caution * (onTop.most - onTop.least) : 0;
      return discounted(item) ?? item.estimate + Math.max(0, least);
    },
    isBelowEstimates: (): boolean => [...kinds.values()].some(({ ratio }) => ratio < 1),
  };
}

/** What comes on top is by trip or by night: a longer trip has at least as much of it, and a shorter one at least its part. */
function scaled({ least, most, ...rest }: OnTop, times: number): OnTop {
  const part = Math.min(1, times);
  return { ...rest, least: least * part, most: most * part };
}

function joined(a: OnTop, b: OnTop): OnTop {
  const rates = new Set([...a.rates, ...b.rates]);
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most), quotes: a.quotes + b.quotes, rates };
}
