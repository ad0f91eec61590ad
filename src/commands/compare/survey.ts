/** What an operator has: availability for every trip, and the extras of the vehicles that are worth a quote. */
import { RentalError, UsageError } from '../../errors.ts';
import type { Selection, Trip, Vehicle } from '../../api/types.ts';
import type { Named } from '../../planner/resolve.ts';
import { fillBasket, idsOnly, needsLookUp, type Basket, type Filled } from '../../planner/sweep/basket.ts';
import { cheapestFirst, matching, wantedVehicles, type Quoting } from '../../planner/sweep/choose.ts';
import type { Requests } from '../../planner/sweep/plan.ts';
import type { Leg } from './leg.ts';
import { workThrough, type Guard } from './pool.ts';
import type { Report } from './report.ts';

/** One quote to be had. */
export interface Candidate {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
  readonly selection: Selection;
  readonly missing: readonly string[];
}

export interface Survey {
  readonly candidates: readonly Candidate[];
  /** Of them, those whose quote is stored and still holds. */
  readonly known: number;
  readonly requests: Requests;
  readonly baskets: ReadonlyMap<number, Filled>;
  /** Everything that is on offer by name, where it was looked up. */
  readonly offered: Record<Kind, readonly Named[]>;
}

export type Kind = 'accessories' | 'insurance';

export interface Asking {
  readonly leg: Leg;
  readonly guard: Guard;
  readonly report: Report;
  readonly signal: AbortSignal;
}

export async function survey(asking: Asking, quoting: Quoting): Promise<Survey> {
  const { leg } = asking;
  const free = await askAvailability(asking, quoting);
  const chosen = new Map([...free.values()].flat().map((vehicle) => [vehicle.vehicleId, vehicle]));
  const firstTrips = new Map<number, Trip>();
  for (const [trip, vehicles] of free) {
    for (const { vehicleId } of vehicles) if (!firstTrips.has(vehicleId)) firstTrips.set(vehicleId, trip);
  }
  const lists = quoting.top === 0 ? { accessories: false, insurance: false } : needsLookUp(leg.basket);
  // Unpriced, a basket is only a part of the link: what it takes no look-up to know.
  const basket = quoting.top === 0 ? idsOnly(leg.basket) : leg.basket;
  const { baskets, offered } = await askExtras(asking, { vehicles: [...chosen.values()], firstTrips, lists, basket });
  const candidates = [...free].flatMap(([trip, vehicles]) =>
    vehicles.flatMap((vehicle) => candidateOf(trip, vehicle, baskets.get(vehicle.vehicleId))),
  );
  const known = candidates.filter(({ selection }) => leg.store.vehicles(selection).has(selection.vehicleId)).length;
  const isQuoted = quoting.top > 0;
  return {
    candidates,
    known: isQuoted ? known : 0,
    requests: {
      depots: leg.depotRequests,
      availability: leg.trips.length,
      extras: chosen.size * (Number(lists.accessories) + Number(lists.insurance)),
      quotes: isQuoted ? candidates.length - known : 0,
    },
    baskets,
    offered,
  };
}

function candidateOf(trip: Trip, vehicle: Vehicle, basket: Filled | undefined): Candidate[] {
  if (basket === undefined) return [];
  const { accessoryIds, insuranceId, missing } = basket;
  return [{ trip, vehicle, missing, selection: { ...trip, vehicleId: vehicle.vehicleId, accessoryIds, insuranceId } }];
}

/** In the order of the trips, whatever order the answers came in. */
async function askAvailability(
  { leg, guard, report, signal }: Asking,
  quoting: Quoting,
): Promise<Map<Trip, Vehicle[]>> {
  const free = new Map<Trip, Vehicle[]>();
  const fitting = new Set<string>();
  const unasked = await workThrough(
    {
      items: leg.trips,
      guard,
      run: async (trip) => {
        const vehicles = await leg.client.availability(trip);
        for (const query of leg.vehicles ?? []) if (matching(query, vehicles).size > 0) fitting.add(query);
        const wanted = wantedVehicles(vehicles, leg.vehicles);
        free.set(trip, cheapestFirst(wanted, quoting.top === 0 ? { top: Number.POSITIVE_INFINITY } : quoting));
        report.answered(leg, trip);
      },
      failed: (trip, error) => report.failed({ leg, step: 'availability', trip, error }),
    },
    signal,
  );
  report.skipped({ leg, step: 'availability', count: unasked.length, error: guard.stopped() });
  if (free.size === leg.trips.length) {
    for (const query of leg.vehicles ?? []) {
      if (!fitting.has(query)) report.note(`${leg.operator.name}: no available vehicle fits "${query}"`);
    }
  }
  return new Map(leg.trips.flatMap((trip) => (free.has(trip) ? [[trip, free.get(trip) ?? []]] : [])));
}

interface ExtrasParts {
  readonly vehicles: readonly Vehicle[];
  readonly firstTrips: ReadonlyMap<number, Trip>;
  readonly lists: Record<Kind, boolean>;
  readonly basket: Basket;
}

/** Each list once a vehicle, and only where a name needs it. Throws UsageError where no vehicle's extras are clear. */
async function askExtras({ leg, guard, report, signal }: Asking, { vehicles, firstTrips, lists, basket }: ExtrasParts) {
  const baskets = new Map<number, Filled>();
  const offered = { accessories: new Map<number, Named>(), insurance: new Map<number, Named>() };
  const unclear: RentalError[] = [];
  const unasked = await workThrough(
    {
      items: vehicles,
      guard,
      run: async ({ vehicleId }) => {
        const dates = firstTrips.get(vehicleId);
        const [accessories, insurance] = await Promise.all([
          lists.accessories ? leg.client.accessories(vehicleId, dates) : undefined,
          lists.insurance ? leg.client.insuranceTypes(vehicleId, dates) : undefined,
        ]);
        for (const item of accessories ?? []) offered.accessories.set(item.id, item);
        for (const item of insurance ?? []) offered.insurance.set(item.id, item);
        baskets.set(vehicleId, fillBasket(basket, { accessories, insurance }));
      },
      failed: (vehicle, error) => {
        if (error instanceof UsageError) unclear.push(error);
        report.failed({ leg, step: 'extras', vehicle, error });
      },
    },
    signal,
  );
  const [first] = unclear;
  if (first !== undefined && baskets.size === 0) throw first;
  report.skipped({ leg, step: 'extras', count: unasked.length, error: guard.stopped() });
  return {
    baskets,
    offered: { accessories: [...offered.accessories.values()], insurance: [...offered.insurance.values()] },
  };
}
