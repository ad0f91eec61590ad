/** What to tell about an answer of a trip. Pure: the answers before it are the only state, so nothing is told twice. */
import type { tripEvent } from '../documents/trips.ts';
import { isWithin, mostInWords, moneyInWords, subtractMoney, type Most } from '../planner/money.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant, joinWords, shorten } from '../text.ts';
import { bestOfEach, pricesIn, type Answer, type Price, type Trip } from './trip.ts';

export interface Rules {
  /** A new low in its currency is told if it is lower by so much at least than the last one that was told; any lower one without it. */
  readonly minDrop?: Most | undefined;
  readonly targets: readonly Most[];
}

export type TripEvent = ValueOf<typeof tripEvent.value>;

/** So many failures in a row are told; fewer pass. */
const toldFailures = 3;

interface News {
  readonly event: TripEvent['event'];
  readonly words: string;
  /** What has the price now. */
  readonly price: Price | undefined;
  /** The total that it is compared with. */
  readonly before: number | undefined;
  /** What the price keeps of it. */
  readonly told?: string[];
}

/**
 * `now` comes after the answers of the trip, of which the first one was seen when it was saved. `told` is `now` as it is kept when the events
 * have been told.
 */
export function newsOf(
  { name, question, answers }: Trip,
  now: Answer,
  rules: Rules,
): { events: TripEvent[]; told: Answer } {
  const earlier = answers.flatMap(pricesIn);
  const pricesLike = (price?: Price) => earlier.filter(({ currency }) => currency === price?.currency);
  const [price] = pricesIn(now);
  const state = [...stateNews(answers, now), ...currencyNews(answers, now, rules)];
  const news: News[] = [
    ...state.map(([event, words]) => ({ event, words, price, before: pricesLike(price).at(-1)?.total })),
    ...pricesIn(now).flatMap((one) => priceNews(pricesLike(one), one, rules)),
  ];
  const events = news.map(({ event, words, price: of, before }): TripEvent => {
    const label = (of ?? now.best?.[0])?.label ?? null;
    // In a comparison, another vehicle or start can have the price each time.
    const what = of !== undefined && question.kind === 'compare' ? `: ${of.label}` : '';
    return {
      ...{ event, trip: name, total: of?.total ?? null, before: before ?? null, currency: of?.currency ?? null, label },
      ...{ at: isoInstant(now.at), checkoutUrl: of?.checkoutUrl ?? null, text: `${name}: ${words}${what}` },
    };
  });
  const toldOf = (one: Price) => news.find(({ price: of, told }) => of === one && told !== undefined)?.told;
  return { events, told: { ...now, best: now.best?.map((one) => ({ ...one, told: toldOf(one) })) } };
}

type StateNews = readonly [event: TripEvent['event'], words: string];

function stateNews(before: readonly Answer[], now: Answer): StateNews[] {
  const lastPlace = before.findLastIndex(({ end }) => !isFailure(end));
  const [last, failures] = [before[lastPlace], before.length - 1 - lastPlace];
  const why = now.reason === undefined ? '' : `: ${shorten(now.reason, 200)}`;
  if (isFailure(now.end)) return failures + 1 === toldFailures ? [['failing', `asking fails${why}`]] : [];
  const [price] = pricesIn(now).map((one) => `, ${priceInWords(one)}`);
  const news: StateNews[] = failures >= toldFailures ? [['recovered', `asking works again${price ?? ''}`]] : [];
  if (last !== undefined && last.end === now.end && last.reason === now.reason) return news;
  if (now.end === 'over') return [...news, ['over', 'its days have passed, so it is not asked again']];
  if (now.end === 'not_available') return last?.end === now.end ? news : [...news, ['sold-out', `sold out${why}`]];
  if (now.end !== 'priced') return [...news, ['changed', `no price to compare${why}`]];
  return last === undefined || last.end === 'priced' ? news : [...news, ['back', `back${price ?? ''}`]];
}

/** Amounts of two currencies are not compared, so a price that is gone from one of them would be missed without a word. */
function currencyNews(before: readonly Answer[], now: Answer, { targets }: Rules): StateNews[] {
  const last = bestOfEach(before).at(-1);
  const prices = pricesIn(now);
  if (last === undefined || prices[0] === undefined) return [];
  if (prices.some(({ currency }) => currency === last.currency)) return [];
  const [then, current] = [shorten(last.currency, 20), shorten(prices[0].currency, 20)];
  const left = targets.filter(({ currency }) => currency === last.currency.toUpperCase()).map(mostInWords);
  const missed = left.length === 0 ? '' : `, so it cannot reach ${joinWords(left)}`;
  return [['changed', `the price is in ${current} now, no longer in ${then}${missed}`]];
}

/** `prices`: those before, in the same currency. One event: a target that is reached by a new low says both. */
function priceNews(prices: readonly Price[], price: Price, { minDrop, targets }: Rules): News[] {
  const low = lastTold(prices);
  const isLow = low !== undefined && isLower(price, low, minDrop);
  const before = isLow ? low : prices.at(-1)?.total;
  const words = `${priceInWords(price)}${wayInWords(before, price.total)}${isLow ? ' (a new low)' : ''}`;
  const reached = targets.filter((target) => isAt(price, target) && !wasTold(target, prices));
  const told = [...(isLow ? ['low'] : []), ...reached.map(mostInWords)];
  if (reached.length === 0) return isLow ? [{ event: 'low', words, price, before, told }] : [];
  const names = joinWords(reached.map(({ amount }) => moneyInWords(amount)));
  const under = `at or under the ${reached.length === 1 ? 'target' : 'targets'} ${names}`;
  return [{ event: 'target', words: `${words}, ${under}`, price, before, told }];
}

/** Since the price was last above it. An answer that only `check` or `--save` printed tells nothing of a price. */
function wasTold(target: Most, prices: readonly Price[]): boolean {
  const under = prices.slice(prices.findLastIndex((price) => !isAt(price, target)) + 1);
  return under.some(({ told = [] }) => told.includes(mostInWords(target)));
}

/** The lowest that people know: of the first price, and of those that they have been told of. */
function lastTold(prices: readonly Price[]): number | undefined {
  const known = prices.filter(({ told }, place) => place === 0 || told !== undefined).map(({ total }) => total);
  return known.length === 0 ? undefined : Math.min(...known);
}

function isLower({ total, currency }: Price, low: number, minDrop: Most | undefined): boolean {
  const least = minDrop?.currency === currency.toUpperCase() ? minDrop.amount : 0;
  return total < low && subtractMoney(low, total) >= least;
}

function isAt({ total, currency }: Price, target: Most): boolean {
  return isWithin({ totalAmount: total, currency }, target);
}

/** A failure is neither a price nor the lack of one. */
export function isFailure(end: Answer['end']): boolean {
  return end === 'failed' || end === 'partial';
}

export function priceInWords({ total, currency }: Pick<Price, 'total' | 'currency'>): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function wayInWords(before: number | undefined, now: number): string {
  if (before === undefined || before === now) return '';
  return `, ${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}
