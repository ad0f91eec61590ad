/** Asks again what a trip asks, by id. */
import type { Context } from '../../cli/context.ts';
import { InterruptedError, NotAvailableError, RefusedError, RentalError, UsageError } from '../../base/errors.ts';
import { configuredOperator, nameOfAddress, sandboxOperator, sandboxVariantOf } from '../../operators/operator.ts';
import { priceTrip } from '../../planner/quote-trip.ts';
import type { Operator, Session } from '../../planner/session.ts';
import { requestCeiling } from '../../planner/sweep/plan.ts';
import { readSweepDates } from '../../planner/sweep/request.ts';
import { planSweep } from '../../planner/sweep/sweep.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { isoInstant } from '../../base/instants.ts';
import { answerOf, firstLost, type Problem, type Reply } from '../../trips/answer.ts';
import { operatorOf } from '../../trips/kept.ts';
import { named, renamedIn } from '../../trips/names.ts';
import type { Answer, Answered, AnsweredComparison, AnsweredQuote, SavedOperator } from '../../trips/trip.ts';
import { compareDocument } from '../compare/document.ts';
import { quoteData } from '../shared/quote-document.ts';

/** What the service says is always an answer; throws only InterruptedError and errors of the program. */
export async function ask(trip: Answered, context: Context): Promise<Reply> {
  const askedAt = isoInstant(context.io.now());
  const rules = { isNamed: trip.operators.length > 1, refresh: true };
  const operators = trip.operators.map((one) => chosenOf(one, context));
  const sessions = operators.map((one) => context.openSession(one, rules));
  try {
    const found = await (trip.kind === 'quote'
      ? askQuote(trip, sessions[0]!)
      : askSweep(trip, sessions, context.signal));
    return 'end' in found ? { askedAt, ...found } : answerOf(found, askedAt);
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { askedAt, end: endOf(error), reason: error.message };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

/** As it is configured now, if it is, with the name that it had. */
function chosenOf(saved: SavedOperator, { sources: { config } }: Context): Operator {
  const { name, sandbox } = saved;
  if (sandbox) return sandboxOperator(sandboxVariantOf(name) ?? 'a');
  const operator = operatorOf(saved);
  const configured = nameOfAddress(operator.baseUrl, config);
  return configured === undefined ? operator : { ...configuredOperator(configured, config), name };
}

function endOf(error: RentalError): Answer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // It was asked by id, so the service no longer has what it had. Other refusals are about the caller or the address.
  const isRefused = error instanceof RefusedError && error.status === 400;
  return isRefused || error instanceof UsageError ? 'changed' : 'failed';
}

async function askQuote(trip: AnsweredQuote, session: Session): Promise<Answered | Problem> {
  const { selection, asked, operators, document } = trip;
  if (selection.pickUpDate < session.today()) return { end: 'over' };
  const depots = await session.depots.list();
  const available = await session.service.availability(selection);
  // One that is not listed may still have a quote: that is the service's to say.
  const renamed = renamedIn(operators[0], named('vehicle', available.map(namedVehicle)), depots);
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const wanted = { selection, asked, vehicle: { id: selection.vehicleId }, offered: { accessories: [], plans: [] } };
  const quoted = await priceTrip(wanted, { ...session, depots });
  return { ...trip, document: quoteData({ ...quoted, vehicle: document.vehicle ?? { id: selection.vehicleId } }) };
}

async function askSweep(
  trip: AnsweredComparison,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<Answered | Problem> {
  const { sweep, operators } = trip;
  const today = sessions[0]!.today();
  // Without the starts after the last day, if that is the same for all.
  const starts = readSweepDates(sweep, today)
    .map(({ pickUpDate }) => pickUpDate)
    .filter((date) => date >= today);
  if (starts.length === 0) return { end: 'over' };
  for (const [place, operator] of operators.entries()) {
    const moved = renamedIn(operator, [], await sessions[place]?.depots.list());
    if (moved !== undefined) return { end: 'changed', reason: moved };
  }
  const left = { ...sweep, from: [...new Set([starts[0], starts.at(-1)])].join('..'), flex: undefined };
  // What was allowed once is allowed again.
  const planned = await planSweep({ ...left, named: true, maxRequests: requestCeiling }, sessions, { signal });
  const outcome = await planned.ask();
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const document = await compareDocument(outcome, { at: sessions[0]!.now(), command: trip.document.command });
  const failure = firstLost(document.failures);
  if (failure !== undefined && document.offers.length === 0) return { end: 'failed', reason: failure.reason };
  return { ...trip, document };
}
