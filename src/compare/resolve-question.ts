/** Resolves the texts of a request at all operators together, and requests the lists for it. */
import type { CalendarDate } from '../api/types.ts';
import type { FieldText } from '../base/field-text.ts';
import type { OperatorQuestion, Question } from '../planner/question.ts';
import type { OperatorTexts } from '../resolve/by-operator.ts';
import { neededLists, resolveComparedExtras } from '../resolve/compared-extras.ts';
import {
  firstUnknown,
  listsOf,
  type KnownExtras,
  type ListedExtras,
} from '../resolve/listed-extras.ts';
import { laterMatches, resolveVehicles } from '../resolve/compared-vehicles.ts';
import { unknownExtraError } from '../resolve/unclear-extras.ts';
import { askFirstLists, askLastLists } from './engine/ask-extras.ts';
import { isKnown, type LookUp, type VehicleLists } from './engine/extra-lists.ts';
import type { OperatorRun } from './engine/operator-run.ts';
import { waitForAll } from './engine/tasks.ts';
import { askAvailability, availabilityOf, vehiclesIn, wantedVehicles } from './engine/vehicles.ts';

interface Rules {
  /** Operators whose depots could not be looked up. */
  readonly failedOperators: readonly string[];
  readonly note: (text: FieldText) => void;
}

/**
 * Resolves names with the lists of the trips that were asked for so far. Throws UsageError and
 * NotAvailableError.
 */
export async function resolveQuestion(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  rules: Rules,
): Promise<OperatorQuestion[]> {
  const vehicles = await resolveRequestedVehicles(texts, runs, rules);
  await waitForAll(
    runs.map(async (run, index) => {
      const kinds = neededLists(texts[index]!);
      if (kinds.length === 0) return;
      const { availability } = wantedVehicles(vehicles[index]!, availabilityOf(run));
      await askFirstLists(run, availability, kinds);
    }),
  );
  const extras = await resolveExtras(texts, runs, rules.note);
  return runs.map(({ session, depots }, index) => {
    return {
      operator: session.operator.name,
      ...depots,
      vehicles: vehicles[index]!,
      extras: extras[index]!,
    };
  });
}

/**
 * The wanted vehicles of each operator. If no list has one of them yet, all trips are asked for,
 * because it may be available on another.
 */
async function resolveRequestedVehicles(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  { failedOperators, note }: Rules,
): Promise<readonly OperatorQuestion['vehicles'][]> {
  const resolveNow = () => {
    const unanswered = runs.filter(({ availability }) => availability.size === 0);
    const listed = runs.map((run, index) => ({
      texts: texts[index]!,
      session: run.session,
      available: vehiclesIn(availabilityOf(run)),
    }));
    const isEachAnswered = runs.every(
      ({ trips, availability }) => availability.size === trips.length,
    );
    return resolveVehicles(listed, {
      areAllAnswered: failedOperators.length === 0 && isEachAnswered,
      failedOperators: [
        ...failedOperators,
        ...unanswered.map(({ session }) => session.operator.name),
      ],
    });
  };
  let resolved = await resolveNow();
  const isEachAsked = runs.every(({ trips, askedTrips }) => askedTrips.size === trips.length);
  if (resolved.isMissing && !isEachAsked) {
    await waitForAll(runs.map((run) => askAvailability(run, run.trips)));
    resolved = await resolveNow();
  }
  resolved.notes.forEach(note);
  return resolved.vehicles;
}

export function tripsAsked(runs: readonly OperatorRun[]): number {
  return runs.reduce((sum, { askedTrips }) => sum + askedTrips.size, 0);
}

/** Notes on vehicles that fit a text but were listed after names were resolved. */
export function noteLaterVehicles(
  question: Question,
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  note: Rules['note'],
): void {
  const listed = runs.map((run) => vehiclesIn(availabilityOf(run)));
  const known = listed.flat();
  for (const [index, { vehicles }] of question.operators.entries())
    laterMatches(texts[index]!, vehicles, { listed: listed[index]!, known }).forEach(note);
}

/**
 * The extras of each operator. A text that is on no list of a vehicle's first dates is looked for
 * on those of its last.
 */
async function resolveExtras(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  note: (text: FieldText) => void,
): Promise<readonly OperatorQuestion['extras'][]> {
  const onFirst = listedExtras(texts, runs);
  const resolved = resolveComparedExtras(onFirst);
  if (firstUnknown(resolved.extras, listsOf(onFirst).first) === undefined) {
    resolved.notes.forEach(note);
    return resolved.extras;
  }
  await waitForAll(runs.map((run, index) => askLastLists(run, resolved.extras[index]!)));
  const operators = listedExtras(texts, runs);
  const { extras, notes } = resolveComparedExtras(operators);
  notes.forEach(note);
  const unknown = firstUnknown(extras, listsOf(operators).all);
  const vehicles = runs.flatMap(({ extraLists }) => extraLists.all());
  // A vehicle whose lists could not be looked up may have it.
  const isFailed = vehicles.some(({ first, last }) => [first.lists, last.lists].includes('failed'));
  if (unknown === undefined || isFailed) return extras;
  throw unknownExtraError(unknown, { operators, dates: lookedUpDates(vehicles) });
}

function listedExtras(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
): ListedExtras[] {
  return runs.map(({ extraLists }, index) => {
    const vehicles = extraLists.all();
    return {
      texts: texts[index]!,
      first: knownLists(vehicles.map(({ first }) => first.lists)),
      later: knownLists(vehicles.map(({ last }) => last.lists)),
    };
  });
}

function knownLists(lists: readonly LookUp[]): KnownExtras[] {
  return lists.filter(isKnown);
}

function lookedUpDates(vehicles: readonly VehicleLists[]): CalendarDate[] {
  const dates = vehicles.flatMap(({ first, last }) => [
    first.dates,
    ...(isKnown(last.lists) ? [last.dates] : []),
  ]);
  return [...new Set(dates.map(({ pickUpDate }) => pickUpDate))].sort();
}
