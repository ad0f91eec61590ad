/** The request of a sweep, and what it says before any service is asked. */
import { UsageError, inWords, type FieldText } from '../../errors.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { bestMatches, everyMatch } from '../names.ts';
import type { Session } from '../session.ts';
import { dateNotes, type WithNotes } from '../trip.ts';
import { readVehicleLimits, type VehicleLimits } from '../vehicle-limits.ts';
import { groupBy } from './rank.ts';
import { nightCounts, startDates, withDropOff, withNights } from './rental-dates.ts';
import { parseQuoting, parseVehicleFilter } from './vehicles.ts';

/**
 * Plain values. Depots, vehicles and extras are ids or names, and `all` is every depot or vehicle; with several operators `lucky:12` is an id
 * of one of them.
 */
export interface SweepRequest extends VehicleLimits {
  readonly pickUp: readonly string[];
  /** `same`, which is the default, is the pick-up depot. */
  readonly dropOff?: readonly string[] | undefined;
  /** A date, or a range `A..B` of which the second end counts from the first. */
  readonly from: string;
  /** Days before and after `from`. */
  readonly flex?: number | undefined;
  /** `7`, `7..10` or `7,10,14`; either this or `to`. */
  readonly nights?: string | undefined;
  /** A date, or a range `A..B` of which both ends count from the pick-up date. */
  readonly to?: string | undefined;
  /** Every vehicle unless given; `all` also means every vehicle. */
  readonly vehicle?: readonly string[] | undefined;
  readonly accessory?: readonly string[] | undefined;
  /** One plan, or `none`; with several operators, one for each if ids are given: `lucky:9`, `happy:11`. */
  readonly insurance?: readonly string[] | undefined;
  /** `top:5`, which is the default, `all` or `none`: how many vehicles of each trip are quoted. */
  readonly quote?: string | undefined;
  /** More requests need a confirmation; 300 unless given. */
  readonly maxRequests?: number | undefined;
  /** Also look up the names of depots that are given by id: one more request, if the list is not stored. */
  readonly named?: boolean | undefined;
  /** A part of the name of a depot is every depot that has it, not only those whose names begin with it. */
  readonly everyPart?: boolean | undefined;
  /** The user named the operators: one that takes no part is a failure. */
  readonly everyOperator?: boolean | undefined;
  /** Only plan: send nothing beyond looking names up. */
  readonly dryRun?: boolean | undefined;
}

/** A request that was read: everything that needs no answer of a service. */
export type SweepScope = ReturnType<typeof readScope>['value'];

type Place = Pick<Session, 'operator' | 'today'>;

/** Throws UsageError. */
export function readScope(request: SweepRequest, places: readonly Place[]) {
  const { nights, to } = request;
  if (nights !== undefined && to !== undefined) {
    throw new UsageError((name) => `${name('nights')} and ${name('to')} both say how long`, {
      hint: 'give one of them',
    });
  }
  readVehicleLimits(request);
  const quoting = parseQuoting(request.quote ?? 'top:5');
  const { value: dates, notes } = readOwnDates(request, places);
  const value = {
    pickUps: request.pickUp,
    dropOffs: request.dropOff ?? ['same'],
    /** Each operator's, in the order of the operators: `tomorrow` counts from the own day of each. */
    dates,
    vehicles: parseVehicleFilter(request.vehicle),
    accessories: request.accessory ?? [],
    insurance: request.insurance ?? [],
    quoting,
    limits: request satisfies VehicleLimits,
    named: request.named === true,
    everyOperator: request.everyOperator === true,
    matching: request.everyPart === true ? everyMatch : bestMatches,
  };
  return { value, notes };
}

/** Notes name the operators that they are for, unless that is all of them. */
function readOwnDates(request: SweepRequest, places: readonly Place[]): WithNotes<(readonly RentalDates[])[]> {
  const byDay = new Map<CalendarDate, WithNotes<RentalDates[]>>();
  const own: (WithNotes<RentalDates[]> & { readonly name: string })[] = [];
  for (const { operator, today } of places) {
    const day = today();
    const read = byDay.get(day) ?? readSweepDates(request, day);
    byDay.set(day, read);
    own.push({ ...read, name: operator.name });
  }
  const said = own.flatMap(({ name, notes }) => notes.map((text) => ({ name, text })));
  const notes = [...groupBy(said, ({ text }) => inWords(text)).values()].flatMap((group): FieldText[] => {
    const [{ text } = { text: '' }] = group;
    return group.length === places.length ? [text] : [(...names) => `${namesOf(group)}: ${inWords(text, ...names)}`];
  });
  return { value: own.map(({ value }) => value), notes: [...notes, ...differenceNotes(own)] };
}

function differenceNotes(own: readonly { readonly name: string; readonly value: readonly RentalDates[] }[]): string[] {
  const firsts = groupBy(own, ({ value: [first] }) => `${first?.pickUpDate} to ${first?.dropOffDate}`);
  if (firsts.size < 2) return [];
  const list = [...firsts].map(([dates, group]) => `${dates} (${namesOf(group)})`).join(', ');
  return [`dates count from each operator's own day: ${list}`];
}

function namesOf(group: readonly { readonly name: string }[]): string {
  return group.map(({ name }) => name).join(', ');
}

function readSweepDates({ from, flex, nights = '', to }: SweepRequest, today: CalendarDate): WithNotes<RentalDates[]> {
  const starts = startDates({ from, flex }, today);
  const { value: dates, notes } =
    to === undefined ? { value: withNights(starts, nightCounts(nights)), notes: [] } : withDropOff(starts, to, today);
  const [first] = dates;
  if (first === undefined) throw new UsageError('these dates leave nothing to compare');
  const isCut = starts.length < 2 * (flex ?? 0) + 1;
  const cut = (name: (field: string) => string): string => `days before ${today} are left out of ${name('flex')}`;
  return { value: dates, notes: [...(isCut ? [cut] : []), ...notes, ...dateNotes(first, today)] };
}
