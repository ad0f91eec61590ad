/** Notes on expired quotes. They are no errors, because the service may still accept them. */
import type { Quote } from '../api/types.ts';
import { readInstant } from '../base/instants.ts';
import { timeLeft } from './calendar.ts';

type Expiring = Pick<Quote, 'expiresAt'>;

/** `now` is epoch ms. */
export function isExpired({ expiresAt }: Expiring, now: number): boolean {
  return timeLeft(expiresAt, now) <= 0;
}

/** Sorted. */
export function expiriesOf(quotes: readonly Expiring[]): string[] {
  return quotes.map(({ expiresAt }) => expiresAt).sort((a, b) => readInstant(a) - readInstant(b));
}

/** Empty if all quotes are still valid. */
export function expiredNotes(quotes: readonly Expiring[], now: number): string[] {
  const count = quotes.filter((quote) => isExpired(quote, now)).length;
  if (count === 0) return [];
  const which = quotes.length === 1 ? 'this quote' : `${count} of ${quotes.length} quotes`;
  return [`${which} expired, by this machine's clock`];
}
