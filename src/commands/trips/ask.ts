/** Asks again what a trip asks, by id. */
import { checkoutLink } from '../../api/links.ts';
import type { Context } from '../../cli/context.ts';
import { InterruptedError, NotAvailableError, RefusedError, RentalError, UsageError } from '../../errors.ts';
import { configuredOperator, nameOfAddress, sandboxOperator, sandboxVariantOf } from '../../operators/operator.ts';
import { closedDaysOf } from '../../planner/closed-days.ts';
import { unprovenIn } from '../../planner/proof.ts';
import type { Operator, Session } from '../../planner/session.ts';
import { requestCeiling } from '../../planner/sweep/plan.ts';
import { readSweepDates } from '../../planner/sweep/request.ts';
import { planSweep } from '../../planner/sweep/sweep.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { answerOf, type Problem } from '../../trips/answer.ts';
import { operatorOf, renamedIn } from '../../trips/question.ts';
import type { CompareQuestion, QuoteQuestion, SavedOperator } from '../../trips/question.ts';
import type { Answer, Answered, Asked } from '../../trips/trip.ts';
import { compareDocument } from '../compare/document.ts';
import { commandOf } from '../shared/command-line.ts';
import { quoteData } from '../shared/quote-document.ts';

/** What the service says is always an answer; throws only InterruptedError and errors of the program. */
export async function ask({ question }: Asked, context: Context): Promise<Answer> {
  const at = context.io.now();
  const rules = { isNamed: question.operators.length > 1, refresh: true };
  const operators = question.operators.map((one) => chosenOf(one, context));
  const sessions = await Promise.all(operators.map((one) => context.sessionWith(one, rules)));
  try {
    const found = await (question.kind === 'quote'
      ? askQuote(question, sessions[0]!)
      : askSweep(question, sessions, { context, at }));
    return 'document' in found ? answerOf(found, at) : { at, ...found };
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { at, end: endOf(error), reason: error.message };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

/** As it is configured now, if it is, with the name that it had. */
function chosenOf(saved: SavedOperator, { config }: Context): Operator {
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

async function askQuote(question: QuoteQuestion, session: Session): Promise<Answered | Problem> {
  const { selection, asked, operators } = question;
  const [{ names }] = operators;
  if (selection.pickUpDate < session.today()) return { end: 'over' };
  const depots = await session.depots.list();
  const available = await session.service.availability(selection);
  // One that is not listed may still have a quote: that is the service's to say.
  const renamed = renamedIn(names, { depots, vehicles: available.map(namedVehicle) });
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const quote = await session.service.quote(selection);
  const document = quoteData({
    ...{ quote, selection, vehicle: names.vehicles[0] },
    checkoutUrl: checkoutLink(session.operator.siteUrl, selection),
    closed: closedDaysOf([selection], depots, session.today),
    unproven: unprovenIn(quote, asked),
  });
  return { ...question, document };
}

async function askSweep(
  question: CompareQuestion,
  sessions: readonly Session[],
  { context, at }: { readonly context: Context; readonly at: number },
): Promise<Answered | Problem> {
  const { sweep, operators } = question;
  const today = sessions[0]!.today();
  // Without the starts after the last day, if that is the same for all.
  const dates = readSweepDates(sweep, today);
  const starts = dates.map(({ pickUpDate }) => pickUpDate).filter((date) => date >= today);
  if (starts.length === 0) return { end: 'over' };
  for (const [place, { names }] of operators.entries()) {
    const moved = renamedIn(names, { depots: await sessions[place]?.depots.list() });
    if (moved !== undefined) return { end: 'changed', reason: moved };
  }
  const left = { ...sweep, from: [...new Set([starts[0], starts.at(-1)])].join('..'), flex: undefined };
  // What was allowed once is allowed again.
  const request = { ...left, named: true, maxRequests: requestCeiling };
  const planned = await planSweep(request, sessions, { signal: context.signal });
  const outcome = await planned.ask();
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const document = compareDocument(outcome, { at, command: commandOf(question) });
  const [failure] = document.failures;
  if (failure !== undefined && document.offers.length === 0) return { end: 'failed', reason: failure.reason };
  return { ...question, document };
}
