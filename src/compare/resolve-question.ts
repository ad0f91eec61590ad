/** Resolves the texts of a request at all operators together, and requests the lists for it. */
import type { CalendarDate } from '../api/types.ts';
import type { FieldText } from '../base/field-text.ts';
import type { OperatorQuestion, Question } from '../planner/question.ts';
import type { OperatorTexts } from '../resolve/by-operator.ts';
import { neededLists, resolveComparedExtras } from '../resolve/compared-extras.ts';
import {
  firstUnknown,
  firstAndAllExtras,
  type KnownExtras,
  type ListedExtras,
} from '../resolve/listed-extras.ts';
import { laterMatches, resolveVehicles, type UnknownFleet } from '../resolve/compared-vehicles.ts';
import { unknownExtraError } from '../resolve/unclear-extras.ts';
import { askListsOnFirstDates, askListsOnLastDates } from './engine/ask-extras.ts';
import { isKnown, type LookUp, type VehicleExtraLists } from './engine/extra-lists.ts';
import type { OperatorRun } from './engine/operator-run.ts';
import type { CompareFailure } from './engine/outcome.ts';
import { waitForAll } from './engine/tasks.ts';
import { askAvailability, availabilityOf, vehiclesIn, wantedVehicles } from './engine/vehicles.ts';

type Note = (text: FieldText) => void;

/** An operator, and the texts of the request that are for it. */
export interface RequestedOperator {
  readonly texts: OperatorTexts;
  readonly run: OperatorRun;
}

interface ResolveOptions {
  /** Requests that failed so far, also those for depots. */
  failures(): readonly CompareFailure[];
  readonly note: Note;
}

/**
 * Resolves names with the lists of the trips that were asked for so far. Throws UsageError and
 * NotAvailableError.
 */
export async function resolveQuestion(
  requested: readonly RequestedOperator[],
  options: ResolveOptions,
): Promise<OperatorQuestion[]> {
  const withVehicles = await resolveRequestedVehicles(requested, options);
  await waitForAll(
    withVehicles.map(async ({ texts, run, vehicles }) => {
      const kinds = neededLists(texts);
      if (kinds.length === 0) return;
      const { availability } = wantedVehicles(vehicles, availabilityOf(run));
      await askListsOnFirstDates(run, availability, kinds);
    }),
  );
  const resolved = await resolveRequestedExtras(withVehicles, options.note);
  return resolved.map(({ run: { session, depots }, vehicles, extras }) => {
    return { operator: session.operator.name, ...depots, vehicles, extras };
  });
}

type WithVehicles = RequestedOperator & Pick<OperatorQuestion, 'vehicles'>;

/**
 * The operators with their wanted vehicles. If no list has one of them yet, all trips are asked for,
 * because it may be available on another.
 */
async function resolveRequestedVehicles(
  requested: readonly RequestedOperator[],
  { failures, note }: ResolveOptions,
): Promise<readonly WithVehicles[]> {
  const runs = requested.map(({ run }) => run);
  const resolveNow = () => {
    const listed = requested.map(({ texts, run }) => {
      return { texts, run, session: run.session, available: vehiclesIn(availabilityOf(run)) };
    });
    const isEachAnswered = runs.every(
      ({ trips, availability }) => availability.size === trips.length,
    );
    return resolveVehicles(listed, {
      areAllAnswered: isEachAnswered && !failures().some(isOfDepots),
      withoutVehicles: unknownFleets(runs, failures()),
    });
  };
  let resolved = await resolveNow();
  const isEachAsked = runs.every(({ trips, askedTrips }) => askedTrips.size === trips.length);
  if (resolved.isAnyMissed && !isEachAsked) {
    await waitForAll(runs.map((run) => askAvailability(run, run.trips)));
    resolved = await resolveNow();
  }
  resolved.notes.forEach(note);
  return resolved.operators;
}

function isOfDepots({ step }: CompareFailure): boolean {
  return step === 'depots';
}

/** The operators without any list of vehicles. */
function unknownFleets(
  runs: readonly OperatorRun[],
  failures: readonly CompareFailure[],
): UnknownFleet[] {
  const withoutDepots = failures.filter(isOfDepots).map(({ operator }) => operator);
  const unanswered = runs.filter(({ availability }) => availability.size === 0);
  const names = [...withoutDepots, ...unanswered.map(({ session }) => session.operator.name)];
  return names.map((name) => {
    return { operator: name, error: failures.find(({ operator }) => operator === name)?.error };
  });
}

/** Notes on vehicles that fit a text but were listed after names were resolved. */
export function noteLaterVehicles(
  { operators }: Question,
  requested: readonly RequestedOperator[],
  note: Note,
): void {
  const vehiclesOf = new Map(operators.map(({ operator, vehicles }) => [operator, vehicles]));
  const all = requested.map(({ texts, run }) => {
    return { texts, listed: vehiclesIn(availabilityOf(run)) };
  });
  const known = all.flatMap(({ listed }) => listed);
  for (const { texts, listed } of all)
    laterMatches(texts, vehiclesOf.get(texts.operator)!, { listed, known }).forEach(note);
}

/**
 * The operators with their extras. A text that is on no list of a vehicle's first dates is looked
 * for on those of its last.
 */
async function resolveRequestedExtras(
  requested: readonly WithVehicles[],
  note: Note,
): Promise<readonly (WithVehicles & Pick<OperatorQuestion, 'extras'>)[]> {
  const onFirst = resolveComparedExtras(requested.map(withLists));
  if (firstUnknown(onFirst.operators, firstAndAllExtras(onFirst.operators).first) === undefined) {
    onFirst.notes.forEach(note);
    return onFirst.operators;
  }
  await waitForAll(onFirst.operators.map(({ run, extras }) => askListsOnLastDates(run, extras)));
  const { operators, notes } = resolveComparedExtras(requested.map(withLists));
  notes.forEach(note);
  const unknown = firstUnknown(operators, firstAndAllExtras(operators).all);
  const vehicles = requested.flatMap(({ run }) => run.extraLists.all());
  // A vehicle whose lists could not be looked up may have it.
  const isFailed = vehicles.some(({ first, last }) => [first.lists, last.lists].includes('failed'));
  if (unknown === undefined || isFailed) return operators;
  throw unknownExtraError(unknown, { operators, dates: lookedUpDates(vehicles) });
}

function withLists(requested: WithVehicles): WithVehicles & ListedExtras {
  const vehicles = requested.run.extraLists.all();
  return {
    ...requested,
    first: knownLists(vehicles.map(({ first }) => first.lists)),
    later: knownLists(vehicles.map(({ last }) => last.lists)),
  };
}

function knownLists(lists: readonly LookUp[]): KnownExtras[] {
  return lists.filter(isKnown);
}

function lookedUpDates(vehicles: readonly VehicleExtraLists[]): CalendarDate[] {
  const dates = vehicles.flatMap(({ first, last }) => [
    first.dates,
    ...(isKnown(last.lists) ? [last.dates] : []),
  ]);
  return [...new Set(dates.map(({ pickUpDate }) => pickUpDate))].sort();
}
