/** From an answer that a command has just got to the question of a saved trip: the ids that were sent, and what they were called. */
import type { CalendarDate, Selection, Vehicle } from '../api/types.ts';
import type { Comparison } from '../documents/offers.ts';
import { isFailedRequest, type FieldText } from '../errors.ts';
import { formatDate, isoDate } from '../planner/calendar.ts';
import { readDate } from '../planner/dates.ts';
import { idOf, isId, type Named } from '../planner/names.ts';
import { namedVehicle } from '../planner/selection.ts';
import type { Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/events.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import type { WithNotes } from '../planner/trip.ts';
import { savedOperator, type CompareQuestion, type Names, type QuoteQuestion } from './question.ts';
import type { QuoteDocument } from './trip.ts';

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
}

export type Kept = KeptQuote | KeptComparison;

/** As the service names them now: what is not known yet takes at most a request for the depots and one for the vehicle. */
export async function quoteQuestion({ session, selection, document, vehicle }: KeptQuote): Promise<QuoteQuestion> {
  const { pickUpDepotId, dropOffDepotId } = selection;
  const depots = await orNone(session.depots.fresh());
  const { accessories, insurance } = document.priceBreakdown;
  const names = {
    depots: depots.filter(({ id }) => id === pickUpDepotId || id === dropOffDepotId),
    vehicles: vehicle === undefined ? await vehicleNames(session, selection) : [plain(namedVehicle(vehicle))],
    accessories: accessories.map(plain),
    insurance: insurance === null ? [] : [plain(insurance)],
  };
  const sent = { ...selection, accessoryIds: [...selection.accessoryIds] };
  return { kind: 'quote', operators: [savedOperator(session.operator)], names: [names], selection: sent };
}

/** A failure costs only the names. */
async function orNone<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  return asked.catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
}

async function vehicleNames({ service }: Session, selection: Selection): Promise<Named[]> {
  const available = await orNone(service.availability(selection));
  return available.filter(({ vehicleId }) => vehicleId === selection.vehicleId).map((one) => plain(namedVehicle(one)));
}

function plain({ id, name }: Named): Named {
  return { id, name };
}

/** Undefined if the sweep ended before it was known what its words mean. `seen`: what vehicles were called, for those that are sold out. */
export function compareQuestion(
  { outcome }: Pick<KeptComparison, 'outcome'>,
  seen: readonly (readonly Named[])[] = [],
): WithNotes<CompareQuestion> | undefined {
  const { meant, sessions } = outcome;
  const [first] = sessions;
  if (meant === undefined || first === undefined) return undefined;
  const { value: dates, notes } = fixedDates(meant, first.today());
  const operators = sessions.map(({ operator }) => savedOperator(operator));
  const names = sessions.map((session, place) => namesIn(outcome, meant, { ...session, seen: seen[place] ?? [] }));
  // Undefined fields are none in a file.
  const sweep = JSON.parse(JSON.stringify({ ...meant, ...dates })) as CompareQuestion['sweep'];
  return { value: { kind: 'compare', operators, names, sweep }, notes };
}

/** What the ids of the request were called at one operator. */
function namesIn(
  { offers, sessions }: SweepOutcome,
  meant: SweepRequest,
  { operator, depots, seen }: Session & { readonly seen: readonly Named[] },
): Names {
  const prefix = sessions.length === 1 ? '' : `${operator.name}:`;
  const idsIn = (texts: readonly string[] = []): ReadonlySet<number> => {
    const own = texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
    return new Set(own.filter(isId).map(idOf));
  };
  const named = (list: readonly Named[], ids: ReadonlySet<number>): Named[] =>
    [...new Map(list.map((one) => [one.id, plain(one)])).values()].filter(({ id }) => ids.has(id));
  const own = offers.filter((offer) => offer.operator === operator.name);
  const entries = own.flatMap(({ quote }) => quote?.priceBreakdown ?? []);
  const [vehicles, accessories, plans] = [
    // One that is sold out still is what it was called: the last name counts.
    [...seen, ...own.map(({ vehicle }) => namedVehicle(vehicle))],
    entries.flatMap((one) => one.accessories),
    entries.flatMap(({ insurance }) => insurance ?? []),
  ];
  const places = idsIn([...meant.pickUp, ...(meant.dropOff ?? [])]);
  return {
    depots: depots.known().filter(({ id }) => places.has(id)),
    vehicles: named(vehicles, idsIn(meant.vehicle)),
    accessories: named(accessories, idsIn(meant.accessory)),
    insurance: named(plans, idsIn(meant.insurance)),
  };
}

/** The first day is fixed, and so is a last day that is the same for all starts; what counts from a start still does. */
export function fixedDates(
  { from, to }: Pick<SweepRequest, 'from' | 'to'>,
  today: CalendarDate,
): WithNotes<Pick<SweepRequest, 'from' | 'to'>> {
  const [first = '', last] = from.split('..');
  const start = readDate(first, { today, field: 'from' }).date;
  const fixed = (end: string, field: string): string => {
    const { date, kind } = readDate(end, { today, base: start, field });
    return kind === 'counted' ? end : date;
  };
  const note: FieldText = (name) =>
    `the saved trip starts on ${formatDate(start)}; ${name('from')} ${first} is not counted again`;
  return {
    value: {
      from: last === undefined ? start : `${start}..${fixed(last, 'from')}`,
      to: to
        ?.split('..')
        .map((end) => fixed(end, 'to'))
        .join('..'),
    },
    notes: isoDate(first.trim()) === undefined ? [note] : [],
  };
}
