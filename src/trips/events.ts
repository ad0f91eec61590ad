/** The events of a new answer. The trip's file is the only state, so no event is reported twice. */
import type { tripEventShape } from '../documents/trips.ts';
import { moneyInWords } from '../base/money.ts';
import type { ValueOf } from '../shape.ts';
import { isWithin } from '../planner/max-amount.ts';
import { wantedInWords, wantedTimesOf, type WantedTimes } from '../planner/wanted-times.ts';
import { shorten } from '../base/words.ts';
import { answerFacts } from './answer.ts';
import type { Price, SavedTrip, TripAnswer } from './saved-trip.ts';
import { isFailure, pricesOf } from './history.ts';

export type TripEvent = ValueOf<typeof tripEventShape.value>;

interface EventText {
  readonly event: TripEvent['event'];
  readonly words: string;
}

/** The number of failures in a row that is reported. */
const minFailures = 3;

type PastAnswers = Pick<SavedTrip, 'answers' | 'reportedTargets'>;

/** `answer` is not yet among the answers of the trip. */
export function eventsOf(
  trip: PastAnswers & WantedTimes & Pick<SavedTrip, 'name' | 'kind'>,
  answer: TripAnswer,
  target?: Target,
): TripEvent[] {
  const { price } = answer;
  const last = pricesOf(trip).at(-1);
  const before = last !== undefined && last.currency === price?.currency ? last.total : null;
  // The best offer of a comparison can have another vehicle or start each time.
  const offer = price !== undefined && trip.kind === 'compare' ? `: ${price.label}` : '';
  const wanted = wantedInWords(trip).join(', ');
  const times = [wanted, noTimesInWords(price?.noTimes, wanted !== '')].filter(
    (words) => words !== '',
  );
  const details = [offer, ...times].join('; ');
  return [...stateEvents(trip.answers, answer), ...priceEvents(trip, answer, target)].map(
    ({ event, words }) => {
      const text = `${trip.name}: ${words}${details}`;
      return { event, ...answerFacts(trip.name, answer), before, ...wantedTimesOf(trip), text };
    },
  );
}

const stateWords = {
  over: { event: 'over', words: 'its dates have passed, so it is no longer checked' },
  not_available: { event: 'sold-out', words: 'sold out' },
  changed: { event: 'changed', words: 'no price to compare' },
  incomplete: { event: 'changed', words: 'no price to compare' },
  priced: { event: 'back', words: 'back' },
} as const satisfies Partial<Record<TripAnswer['end'], EventText>>;

function stateEvents(
  before: readonly TripAnswer[],
  { end, price, reason }: TripAnswer,
): EventText[] {
  const lastAnswered = before.findLastIndex((answer) => !isFailure(answer.end));
  const failures = before.length - 1 - lastAnswered;
  const why = reason === undefined ? '' : `: ${shorten(reason, 200)}`;
  if (isFailure(end))
    return failures + 1 === minFailures
      ? [{ event: 'failing', words: `checks keep failing${why}` }]
      : [];
  const outcome = price === undefined ? why : `, ${priceInWords(price)}`;
  const events: EventText[] = [];
  if (failures >= minFailures)
    events.push({ event: 'recovered', words: `checks work again${price ? outcome : ''}` });
  // A trip that was never answered counts as priced, so that its first price is not `back`.
  if ((before[lastAnswered]?.end ?? 'priced') !== end) {
    const { event, words } = stateWords[end];
    events.push({ event, words: `${words}${outcome}` });
  }
  return events;
}

/** At most one event: if a new low meets the target, the event says both. */
function priceEvents(
  trip: PastAnswers,
  { price }: TripAnswer,
  target: Target | undefined,
): EventText[] {
  if (price === undefined) return [];
  const earlier = pricesOf(trip);
  const last = earlier.at(-1);
  const comparable = earlier.filter(
    (other) =>
      other.currency === price.currency && isOnDaysWithTimes(other) === isOnDaysWithTimes(price),
  );
  const isLow = comparable.length > 0 && comparable.every(({ total }) => price.total < total);
  const direction =
    last?.currency === price.currency ? directionInWords(last.total, price.total) : '';
  const words = `${priceInWords(price)}${direction}${isLow ? ' (a new low)' : ''}`;
  if (target !== undefined && isNewlyMet(trip.reportedTargets, price, target))
    return [
      {
        event: 'target',
        words: `${words}, at or below the target ${moneyInWords(target.amount)}`,
      },
    ];
  return isLow ? [{ event: 'low', words }] : [];
}

/** A price on days with times ranks before any other, so the two are not compared. */
function isOnDaysWithTimes({ noTimes = [] }: Price): boolean {
  return noTimes.length === 0;
}

/** Empty if there are times, or no price. */
function noTimesInWords(noTimes: Price['noTimes'], isWanted: boolean): string {
  if (noTimes === undefined || noTimes.length === 0) return '';
  const days = noTimes.length === 1 ? 'that day' : 'these days';
  return `no ${noTimes.join(' or ')} times ${isWanted ? 'that fit ' : ''}are listed for ${days}`;
}

export function priceInWords({ total, currency }: Pick<Price, 'total' | 'currency'>): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function directionInWords(before: number, now: number): string {
  return before === now ? '' : `, ${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}

export type Target = NonNullable<SavedTrip['reportedTargets']>[number];

/** A target is reported once, until a price is above it. */
function isNewlyMet(reported: readonly Target[] = [], price: Price, target: Target): boolean {
  return isMet(price, target) && !reported.some((other) => isSame(other, target));
}

/** The reported targets after one more answer; `target` was reported with that answer. */
export function reportedTargetsAfter(
  reported: readonly Target[] = [],
  { price }: { readonly price?: Price | undefined },
  target?: Target,
): readonly Target[] {
  const left = reported.filter((other) => price === undefined || !isAbove(price, other));
  return target === undefined || left.some((other) => isSame(other, target))
    ? left
    : [...left, target];
}

/** The currencies of all prices so far. */
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

/** A price in another currency is not compared with the target. */
function isAbove(price: Price, target: Target): boolean {
  return price.currency.toUpperCase() === target.currency && !isMet(price, target);
}

function isSame(target: Target, other: Target): boolean {
  return target.amount === other.amount && target.currency === other.currency;
}
