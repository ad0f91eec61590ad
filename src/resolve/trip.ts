/** Makes a trip of the texts of a request: depots and dates. */
import type { FieldText } from '../base/field-text.ts';
import type { CalendarDate, Depot, RentalDates, Trip } from '../api/types.ts';
import { isoDate } from '../planner/calendar.ts';
import { dayWarningsOf, isOnlyNote } from '../planner/day-warnings.ts';
import { parseDate, parseDropOff } from '../planner/dates.ts';
import { idOf, isId, type Note } from '../planner/names.ts';
import type { DepotDirectory, Session } from '../planner/session.ts';
import { depotsForNames, notePast, noteYear } from '../planner/trip.ts';
import { hasWantedTimes, refuseWithoutTime, type WantedTimes } from '../planner/wanted-times.ts';
import { match } from './match.ts';
import { resolveOne } from './one.ts';

/** Depots are ids or names; dates are as `parseDate` reads them. */
export interface TripRequest extends WantedTimes {
  readonly pickUp: string;
  /** The pick-up depot unless given. */
  readonly dropOff?: string | undefined;
  readonly from: string;
  /** Relative dates count from `from`. */
  readonly to: string;
}

/** How texts are resolved, and who is notified of it. */
export interface LookUpOptions {
  /**
   * `names`: only names are looked up, so that an id costs no request. `depots`: also depots, for a
   * person who reads their names. `all`: everything, for an answer that has it as the service lists
   * it.
   */
  readonly lookUp: 'names' | 'depots' | 'all';
  /**
   * Whether a part of a vehicle's name is enough: available vehicles are never the whole fleet, so
   * a person has to see what it stands for.
   */
  readonly allowPart: boolean;
  note(...notes: readonly FieldText[]): void;
  warn(...warnings: readonly FieldText[]): void;
}

/** Warns of days on which a depot lists no times, or none that fits. Throws UsageError. */
export async function resolveCheckedTrip(
  request: TripRequest,
  session: Session,
  options: LookUpOptions,
): Promise<Trip> {
  const trip = await resolveTrip(request, session, options);
  const { depots, today } = session;
  // To check a time that the user gave is worth a request.
  const isTimed = hasWantedTimes(request);
  const known = await (options.lookUp === 'depots' || isTimed
    ? depotsForNames(depots)
    : depots.stored());
  const found = dayWarningsOf([trip], known, { today, wantedTimes: request });
  for (const warning of found) (isOnlyNote(warning) ? options.note : options.warn)(warning.message);
  return trip;
}

/** Throws UsageError naming the field that is not understood. */
export async function resolveTrip(
  request: TripRequest,
  session: Session,
  { lookUp, note }: LookUpOptions,
): Promise<Trip> {
  // Dates first: a mistake in them is found before a request is sent.
  const dates = resolveDates(request, todayOrLater(request, session), note);
  refuseWithoutTime(dates, request);
  const depotId = async (text: string): Promise<number> =>
    isId(text) && lookUp !== 'all'
      ? idOf(text)
      : (await resolveDepot(text, session.depots, note)).id;
  const pickUpDepotId = await depotId(request.pickUp);
  const dropOffDepotId =
    request.dropOff === undefined ? pickUpDepotId : await depotId(request.dropOff);
  return { pickUpDepotId, dropOffDepotId, ...dates };
}

/** Zones are up to 14 hours ahead of UTC. */
const furthestZoneMs = 14 * 3_600_000;

/**
 * The operator's day, or a later one if that makes no difference: full dates that are in the future
 * in every zone do not depend on it. It saves the 30 ms that a time zone takes to load.
 */
function todayOrLater({ from, to }: TripRequest, session: Session): CalendarDate {
  const latest = new Date(session.now() + furthestZoneMs)
    .toISOString()
    .slice(0, 10) as CalendarDate;
  const isAhead = [from, to].every((text) => isoDate(text) !== undefined && text >= latest);
  return isAhead ? latest : session.today();
}

/** Throws UsageError, also if the drop-off date is before the pick-up date. */
export function resolveDates(
  { from, to }: Pick<TripRequest, 'from' | 'to'>,
  today: CalendarDate,
  note: Note,
): RentalDates {
  const pickUpDate = parseDate(from, { today, field: 'from' });
  const dropOffDate = parseDropOff(to, { today, pickUpDate, field: 'to' });
  notePast(pickUpDate, today, note);
  noteYear(from, { date: pickUpDate, base: today }, note);
  noteYear(to, { date: dropOffDate, base: pickUpDate }, note);
  return { pickUpDate, dropOffDate };
}

/** If a stored list lacks the depot, the service is asked. Throws UsageError. */
async function resolveDepot(text: string, directory: DepotDirectory, note: Note): Promise<Depot> {
  const depots = await directory.list();
  const isListed = match(text, depots).found.length > 0;
  return resolveOne(text, isListed ? depots : await directory.fresh(), 'depot', note);
}
