/** Asks the question of a trip again, by ids. */
import { InterruptedError, NotAvailableError, RefusedError, RentalError, UsageError } from '../base/errors.ts';
import { isoInstant } from '../base/instants.ts';
import { compareDocument } from '../documents/make-comparison.ts';
import { quoteData } from '../documents/make-quote.ts';
import {
  configuredOperator,
  nameOfAddress,
  sandboxOperator,
  sandboxVariantOf,
  type Config,
} from '../operators/operator.ts';
import type { OpenSession } from '../operators/session.ts';
import { priceTrip } from '../planner/quote-trip.ts';
import type { Operator, Session } from '../planner/session.ts';
import { requestCeiling } from '../planner/sweep/plan.ts';
import { readSweepDates } from '../planner/sweep/request.ts';
import { planSweep } from '../planner/sweep/sweep.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import type { Io } from '../terminal/io.ts';
import { answerOf, firstLost } from './answer.ts';
import { named, renamedIn } from './names.ts';
import { operatorOf, type SavedOperator, type TripAnswer } from './saved-trip.ts';
import type { AnsweredComparison, AnsweredQuestion, AnsweredQuote, NewAnswer } from './saved-trip.ts';

interface RecheckParts {
  readonly io: Pick<Io, 'now'>;
  readonly signal: AbortSignal;
  readonly config: Config;
  openSession(operator: Operator, rules: { readonly isNamed: boolean; readonly refresh: boolean }): OpenSession;
}

/** An answer without a document, because the service need not be asked or no longer has what was requested. */
type NoDocument = Pick<TripAnswer, 'end' | 'reason'>;

/** What the service says is always an answer; throws only InterruptedError and errors of the program. */
export async function recheck(question: AnsweredQuestion, parts: RecheckParts): Promise<NewAnswer> {
  const askedAt = isoInstant(parts.io.now());
  const rules = { isNamed: question.operators.length > 1, refresh: true };
  const operators = question.operators.map((operator) => currentOperator(operator, parts.config));
  const sessions = operators.map((operator) => parts.openSession(operator, rules));
  try {
    const found = await (question.kind === 'quote'
      ? askQuote(question, sessions[0]!)
      : askComparison(question, sessions, parts.signal));
    return 'end' in found ? { askedAt, ...found } : answerOf(found, askedAt);
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { askedAt, end: endOf(error), reason: error.message };
  } finally {
    // A watch opens sessions in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

/** As it is configured now, if it is, with the name that it had. */
function currentOperator(saved: SavedOperator, config: Config): Operator {
  const { name, sandbox } = saved;
  if (sandbox) return sandboxOperator(sandboxVariantOf(name) ?? 'a');
  const operator = operatorOf(saved);
  const configured = nameOfAddress(operator.baseUrl, config);
  return configured === undefined ? operator : { ...configuredOperator(configured, config), name };
}

function endOf(error: RentalError): TripAnswer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // It was asked by id, so the service no longer has what it had. Other refusals are about the caller or the address.
  const isRefused = error instanceof RefusedError && error.status === 400;
  return isRefused || error instanceof UsageError ? 'changed' : 'failed';
}

async function askQuote(question: AnsweredQuote, session: Session): Promise<AnsweredQuestion | NoDocument> {
  const { selection, asked, operators, document } = question;
  const { operator, service, today } = session;
  if (selection.pickUpDate < today()) return { end: 'over' };
  const depots = await session.depots.list();
  const available = await service.availability(selection);
  // A vehicle that is not listed may still have a quote: the service decides.
  const renamed = renamedIn(operators[0], named('vehicle', available.map(namedVehicle)), depots);
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const vehicle = document.vehicle ?? { id: selection.vehicleId };
  const wanted = { selection, asked, vehicle, offered: { accessories: [], plans: [] } };
  const quoted = await priceTrip(wanted, { operator, service, today, depots });
  return { ...question, document: quoteData(quoted) };
}

async function askComparison(
  question: AnsweredComparison,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<AnsweredQuestion | NoDocument> {
  const { sweep, operators } = question;
  const first = sessions[0]!;
  const today = first.today();
  // Without the starts after the last day, if that is the same for all.
  const starts = readSweepDates(sweep, today)
    .map(({ pickUpDate }) => pickUpDate)
    .filter((date) => date >= today);
  if (starts.length === 0) return { end: 'over' };
  for (const [place, operator] of operators.entries()) {
    const renamed = renamedIn(operator, [], await sessions[place]?.depots.list());
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  const left = { ...sweep, from: [...new Set([starts[0], starts.at(-1)])].join('..'), flex: undefined };
  // The user allowed this many requests before.
  const planned = await planSweep({ ...left, named: true, maxRequests: requestCeiling }, sessions, { signal });
  const outcome = await planned.ask();
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const document = await compareDocument(outcome, { at: first.now(), command: question.document.command });
  const failure = firstLost(document.failures);
  if (failure !== undefined && document.offers.length === 0) return { end: 'failed', reason: failure.reason };
  return { ...question, document };
}
