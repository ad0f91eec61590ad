/** Whether the requests of a comparison are allowed: before they are sent, and one by one. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare.ts';
import { asksAllTrips } from '../../planner/groupings.ts';
import { defaultMaxRequests, type Question } from '../../planner/question.ts';
import type { Session } from '../../planner/session.ts';
import { requestCeiling } from '../question/request.ts';
import type { CompareOutcome } from './outcome.ts';

/** Asks a person. */
export interface Confirm {
  /** Whether a comparison whose plan is above `maxRequests` may begin. */
  plan(plan: ComparePlan): Promise<boolean>;
  /** Whether `requests` more may be sent after all that were allowed. */
  more(sent: number, requests: number, soFar: CompareOutcome): Promise<boolean>;
}

interface Rules extends Pick<Question, 'groups' | 'quoteMode'> {
  readonly isOneEnd: boolean;
}

/** Thrown when one more request would be more than is allowed. */
export class SpentError extends UsageError {}

interface SpendingOptions {
  /** What the user allows; undefined: not given. */
  readonly maxRequests?: number | undefined;
  readonly confirm?: Confirm | undefined;
}

export function createSpending(
  sessions: readonly Session[],
  { maxRequests, confirm }: SpendingOptions,
) {
  const forDepots = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  // The sandbox begins anew with each run.
  const isStored = sessions.every(({ operator }) => !operator.sandbox);
  let allowed = Math.min(maxRequests ?? defaultMaxRequests, requestCeiling);
  let isFixed = maxRequests !== undefined;
  /** As planned. */
  let expected = 0;
  let sent = 0;
  const cutError = (): SpentError =>
    new SpentError(`all ${allowed} allowed requests were sent`, {
      hint: fieldText(isStored ? '{more}; the answers so far are stored' : '{more}', {
        more: fieldText('to continue, allow more requests, such as {maxRequests} {next}', {
          next: Math.min(requestCeiling, Math.max(2 * allowed, Math.ceil(1.5 * expected))),
        }),
      }),
    });
  return {
    /**
     * Throws UsageError for a plan of more requests than allowed, unless a person allows it. A
     * search is not refused for a number that the user gave: it finds what it can.
     */
    allow: async (plan: ComparePlan, { quoteMode, groups, isOneEnd }: Rules): Promise<void> => {
      const { requests } = plan;
      expected = requests;
      const isSearch = quoteMode.how === 'best' && !asksAllTrips(groups, isOneEnd);
      const isLimited = isSearch && maxRequests !== undefined;
      if (requests <= allowed || isLimited) return;
      if (confirm === undefined || requests > requestCeiling) {
        throw refused(
          plan,
          fieldText('this takes {requests} requests, more than {maxRequests} allows ({allowed})', {
            requests,
            allowed,
          }),
        );
      }
      const stopped = sent + forDepots() > 0 ? 'No quotes were requested.' : 'Nothing was sent.';
      if (!(await confirm.plan(plan))) throw refused(plan, `Stopped. ${stopped}`);
      allowed = requests;
      isFixed = false;
    },
    /** How many were sent besides those for depots. */
    sent: (): number => sent,
    /** How many requests are left. */
    left: (): number => allowed - sent - forDepots(),
    /** How many more a person allows. 0 for a script, and if the user gave the number. */
    more: async (soFar: () => CompareOutcome): Promise<number> => {
      const requests = Math.min(defaultMaxRequests, requestCeiling - allowed);
      if (requests <= 0 || isFixed || confirm === undefined) return 0;
      if (!(await confirm.more(sent + forDepots(), requests, soFar()))) return 0;
      allowed += requests;
      return requests;
    },
    cutError,
    /** One request is sent. Throws SpentError if it is not allowed. */
    spend: (): void => {
      if (sent + forDepots() >= allowed) throw cutError();
      sent++;
    },
  };
}

/** The hint says how to stay within the number of requests. */
function refused(plan: ComparePlan, message: FieldText): UsageError {
  const { requests } = plan;
  const ways: FieldText[] = ['compare fewer dates or depots'];
  if (plan.quote === 'all') ways.push(fieldText('use {quote} best'));
  if (requests <= requestCeiling)
    ways.push(fieldText('allow them with {maxRequests} {requests}', { requests }));
  return new UsageError(message, { hint: joinTexts(ways, '; or ') });
}
