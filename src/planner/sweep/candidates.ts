/** The candidates for quotes at one operator: available vehicles of every trip, with the basket in each vehicle's own ids. */
import { UsageError } from '../../errors.ts';
import { formatDuration, plural } from '../../text.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { fillBasket, selectionOf } from './basket.ts';
import type { BasketReading, Candidate, ExtraLists, FilledBasket, TripVehicle } from './basket.ts';
import { createExtrasBook, readOnce, requestsAgain, type ExtrasBook, type Found } from './extras.ts';
import { withPauses } from './pauses.ts';
import type { OperatorRun } from './recorder.ts';
import { createSharedVehicles } from './shared-answers.ts';
import {
  cheapestFirst,
  uniqueVehicles,
  wantedVehicles,
  type Availability,
  type Quoting,
  type WantedVehicle,
} from './vehicles.ts';

export type Candidates = Awaited<ReturnType<typeof candidatesOf>>;

/** Between two pauses: some milliseconds of work. */
const fewTrips = 16;
const fewItems = 500;

/** Chooses the vehicles to quote, and looks up their extras on the first of their dates. */
export async function findVehicles(
  run: OperatorRun,
  availability: Availability,
  filter: readonly WantedVehicle[] | undefined,
  { top }: Quoting,
): Promise<Found> {
  noteUnmatched(run, availability, filter);
  noteStored(run);
  const most = top === 0 ? Number.POSITIVE_INFINITY : top;
  const choose = (list: readonly Vehicle[]) => {
    const wanted = wantedVehicles(list, filter);
    return { available: wanted, selected: cheapestFirst(wanted, { top: most }) };
  };
  const chosen = new Map<readonly Vehicle[], ReturnType<typeof choose>>();
  let isCut = false;
  const items: TripVehicle[] = [];
  for await (const [trip, list] of withPauses(availability, fewTrips, run.signal)) {
    // Most trips have the same list as another.
    const { available, selected } = chosen.get(list) ?? choose(list);
    chosen.set(list, { available, selected });
    isCut ||= selected.length < available.length;
    run.available(trip, available, selected);
    for (const vehicle of selected) items.push({ trip, vehicle });
  }
  const extras = createExtrasBook(run);
  const first = new Map(items.toReversed().map((item) => [item.vehicle.vehicleId, item]));
  // Without a quote as a proof, a link needs the list of its own dates.
  if (extras.kinds.length > 0) await extras.lookAll(top === 0 ? items : [...first.values()].toReversed());
  return { run, items, extras, isCut };
}

/** Throws UsageError if a text fits several extras of every vehicle. */
export async function candidatesOf({ run, items, extras }: Found, reading: BasketReading, { top }: Quoting) {
  const { sweep } = run;
  const unclear = new Map<Vehicle, UsageError>();
  const fill = readOnce((lists: ExtraLists) => fillBasket(reading, lists));
  const all: Candidate[] = [];
  let stored = 0;
  for await (const item of withPauses(items, fewItems, run.signal)) {
    const candidate = candidateOf(item, extras, fill);
    if (candidate instanceof UsageError) unclear.set(item.vehicle, candidate);
    else if (candidate !== undefined) {
      all.push(candidate);
      if (top > 0 && sweep.answers.hasQuote(selectionOf(candidate))) stored++;
    }
  }
  // An error of the command if the text is unclear for every vehicle; then no row is printed.
  const [first] = unclear.values();
  if (first !== undefined && all.length === 0) throw first;
  const told = new Map([...unclear].map(([vehicle, error]) => [vehicle.vehicleId, { vehicle, error }]));
  for (const { vehicle, error } of told.values()) run.failed('extras', error, { vehicle });
  return {
    all,
    /** How many of them have a stored quote that still holds. */
    stored,
    requests: {
      depots: sweep.depotRequests,
      availability: sweep.trips.length - run.storedAt.length,
      extras: extras.requests(),
      quotes: top > 0 ? all.length - stored : 0,
      again: top > 0 ? requestsAgain(all, extras) : 0,
    },
  };
}

/** The vehicle with the extras of its trip; undefined if its lists could not be looked up. */
export function candidateOf(
  { trip, vehicle }: TripVehicle,
  extras: ExtrasBook,
  fill: (lists: ExtraLists) => FilledBasket,
): Candidate | UsageError | undefined {
  const found = extras.listsFor({ trip, vehicle });
  if (found === undefined) return undefined;
  try {
    return { trip, vehicle, basket: fill(found.lists) };
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

export async function askAvailability({ sweep, asked, answered, askEach }: OperatorRun): Promise<Availability> {
  const { answers, trips } = sweep;
  const shared = createSharedVehicles();
  const found = new Map<Trip, readonly Vehicle[]>();
  const ask = async (trip: Trip): Promise<void> => {
    asked(trip);
    // Its place among the trips, whichever answer comes first.
    found.set(trip, []);
    try {
      const { value, storedAt } = await answers.availability(trip);
      found.set(trip, shared(uniqueVehicles(value)));
      answered(trip, storedAt);
    } catch (error) {
      found.delete(trip);
      throw error;
    }
  };
  await askEach('availability', trips, ask, (trip) => ({ trip }));
  return found;
}

function noteStored({ sweep: { session }, storedAt, note }: OperatorRun): void {
  if (storedAt.length === 0) return;
  const age = formatDuration(session.now() - Math.min(...storedAt));
  note(`the availability of ${plural(storedAt.length, 'trip')} is from an interrupted sweep, up to ${age} ago`);
}

/** Says which wanted vehicles this operator does not have, if the availability of all trips is known. */
function noteUnmatched(
  { sweep, note }: OperatorRun,
  availability: Availability,
  filter: readonly WantedVehicle[] | undefined,
): void {
  if (availability.size < sweep.trips.length) return;
  const lists = [...new Set(availability.values())];
  for (const { text, among } of filter ?? []) {
    if (lists.some((list) => among(list).length > 0)) continue;
    note(`${sweep.session.operator.name}: no available vehicle fits "${text}"`);
  }
}
