/** Checks what the shape cannot: somebody may have edited the file of a trip. */
import { countTrips, refuseTooMany } from '../compare/request/trips.ts';
import { maxQuantity, optionsOf, type ExtraRef, type NameRef } from '../planner/question.ts';
import { minutesOfDay, wantedTimesOf } from '../planner/wanted-times.ts';
import type { ValueOf } from '../shape.ts';
import type { tripFile } from './saved-trip.ts';
import { fromSavedOperator } from './saved-operator.ts';

type FileTrip = ValueOf<typeof tripFile>;
type FileComparison = Extract<FileTrip, { readonly kind: 'compare' }>;

/** Throws ConfigError for a wrong operator, and UsageError for more trips than can be asked. */
export function checkCanBeAsked(trip: FileTrip): void {
  // Only for its ConfigError.
  trip.operators.forEach((operator) => fromSavedOperator(operator));
  if (trip.kind === 'quote') return;
  const { operators, dates } = trip;
  refuseTooMany(operators.reduce((sum, operator) => sum + countTrips(operator, dates.length), 0));
}

export function isConsistent(trip: FileTrip): boolean {
  const times = Object.values(wantedTimesOf(trip)) as string[];
  const areTimes = times.every((time) => minutesOfDay(time) !== undefined);
  return (
    areTimes &&
    trip.answers.length > 0 &&
    trip.operators.length > 0 &&
    (trip.kind === 'quote' || isConsistentComparison(trip))
  );
}

function isConsistentComparison({ operators, dates, groups, quoteMode }: FileComparison): boolean {
  return (
    dates.length > 0 &&
    dates.every(({ pickUpDate, dropOffDate }) => pickUpDate <= dropOffDate) &&
    areDifferent(dates.map(({ pickUpDate, dropOffDate }) => `${pickUpDate} ${dropOffDate}`)) &&
    areDifferent(operators.map(({ name }) => name)) &&
    operators.every(
      ({ pickUpIds, dropOffs, vehicles, extras }) =>
        pickUpIds.length > 0 &&
        dropOffs.length > 0 &&
        (vehicles === 'all' || vehicles.every(isRef)) &&
        extras.every(isExtra),
    ) &&
    groups.length > 0 &&
    (quoteMode.how !== 'best' || quoteMode.max > 0)
  );
}

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** The shape takes `{ id: 'x', name }` for a name alone, because it allows further fields. */
function isRef(ref: NameRef): boolean {
  return ref.id === undefined || Number.isSafeInteger(ref.id);
}

function isExtra(ref: ExtraRef): boolean {
  return optionsOf(ref).every(isRef) && ref.quantity > 0 && ref.quantity <= maxQuantity;
}
