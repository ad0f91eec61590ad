/** Asks the question of a trip again, by ids and whole names. */
import type { Client } from '../api/client.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import {
  InterruptedError,
  NotAvailableError,
  RefusedError,
  RentalError,
  UsageError,
} from '../base/errors.ts';
import { isSameSite } from '../base/addresses.ts';
import { isoInstant } from '../base/instants.ts';
import { compareDocument } from '../compare/document.ts';
import { quoteNames } from '../views/labels.ts';
import { quoteData } from '../documents/make-quote.ts';
import {
  configuredOperator,
  nameOfAddress,
  sandboxOperator,
  sandboxVariantOf,
  type Config,
} from '../operators/operator.ts';
import type { OpenSession } from '../operators/session.ts';
import { priceTrip, type QuotedTrip } from '../planner/price-trip.ts';
import type { Operator, Session } from '../planner/session.ts';
import { compareAgain } from '../compare/saved-question.ts';
import type { CompareOutcome } from '../compare/engine/outcome.ts';
import { isSameName, type Named } from '../planner/names.ts';
import { datesKey, tripGroupKey } from '../planner/groupings.ts';
import { defaultBestCount } from '../planner/question.ts';
import { labelOf } from '../planner/trip-words.ts';
import { asNamed, type FoundVehicle } from '../planner/vehicle.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { offerTrip } from '../documents/offers.ts';
import { extrasIn, extraWords, type UnprovenExtra } from '../planner/proof.ts';
import type { Io } from '../terminal/io.ts';
import { newAnswer, firstUnanswered, type NoPrice } from './answer.ts';
import { depotChange } from './names.ts';
import {
  fromSavedOperator,
  questionOf,
  type SavedOperator,
  type TripAnswer,
} from './saved-trip.ts';
import type {
  AnsweredComparison,
  AnsweredQuestion,
  AnsweredQuote,
  NewAnswer,
} from './saved-trip.ts';

interface RecheckParts {
  readonly io: Pick<Io, 'now'>;
  readonly signal: AbortSignal;
  readonly config: Config;
  /** As `bestPrice` takes them. */
  readonly currencies?: readonly string[];
  openSession(
    operator: Operator,
    rules: { readonly isNamed: boolean; readonly refresh: boolean },
  ): OpenSession;
}

