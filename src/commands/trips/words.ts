/** Words for the answers of a trip, the same in every subcommand. */
import { quoteShell } from '../../base/shell-words.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { wantedTimesOf } from '../../planner/wanted-times.ts';
import { priceInWords } from '../../trips/events.ts';
import type { SavedTrip, TripAnswer } from '../../trips/saved-trip.ts';
import { fromSavedOperator } from '../../trips/saved-operator.ts';
import { operatorWords, planWords } from '../shared/command-line.ts';

/** The price, or `not available`. */
export function answerInWords({ end, price }: Pick<TripAnswer, 'end' | 'price'>): string {
  return price === undefined ? end.replace('_', ' ') : priceInWords(price);
}

/** When an answer came, in the time zone of the first operator. */
export function answerTimeInWords(
  { operators: [{ timeZone }] }: Pick<SavedTrip, 'operators'>,
  at: string,
): string {
  return formatInstant(at, timeZone);
}

/** Asks the same again, by ids and whole names. */
export function tripCommandLine(trip: SavedTrip): string {
  if (trip.kind === 'compare') return trip.document.command;
  return quoteShell(
    planWords(
      trip.selection,
      operatorWords(trip.operators.map(fromSavedOperator)),
      wantedTimesOf(trip),
    ),
  );
}
