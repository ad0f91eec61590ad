/** What to tell about the last answer of a trip. Pure: the answers before it are the only state, so nothing is told twice. */
import type { tripEvent } from '../documents/trips.ts';
import { mostInWords, moneyInWords, subtractMoney, type Most } from '../planner/money.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant, joinWords, shorten } from '../text.ts';
import type { Answer, AnswerEnd } from './trip.ts';

export interface Rules {
  /** A new low in its currency is told if it is lower by so much at least than the last one that was told; any lower one without it. */
  readonly minDrop?: Most | undefined;
  readonly targets: readonly Most[];
  /** Name what has the price, which in a comparison can be another vehicle or start each time. */
  readonly isNamed?: boolean;
}

export type TripEvent = ValueOf<typeof tripEvent.value>;

/** So many failures in a row are told; fewer pass. */
const toldFailures = 3;

type PricedAnswer = Answer & { readonly total: number; readonly currency: string };

/** `answers` with the one to tell about as the last; the first one was seen when the trip was saved. */
export function newsOf(trip: string, answers: readonly Answer[], rules: Rules): TripEvent[] {
  const [before, now] = [answers.slice(0, -1), answers.at(-1)];
  if (now === undefined || before.length === 0) return [];
  const prices = before.flatMap(pricesIn);
  const pricesLike = ({ currency }: Answer) => prices.filter((one) => one.currency === currency);
  const state = [...stateNews(before, now), ...currencyNews(before, now, rules)];
  const news = [
    ...state.map(([event, words]): News => ({ event, words, of: now, before: pricesLike(now).at(-1)?.total })),
    ...pricesIn(now).flatMap((price) => priceNews(pricesLike(price), price, rules)),
  ];
  return news.map(({ event, words, of, before: last }) => ({
    event,
    trip,
    total: of.total ?? null,
    before: last ?? null,
    currency: of.currency ?? null,
    label: of.label ?? null,
    at: isoInstant(now.at),
    checkoutUrl: of.checkoutUrl ?? null,
    text: `${trip}: ${words}${rules.isNamed === true ? labelled(of) : ''}`,
  }));
}

function labelled(answer: Answer): string {
  return isPrice(answer) && answer.label !== undefined ? `: ${answer.label}` : '';
}

/** The targets that the answer reaches, as they are kept with it when they have been told. */
export function targetsReached(answer: Answer, { targets }: Rules): string[] {
  return targets.filter((target) => pricesIn(answer).some((price) => isAt(price, target))).map(mostInWords);
}

interface News {
  readonly event: TripEvent['event'];
  readonly words: string;
  readonly of: Answer;
  /** The total that it is compared with. */
  readonly before: number | undefined;
}

type StateNews = readonly [event: TripEvent['event'], words: string];

function stateNews(before: readonly Answer[], now: Answer): StateNews[] {
  const last = before.findLast(({ end }) => !isFailure(end));
  const failures = before.length - 1 - before.findLastIndex(({ end }) => !isFailure(end));
  const why = now.reason === undefined ? '' : `: ${shorten(now.reason, 200)}`;
  if (isFailure(now.end)) return failures + 1 === toldFailures ? [['failing', `asking fails${why}`]] : [];
  const price = isPrice(now) ? `, ${priceInWords(now)}` : '';
  const news: StateNews[] = failures >= toldFailures ? [['recovered', `asking works again${price}`]] : [];
  if (last !== undefined && last.end === now.end && last.reason === now.reason) return news;
  if (now.end === 'over') return [...news, ['over', 'its days have passed, so it is not asked again']];
  if (now.end === 'not_available') return last?.end === now.end ? news : [...news, ['sold-out', `sold out${why}`]];
  if (now.end !== 'priced') return [...news, ['changed', `no price to compare${why}`]];
  return last === undefined || last.end === 'priced' ? news : [...news, ['back', `back${price}`]];
}

/** Amounts of two currencies are not compared, so a price that is gone from one of them would be missed without a word. */
function currencyNews(before: readonly Answer[], now: Answer, { targets }: Rules): StateNews[] {
  const last = before.findLast(isPrice);
  if (last === undefined || !isPrice(now) || pricesIn(now).some(({ currency }) => currency === last.currency))
    return [];
  const [then, current] = [shorten(last.currency, 20), shorten(now.currency, 20)];
  const left = targets.filter(({ currency }) => currency === last.currency.toUpperCase()).map(mostInWords);
  const missed = left.length === 0 ? '' : `, so it cannot reach ${joinWords(left)}`;
  return [['changed', `the price is in ${current} now, no longer in ${then}${missed}`]];
}

/** `prices`: those before, in the same currency. One event: a target that is reached by a new low says both. */
function priceNews(prices: readonly PricedAnswer[], now: PricedAnswer, { minDrop, targets }: Rules): News[] {
  const low = lastTold(prices, minDrop);
  const isLow = low !== undefined && isLower(now, low, minDrop);
  const before = isLow ? low : prices.at(-1)?.total;
  const words = `${priceInWords(now)}${wayInWords(before, now.total)}${isLow ? ' (a new low)' : ''}`;
  const reached = targets.filter((target) => isAt(now, target) && !wasTold(target, prices));
  if (reached.length === 0) return isLow ? [{ event: 'low', words, of: now, before }] : [];
  const names = joinWords(reached.map(({ amount }) => moneyInWords(amount)));
  const under = `at or under the ${reached.length === 1 ? 'target' : 'targets'} ${names}`;
  return [{ event: 'target', words: `${words}, ${under}`, of: now, before }];
}

/** Since the price was last above it. An answer that only `check` or `--save` printed tells no target. */
function wasTold(target: Most, prices: readonly PricedAnswer[]): boolean {
  const under = prices.slice(prices.findLastIndex((price) => !isAt(price, target)) + 1);
  return under.some(({ told = [] }) => told.includes(mostInWords(target)));
}

/** The first price, or the last of those that were told as a new low. */
function lastTold([first, ...others]: readonly PricedAnswer[], minDrop: Most | undefined): number | undefined {
  return others.reduce((low, one) => (low !== undefined && isLower(one, low, minDrop) ? one.total : low), first?.total);
}

function isLower({ total, currency }: PricedAnswer, low: number, minDrop: Most | undefined): boolean {
  const least = minDrop?.currency === currency.toUpperCase() ? minDrop.amount : 0;
  return total < low && subtractMoney(low, total) >= least;
}

function isAt({ total, currency }: PricedAnswer, target: Most): boolean {
  return currency.toUpperCase() === target.currency && total <= target.amount;
}

/** A failure is neither a price nor the lack of one. */
export function isFailure(end: AnswerEnd): boolean {
  return end === 'failed' || end === 'partial';
}

export function isPrice(answer: Answer): answer is PricedAnswer {
  return answer.end === 'priced' && answer.total !== undefined && answer.currency !== undefined;
}

/** The best price of each currency. */
export function pricesIn(answer: Answer): PricedAnswer[] {
  return isPrice(answer) ? [answer, ...(answer.others ?? []).map((other) => ({ ...answer, ...other }))] : [];
}

export function priceInWords({ total, currency }: PricedAnswer): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function wayInWords(before: number | undefined, now: number): string {
  if (before === undefined || before === now) return '';
  return `, ${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}