/** Errors of the service are answers. Throws only InterruptedError and bugs. */
export async function recheck(question: AnsweredQuestion, parts: RecheckParts): Promise<NewAnswer> {
  const askedAt = isoInstant(parts.io.now());
  const rules = { isNamed: question.operators.length > 1, refresh: true };
  const operators = question.operators.map((operator) => currentOperator(operator, parts.config));
  const sessions = operators.map((operator) => parts.openSession(operator, rules));
  try {
    const found = await (question.kind === 'quote'
      ? askQuote(question, sessions[0]!)
      : askComparison(question, sessions, parts.signal));
    return 'end' in found ? { askedAt, ...found } : newAnswer(found, askedAt, parts.currencies);
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { askedAt, end: endOf(error), reason: error.messageWithCommand };
  } finally {
    // A watch opens sessions in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

/** The operator as it is configured now, also if its address on its site has changed. */
function currentOperator(saved: SavedOperator, config: Config): Operator {
  const { name, sandbox } = saved;
  if (sandbox) return sandboxOperator(sandboxVariantOf(name) ?? 'a');
  const operator = fromSavedOperator(saved);
  const currentName =
    nameOfAddress(operator.baseUrl, config) ?? (hasMoved(operator, config) ? name : undefined);
  return currentName === undefined
    ? operator
    : { ...configuredOperator(currentName, config), name };
}

/** Whether the configuration has another address of the same site under this name. */
function hasMoved({ name, baseUrl }: Operator, config: Config): boolean {
  if (!Object.hasOwn(config.operators, name)) return false;
  return isSameSite(baseUrl, configuredOperator(name, config).baseUrl);
}

function endOf(error: RentalError): TripAnswer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // Trips are asked by id, so a 400 means that the service no longer has one of them.
  const isRefused = error instanceof RefusedError && error.status === 400;
  return isRefused || error instanceof UsageError ? 'changed' : 'failed';
}

type Checked = AnsweredQuestion | NoPrice;

async function askQuote(question: AnsweredQuote, session: Session): Promise<Checked> {
  const { selection, requested, operators } = question;
  const { operator, service, chargedDays, today } = session;
  if (selection.pickUpDate < today()) return { end: 'over' };
  const depots = await session.depots.list();
  const available = await service.availability(selection);
  const change = depotChange(operators[0].depots, depots) ?? vehicleChange(question, available);
  if (change !== undefined) return { end: 'changed', reason: change };
  const vehicle = savedVehicle(question, available);
  const offered = { accessories: [], plans: [] };
  const pricing = { operator, service, depots, chargedDays, today };
  const wanted = wantedTimesOf(question);
  const quoted = await priceTrip({ selection, requested, vehicle, offered, wanted }, pricing);
  const gone = await goneExtras(quoted, service);
  if (gone.length > 0)
    return { end: 'changed', reason: gone.map(({ message }) => message).join('; ') };
  // The lists of extras were not requested again.
  const names = quoteNames(question.document, depots);
  return { ...question, document: quoteData(quoted, { depots, ...names.offered }) };
}

/** A vehicle that is not listed may still have a quote: the service decides. */
function savedVehicle(
  { selection: { vehicleId: id }, vehicleName: name }: AnsweredQuote,
  available: readonly Vehicle[],
): FoundVehicle {
  const listed = available.find(({ vehicleId }) => vehicleId === id);
  return {
    id,
    name,
    ...(listed !== undefined && { vehicle: listed }),
    ...(name !== undefined && { label: labelOf({ id, name }, available.map(asNamed)) }),
  };
}

/** Extras that the quote lacks and the lists of the vehicle no longer have. */
async function goneExtras(
  { selection, unproven }: QuotedTrip,
  service: Pick<Client, 'accessories' | 'insuranceTypes'>,
): Promise<UnprovenExtra[]> {
  const lacking = unproven.filter(({ quantity, priced }) => quantity > 0 && priced === 0);
  const listOf = async (kind: UnprovenExtra['kind']): Promise<readonly Named[]> => {
    if (lacking.every((extra) => extra.kind !== kind)) return [];
    const { vehicleId } = selection;
    return kind === 'accessory'
      ? service.accessories(vehicleId, selection)
      : service.insuranceTypes(vehicleId, selection);
  };
  const [accessory, insurance] = await Promise.all([listOf('accessory'), listOf('insurance')]);
  const lists = { accessory, insurance };
  return lacking.filter(({ kind, id, name }) => {
    return !lists[kind].some(
      (item) => item.id === id && (name === undefined || isSameName(item.name, name)),
    );
  });
}

function vehicleChange(
  { selection: { vehicleId }, vehicleName }: AnsweredQuote,
  available: readonly Vehicle[],
): string | undefined {
  const names = available
    .filter((vehicle) => vehicle.vehicleId === vehicleId)
    .map(({ name }) => name);
  if (vehicleName === undefined || names.length === 0) return undefined;
  if (names.some((name) => isSameName(name, vehicleName))) return undefined;
  return `vehicle ${vehicleId} is now ${names[0]}; it was ${vehicleName}`;
}

async function askComparison(
  answered: AnsweredComparison,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<Checked> {
  const first = sessions[0]!;
  const today = first.today();
  const question = questionOf(answered);
  const dates = question.dates.filter(({ pickUpDate }) => pickUpDate >= today);
  if (dates.length === 0) return { end: 'over' };
  for (const [index, { depots }] of answered.operators.entries()) {
    const renamed = depotChange(depots, (await sessions[index]?.depots.list()) ?? []);
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  const isPreferred = bestTripsOf(answered);
  const outcome = await compareAgain({ ...question, dates }, sessions, { signal, isPreferred });
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const document = await compareDocument(outcome, {
    at: first.now(),
    command: answered.document.command,
  });
  const failure = firstUnanswered(document.failures);
  if (failure !== undefined && document.offers.length === 0)
    return { end: 'failed', reason: failure.reason };
  const change = outcome.change ?? goneInWords(outcome);
  return change === undefined ? { ...answered, document } : { end: 'changed', reason: change };
}

/** Selects trips that had the best prices: these are always asked, to see the prices change. */
function bestTripsOf({
  document: { offers },
}: AnsweredComparison): (operator: string, trip: Trip) => boolean {
  const best = offers.filter(({ rank }) => rank !== null).slice(0, defaultBestCount);
  const keyOf = (operator: string, trip: Trip): string =>
    `${tripGroupKey({ ...trip, operator }, '', 'depots')} ${datesKey(trip)}`;
  const keys = new Set(best.map((offer) => keyOf(offer.operator, offerTrip(offer))));
  return (operator, trip) => keys.has(keyOf(operator, trip));
}

function goneInWords({ gone, offers }: CompareOutcome): string | undefined {
  const [extra] = gone;
  if (extra === undefined) return undefined;
  const { kind, id, name = String(id) } = extra;
  if (id === undefined) return `no vehicle has the ${extraWords[kind]} ${name} any more`;
  const shown = offers.flatMap(({ quote }) => (quote === undefined ? [] : extrasIn(quote)));
  const now = shown.find((item) => item.kind === kind && item.id === id);
  const title = `${extraWords[kind]} ${id}`;
  return now === undefined
    ? `no vehicle has ${title} any more; it was ${name}`
    : `${title} is now ${now.name}; it was ${name}`;
}
