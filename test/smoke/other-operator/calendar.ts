import { dayCategory, type Catalogue, type CatalogueOptions, type Depot, type Vehicle } from './catalogue.ts';
import { chance, isHoliday, today, weekday, type Day } from './dates.ts';
import type { Objection } from './texts.ts';

export interface CalendarOptions {
  /** When depots are closed: at weekends; each depot on one day of the week (the first on Sunday); or on days that it does not list. */
  readonly closed: 'never' | 'at weekends' | 'one day each' | 'on days not listed';
  /** Depots are also closed on public holidays. */
  readonly closedOnHolidays: boolean;
  readonly minNights: number;
  readonly maxNights: number;
  /** The last day on which a trip may start, counted from today. */
  readonly maxDaysAhead: number;
  /** The first day on which a trip may start, counted from today. */
  readonly minDaysAhead: number;
  readonly routes: 'any' | 'no one-way' | 'only one-way';
  /** An answer for depots that do not exist. */
  readonly unknownDepot: 'refuse' | 'empty list';
  /** An answer for a return before the start. 'accept' exchanges the two dates. */
  readonly reversedDates: 'refuse' | 'empty list' | 'accept';
  /** An answer for a start in the past. */
  readonly pastDates: 'refuse' | 'empty list' | 'accept';
  /** An answer for every other trip that the operator does not offer. */
  readonly brokenRules: 'refuse' | 'empty list';
  /** The share of starting days on which everything is sold out. */
  readonly soldOut: number;
  /** Nothing is free before this day, counted from today. */
  readonly freeFrom: number;
  /** Which vehicles are free: some, by trip; all of them; or half of them, the same for every trip. */
  readonly free: 'by trip' | 'all' | 'the same half';
  /** Only trips that start at the third depot have vehicles. */
  readonly onlyThirdDepot: boolean;
  /** How many hours the operator's clock is ahead of UTC: 13 in a summer in Auckland. */
  readonly hoursAhead: number;
}

export const calendarDefaults: CalendarOptions = {
  closed: 'never',
  closedOnHolidays: false,
  minNights: 0,
  maxNights: Infinity,
  maxDaysAhead: Infinity,
  minDaysAhead: 0,
  routes: 'any',
  unknownDepot: 'refuse',
  reversedDates: 'refuse',
  pastDates: 'refuse',
  brokenRules: 'refuse',
  soldOut: 0,
  freeFrom: 0,
  free: 'by trip',
  onlyThirdDepot: false,
  hoursAhead: 0,
};

export interface Trip {
  readonly from: number;
  readonly to: number;
  readonly start: Day;
  readonly end: Day;
}

/** Either the vehicles for a trip, perhaps none, or what the operator objects to. */
export type Offer = { readonly vehicles: readonly Vehicle[] } | { readonly objection: Objection };

type Options = CalendarOptions & CatalogueOptions;

export function offer(trip: Trip, catalogue: Catalogue, options: Options, now: number): Offer {
  const from = catalogue.depots.find(({ id }) => id === trip.from);
  const to = catalogue.depots.find(({ id }) => id === trip.to);
  if (from === undefined || to === undefined) return answer(options.unknownDepot, 'unknown depot');
  const dates = datesProblem(trip, options, now);
  if (dates !== undefined) return dates;
  const ordered = { ...trip, start: Math.min(trip.start, trip.end), end: Math.max(trip.start, trip.end) };
  const broken = routeRule(from, to, options) ?? dayRule(ordered, from, to, catalogue, options);
  if (broken !== undefined) return answer(options.brokenRules, broken);
  return { vehicles: freeVehicles(ordered, catalogue, options, today(now, options.hoursAhead)) };
}

/** What is wrong with the dates alone, without depots. */
export function datesProblem(
  { start, end }: Pick<Trip, 'start' | 'end'>,
  options: Options,
  now: number,
): Offer | undefined {
  const reversed = end < start;
  if (reversed && options.reversedDates !== 'accept') return answer(options.reversedDates, 'reversed');
  const ahead = Math.min(start, end) - today(now, options.hoursAhead);
  if (ahead < 0 && options.pastDates !== 'accept') return answer(options.pastDates, 'past');
  const nights = Math.abs(end - start);
  const broken = lengthRule(nights, options) ?? aheadRule(ahead, options);
  return broken === undefined ? undefined : answer(options.brokenRules, broken);
}

function answer(kind: 'refuse' | 'empty list' | 'accept', objection: Objection): Offer {
  return kind === 'refuse' ? { objection } : { vehicles: [] };
}

function lengthRule(nights: number, { minNights, maxNights }: Options): Objection | undefined {
  if (nights < minNights) return 'too short';
  return nights > maxNights ? 'too long' : undefined;
}

function aheadRule(ahead: number, { minDaysAhead, maxDaysAhead }: Options): Objection | undefined {
  // A start in the past that got this far is accepted.
  if (ahead >= 0 && ahead < minDaysAhead) return 'too soon';
  return ahead > maxDaysAhead ? 'too far ahead' : undefined;
}

function routeRule(from: Depot, to: Depot, { routes }: Options): Objection | undefined {
  if (from.pickUps.length === 0) return 'no pick-ups';
  if (to.dropOffs.length === 0) return 'no drop-offs';
  if (routes === 'no one-way' && from !== to) return 'one-way';
  return routes === 'only one-way' && from === to ? 'round trip' : undefined;
}

function dayRule(trip: Trip, from: Depot, to: Depot, catalogue: Catalogue, options: Options): Objection | undefined {
  const closed = (day: Day, depot: Depot, times: Depot['pickUps']) => {
    if (options.closedOnHolidays && isHoliday(day)) return true;
    if (options.closed === 'at weekends') return weekday(day) === 0 || weekday(day) === 6;
    if (options.closed === 'one day each') return weekday(day) === catalogue.depots.indexOf(depot) % 7;
    const category = dayCategory(day, options.moreDays);
    return options.closed === 'on days not listed' && !times.some((time) => time.day === category);
  };
  return closed(trip.start, from, from.pickUps) || closed(trip.end, to, to.dropOffs) ? 'closed' : undefined;
}

function freeVehicles(trip: Trip, catalogue: Catalogue, options: Options, from: Day): readonly Vehicle[] {
  if (options.onlyThirdDepot && trip.from !== catalogue.depots[2]?.id) return [];
  if (trip.start < from + options.freeFrom || chance(`sold out ${trip.start}`) < options.soldOut) return [];
  return catalogue.vehicles.filter(({ id }, index) => {
    if (options.free === 'all') return true;
    if (options.free === 'the same half') return index % 2 === 0;
    return chance(`${id} ${trip.from} ${trip.to} ${trip.start} ${trip.end}`) < 0.75;
  });
}
