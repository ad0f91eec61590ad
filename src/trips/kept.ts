/** From an answer that a command has just got to what a saved trip keeps: the ids that were sent, and what they were called. */
import type { Comparison } from '../documents/offers.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import { isFailedRequest } from '../errors.ts';
import { idOf, isId, type Named } from '../planner/names.ts';
import type { QuotedTrip } from '../planner/quote-trip.ts';
import type { Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/outcome.ts';
import { orNone } from '../planner/trip.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { extrasIn, savedOperator, type Names } from './question.ts';
import type { Answered } from './trip.ts';

/** Names that are not known take a request for the depots and one for the vehicle. */
export async function answeredQuote(quoted: QuotedTrip, document: QuoteDocument, session: Session): Promise<Answered> {
  const { selection, asked } = quoted;
  const { vehicle } = quoted.vehicle;
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate, vehicleId } = selection;
  const depots = await orNone(session.depots.fresh());
  const vehicles = vehicle === undefined ? await orNone(session.service.availability(selection)) : [vehicle];
  const { accessories, insurance } = extrasIn([document]);
  const names = {
    depots: depots.filter(({ id }) => id === pickUpDepotId || id === dropOffDepotId),
    vehicles: named(vehicles.map(namedVehicle), new Set([vehicleId])),
    accessories: [],
    insurance: [],
  };
  const shown = { accessory: accessories, insurance };
  // What was asked for by its id is what the quote calls it.
  const meant = asked.map((extra) => ({ name: shown[extra.kind].find(({ id }) => id === extra.id)?.name, ...extra }));
  return {
    kind: 'quote',
    days: [pickUpDate, dropOffDate],
    operators: [savedOperator(session.operator, names)],
    selection,
    asked: meant,
    document,
  };
}

/** Or why it cannot be kept. */
export async function answeredComparison(outcome: SweepOutcome, document: Comparison): Promise<Answered | string> {
  const { meant, sessions, failures, offers } = outcome;
  // It may answer later: without it, the trip would be another one.
  const failed = failures.find(
    ({ operator, error }) => isFailedRequest(error) && offers.every((one) => one.operator !== operator),
  );
  if (failed !== undefined) return `there is no offer of ${failed.operator}: ${failed.error.message}`;
  const [first, ...others] = await Promise.all(
    sessions.map(async (session) => {
      return savedOperator(session.operator, namesAt(session, outcome, await session.seenVehicles()));
    }),
  );
  const days = outcome.dates.flatMap(({ pickUpDate, dropOffDate }) => [pickUpDate, dropOffDate]).sort();
  const [start, end] = [days[0], days.at(-1)];
  if (meant === undefined || first === undefined || start === undefined || end === undefined)
    return 'the sweep ended before it was known what was asked for';
  return { kind: 'compare', days: [start, end], operators: [first, ...others], sweep: meant, document };
}

/** What the ids are called at an operator. `seen`: what vehicles were called, for those that are sold out. */
function namesAt(
  { operator, depots }: Session,
  { meant, offers, sessions }: SweepOutcome,
  seen: readonly Named[],
): Names {
  const prefix = sessions.length === 1 ? '' : `${operator.name}:`;
  const idsIn = (texts: readonly string[] = []): ReadonlySet<number> => {
    const own = texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
    return new Set(own.filter(isId).map(idOf));
  };
  const own = offers.filter((offer) => offer.operator === operator.name);
  const { accessories, insurance } = extrasIn(own.flatMap(({ quote }) => quote ?? []));
  const places = idsIn([...(meant?.pickUp ?? []), ...(meant?.dropOff ?? [])]);
  return {
    depots: depots.known().filter(({ id }) => places.has(id)),
    vehicles: named([...seen, ...own.map(({ vehicle }) => namedVehicle(vehicle))], idsIn(meant?.vehicle)),
    accessories: named(accessories, idsIn(meant?.accessory)),
    insurance: named(insurance, idsIn(meant?.insurance)),
  };
}

/** Each of the ids with the last name that the list has for it. */
function named(list: readonly Named[], ids: ReadonlySet<number>): Named[] {
  const names = new Map(list.map(({ id, name }) => [id, { id, name }]));
  return [...names.values()].filter(({ id }) => ids.has(id));
}
