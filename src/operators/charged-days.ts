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
  const stored = (nightCount: number) => {
    const found = store().get({ key: chargedDaysKey(nightCount) });
    return found !== undefined && arePlausibleDays(found.value, nightCount)
      ? { days: found.value, at: found.at }
      : undefined;
  };
  return {
    daysFor: (nightCount) => {
      if (!isStorable(nightCount)) return undefined;
      return learned.get(nightCount) ?? (refresh ? undefined : stored(nightCount)?.days);
    },
    learn: ({ pickUpDate, dropOffDate }, vehicle, { priceBreakdown }) => {
      const nightCount = nights(pickUpDate, dropOffDate);
      if (vehicle === undefined || !isStorable(nightCount)) return;
      const days = daysInFee(priceBreakdown.rentalFee, vehicle.rentalDailyRate, nightCount);
      if (days === undefined) return;
      learned.set(nightCount, days);
      const before = stored(nightCount);
      // A comparison learns the same from hundreds of quotes.
      const isNew = before?.days !== days || now() - before.at >= day;
      if (isNew) store().save({ key: chargedDaysKey(nightCount) }, days, now() + maxAgeMs);
    },
  };
}

function chargedDaysKey(nightCount: number): string {
  return `/charged-days/${nightCount}`;
}

function isStorable(nightCount: number): boolean {
  return nightCount >= 0 && nightCount <= maxNights;
}
