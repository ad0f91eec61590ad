/** From an answer that a command has just got to what a saved trip keeps: the ids that were sent, and what they were called. */
import type { Comparison } from '../documents/offers.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import { isFailedRequest } from '../errors.ts';
import { idOf, isId, type Named } from '../planner/names.ts';
import type { QuotedTrip } from '../planner/quote-trip.ts';
import type { Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/outcome.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { extrasIn, savedOperator, type Names } from './question.ts';
import type { Answered } from './trip.ts';

/** All of it was looked up. */
export function answeredQuote(quoted: QuotedTrip, document: QuoteDocument, { operator, depots }: Session): Answered {
  const { selection, asked, vehicle } = quoted;
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = selection;
  const names = {
    depots: depots.known().filter(({ id }) => id === pickUpDepotId || id === dropOffDepotId),
    vehicles: [{ id: vehicle.id, name: vehicle.name ?? '' }],
    // The quote proves them: they are in `asked`, as the service lists them.
    accessories: [],
    insurance: [],
  };
  const days = [pickUpDate, dropOffDate] as const;
  return { kind: 'quote', days, operators: [savedOperator(operator, names)], selection, asked, document };
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
