import { dayCategory, type Catalogue, type Depot, type Vehicle } from './catalogue.ts';
import { chance, today, weekday, type Day } from './dates.ts';
import type { OperatorOptions } from './options.ts';
import type { Objection } from './texts.ts';

export interface Trip {
  readonly from: number;
  readonly to: number;
  readonly start: Day;
  readonly end: Day;
}

/** Either the vehicles for a trip, perhaps none, or what the operator objects to. */
export type Offer = { readonly vehicles: readonly Vehicle[] } | { readonly objection: Objection };

export function offer(trip: Trip, catalogue: Catalogue, options: OperatorOptions, now: number): Offer {
  const from = catalogue.depots.find(({ id }) => id === trip.from);
  const to = catalogue.depots.find(({ id }) => id === trip.to);
  if (from === undefined || to === undefined) return { objection: 'unknown depot' };
  const ahead = trip.start - today(now);
  if (ahead < 0 || trip.end < trip.start) return { objection: 'past or reversed' };
  const broken =
    dateRule(ahead, trip.end - trip.start, options) ??
    routeRule(from, to, options) ??
    dayRule(trip, from, to, catalogue, options);
  if (broken !== undefined) return options.brokenRules === 'refuse' ? { objection: broken } : { vehicles: [] };
  return { vehicles: ahead < options.freeFrom ? [] : freeVehicles(trip, catalogue, options) };
}

function dateRule(ahead: number, nights: number, options: OperatorOptions): Objection | undefined {
  if (nights < options.minNights) return 'too short';
  if (nights > options.maxNights) return 'too long';
  if (ahead < options.minDaysAhead) return 'too soon';
  return ahead > options.maxDaysAhead ? 'too far ahead' : undefined;
}

function routeRule(from: Depot, to: Depot, { routes }: OperatorOptions): Objection | undefined {
  if (from.pickUps.length === 0 || to.dropOffs.length === 0) return 'closed';
  if (routes === 'no one-way' && from !== to) return 'one-way';
  return routes === 'only one-way' && from === to ? 'round trip' : undefined;
}

function dayRule(
  trip: Trip,
  from: Depot,
  to: Depot,
  { depots }: Catalogue,
  options: OperatorOptions,
): Objection | undefined {
  const closed = (day: Day, depot: Depot, times: Depot['pickUps']) => {
    if (options.closed === 'at weekends') return weekday(day) === 0 || weekday(day) === 6;
    if (options.closed === 'one day each') return weekday(day) === depots.indexOf(depot) % 7;
    const category = dayCategory(day, options);
    return options.closed === 'on days not listed' && !times.some((time) => time.day === category);
  };
  return closed(trip.start, from, from.pickUps) || closed(trip.end, to, to.dropOffs) ? 'closed' : undefined;
}

function freeVehicles(trip: Trip, { depots, vehicles }: Catalogue, { available }: OperatorOptions) {
  if (available === 'from the third depot' && trip.from !== depots[2]?.id) return [];
  return vehicles.filter(({ id }, index) => {
    if (available === 'all') return true;
    if (available === 'the same half') return index % 2 === 0;
    return chance(`${id} ${trip.from} ${trip.to} ${trip.start} ${trip.end}`) < 0.75;
  });
}
