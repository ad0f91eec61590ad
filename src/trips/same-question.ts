/** Whether a command with `--save` asks the same as the trip that has this name. */
import { isDeepStrictEqual } from 'node:util';
import type { Vehicle } from '../api/types.ts';
import { isSameSite } from '../base/addresses.ts';
import { readInstant } from '../base/instants.ts';
import { todayIn } from '../planner/calendar.ts';
import { isSameName } from '../planner/names.ts';
import {
  optionsOf,
  type ExtraRef,
  type NameRef,
  type OperatorQuestion,
} from '../planner/question.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { depotChange } from './name-changes.ts';
import {
  questionOf,
  type AnsweredComparison,
  type AnsweredQuestion,
  type AnsweredQuote,
  type SavedOperator,
} from './saved-trip.ts';

/** Days that have passed at `askedAt`, when `other` was asked, do not count. */
export function isSameQuestion(
  saved: AnsweredQuestion,
  other: AnsweredQuestion,
  askedAt: string,
): boolean {
  // An operator can be renamed. Each offer of a comparison has its name in it, so there it counts.
  const isSame = saved.kind === 'quote' ? isSameService : isSameOperator;
  if (!arePairs(saved.operators, other.operators, isSame)) return false;
  if (!isSameValue(wantedTimesOf(saved), wantedTimesOf(other))) return false;
  const isRenamed = other.operators.some(({ depots }, index) =>
    depotChange(saved.operators[index]!.depots, depots),
  );
  if (isRenamed) return false;
  if (saved.kind === 'quote' && other.kind === 'quote') return isSameQuote(saved, other);
  return (
    saved.kind === 'compare' && other.kind === 'compare' && isSameComparison(saved, other, askedAt)
  );
}

function isSameService(saved: SavedOperator, other: SavedOperator): boolean {
  return saved.baseUrl === other.baseUrl || isSameOperator(saved, other);
}

/** The same operator can have another address of the same site. */
function isSameOperator(saved: SavedOperator, other: SavedOperator): boolean {
  if (saved.name !== other.name) return false;
  return (
    saved.baseUrl === other.baseUrl || isSameSite(new URL(saved.baseUrl), new URL(other.baseUrl))
  );
}

function isSameQuote(saved: AnsweredQuote, other: AnsweredQuote): boolean {
  const vehicleOf = ({ selection, vehicleName }: AnsweredQuote) => ({
    id: selection.vehicleId,
    name: vehicleName,
  });
  return (
    isSameValue(saved.selection, other.selection) && isSameRef(vehicleOf(saved), vehicleOf(other))
  );
}

function isSameComparison(
  saved: AnsweredComparison,
  other: AnsweredComparison,
  askedAt: string,
): boolean {
  const today = todayIn(other.operators[0].timeZone, readInstant(askedAt));
  const valuesOf = ({ operators, dates, groups, quoteMode }: AnsweredComparison) => {
    // A saved question, and `--flex`, leave out days that have passed.
    const left = dates.filter(({ pickUpDate }) => pickUpDate >= today);
    const depots = operators.map(({ pickUpIds, dropOffs }) => [pickUpIds, dropOffs]);
    return { depots, dates: left.length > 0 ? left : dates, groups, quoteMode };
  };
  if (!isSameValue(valuesOf(saved), valuesOf(other))) return false;
  const now = questionOf(other);
  return questionOf(saved).operators.every((operator, index) => {
    const current = now.operators[index]!;
    const areVehicles = areAmong(operator, current, saved) && areAmong(current, operator, other);
    return areVehicles && arePairs(operator.extras, current.extras, isSameExtra);
  });
}

/**
 * Whether the vehicles of the first operator are among those of the second. One question can have
 * ids where the other has a name, because version 5 saved ids where a name was given.
 */
function areAmong(
  { operator, vehicles }: OperatorQuestion,
  { vehicles: others }: OperatorQuestion,
  { document }: AnsweredComparison,
): boolean {
  if (vehicles === 'all' || others === 'all') return vehicles === others;
  const offered = document.offers
    .filter((offer) => offer.operator === operator)
    .map(({ vehicle }) => vehicle);
  return vehicles.every((ref) => {
    if (others.some((other) => isSameRef(ref, other))) return true;
    const { name } = ref;
    if (name === undefined) return false;
    const sameName = others.filter(
      (other) => other.name !== undefined && isSameName(other.name, name),
    );
    if (ref.id !== undefined) return isIdAmongNames(sameName);
    const named = offered.filter((vehicle) => isSameName(vehicle.name, name));
    return isNameAmongIds(named, sameName);
  });
}

/** An id with a name is among the vehicles that this name alone stands for. */
function isIdAmongNames(sameName: readonly NameRef[]): boolean {
  return sameName.some(({ id }) => id === undefined);
}

/** A name alone is among ids if all vehicles that have the name are. */
function isNameAmongIds(named: readonly Vehicle[], sameName: readonly NameRef[]): boolean {
  return (
    sameName.length > 0 &&
    named.every(({ vehicleId }) => sameName.some(({ id }) => id === vehicleId))
  );
}

/** If the name of an id is unknown, the ids decide. */
function isSameRef(ref: NameRef, other: NameRef): boolean {
  if (ref.id !== other.id) return false;
  if (ref.name === undefined || other.name === undefined) return ref.id !== undefined;
  return isSameName(ref.name, other.name);
}

/** Whether both lists have the same length and are the same item by item. */
function arePairs<T>(
  items: readonly T[],
  others: readonly T[],
  isSame: (item: T, other: T) => boolean,
): boolean {
  return (
    items.length === others.length && items.every((item, index) => isSame(item, others[index]!))
  );
}

function isSameExtra(extra: ExtraRef, other: ExtraRef): boolean {
  return (
    extra.kind === other.kind &&
    extra.quantity === other.quantity &&
    (extra.isOptional ?? false) === (other.isOptional ?? false) &&
    arePairs(optionsOf(extra), optionsOf(other), isSameRef)
  );
}

/** Ignores fields that are undefined, as a file does. */
function isSameValue(value: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(other)));
}
