/** Asks the question of a trip again, by ids and whole names. */
import {
  InterruptedError,
  NotAvailableError,
  RefusedError,
  RentalError,
  UsageError,
} from '../base/errors.ts';
import { isoInstant } from '../base/instants.ts';
import type { Config } from '../operators/operator.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Operator } from '../planner/session.ts';
import type { Io } from '../terminal/io.ts';
import { newAnswer } from './answer.ts';
import type { PreferredCurrencies } from './best-price.ts';
import { recheckComparison } from './recheck-comparison.ts';
import { recheckQuote } from './recheck-quote.ts';
import { currentOperator } from './saved-operator.ts';
import type { AnsweredQuestion, NewAnswer, TripAnswer } from './saved-trip.ts';

interface RecheckParts {
  readonly io: Pick<Io, 'now'>;
  readonly signal: AbortSignal;
  readonly config: Config;
  readonly currencies?: PreferredCurrencies;
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
      ? recheckQuote(question, sessions[0]!)
      : recheckComparison(question, sessions, parts.signal));
    return found.end === 'answered'
      ? newAnswer(found.question, askedAt, parts.currencies)
      : { askedAt, ...found };
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    return { askedAt, end: endOf(error), reason: error.messageWithCommand };
  } finally {
    // A watch opens sessions in each round, for weeks.
    for (const session of sessions) await session.close();
  }
}

function endOf(error: RentalError): TripAnswer['end'] {
  if (error instanceof NotAvailableError) return 'not_available';
  // Trips are asked by id, so a 400 means that the service no longer has one of them.
  const isRefused = error instanceof RefusedError && error.status === 400;
  return isRefused || error instanceof UsageError ? 'changed' : 'failed';
}
