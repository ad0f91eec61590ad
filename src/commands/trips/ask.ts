/** Asks again what a trip asks, by id. */
import { checkoutLink } from '../../api/links.ts';
import type { Context } from '../../cli/context.ts';
import { InterruptedError, NotAvailableError, RefusedError, RentalError, UsageError } from '../../errors.ts';
import type { OpenSession } from '../../operators/session.ts';
import {
  configuredOperator,
  nameOfAddress,
  sandboxName,
  sandboxOperator,
  sandboxVariants,
} from '../../operators/operator.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { closedDaysOf } from '../../planner/closed-days.ts';
import { namedVehicle } from '../../planner/selection.ts';
import type { Operator, Session } from '../../planner/session.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { mostRequests } from '../../planner/sweep/plan.ts';
import { startDates } from '../../planner/sweep/rental-dates.ts';
import { runSweep } from '../../planner/sweep/sweep.ts';
import { answerOf } from '../../trips/answer.ts';
import { askedExtras, movedIn, noNames, operatorOf, renamedIn } from '../../trips/question.ts';
import type { CompareQuestion, Question, QuoteQuestion, SavedOperator } from '../../trips/question.ts';
import type { NewAnswer } from '../../trips/trip.ts';
import { compareDocument } from '../compare/document.ts';
import { quoteData } from '../shared/quote-view.ts';
import { commandOf } from '../shared/command-line.ts';

/** What the service says is always an answer; throws only InterruptedError and errors of the program. */
export async function ask(question: Question, context: Context): Promise<NewAnswer> {
  const at = context.io.now();
  const sessions = await openSaved(question.operators, context);
  try {
    return await (question.kind === 'quote'
      ? askQuote(question, sessions[0] as Session, at)
      : askSweep(question, sessions, { context, at }));
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { at, end: endOf(error), reason: error.message };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

function endOf(error: RentalError): NewAnswer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // It was asked by id, so the service no longer has what it had.
  return error instanceof RefusedError || error instanceof UsageError ? 'changed' : 'failed';
}

async function askQuote(question: QuoteQuestion, session: Session, at: number): Promise<NewAnswer> {
  const { selection, names } = question;
  const { depots, vehicles } = names[0] ?? noNames;
  if (selection.pickUpDate < session.today()) return { at, end: 'over' };
  const listed = await session.depots.list();
  const moved = movedIn(depots, listed);
  if (moved !== undefined) return { at, end: 'changed', reason: moved };
  const available = await session.service.availability(selection);
  // One that is not listed may still have a quote: that is the service's to say.
  const other = renamedIn('vehicle', vehicles, available.map(namedVehicle));
  if (other !== undefined) return { at, end: 'changed', reason: other };
  const quote = await session.service.quote(selection);
  const document = quoteData({
    ...{ quote, selection, vehicle: vehicles[0] },
    checkoutUrl: checkoutLink(session.operator.siteUrl, selection),
    closed: closedDaysOf([selection], listed, session.today),
    unproven: unprovenIn(quote, askedExtras(question)),
  });
  const vehicle = available.find(({ vehicleId }) => vehicleId === selection.vehicleId);
  return { ...answerOf(question, document, at), vehicle };
}

async function askSweep(
  question: CompareQuestion,
  sessions: readonly Session[],
  { context, at }: { readonly context: Context; readonly at: number },
): Promise<NewAnswer> {
  const { sweep, names } = question;
  const today = sessions[0]?.today() ?? '9999-12-31';
  const starts = startDates(sweep, today).filter((date) => date >= today);
  if (starts.length === 0) return { at, end: 'over' };
  for (const [place, session] of sessions.entries()) {
    const moved = movedIn(names[place]?.depots ?? [], await session.depots.list());
    if (moved !== undefined) return { at, end: 'changed', reason: moved };
  }
  const left = { ...sweep, from: [...new Set([starts[0], starts.at(-1)])].join('..'), flex: undefined };
  // What was allowed once is allowed again.
  const request = { ...left, named: true, everyOperator: true, maxRequests: mostRequests };
  const outcome = await outcomeOf(request, sessions, context.signal);
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const [failure] = outcome.failures;
  const document = compareDocument(outcome, { at, command: commandOf(question) });
  if (failure !== undefined && document.offers.length === 0)
    return { at, end: 'failed', reason: failure.error.message };
  return answerOf(question, document, at);
}

async function outcomeOf(
  request: Parameters<typeof runSweep>[0],
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<SweepOutcome> {
  for await (const event of runSweep(request, sessions, { signal })) if (event.type === 'done') return event.outcome;
  throw new Error('the sweep ended without an outcome');
}

/** Sessions to the operators of a trip. Nothing that is stored counts. */
async function openSaved(saved: readonly SavedOperator[], context: Context): Promise<readonly OpenSession[]> {
  const rules = { isNamed: saved.length > 1, refresh: true };
  return Promise.all(saved.map((operator) => context.sessionWith(chosenOf(operator, context), rules)));
}

/** As it is configured now, if it is, with the name that it had. */
function chosenOf(saved: SavedOperator, { config }: Context): Operator {
  const { name, baseUrl } = saved;
  if (saved.sandbox) return sandboxOperator(sandboxVariants.find((variant) => sandboxName(variant) === name) ?? 'a');
  const configured = nameOfAddress(new URL(baseUrl), config);
  return configured === undefined ? operatorOf(saved) : { ...configuredOperator(configured, config), name };
}
