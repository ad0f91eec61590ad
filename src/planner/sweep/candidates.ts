/** The candidates for quotes at one operator: available vehicles of every trip, with the basket in each vehicle's own ids. */
import { UsageError, type FieldText, type RentalError } from '../../errors.ts';
import type { Selection, Trip, Vehicle } from '../../api/types.ts';
import type { Named } from '../names.ts';
import { fillBasket, idsOnly, needsLookUp, type Basket, type FilledBasket } from './basket.ts';
import type { SweepStep } from './events.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import type { Requests } from './plan.ts';
import { runPool, type CircuitBreaker } from './pool.ts';
import { cheapestFirst, uniqueVehicles, wantedVehicles, type Quoting, type VehicleMeanings } from './vehicles.ts';

/** A quote to ask for. */
export interface Candidate {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
  readonly selection: Selection;
  readonly missing: readonly string[];
}

export interface Candidates {
  readonly all: readonly Candidate[];
  /** How many of them have a stored quote that still holds. */
  readonly stored: number;
  readonly requests: Requests;
  readonly baskets: readonly FilledBasket[];
  /** Every extra that was looked up. */
  readonly offered: { readonly accessories: readonly Named[]; readonly insurance: readonly Named[] };
}

/** The requests to one operator, and what is told about them. */
export interface OperatorRun {
  readonly sweep: OperatorSweep;
  readonly breaker: CircuitBreaker;
  readonly signal: AbortSignal;
  readonly report: RunReport;
}

export interface RunReport {
  /** The availability of a trip is known. */
  answered(trip: Trip): void;
  /** The wanted vehicles that are available, and those of them that a quote is asked for. */
  available(trip: Trip, wanted: readonly Vehicle[], selected: readonly Vehicle[]): void;
  failed(step: SweepStep, error: RentalError, about: { trip?: Trip; vehicle?: Vehicle }): void;
  /** The operator was given up before `count` requests were sent. */
  skipped(step: SweepStep, count: number): void;
  note(text: FieldText): void;
}

/** The wanted vehicles as quotes to ask for. Throws UsageError if a name fits several extras of every vehicle. */
export async function findCandidates(
  run: OperatorRun,
  availability: Availability,
  meanings: VehicleMeanings,
  quoting: Quoting,
): Promise<Candidates> {
  const { sweep } = run;
  const isQuoted = quoting.top > 0;
  const top = isQuoted ? quoting.top : Number.POSITIVE_INFINITY;
  noteUnmatched(run, availability, meanings);
  const available = [...availability].map(([trip, list]) => {
    const wanted = wantedVehicles(list, sweep.vehicles, meanings);
    const selected = cheapestFirst(wanted, { top });
    run.report.available(trip, wanted, selected);
    return [trip, selected] as const;
  });
  const firstTrips = new Map<number, Trip>();
  const vehicles = new Map<number, Vehicle>();
  for (const [trip, list] of available) {
    for (const vehicle of list) {
      vehicles.set(vehicle.vehicleId, vehicle);
      if (!firstTrips.has(vehicle.vehicleId)) firstTrips.set(vehicle.vehicleId, trip);
    }
  }
  const lists = isQuoted ? needsLookUp(sweep.basket) : { accessories: false, insurance: false };
  // Without quotes, the basket is only a part of the link: the ids that need no look-up.
  const basket = isQuoted ? sweep.basket : idsOnly(sweep.basket);
  const { baskets, offered } = await askExtras(run, { vehicles: [...vehicles.values()], firstTrips, lists, basket });
  const all = available.flatMap(([trip, list]) =>
    list.flatMap((vehicle) => candidateOf(trip, vehicle, baskets.get(vehicle.vehicleId))),
  );
  const stored = isQuoted ? all.filter(({ selection }) => isStored(selection, sweep)).length : 0;
  return {
    all,
    stored,
    requests: {
      depots: sweep.depotRequests,
      availability: sweep.trips.length,
      extras: vehicles.size * (Number(lists.accessories) + Number(lists.insurance)),
      quotes: isQuoted ? all.length - stored : 0,
    },
    baskets: [...baskets.values()],
    offered,
  };
}

