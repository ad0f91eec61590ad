/** The days that an operator charges, learned from its quotes. */
import { nights } from '../planner/calendar.ts';
import { arePlausibleDays, daysInFee, type ChargedDays } from '../planner/charged-days.ts';
import type { AnswerStore } from './store.ts';

const day = 24 * 3_600_000;
/** How long days are stored after the last quote that showed them. */
const maxAgeMs = 365 * day;
/** Longer rentals are not stored, so that their number stays small. */
const maxNights = 366;

interface ChargedDaysOptions {
  readonly store: () => AnswerStore;
  readonly now: () => number;
  /** Stored answers of earlier runs do not count. */
  readonly refresh: boolean;
}

export function createChargedDays({ store, now, refresh }: ChargedDaysOptions): ChargedDays {
  const learned = new Map<number, number>();
  /** A file may hold anything. */
  const stored = (count: number) => {
    const found = store().get({ key: keyOf(count) });
    return found !== undefined && arePlausibleDays(found.value, count)
      ? { days: found.value, at: found.at }
      : undefined;
  };
  return {
    daysFor: (count) => {
      if (!isStorable(count)) return undefined;
      return learned.get(count) ?? (refresh ? undefined : stored(count)?.days);
    },
    learn: ({ pickUpDate, dropOffDate }, vehicle, { priceBreakdown }) => {
      const count = nights(pickUpDate, dropOffDate);
      if (vehicle === undefined || !isStorable(count)) return;
      const days = daysInFee(priceBreakdown.rentalFee, vehicle.rentalDailyRate, count);
      if (days === undefined) return;
      learned.set(count, days);
      const before = stored(count);
      // A comparison learns the same from hundreds of quotes.
      const isNew = before?.days !== days || now() - before.at >= day;
      if (isNew) store().save({ key: keyOf(count) }, days, now() + maxAgeMs);
    },
  };
}

function keyOf(count: number): string {
  return `/charged-days/${count}`;
}

function isStorable(count: number): boolean {
  return count >= 0 && count <= maxNights;
}
