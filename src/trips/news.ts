/** What to tell about an answer of a trip. Pure: what the trip's file has is the only state, so nothing is told twice. */
import type { tripEvent } from '../documents/trips.ts';
import { moneyInWords } from '../base/money.ts';
import type { ValueOf } from '../shape.ts';
import { shorten } from '../base/words.ts';
import { factsOf } from './answer.ts';
import { isNewlyMet, type Target } from './targets.ts';
import { pricesOf, type Answer, type Price, type Trip } from './trip.ts';

export type TripEvent = ValueOf<typeof tripEvent.value>;
type News = readonly [event: TripEvent['event'], words: string];

/** So many failures in a row are told; fewer pass. */
const toldFailures = 3;

type Past = Pick<Trip, 'answers' | 'reportedTargets'>;

/** `now` comes after the answers of the trip. */
export function newsOf(trip: Past & Pick<Trip, 'name' | 'kind'>, now: Answer, target?: Target): TripEvent[] {
  const { price } = now;
  const last = pricesOf(trip).at(-1);
  const before = last !== undefined && last.currency === price?.currency ? last.total : null;
  // In a comparison, another vehicle or start can have the price each time.
  const what = price !== undefined && trip.kind === 'compare' ? `: ${price.label}` : '';
  return [...stateNews(trip.answers, now), ...priceNews(trip, now, target)].map(([event, words]) => {
    return { event, ...factsOf(trip.name, now), before, text: `${trip.name}: ${words}${what}` };
  });
}

const stateWords = {
  over: ['over', 'its days have passed, so it is not asked again'],
  not_available: ['sold-out', 'sold out'],
  changed: ['changed', 'no price to compare'],
  incomplete: ['changed', 'no price to compare'],
  priced: ['back', 'back'],
} as const satisfies Partial<Record<Answer['end'], News>>;

function stateNews(before: readonly Answer[], { end, price, reason }: Answer): News[] {
  const place = before.findLastIndex((one) => !isFailure(one.end));
  const failures = before.length - 1 - place;
  const why = reason === undefined ? '' : `: ${shorten(reason, 200)}`;
  if (isFailure(end)) return failures + 1 === toldFailures ? [['failing', `asking fails${why}`]] : [];
  const now = price === undefined ? why : `, ${priceInWords(price)}`;
  const news: News[] = failures < toldFailures ? [] : [['recovered', `asking works again${price ? now : ''}`]];
  if ((before[place]?.end ?? 'priced') === end) return news;
  const [event, words] = stateWords[end];
  return [...news, [event, `${words}${now}`]];
}

/** One event: a target that is reached by a new low says both. Amounts of two currencies cannot be compared. */
function priceNews(trip: Past, { price }: Answer, target: Target | undefined): News[] {
  if (price === undefined) return [];
  const earlier = pricesOf(trip);
  const last = earlier.at(-1);
  const alike = earlier.filter(({ currency }) => currency === price.currency);
  const isLow = alike.length > 0 && alike.every(({ total }) => price.total < total);
  const way = last?.currency === price.currency ? wayInWords(last.total, price.total) : '';
  const words = `${priceInWords(price)}${way}${isLow ? ' (a new low)' : ''}`;
  if (target !== undefined && isNewlyMet(trip.reportedTargets, price, target))
    return [['target', `${words}, at or under the target ${moneyInWords(target.amount)}`]];
  return isLow ? [['low', words]] : [];
}

/** A failure is neither a price nor the lack of one. */
export function isFailure(end: Answer['end']): end is 'failed' | 'partial' {
  return end === 'failed' || end === 'partial';
}

export function priceInWords({ total, currency }: Pick<Price, 'total' | 'currency'>): string {
  return `${moneyInWords(total)} ${shorten(currency, 20)}`;
}

function wayInWords(before: number, now: number): string {
  return before === now ? '' : `, ${now < before ? 'down' : 'up'} from ${moneyInWords(before)}`;
}
