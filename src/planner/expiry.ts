/** Quotes that have expired. The service decides whether it still accepts one, so this is a note and not an error. */
import type { Quote } from '../api/types.ts';
import { readInstant } from '../instant.ts';
import { formatDuration } from '../text.ts';
import { timeLeft } from './calendar.ts';

type Expiring = Pick<Quote, 'expiresAt'>;

/** `now` is epoch ms. */
export function isExpired({ expiresAt }: Expiring, now: number): boolean {
  return timeLeft(expiresAt, now) <= 0;
}

/** When they expire, the first one first. */
export function expiriesOf(quotes: readonly Expiring[]): string[] {
  return quotes.map(({ expiresAt }) => expiresAt).sort((a, b) => readInstant(a) - readInstant(b));
}

/** Empty if all quotes are still valid. */
export function expiredNotes(quotes: readonly Expiring[], now: number): string[] {
  const [first, ...rest] = quotes.filter((quote) => isExpired(quote, now));
  if (first === undefined) return [];
  const count = rest.length + 1;
  const what =
    quotes.length === 1
      ? `this quote expired ${formatDuration(-timeLeft(first.expiresAt, now))} ago`
      : `${count} of ${quotes.length} quotes ${count === 1 ? 'has' : 'have'} expired`;
  return [`${what} by this machine's clock`];
}
