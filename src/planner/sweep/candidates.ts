/** The candidates for quotes at one operator: available vehicles of every trip, with the basket in each vehicle's own ids. */
import { UsageError } from '../../errors.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { readVehicleLimits } from '../vehicle-limits.ts';
import { fillBasket, selectionOf } from './basket.ts';
import type { BasketReading, Candidate, ExtraLists, FilledBasket, TripVehicle } from './basket.ts';
import { readOnce, type ExtrasBook, type Found } from './extras.ts';
import { withPauses } from './pauses.ts';
import type { OperatorRun } from './recorder.ts';
import { uniqueVehicles, type Availability, type Quoting } from './vehicles.ts';

export type Candidates = Awaited<ReturnType<typeof candidatesOf>>;

/** Between two pauses: some milliseconds of work. */
const fewItems = 500;

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
    },
  };
}

/** The vehicle with the extras of its trip; undefined if its lists could not be looked up. */
function candidateOf(
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

export async function askAvailability(run: OperatorRun): Promise<Availability> {
  const { asked, answered, askEach, note } = run;
  const { answers, trips } = run.sweep;
  const limits = readVehicleLimits(run.sweep.limits, run.sweep.vehicles);
  const found = new Map<Trip, readonly Vehicle[]>();
  const ask = async (trip: Trip): Promise<void> => {
    asked(trip);
    // Its place among the trips, whichever answer comes first.
    found.set(trip, []);
    try {
      const { value, storedAt } = await answers.availability(trip);
      found.set(trip, limits.areNone ? uniqueVehicles(value) : uniqueVehicles(value).filter(limits.fits));
      answered(trip, storedAt);
    } catch (error) {
      found.delete(trip);
      throw error;
    }
  };
  await askEach('availability', trips, ask, (trip) => ({ trip }));
  for (const told of limits.notes()) note(told);
  return found;
}
