/** Asks again what a trip asks, by id. */
import { checkoutLink } from '../../api/links.ts';
import type { Context } from '../../cli/context.ts';
import {
  InterruptedError,
  isTransient,
  NotAvailableError,
  RefusedError,
  RentalError,
  UsageError,
} from '../../errors.ts';
import {
  configuredOperator,
  nameOfAddress,
  sandboxName,
  sandboxOperator,
  sandboxVariants,
} from '../../operators/operator.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { closedDaysOf } from '../../planner/closed-days.ts';
import type { Operator, Session } from '../../planner/session.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { requestCeiling } from '../../planner/sweep/plan.ts';
import { readSweepDates } from '../../planner/sweep/request.ts';
import { runSweep } from '../../planner/sweep/sweep.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { answerOf, type Problem } from '../../trips/answer.ts';
import { askedExtras, renamedIn } from '../../trips/question.ts';
import type { CompareQuestion, Question, QuoteQuestion, SavedOperator } from '../../trips/question.ts';
import { inOrderOf, type Answer, type Answered, type Asked } from '../../trips/trip.ts';
import { compareDocument } from '../compare/document.ts';
import { commandOf } from '../shared/command-line.ts';
import { quoteData } from '../shared/quote-document.ts';

export type Asker = (trip: Asked) => Promise<Answer>;

/**
 * Asks for one trip after another, because they can share the budget of an operator. One that is down is asked once: each further trip would
 * take minutes and use up requests. What the service says is always an answer; throws only InterruptedError and errors of the program.
 */
export function createAsker(context: Context): Asker {
  const down = new Map<string, Answer>();
  return async ({ question, answers }) => {
    const { operators } = question;
    const at = context.io.now();
    const address = operators.length === 1 ? operators[0].baseUrl.href : '';
    const failure = down.get(address);
    if (failure !== undefined) return { ...failure, at };
    const found = await ask(question, context, at);
    if ('document' in found) return inOrderOf(answers, answerOf(found, at));
    const { isDown, ...problem } = found;
    const answer = { at, ...problem };
    if (address !== '' && isDown === true) down.set(address, answer);
    return answer;
  };
}

/** `isDown`: other trips of the operator would not be answered now, either. */
type Found = Answered | (Problem & { readonly isDown?: boolean });

async function ask(question: Question, context: Context, at: number): Promise<Found> {
  const { operators } = question;
  const rules = { isNamed: operators.length > 1, refresh: true };
  const sessions = await Promise.all(operators.map((one) => context.sessionWith(chosenOf(one, context), rules)));
  try {
    return await (question.kind === 'quote'
      ? askQuote(question, sessions[0] as Session)
      : askSweep(question, sessions, { context, at }));
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { end: endOf(error), reason: error.message, isDown: isTransient(error) };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

/** As it is configured now, if it is, with the name that it had. */
function chosenOf(saved: SavedOperator, { config }: Context): Operator {
  const { name, baseUrl, sandbox } = saved;
  if (sandbox) return sandboxOperator(sandboxVariants.find((variant) => sandboxName(variant) === name) ?? 'a');
  const configured = nameOfAddress(baseUrl, config);
  return configured === undefined ? saved : { ...configuredOperator(configured, config), name };
}

function endOf(error: RentalError): Answer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // It was asked by id, so the service no longer has what it had. Other refusals are about the caller or the address.
  const isRefused = error instanceof RefusedError && error.status === 400;
  return isRefused || error instanceof UsageError ? 'changed' : 'failed';
}

async function askQuote(question: QuoteQuestion, session: Session): Promise<Answered | Problem> {
  const { selection, operators } = question;
  const [{ names }] = operators;
  if (selection.pickUpDate < session.today()) return { end: 'over' };
  const depots = await session.depots.list();
  const moved = renamedIn(names, { depots });
  if (moved !== undefined) return { end: 'changed', reason: moved };
  const available = await session.service.availability(selection);
  // One that is not listed may still have a quote: that is the service's to say.
  const renamed = renamedIn(names, { vehicles: available.map(namedVehicle) });
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const quote = await session.service.quote(selection);
  const document = quoteData({
    ...{ quote, selection, vehicle: names.vehicles[0] },
    checkoutUrl: checkoutLink(session.operator.siteUrl, selection),
    closed: closedDaysOf([selection], depots, session.today),
    unproven: unprovenIn(quote, askedExtras(question)),
  });
  return { ...question, document, vehicle: available.find(({ vehicleId }) => vehicleId === selection.vehicleId) };
}

async function askSweep(
  question: CompareQuestion,
  sessions: readonly Session[],
  { context, at }: { readonly context: Context; readonly at: number },
): Promise<Found> {
  const { sweep, operators } = question;
  const today = sessions[0]?.today() ?? '9999-12-31';
  // Without the starts after the last day, if that is the same for all.
  const { value: dates } = readSweepDates(sweep, today);
  const starts = dates.map(({ pickUpDate }) => pickUpDate).filter((date) => date >= today);
  if (starts.length === 0) return { end: 'over' };
  for (const [place, { names }] of operators.entries()) {
    const moved = renamedIn(names, { depots: await sessions[place]?.depots.list() });
    if (moved !== undefined) return { end: 'changed', reason: moved };
  }
  const left = { ...sweep, from: [...new Set([starts[0], starts.at(-1)])].join('..'), flex: undefined };
  // What was allowed once is allowed again.
  const request = { ...left, named: true, maxRequests: requestCeiling };
  const outcome = await outcomeOf(request, sessions, context.signal);
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const [failure] = outcome.failures;
  const document = compareDocument(outcome, { at, command: commandOf(question) });
  if (failure !== undefined && document.offers.length === 0)
    return { end: 'failed', reason: failure.error.message, isDown: isTransient(failure.error) };
  return { ...question, document };
}

async function outcomeOf(
  request: Parameters<typeof runSweep>[0],
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<SweepOutcome> {
  for await (const event of runSweep(request, sessions, { signal })) if (event.type === 'done') return event.outcome;
  throw new Error('the sweep ended without an outcome');
}