function isStored(selection: Selection, { quotes }: OperatorSweep): boolean {
  return quotes.vehicles(selection).has(selection.vehicleId);
}

function candidateOf(trip: Trip, vehicle: Vehicle, basket: FilledBasket | undefined): Candidate[] {
  if (basket === undefined) return [];
  const { accessoryIds, insuranceId, missing } = basket;
  return [{ trip, vehicle, missing, selection: { ...trip, vehicleId: vehicle.vehicleId, accessoryIds, insuranceId } }];
}

/** The available vehicles of each trip that was answered, in the order of the trips. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;

export async function askAvailability({ sweep, breaker, report, signal }: OperatorRun): Promise<Availability> {
  const { session, trips } = sweep;
  const found = new Map<Trip, Vehicle[]>();
  const run = async (trip: Trip): Promise<void> => {
    found.set(trip, uniqueVehicles(await session.service.availability(trip)));
    report.answered(trip);
  };
  const failed = (trip: Trip, error: RentalError): void => report.failed('availability', error, { trip });
  const unsent = await runPool({ items: trips, breaker, run, failed }, signal);
  report.skipped('availability', unsent.length);
  return new Map(trips.flatMap((trip) => (found.has(trip) ? [[trip, found.get(trip) ?? []]] : [])));
}

/** Says which wanted vehicles this operator does not have, if the availability of all trips is known. */
function noteUnmatched({ sweep, report }: OperatorRun, availability: Availability, meanings: VehicleMeanings): void {
  if (availability.size < sweep.trips.length) return;
  const lists = [...availability.values()];
  for (const text of sweep.vehicles ?? []) {
    if (lists.some((list) => wantedVehicles(list, [text], meanings).length > 0)) continue;
    report.note(`${sweep.session.operator.name}: no available vehicle fits "${text}"`);
  }
}

interface ExtrasParts {
  readonly vehicles: readonly Vehicle[];
  readonly firstTrips: ReadonlyMap<number, Trip>;
  readonly lists: { readonly accessories: boolean; readonly insurance: boolean };
  readonly basket: Basket;
}

/** Asks for each list once per vehicle, and only if a name needs it. */
async function askExtras(
  { sweep, breaker, report, signal }: OperatorRun,
  { vehicles, firstTrips, lists, basket }: ExtrasParts,
) {
  const { service } = sweep.session;
  const baskets = new Map<number, FilledBasket>();
  const offered = { accessories: new Map<number, Named>(), insurance: new Map<number, Named>() };
  const ambiguous: { vehicle: Vehicle; error: UsageError }[] = [];
  const run = async ({ vehicleId }: Vehicle): Promise<void> => {
    const dates = firstTrips.get(vehicleId);
    const [accessories, insurance] = await Promise.all([
      lists.accessories ? service.accessories(vehicleId, dates) : undefined,
      lists.insurance ? service.insuranceTypes(vehicleId, dates) : undefined,
    ]);
    for (const item of accessories ?? []) offered.accessories.set(item.id, item);
    for (const item of insurance ?? []) offered.insurance.set(item.id, item);
    baskets.set(vehicleId, fillBasket(basket, { accessories, insurance }));
  };
  const failed = (vehicle: Vehicle, error: RentalError): void => {
    // Told only after all vehicles: if the name is unclear for each of them, it is an error of the command, and no row is printed.
    if (error instanceof UsageError) ambiguous.push({ vehicle, error });
    else report.failed('extras', error, { vehicle });
  };
  const unsent = await runPool({ items: vehicles, breaker, run, failed }, signal);
  const [first] = ambiguous;
  if (first !== undefined && baskets.size === 0) throw first.error;
  for (const { vehicle, error } of ambiguous) report.failed('extras', error, { vehicle });
  report.skipped('extras', unsent.length);
  return {
    baskets,
    offered: { accessories: [...offered.accessories.values()], insurance: [...offered.insurance.values()] },
  };
}
