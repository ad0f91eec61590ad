/** Resolves the texts of a request at all operators together, once: it asks the operators for the lists that names need. */
import type { CalendarDate } from '../api/types.ts';
import type { FieldText } from '../base/field-text.ts';
import { giveWay } from '../base/turns.ts';
import type { OperatorQuestion } from '../planner/question.ts';
import type { OperatorTexts } from '../resolve/by-operator.ts';
import {
  firstUnknown,
  neededLists,
  resolveComparedExtras,
  unknownExtra,
  type KnownExtras,
} from '../resolve/compared-extras.ts';
import { resolveVehicles } from '../resolve/compared-vehicles.ts';
import { askFirstLists, askLastLists, isKnown } from './engine/extras.ts';
import { settled, type ListedVehicle, type LookUp, type OperatorRun } from './engine/operator-run.ts';
import { askAvailability, vehiclesIn, wantedVehicles } from './engine/vehicles.ts';

interface Rules {
  /** Operators whose depots could not be looked up. */
  readonly lost: readonly string[];
  readonly note: (text: FieldText) => void;
}

/** Throws UsageError and NotAvailableError. */
export async function resolveQuestion(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  { lost, note }: Rules,
): Promise<OperatorQuestion[]> {
  const available = await settled(runs.map((run) => askAvailability(run, note)));
  const listed = runs.map((run, place) => {
    const availability = available[place]!;
    return { run, texts: texts[place]!, availability, free: vehiclesIn(availability) };
  });
  await giveWay(listed.reduce((sum, { free }) => sum + free.length, 0));
  const unanswered = listed.filter(({ availability }) => availability.size === 0).map(({ texts }) => texts.operator);
  const vehicles = await resolveVehicles(
    listed.map(({ run, texts, free }) => ({ texts, session: run.session, free })),
    {
      isAll: lost.length === 0 && listed.every(({ run, availability }) => availability.size === run.trips.length),
      lost: [...lost, ...unanswered],
      note,
    },
  );
  const lists = listed.map(async ({ run, texts, availability }, place) => {
    const kinds = neededLists(texts);
    if (kinds.length > 0) await askFirstLists(run, wantedVehicles(vehicles[place]!, availability).availability, kinds);
  });
  await settled(lists);
  const extras = await resolveExtras(texts, runs, note);
  return runs.map(({ session, depots }, place) => {
    return { operator: session.operator.name, ...depots, vehicles: vehicles[place]!, extras: extras[place]! };
  });
}

/** A text that no list has on a vehicle's first dates is looked for on its last. */
async function resolveExtras(
  texts: readonly OperatorTexts[],
  runs: readonly OperatorRun[],
  note: (text: FieldText) => void,
): Promise<readonly OperatorQuestion['extras'][]> {
  const vehicles = runs.flatMap(({ listed }) => [...listed.values()]);
  const first = knownExtras(vehicles.map(({ firstLists }) => firstLists));
  const onFirst = resolveComparedExtras(texts, first);
  if (firstUnknown(onFirst.extras, first) === undefined) {
    onFirst.notes.forEach(note);
    return onFirst.extras;
  }
  await settled(runs.map((run, place) => askLastLists(run, onFirst.extras[place]!)));
  const all = knownExtras(vehicles.flatMap(({ firstLists, lastLists }) => [firstLists, lastLists]));
  const { extras, notes } = resolveComparedExtras(texts, first, all);
  notes.forEach(note);
  const unknown = firstUnknown(extras, all);
  // A vehicle whose lists could not be looked up may have it.
  const isFailed = vehicles.some(({ firstLists, lastLists }) => [firstLists, lastLists].includes('failed'));
  if (unknown === undefined || isFailed) return extras;
  throw unknownExtra(unknown, all[unknown.kind] ?? [], lookedUpDates(vehicles));
}

function knownExtras(lists: readonly LookUp[]): KnownExtras {
  const known = lists.filter(isKnown);
  const itemsOf = (kind: keyof KnownExtras) => {
    const items = known.flatMap((one) => (one[kind] === undefined ? [] : [one[kind]]));
    return items.length === 0 ? undefined : items.flat();
  };
  return { accessory: itemsOf('accessory'), insurance: itemsOf('insurance') };
}

function lookedUpDates(vehicles: readonly ListedVehicle[]): CalendarDate[] {
  const dates = vehicles.flatMap(({ first, last, lastLists }) => [first, ...(isKnown(lastLists) ? [last] : [])]);
  return [...new Set(dates.map(({ pickUpDate }) => pickUpDate))].sort();
}
