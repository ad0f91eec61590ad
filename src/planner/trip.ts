/** What can be said about a trip before the service is asked. */
import type { CalendarDate, RentalDates } from '../api/types.ts';

/**
 * Notes, not errors: which dates a service takes is not part of its interface, so the answer is left to it. `today` is the
 * operator's day.
 */
export function dateNotes({ pickUpDate, dropOffDate }: RentalDates, today: CalendarDate): string[] {
  const notes: string[] = [];
  if (pickUpDate < today) notes.push(`the pick-up date ${pickUpDate} is in the past: today is ${today} there`);
  if (dropOffDate < pickUpDate) notes.push(`the drop-off date ${dropOffDate} is before the pick-up date ${pickUpDate}`);
  return notes;
}
