/**
 * The lists of extras of a sweep: one look-up for each vehicle. Only the lists of all vehicles and operators together can tell what a name
 * means.
 */
import type { Vehicle } from '../../api/types.ts';
import { UsageError, type FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { isId, listed, nearest, type Named } from '../names.ts';
import { extraWords } from '../proof.ts';
import { resolve } from './old-reading.ts';
import { namedVehicle } from '../selection.ts';
import { lacks, neededLists, nothingWanted, readBasket } from './basket.ts';
import type { BasketReading, ExtraLists, TripVehicle } from './basket.ts';
import type { SweepNote } from './events.ts';
import type { OperatorRun } from './recorder.ts';
import { wantsCheapest } from './vehicles.ts';

const nothingListed: ExtraLists = { accessory: undefined, insurance: undefined };

export type ExtrasBook = ReturnType<typeof createExtrasBook>;

export function createExtrasBook({ sweep, askEach }: OperatorRun) {
  const { answers } = sweep;
  const kinds = neededLists(sweep.basket, wantsCheapest(sweep.vehicles));
  const known = new Map<string, ExtraLists>();
  const first = new Map<number, ExtraLists>();
  const vehicles = new Map<number, Named>();
  let stored = 0;
  /** Throws what the service throws. */
  const look = async (item: TripVehicle): Promise<void> => {
    const { vehicleId } = item.vehicle;
    const [accessory, insurance] = await Promise.all([
      kinds.includes('accessory') ? answers.accessories(vehicleId, item.trip) : undefined,
      kinds.includes('insurance') ? answers.insuranceTypes(vehicleId, item.trip) : undefined,
    ]);
    stored += [accessory, insurance].filter((answer) => answer?.storedAt !== undefined).length;
    const lists = { accessory: accessory?.value, insurance: insurance?.value };
    known.set(keyOf(item), lists);
    if (!first.has(vehicleId)) first.set(vehicleId, lists);
    vehicles.set(vehicleId, namedVehicle(item.vehicle));
  };
  return {
    /** The lists that are looked up. */
    kinds,
    /** Requests made for lists. */
    requests: (): number => known.size * kinds.length - stored,
    all: (): readonly ExtraLists[] => [...known.values()],
    /** The list for these dates, or else the vehicle's first one; undefined if it could not be looked up. */
    listsFor: (item: TripVehicle) => {
      if (kinds.length === 0) return { lists: nothingListed, isOfDates: true };
      const own = known.get(keyOf(item));
      const lists = own ?? first.get(item.vehicle.vehicleId);
      return lists && { lists, isOfDates: own !== undefined };
    },
    /** The vehicles whose lists were looked up. */
    vehicles: (): readonly Named[] => [...vehicles.values()],
    firstLists: ({ vehicleId }: Vehicle): ExtraLists | undefined => first.get(vehicleId),
    /** Looks up each of those lists once. */
    lookAll: (items: readonly TripVehicle[]): Promise<void> =>
      askEach('extras', onePerList(items), look, ({ vehicle }) => ({ vehicle })),
  };
}

/** Reads each item once: most vehicles of a trip have the list of another trip, and there can be thousands. */
export function readOnce<K, T>(read: (item: K) => T): (item: K) => T {
  const known = new Map<K, T>();
  return (item) => {
    const answer = known.get(item) ?? read(item);
    known.set(item, answer);
    return answer;
  };
}

/** Those that have a list of their own: the same vehicle on the same dates has the same one. */
function onePerList(items: readonly TripVehicle[]): TripVehicle[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function keyOf({ vehicle, trip }: TripVehicle): string {
  return `${vehicle.vehicleId} ${trip.pickUpDate} ${trip.dropOffDate}`;
}

/** What is available at one operator, with the extras of the vehicles that are quoted. */
export interface Found {
  readonly run: OperatorRun;
  readonly items: readonly TripVehicle[];
  readonly extras: ExtrasBook;
  /** How many vehicles can be wanted whose extras are not known. */
  readonly unread: number;
}

/**
 * The readings in the order of `found`; notes what parts of names mean. Throws UsageError for a text that no vehicle has, unless vehicles
 * whose extras are not known may have it.
 */
export function decideExtras(found: readonly Found[], note: SweepNote): BasketReading[] {
  const lists = found.flatMap(({ extras }) => extras.all());
  const readings = found.map(({ run }) => readBasket(run.sweep.basket, lists, found.length === 1));
  const meant = new Map(readings.flatMap((reading) => [...reading.meant]));
  for (const [text, name] of meant) note(`"${shorten(text, 60)}" means "${shorten(name, 60)}"`);
  if (lists.length > 0) refuseUnknown(found, lists, readings, note);
  return readings;
}

/** An extra that no vehicle has is a typing mistake, found before the first quote. */
function refuseUnknown(
  found: readonly Found[],
  lists: readonly ExtraLists[],
  readings: readonly BasketReading[],
  note: SweepNote,
): void {
  const unread = found.reduce((sum, one) => sum + one.unread, 0);
  const looked = found.flatMap(({ extras }) => extras.vehicles());
  const wanted = new Map(readings.flatMap((reading) => reading.wanted).map((one) => [`${one.kind} ${one.text}`, one]));
  for (const one of wanted.values()) {
    const alone = { ...nothingWanted, wanted: [one] };
    const isLookedUp = lists.some((list) => list[one.kind] !== undefined);
    if (!isLookedUp || lists.some((list) => list[one.kind] !== undefined && !lacks(alone, list))) continue;
    const known = [...new Map(lists.flatMap((list) => list[one.kind] ?? []).map((item) => [item.name, item])).values()];
    // Fails with the nearest name.
    if (unread > 0) note(notKnown(one.text, extraWords[one.kind], known, { unread, looked }));
    else refuse(one.text, extraWords[one.kind], known, looked);
  }
}

/** Throws UsageError with the nearest name, and the vehicles that do not have it. */
function refuse(text: string, what: string, known: readonly Named[], looked: readonly Named[]): void {
  try {
    resolve(text, known, what);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message: FieldText = (...names) =>
      `${error.describe(...names).message}; vehicles looked at: ${listed(looked, names[2])}`;
    throw new UsageError(message, { hint: error.hint && ((...names) => error.describe(...names).hint ?? '') });
  }
}

interface Looked {
  /** How many vehicles were not looked at, and which ones were. */
  readonly unread: number;
  readonly looked: readonly Named[];
}

function notKnown(text: string, what: string, known: readonly Named[], { unread, looked }: Looked): FieldText {
  const near = isId(text) ? undefined : nearest(text, known);
  const mean = near === undefined ? '' : ` (did you mean "${shorten(near.name, 60)}"?)`;
  const rest = `the extras of ${unread} more are not known`;
  return `no vehicle whose extras were looked up (${listed(looked)}) has the ${what} "${shorten(text, 60)}"${mean}; ${rest}`;
}
