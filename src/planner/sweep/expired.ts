/** Quotes that expire while their sweep goes on: those that will be shown are asked for again, once. */
import { expiredNotes, isExpired } from '../expiry.ts';
import type { SweepNote } from './events.ts';
import { together } from './pauses.ts';
import type { Offer } from './rank.ts';

/** The offers of a sweep, each with its newest quote. All sessions have the clock of this machine: `now`. */
export function createOffers(now: () => number) {
  const offers: Offer[] = [];
  const newer = new Map<Offer, Offer>();
  /** Those that came expired: a new quote would expire as soon. */
  const hopeless = new Set<Offer>();
  const hasExpired = ({ quote }: Offer): boolean => quote !== undefined && isExpired(quote, now());
  const all = (): Offer[] => (newer.size === 0 ? offers : offers.map((offer) => newer.get(offer) ?? offer));
  return {
    all,
    /** `before`: the same offer with the quote that has expired. */
    add: (offer: Offer, before?: Offer): void => {
      if (before === undefined) offers.push(offer);
      else newer.set(before, offer);
      if (hasExpired(offer)) hopeless.add(offer);
    },
    /** Whether a new quote may help. */
    isDue: (offer: Offer): boolean => hasExpired(offer) && !hopeless.has(offer),
    /** How many quotes have expired by now. */
    notes: (): string[] => {
      const quotes = all().flatMap(({ quote = [] }) => quote);
      return expiredNotes(quotes, now());
    },
  };
}

export type Offers = ReturnType<typeof createOffers>;

/** Asks for the quotes of those of the offers that are one operator's. */
export type AskAgain = (offers: readonly Offer[]) => Promise<void>;

interface RenewParts {
  readonly offers: Offers;
  /** Offers that will be shown, the best ones first. */
  readonly shown: () => readonly Offer[];
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
  readonly note: SweepNote;
  readonly signal: AbortSignal;
}

/** One round only: a service whose quotes expire at once would never come to an end. */
export async function askForExpired(operators: readonly AskAgain[], parts: RenewParts): Promise<void> {
  const { offers, shown, mayAdd, note, signal } = parts;
  // To know what will be shown takes long if there are many offers.
  if (!offers.all().some(offers.isDue)) return;
  const due = [...new Set(shown())].filter(offers.isDue);
  const asked = due.filter(() => mayAdd(1));
  if (due.length > 0) note((name) => inWords(due.length, asked.length, name('maxRequests')));
  await together(
    operators.map((ask) => ask(asked)),
    signal,
  );
}

function inWords(due: number, asked: number, limit: string): string {
  const expired = `${due} of the quotes to show ${due === 1 ? 'has' : 'have'} expired meanwhile`;
  if (asked === due) return `${expired}: asking again for ${due === 1 ? 'it' : 'them'}`;
  return `${expired}: asking again for ${asked === 0 ? 'none' : asked}, because ${limit} allows no more`;
}
