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
import { subtractMoney } from '../planner/money.ts';
import type { Prices, WatchState } from './watch-state.ts';

export interface Observation {
  /** Epoch ms. */
  readonly at: number;
  readonly end: 'priced' | 'not_available' | 'failed';
  /** With `currency`, if there is a price. */
  readonly total?: number | undefined;
  readonly currency?: string | undefined;
  readonly checkoutUrl?: string | undefined;
  /** Why asking failed, or why there is no offer. */
  readonly reason?: string | undefined;
}

export interface Rules {
  /** A new low is told if it is lower by so much at least than the last one that was told; any lower one without it. */
  readonly minDrop?: number | undefined;
  readonly targets: readonly number[];
  readonly settleMs: number;
}

export const defaultSettleMs = 30 * 60_000;

/** A change that people should be told. */
export interface Transition extends Omit<Observation, 'end'> {
  readonly event: 'low' | 'target' | 'sold-out' | 'back' | 'failing' | 'recovered';
  /** The last total that people could know; undefined at the first price, and in another currency. */
  readonly before: number | undefined;
  /** Of `low`: the lowest total before. */
  readonly lowest?: number;
  /** Of `target`: those that are reached now, the highest first. */
  readonly targets?: readonly number[];
  /** Of `target`: there was no price before. */
  readonly isFirst?: boolean;
}

/** What one answer changes. */
export function observe(
  state: WatchState,
  observation: Observation,
  rules: Rules,
): { readonly state: WatchState; readonly events: readonly Transition[] } {
  const { at, end, checkoutUrl, reason } = observation;
  const price = priceOf(observation);
  const asking = turn(state.asking, end === 'failed' ? 'failing' : 'recovered', at, rules.settleMs);
  const offer =
    end === 'failed' ? state.offer : turn(state.offer, end === 'priced' ? 'back' : 'sold-out', at, rules.settleMs);
  const compared = price !== undefined && offer.told === 'back' ? comparePrices(price, state.prices, rules) : undefined;
  const known = price === undefined || price.currency === state.prices?.currency ? state.prices : null;
  const shared = { at, currency: known?.currency, ...price, before: known?.last, checkoutUrl, reason };
  return {
    state: { offer, asking, prices: compared?.prices ?? state.prices },
    events: [
      ...(asking.told === state.asking.told ? [] : [{ event: asking.told }]),
      ...(offer.told === state.offer.told ? [] : [{ event: offer.told }]),
      ...(compared?.news ?? []),
    ].map((news) => ({ ...shared, ...news })),
  };
}

interface Price {
  readonly total: number;
  readonly currency: string;
}

function priceOf({ end, total, currency }: Observation): Price | undefined {
  if (end !== 'priced' || total === undefined || currency === undefined) return undefined;
  return { total, currency };
}

type PriceNews = Pick<Transition, 'event' | 'lowest' | 'targets' | 'isFirst'>;

function comparePrices(
  price: Price,
  before: Prices | null,
  { minDrop, targets }: Rules,
): { readonly prices: Prices; readonly news: readonly PriceNews[] } {
  const { total, currency } = price;
  const known = before?.currency === currency ? before.lowest : undefined;
  const isNewLow = known !== undefined && isLow(total, known, minDrop);
  const reached = reachedBy(price, targets, before);
  const news = reached.filter((target) => before?.reached.includes(target) !== true);
  return {
    prices: {
      currency,
      last: total,
      lowest: isNewLow ? total : (known ?? total),
      targetCurrency: before?.targetCurrency ?? currency,
      reached,
    },
    news: [
      ...(isNewLow ? [{ event: 'low', lowest: known } as const] : []),
      ...(news.length > 0 ? [{ event: 'target', targets: news, isFirst: before === null } as const] : []),
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

function isLow(total: number, lowest: number, minDrop = 0): boolean {
  return total < lowest && subtractMoney(lowest, total) >= minDrop;
}

/** The targets that the price is at or under, the highest first. */
function reachedBy({ total, currency }: Price, targets: readonly number[], before: Prices | null): number[] {
  if (before !== null && before.targetCurrency !== currency) return before.reached;
  const reached = targets.filter((target) => total <= target);
  return [...new Set(reached)].sort((a, b) => b - a);
}
