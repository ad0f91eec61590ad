/** From an answer that a command has just got to what a saved trip keeps: the ids that were sent, and what they were called. */
import type { Selection, Vehicle } from '../api/types.ts';
import type { Comparison } from '../documents/offers.ts';
import { isFailedRequest, type FieldText } from '../errors.ts';
import { formatDate, isoDate } from '../planner/calendar.ts';
import { idOf, isId, type Named } from '../planner/names.ts';
import type { Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/events.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import { orNone, type WithNotes } from '../planner/trip.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { extrasIn, savedOperator, type Names } from './question.ts';
import type { Answered, QuoteDocument } from './trip.ts';

export interface KeptQuote {
  readonly session: Session;
  readonly selection: Selection;
  readonly document: QuoteDocument;
  /** If it was looked up. */
  readonly vehicle?: Vehicle | undefined;
}

export interface KeptComparison {
  readonly outcome: SweepOutcome;
  readonly document: Comparison;
  /** As it was written. */
  readonly from: string;
}

export type Kept = KeptQuote | KeptComparison;

const noNames: Names = { depots: [], vehicles: [], accessories: [], insurance: [] };

/** `names`: of each operator. Or why it cannot be kept. */
export function answeredBy(kept: Kept, names: readonly Names[] = []): WithNotes<Answered> | string {
  if ('session' in kept) {
    const { session, ...answered } = kept;
    const operator = savedOperator(session.operator, names[0] ?? noNames);
    return { value: { kind: 'quote', operators: [operator], ...answered }, notes: [] };
  }
  const { document, outcome, from } = kept;
  const { meant, sessions, failures } = outcome;
  const silent = failures.filter(({ operator }) => !outcome.offers.some((offer) => offer.operator === operator));
  const failed = silent.find(({ error }) => isFailedRequest(error));
  // It may answer later: without it, the trip would be another one.
  if (failed !== undefined) return `there is no offer of ${failed.operator}: ${failed.error.message}`;
  const [first, ...others] = sessions.map(({ operator }, place) => savedOperator(operator, names[place] ?? noNames));
  if (meant === undefined || first === undefined) return 'the sweep ended before it was known what was asked for';
  return {
    value: { kind: 'compare', operators: [first, ...others], sweep: meant, document },
    notes: [
      ...silent.map(({ operator, error }) => `the saved trip is without ${operator}: ${error.message}`),
      ...startNotes(from, meant),
    ],
  };
}

/** What the ids that were sent are called now, at each operator. What is not known takes a request for the depots and one for the vehicle. */
export async function namesOf(kept: Kept): Promise<Names[]> {
  if ('session' in kept) return [await namesOfQuote(kept)];
  const { outcome } = kept;
  return Promise.all(outcome.sessions.map(async (session) => namesAt(session, outcome, await session.seenVehicles())));
}

async function namesOfQuote({ session, selection, document, vehicle }: KeptQuote): Promise<Names> {
  const { pickUpDepotId, dropOffDepotId, vehicleId } = selection;
  const depots = await orNone(session.depots.fresh());
  const vehicles = vehicle === undefined ? await orNone(session.service.availability(selection)) : [vehicle];
  const { accessories, insurance } = extrasIn([document.priceBreakdown]);
  return {
    depots: depots.filter(({ id }) => id === pickUpDepotId || id === dropOffDepotId),
    vehicles: named(vehicles.map(namedVehicle), new Set([vehicleId])),
    accessories: named(accessories, new Set(selection.accessoryIds)),
    insurance: named(insurance, new Set([selection.insuranceId])),
  };
}

/** Of a comparison. `seen`: what vehicles were called, for those that are sold out. */
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
  const { accessories, insurance } = extrasIn(own.flatMap(({ quote }) => quote?.priceBreakdown ?? []));
  const places = idsIn([...(meant?.pickUp ?? []), ...(meant?.dropOff ?? [])]);
  return {
    depots: depots.known().filter(({ id }) => places.has(id)),
    vehicles: named([...seen, ...own.map(({ vehicle }) => namedVehicle(vehicle))], idsIn(meant?.vehicle)),
    accessories: named(accessories, idsIn(meant?.accessory)),
    insurance: named(insurance, idsIn(meant?.insurance)),
  };
}

/** Each of the ids with the last name that the list has for it. */
function named(list: readonly Named[], ids: ReadonlySet<number | undefined>): Named[] {
  const names = new Map(list.map(({ id, name }) => [id, { id, name }]));
  return [...names.values()].filter(({ id }) => ids.has(id));
}

/** A start that counted from the day on which it was asked is fixed now. */
function startNotes(written: string, { from }: SweepRequest): FieldText[] {
  const [first = ''] = written.split('..');
  const day = isoDate(from.split('..')[0] ?? '');
  if (day === undefined || first.trim() === day) return [];
  return [(name) => `the saved trip starts on ${formatDate(day)}; ${name('from')} ${first} is not counted again`];
}
