/**
 * What to tell about a trip that is asked for again and again: only what has changed since people were last told. Pure: no clock, no files.
 *
 * **Flapping.** Two things can flap: whether the trip is offered (`sold-out`, `back`) and whether asking works (`failing`, `recovered`).
 * A change is told at once if things stayed as they were for `settleMs` before it. Otherwise it is told by the first answer after it
 * has stayed for `settleMs`, and never if it turns back before. So "sold out, back, sold out, back" within half an hour tells `sold-out` at
 * once and `back` when it has settled, and what people were told last is true again then.
 *
 * **Prices** count only while people believe that the trip is offered; nothing is compared in between, so nothing is lost either: a price
 * that is still low when the trip is back is told then. Neither a failed check nor a sold-out one is a price.
 *
 * **Currencies.** Totals in two currencies are not compared: after a change the lowest total starts anew, and nothing was `before`.
 * Targets are amounts in the currency of the first price; a total in another one neither reaches nor rearms them.
 */
import { compareMoney, formatMoney, subtractMoney, type Amount } from '../planner/money.ts';
import type { Prices, WatchState } from './watch-state.ts';

export interface Observation {
  /** Epoch ms. */
  readonly at: number;
  readonly end: 'priced' | 'not_available' | 'failed';
  /** With `currency`, if there is a price. */
  readonly total?: Amount | undefined;
  readonly currency?: string | undefined;
  readonly checkoutUrl?: string | undefined;
  /** Why asking failed, or why there is no offer. */
  readonly reason?: string | undefined;
}

export interface Rules {
  /** A new low is told if it is lower by so much at least than the last one that was told; any lower one without it. */
  readonly minDrop?: Amount | undefined;
  readonly targets: readonly Amount[];
  readonly settleMs: number;
}

export const defaultSettleMs = 30 * 60_000;

/** A change that people should be told. */
export interface Transition extends Omit<Observation, 'end'> {
  readonly event: 'low' | 'target' | 'sold-out' | 'back' | 'failing' | 'recovered';
  /** The last total that people could know; undefined at the first price, and in another currency. */
  readonly before: string | undefined;
  /** Of `low`: the lowest total before. */
  readonly lowest?: string;
  /** Of `target`: those that are reached now, the highest first. */
  readonly targets?: readonly string[];
  /** Of `target`: there was no price before. */
  readonly isFirst?: boolean;
}

/** What one answer changes. Throws RangeError if an amount is not a finite decimal. */
export function observe(
  state: WatchState,
  observation: Observation,
  { minDrop, targets, settleMs }: Rules,
): { readonly state: WatchState; readonly events: readonly Transition[] } {
  const { at, end, total, currency, ...rest } = observation;
  const isPriced = end === 'priced' && total !== undefined && currency !== undefined;
  const price = isPriced ? { total: formatMoney(total), currency } : undefined;
  const asking = turn(state.asking, end === 'failed' ? 'failing' : 'recovered', at, settleMs);
  const offer =
    end === 'failed' ? state.offer : turn(state.offer, end === 'priced' ? 'back' : 'sold-out', at, settleMs);
  const counts = price !== undefined && offer.told === 'back';
  const known = state.prices?.currency === currency || price === undefined ? state.prices : null;
  const event = (name: Transition['event'], more: Partial<Transition> = {}): Transition => {
    return {
      event: name,
      at,
      ...price,
      ...(!price && known && { currency: known.currency }),
      ...rest,
      before: known?.last,
      ...more,
    };
  };
  const low = counts && known && isLow(price.total, known.lowest, minDrop) ? known.lowest : undefined;
  const reached = counts ? reachedBy(price, targets, state.prices) : [];
  const news = reached.filter((target) => !state.prices?.reached.includes(target));
  return {
    state: {
      offer,
      asking,
      prices: counts
        ? {
            currency: price.currency,
            last: price.total,
            lowest: low === undefined && known ? known.lowest : price.total,
            targetCurrency: state.prices?.targetCurrency ?? price.currency,
            reached,
          }
        : state.prices,
    },
    events: [
      ...(asking.told === state.asking.told ? [] : [event(asking.told)]),
      ...(offer.told === state.offer.told ? [] : [event(offer.told)]),
      ...(low === undefined ? [] : [event('low', { lowest: low })]),
      ...(news.length === 0 ? [] : [event('target', { targets: news, isFirst: state.prices === null })]),
    ],
  };
}

/** See "Flapping" above. A clock that is set back starts the time anew. */
function turn<T extends string>(
  { now: before, since, told }: { readonly now: T; readonly since: number | null; readonly told: T },
  now: T,
  at: number,
  settleMs: number,
) {
  const from = since === null ? null : Math.min(since, at);
  const isSettled = from === null || at - from >= settleMs;
  return { now, since: now === before ? from : at, told: isSettled ? now : told };
}

function isLow(total: string, lowest: string, minDrop: Amount | undefined): boolean {
  return compareMoney(total, lowest) < 0 && compareMoney(subtractMoney(lowest, total), minDrop ?? 0) >= 0;
}

/** The targets that the price is at or under, the highest first. */
function reachedBy(
  { total, currency }: { readonly total: string; readonly currency: string },
  targets: readonly Amount[],
  prices: Prices | null,
): string[] {
  if (prices !== null && prices.targetCurrency !== currency) return prices.reached;
  const reached = targets.map(formatMoney).filter((target) => compareMoney(total, target) <= 0);
  return [...new Set(reached)].sort((a, b) => compareMoney(b, a));
}
