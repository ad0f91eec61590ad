/** The request of a sweep, and what it says before any service is asked. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { readDate } from '../dates.ts';
import type { Session } from '../session.ts';
import { bothSayHowLong, notePast } from '../trip.ts';
import { nightCounts, startDates, withDropOff, withNights } from './trips.ts';
import type { CheapestOf } from './groups.ts';
import { parseQuoting, usualQuoting } from './quoting.ts';

/**
 * Plain values. Depots, vehicles and extras are ids or names, and `all` is every depot or vehicle; with several operators `lucky:12` is an id
 * of one of them.
 */
export interface SweepRequest {
  readonly pickUp: readonly string[];
  /** `same`, which is the default, is the pick-up depot. */
  readonly dropOff?: readonly string[] | undefined;
  /** A date, or a range `A..B` of which the second end counts from the first. */
  readonly from: string;
  /** Days before and after `from`. */
  readonly flex?: number | undefined;
  /** `7`, `7..10` or `7,10,14`; either this or `to`. */
  readonly nights?: string | undefined;
  /** One day for all starts; `+7d` and `fri` count from each start. */
  readonly to?: string | undefined;
  /** Every vehicle unless given; `all` also means every vehicle. */
  readonly vehicle?: readonly string[] | undefined;
  readonly accessory?: readonly string[] | undefined;
  /** One plan, or `none`; with several operators, one for each if ids are given: `lucky:9`, `happy:11`. */
  readonly insurance?: readonly string[] | undefined;
  /** `best`, which is the default, `best:20`, `all` or `none`: how many of the cheapest are wanted, and so what is quoted. */
  readonly quote?: string | undefined;
  /** With `best`: of all together, which is the default, of each group, or of each start and length. */
  readonly by?: readonly CheapestOf[] | undefined;
  /** With `best`: how many of all together are wanted; 10 unless given. Of each group it is one. */
  readonly limit?: number | undefined;
  /** More requests need a confirmation; 300 unless given. */
  readonly maxRequests?: number | undefined;
  /** Also look up the names of depots that are given by id: one more request, if the list is not stored. */
  readonly named?: boolean | undefined;
  /** Only plan: send nothing beyond looking names up. */
  readonly dryRun?: boolean | undefined;
}

/** How many of the cheapest are wanted. */
const usualLimit = 10;

/** A request that was read: everything that needs no answer of a service. */
export type SweepScope = ReturnType<typeof readScope>;

/** Told what the user should know. */
export type SweepNote = (text: FieldText) => void;

type Place = Pick<Session, 'operator' | 'today'>;

/** Dates count from the day of the first place. Throws UsageError. */
export function readScope(request: SweepRequest, places: readonly [Place, ...Place[]], note: SweepNote) {
  if (request.nights !== undefined && request.to !== undefined) throw bothSayHowLong();
  const { pickUp, dropOff = ['same'], vehicle, accessory = [], insurance = [], by = ['all'], named } = request;
  const today = places[0].today();
  dayNotes(places).forEach(note);
  return {
    /** It asks the same on any later day. */
    fixed: { ...request, ...fixedDates(request, today) },
    ...{ pickUp, dropOff, vehicle, accessory, insurance, by, named },
    quoting: parseQuoting(request.quote ?? usualQuoting, request.limit ?? usualLimit),
    dates: readSweepDates(request, today, note),
    /** Of all operators. */
    names: places.map(({ operator }) => operator.name),
    note,
  };
}

/** Says whose day counts if it is not the same day at every operator. */
function dayNotes(places: readonly Place[]): string[] {
  const [first, ...others] = places.map(({ operator: { name }, today }) => ({ name, day: today() }));
  const different = others.filter(({ day }) => day !== first?.day);
  if (first === undefined || different.length === 0) return [];
  const list = different.map(({ name, day }) => `${day} at ${name}`).join(', ');
  return [`dates count from ${first.day}, today at ${first.name}; it is ${list}`];
}

/** The first day is fixed, and so is a last day that is the same for all starts; what counts from a start still does. */
function fixedDates({ from, to }: SweepRequest, today: CalendarDate): Pick<SweepRequest, 'from' | 'to'> {
  const [first = '', last] = from.split('..');
  const start = readDate(first, { today, field: 'from' }).date;
  const fixed = (end: string, field: 'from' | 'to'): string => {
    const { date, kind } = readDate(end, { today, base: start, field });
    return kind === 'counted' ? end : date;
  };
  return {
    from: last === undefined ? start : `${start}..${fixed(last, 'from')}`,
    to: to === undefined ? undefined : fixed(to, 'to'),
  };
}

/** In the order of their starts. Throws UsageError. */
export function readSweepDates(
  { from, flex, nights = '', to }: Pick<SweepRequest, 'from' | 'flex' | 'nights' | 'to'>,
  today: CalendarDate,
  note: SweepNote = () => {},
): RentalDates[] {
  const starts = startDates({ from, flex }, today);
  const isCut = starts.length < 2 * (flex ?? 0) + 1;
  if (isCut) note(fieldText('days before {today} are left out of {flex}', { today }));
  const dates = to === undefined ? withNights(starts, nightCounts(nights)) : withDropOff(starts, to, today);
  const [first] = dates;
  if (first === undefined)
    throw new UsageError('these dates leave nothing to compare', { hint: 'give an end that is later than a start' });
  if (to !== undefined && dates.length < starts.length) note('left out: start dates that are after the drop-off date');
  notePast(first.pickUpDate, today, note);
  return dates;
}
