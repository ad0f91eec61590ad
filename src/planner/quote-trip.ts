/** One price from the words of a request: what was meant, whether the days have times, the quote, and what the quote proves. */
import { checkoutLink } from '../api/links.ts';
import type { Quote, Selection, Trip } from '../api/types.ts';
import type { FieldText } from '../errors.ts';
import { closedDaysOf, daysNotKnown, type ClosedDay } from './closed-days.ts';
import { expiredNotes } from './expiry.ts';
import type { OfferedExtras } from './extras.ts';
import { aboveMost, type Most } from './money.ts';
import { chosenIds, unprovenIn, type AskedExtra, type UnprovenExtra } from './proof.ts';
import type { Session } from './session.ts';
import { nameDepots, readTrip, type LookUp, type TripRequest } from './trip.ts';
import { orUnknownId } from './unknown-ids.ts';
import type { FoundVehicle } from './vehicle.ts';
import { readWanted, type WantedRequest } from './wanted.ts';

export interface QuoteRequest extends TripRequest, WantedRequest {
  /** The highest total that is good enough. */
  readonly maxTotal?: Most | undefined;
}

/** How words are read, and who hears of it. */
export interface TripRules {
  readonly lookUp: LookUp;
  note(...notes: readonly FieldText[]): void;
  warn(...warnings: readonly FieldText[]): void;
}

export interface QuoteRules extends TripRules {
  /** Whether a part of a vehicle's name is enough, because a person sees what it stands for. */
  readonly allowPart: boolean;
}

export interface QuotedTrip {
  readonly selection: Selection;
  readonly vehicle: FoundVehicle;
  readonly asked: readonly AskedExtra[];
  /** The lists that were asked for. */
  readonly offered: OfferedExtras;
  readonly quote: Quote;
  readonly checkoutUrl: string;
  readonly closed: readonly ClosedDay[];
  readonly unproven: readonly UnprovenExtra[];
  /** The total is above the highest that is good enough, or in another currency. */
  readonly isTooDear: boolean;
}

/**
 * Throws UsageError for words that fit nothing, NotAvailableError, and what the service throws. A total that is too high is not an error:
 * it is said, and the quote is there.
 */
export async function quoteTrip(request: QuoteRequest, session: Session, rules: QuoteRules): Promise<QuotedTrip> {
  const { warn } = rules;
  const { trip, closed } = await readCheckedTrip(request, session, rules);
  const { vehicle, asked, offered } = await readWanted(request, trip, session, rules);
  const selection = { ...trip, vehicleId: vehicle.id, ...chosenIds(asked) };
  const answer = session.service.quote(selection);
  const quote = await orUnknownId(answer, { trip, vehicleId: vehicle.id, extras: asked }, session);
  const unproven = unprovenIn(quote, asked);
  const tooDear = aboveMost(quote, request.maxTotal);
  warn(...unproven.map(({ message }) => message), ...expiredNotes([quote], session.now()), ...tooDear);
  const checkoutUrl = checkoutLink(session.operator.siteUrl, selection);
  const isTooDear = tooDear.length > 0;
  return { selection, vehicle, asked, offered, quote, checkoutUrl, closed, unproven, isTooDear };
}

/** The trip, with a warning for each day on which its depot lists no times. Throws UsageError. */
export async function readCheckedTrip(
  request: TripRequest,
  session: Session,
  { lookUp, note, warn }: TripRules,
): Promise<{ readonly trip: Trip; readonly closed: readonly ClosedDay[] }> {
  const { value: trip, notes } = await readTrip(request, session, { lookUp });
  note(...notes);
  const { depots, today } = session;
  const known = lookUp === 'depots' ? await nameDepots(depots) : await depots.stored();
  if (lookUp === 'depots' && known.length === 0) note(daysNotKnown);
  const closed = closedDaysOf([trip], known, today);
  warn(...closed.map(({ message }) => message));
  return { trip, closed };
}
