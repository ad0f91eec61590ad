/** Words and notes on the depots and dates of a trip. */
import { isFailedRequest, UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { CalendarDate, Depot } from '../api/types.ts';
import { shortName } from '../base/words.ts';
import { formatDate, nights } from './calendar.ts';
import type { Note } from './names.ts';
import type { DepotDirectory } from './session.ts';

export const maxTripNights = 999;

export function lengthGivenTwiceError(): UsageError {
  return new UsageError(fieldText('{nights} and {to} both set the length'), {
    hint: 'give one of them',
  });
}

/** A note, not an error: which dates are accepted is for the service to decide. */
export function notePast(pickUpDate: CalendarDate, today: CalendarDate, note: Note): void {
  if (pickUpDate < today)
    note(`the pick-up date ${pickUpDate} is in the past: at the depot, today is ${today}`);
}

/** A day without a year can be years ahead of the day from which it counts: `29 feb`. */
export function noteYear(
  text: string,
  { date, base }: { readonly date: CalendarDate; readonly base: CalendarDate },
  note: Note,
): void {
  const hasYear = /\d{4}/.test(text);
  const isCounted = text.trim().startsWith('+');
  if (!hasYear && !isCounted && nights(base, date) > 366)
    note(`"${shortName(text)}" is ${formatDate(date)}`);
}

/** Depots whose names can be shown beside ids, also `known()` then. Sends one request at most. */
export async function depotsForNames(directory: DepotDirectory): Promise<readonly Depot[]> {
  const stored = await directory.stored();
  if (stored.length > 0) return stored;
  // If the request fails, only the names are missing.
  return directory.list().catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
}
