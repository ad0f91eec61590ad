/**
 * The events of a new answer, and the targets that were reported. Pure: the trip's file is the only
 * state, so nothing is reported twice.
 */
import type { tripEvent } from '../documents/trips.ts';
import { moneyInWords } from '../base/money.ts';
import type { ValueOf } from '../shape.ts';
import { isWithin } from '../planner/max-amount.ts';
import { wantedInWords, wantedTimesOf, type WantedTimes } from '../planner/wanted-times.ts';
import { shorten } from '../base/words.ts';
import { answerFacts } from './answer.ts';
import { isFailure, pricesOf, type Price, type SavedTrip, type TripAnswer } from './saved-trip.ts';

export type TripEvent = ValueOf<typeof tripEvent.value>;
type EventText = readonly [event: TripEvent['event'], words: string];

/** This many failures in a row are reported, and fewer are not. */
const reportedFailures = 3;

type Past = Pick<SavedTrip, 'answers' | 'reportedTargets'>;

/** `now` comes after the answers of the trip. */
export function eventsOf(
  trip: Past & WantedTimes & Pick<SavedTrip, 'name' | 'kind'>,
  now: TripAnswer,
  target?: Target,
): TripEvent[] {
  const { price } = now;
  const last = pricesOf(trip).at(-1);
  const before = last !== undefined && last.currency === price?.currency ? last.total : null;
  // In a comparison, another vehicle or start can have the price each time.
  const what = price !== undefined && trip.kind === 'compare' ? `: ${price.label}` : '';
  const times = wantedInWords(trip).join(', ');
  const which = times === '' ? what : `${what}; ${times}`;
  return [...stateEvents(trip.answers, now), ...priceEvents(trip, now, target)].map(
    ([event, words]) => {
      const text = `${trip.name}: ${words}${which}`;
      return { event, ...answerFacts(trip.name, now), before, ...wantedTimesOf(trip), text };
    },
  );
}

const stateWords = {
  over: ['over', 'its dates have passed, so it is no longer checked'],
  not_available: ['sold-out', 'sold out'],
  changed: ['changed', 'no price to compare'],
  incomplete: ['changed', 'no price to compare'],
  priced: ['back', 'back'],
} as const satisfies Partial<Record<TripAnswer['end'], EventText>>;

function stateEvents(
  before: readonly TripAnswer[],
  { end, price, reason }: TripAnswer,
): EventText[] {
  const place = before.findLastIndex((answer) => !isFailure(answer.end));
  const failures = before.length - 1 - place;
  const why = reason === undefined ? '' : `: ${shorten(reason, 200)}`;
  if (isFailure(end))
    return failures + 1 === reportedFailures ? [['failing', `checks keep failing${why}`]] : [];
  const now = price === undefined ? why : `, ${priceInWords(price)}`;
  const recovery: EventText[] =
    failures < reportedFailures ? [] : [['recovered', `checks work again${price ? now : ''}`]];
  if ((before[place]?.end ?? 'priced') === end) return recovery;
  const [event, words] = stateWords[end];
  return [...recovery, [event, `${words}${now}`]];
}

/**
 * One event: a target that is reached by a new low says both. Amounts of two currencies cannot be
 * compared.
 */
function priceEvents(trip: Past, { price }: TripAnswer, target: Target | undefined): EventText[] {
  if (price === undefined) return [];
  const earlier = pricesOf(trip);
  const last = earlier.at(-1);
  const sameCurrency = earlier.filter(({ currency }) => currency === price.currency);
  const isLow = sameCurrency.length > 0 && sameCurrency.every(({ total }) => price.total < total);
  const direction =
    last?.currency === price.currency ? directionInWords(last.total, price.total) : '';
  const words = `${priceInWords(price)}${direction}${isLow ? ' (a new low)' : ''}`;
  if (target !== undefined && isNewlyMet(trip.reportedTargets, price, target))
    return [['target', `${words}, at or below the target ${moneyInWords(target.amount)}`]];
  return isLow ? [['low', words]] : [];
}

export function priceInWords({ total, currency }: Pick<Price, 'total' | 'currency'>): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function directionInWords(before: number, now: number): string {
  return before === now ? '' : `, ${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}

export type Target = NonNullable<SavedTrip['reportedTargets']>[number];

/** Whether to report that the price is at or below the target: once, until a price is above it. */
function isNewlyMet(reported: readonly Target[] = [], price: Price, target: Target): boolean {
  return isMet(price, target) && !reported.some((other) => isSame(other, target));
}

/**
 * After one more answer, with which `target` was reported if it is given. An answer without a price
 * changes nothing.
 */
export function reportedAfter(
  reported: readonly Target[] = [],
  { price }: { readonly price?: Price | undefined },
  target?: Target,
): readonly Target[] {
  const left = reported.filter((other) => price === undefined || !isAbove(price, other));
  return target === undefined || left.some((other) => isSame(other, target))
    ? left
    : [...left, target];
}

/** The currencies of its prices so far: none for a trip that never had a price. */
export function currenciesOf({
  answers,
  document,
}: Pick<SavedTrip, 'answers' | 'document'>): ReadonlySet<string> {
  const offered = 'offers' in document ? document.offers : [document];
  const all = [...pricesOf({ answers }), ...offered].map(({ currency }) => currency?.toUpperCase());
  return new Set(all.filter((currency) => currency !== undefined));
}

function isMet({ total: totalAmount, currency }: Price, target: Target): boolean {
  return isWithin({ totalAmount, currency }, target);
}

/** A price in another currency is neither above the target nor under it. */
function isAbove(price: Price, target: Target): boolean {
  return price.currency.toUpperCase() === target.currency && !isMet(price, target);
}

function isSame(target: Target, other: Target): boolean {
  return target.amount === other.amount && target.currency === other.currency;
}
