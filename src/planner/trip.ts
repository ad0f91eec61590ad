/** From the words of a request to a trip: depots and dates. */
import { isFailedRequest, UsageError } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import type { CalendarDate, Depot, RentalDates, Trip } from '../api/types.ts';
import { isoDate } from './calendar.ts';
import { parseDate, parseDropOff } from './dates.ts';
import { idOf, isId, match, type Named, type Note } from './names.ts';
import { readOne } from './read-one.ts';
import type { DepotDirectory, Session } from './session.ts';

/** Depots are ids or names; dates are as `parseDate` reads them. */
export interface TripRequest {
  readonly pickUp: string;
  /** The pick-up depot unless given. */
  readonly dropOff?: string | undefined;
  readonly from: string;
  /** Relative dates count from `from`. */
  readonly to: string;
}

/** How words are read, and who hears of it. */
export interface TripRules {
  /**
   * What is looked up: `words`, so that an id costs no request; `depots`, for a person who reads their names; `all`, for an answer that has
   * everything as the service lists it.
   */
  readonly lookUp: 'words' | 'depots' | 'all';
  /** Whether a part of a vehicle's name is enough: available vehicles are never the whole fleet, so a person has to see what it stands for. */
  readonly allowPart: boolean;
  note(...notes: readonly FieldText[]): void;
  warn(...warnings: readonly FieldText[]): void;
}

/** Throws UsageError naming the field that is not understood. */
export async function readTrip(request: TripRequest, session: Session, { lookUp, note }: TripRules): Promise<Trip> {
  // Dates first, so that a typing mistake is found before a request is spent on the name of a depot.
  const dates = readDates(request, todayFor(request, session), note);
  const depotId = async (text: string): Promise<number> =>
    isId(text) && lookUp !== 'all' ? idOf(text) : (await readDepot(text, session.depots, note)).id;
  const pickUpDepotId = await depotId(request.pickUp);
  const dropOffDepotId = request.dropOff === undefined ? pickUpDepotId : await depotId(request.dropOff);
  return { pickUpDepotId, dropOffDepotId, ...dates };
}

/** Zones are up to 14 hours ahead of UTC. */
const furthestZoneMs = 14 * 3_600_000;

/**
 * The operator's day. Its time zone takes 30 ms to load, and dates in full that are ahead in every zone need none: for them it is the
 * latest day on earth.
 */
function todayFor({ from, to }: TripRequest, session: Session): CalendarDate {
  const latest = new Date(session.now() + furthestZoneMs).toISOString().slice(0, 10) as CalendarDate;
  const isAhead = [from, to].every((text) => isoDate(text) !== undefined && text >= latest);
  return isAhead ? latest : session.today();
}

/** The error for an end that is given as a date and as a number of nights. */
export function bothSayHowLong(): UsageError {
  return new UsageError(fieldText('{nights} and {to} both say how long'), {
    hint: 'give one of them',
  });
}

/** `today` is the operator's day. Throws UsageError, also if the drop-off date is before the pick-up date. */
export function readDates(
  { from, to }: Pick<TripRequest, 'from' | 'to'>,
  today: CalendarDate,
  note: Note,
): RentalDates {
  const pickUpDate = parseDate(from, { today, field: 'from' });
  const dropOffDate = parseDropOff(to, { today, pickUpDate, field: 'to' });
  notePast(pickUpDate, today, note);
  return { pickUpDate, dropOffDate };
}

/** A note, not an error: the interface does not show which dates a service accepts, so the service decides. */
export function notePast(pickUpDate: CalendarDate, today: CalendarDate, note: Note): void {
  if (pickUpDate < today) note(`the pick-up date ${pickUpDate} is in the past: at the depot, today is ${today}`);
}

/** A depot as the service lists it. A stored list that lacks it is asked for again, once. Throws UsageError. */
async function readDepot(text: string, directory: DepotDirectory, note: Note): Promise<Depot> {
  const depots = await directory.list();
  const isListed = match(text, depots).found.length > 0;
  return readOne(text, isListed ? depots : await directory.fresh(), 'depot', note);
}

/** The depots, for names of those that were given by id: at most one request. */
export async function nameDepots(directory: DepotDirectory): Promise<readonly Depot[]> {
  const stored = await directory.stored();
  if (stored.length > 0) return stored;
  // A failure costs only the names.
  return directory.list().catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
}

/** The depot's name if it was looked up, else its id. */
export function depotName(id: number, depots: readonly Named[]): string {
  return depots.find((depot) => depot.id === id)?.name ?? `depot ${id}`;
}
