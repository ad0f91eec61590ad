/** What to tell about the last answer of a trip. Pure: the answers before it are the only state, so nothing is told twice. */
import type { tripEvent } from '../documents/trips.ts';
import { moneyInWords, subtractMoney, type Most } from '../planner/money.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant, joinWords, shorten } from '../text.ts';
import type { Answer, AnswerEnd } from './trip.ts';

export interface Rules {
  /** A new low is told if it is lower by so much at least than the last one that was told; any lower one without it. */
  readonly minDrop?: Most | undefined;
  readonly targets: readonly Most[];
  /** Name what has the price, which in a comparison can be another vehicle or start each time. */
  readonly isNamed?: boolean;
  /** Also tell a target that the price was under before. */
  readonly isStart?: boolean;
}

export type TripEvent = ValueOf<typeof tripEvent.value>;

/** So many failures in a row are told; fewer pass. */
const toldFailures = 3;

type PricedAnswer = Answer & { readonly total: number; readonly currency: string };

/** `answers` with the one to tell about as the last; the first one was seen when the trip was saved. */
export function newsOf(trip: string, answers: readonly Answer[], rules: Rules): TripEvent[] {
  const [before, now] = [answers.slice(0, -1), answers.at(-1)];
  if (now === undefined || before.length === 0) return [];
  const prices = before.filter(isPrice).filter(({ currency }) => currency === now.currency);
  // It was seen when the trip was saved, whatever the targets were then.
  const isSavedOne = prices.at(-1) === before[0];
  const events = [
    ...stateNews(before, now),
    ...(isPrice(now) ? priceNews(prices, now, isSavedOne ? { ...rules, isStart: true } : rules) : []),
  ];
  const last = prices.at(-1)?.total;
  const what = rules.isNamed === true && isPrice(now) && now.label !== undefined ? `: ${now.label}` : '';
  return events.map(([event, words]) => ({
    event,
    trip,
    total: now.total ?? null,
    before: last ?? null,
    currency: now.currency ?? null,
    label: now.label ?? null,
    at: isoInstant(now.at),
    checkoutUrl: now.checkoutUrl ?? null,
    text: `${trip}: ${words}${what}`,
  }));
}

type News = readonly [event: TripEvent['event'], words: string];

function stateNews(before: readonly Answer[], now: Answer): News[] {
  const last = before.findLast(({ end }) => !isFailure(end));
  const failures = before.length - 1 - before.findLastIndex(({ end }) => !isFailure(end));
  const why = now.reason === undefined ? '' : `: ${shorten(now.reason, 200)}`;
  if (isFailure(now.end)) return failures + 1 === toldFailures ? [['failing', `asking fails${why}`]] : [];
  const price = isPrice(now) ? `, ${priceInWords(now)}` : '';
  const news: News[] = failures >= toldFailures ? [['recovered', `asking works again${price}`]] : [];
  if (last !== undefined && last.end === now.end && last.reason === now.reason) return news;
  if (now.end === 'over') return [...news, ['over', 'its days have passed, so it is not asked again']];
  if (now.end === 'not_available') return last?.end === now.end ? news : [...news, ['sold-out', `sold out${why}`]];
  if (now.end !== 'priced') return [...news, ['changed', `no price to compare${why}`]];
  return last === undefined || last.end === 'priced' ? news : [...news, ['back', `back${price}`]];
}

/** `prices`: those before, in the same currency. */
function priceNews(
  prices: readonly PricedAnswer[],
  now: PricedAnswer,
  { minDrop, targets, isStart = false }: Rules,
): News[] {
  const last = prices.at(-1);
  const way = last === undefined || last.total === now.total ? '' : `, ${wayInWords(last.total, now.total)}`;
  const low = lastTold(prices, minDrop);
  const isLow = low !== undefined && isLower(now, low, minDrop);
  const reached = targets.filter(
    (target) => isAt(now, target) && (isStart || last === undefined || !isAt(last, target)),
  );
  const names = reached.map(({ amount }) => moneyInWords(amount));
  const plural = names.length === 1 ? 'target' : 'targets';
  return [
    ...(isLow ? [['low', `${priceInWords(now)}${way} (a new low)`] as const] : []),
    ...(names.length > 0
      ? [['target', `${priceInWords(now)}${way}, at or under the ${plural} ${joinWords(names)}`] as const]
      : []),
  ];
}

/** The first price, or the last of those that were told as a new low. */
function lastTold([first, ...others]: readonly PricedAnswer[], minDrop: Most | undefined): number | undefined {
  return others.reduce((low, one) => (low !== undefined && isLower(one, low, minDrop) ? one.total : low), first?.total);
}

function isLower({ total, currency }: PricedAnswer, low: number, minDrop: Most | undefined): boolean {
  if (minDrop !== undefined && minDrop.currency !== currency.toUpperCase()) return false;
  return total < low && subtractMoney(low, total) >= (minDrop?.amount ?? 0);
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

export function priceInWords({ total, currency }: PricedAnswer): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function wayInWords(before: number, now: number): string {
  return `${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}
