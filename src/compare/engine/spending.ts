/** Whether the requests of a comparison are allowed: before they are sent, and one by one. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import { asksAllTrips } from '../../planner/groupings.ts';
import { defaultMaxRequests, requestCeiling } from '../../planner/question.ts';
import type { Session } from '../../planner/session.ts';
import type { CompareOutcome } from './outcome.ts';
import type { CompareRules } from './rules.ts';

/** Asks a person. */
export interface Confirm {
  /** Whether a comparison whose plan is above `maxRequests` may begin. */
  plan(plan: ComparePlan): Promise<boolean>;
  /** Whether `requests` more may be sent after all that were allowed. */
  more(sent: number, requests: number, soFar: CompareOutcome): Promise<boolean>;
}

/** Thrown when one more request would be more than is allowed. */
export class SpentError extends UsageError {}

interface SpendingOptions {
  /** The number that the user gave. */
  readonly maxRequests?: number | undefined;
  readonly confirm?: Confirm | undefined;
}

export interface Spending {
  /**
   * Throws UsageError for a plan of more requests than allowed, unless a person allows it. A search
   * is not refused for a number that the user gave: it finds what it can.
   */
  allow(plan: ComparePlan, rules: CompareRules): Promise<void>;
  /** One request is sent. Throws SpentError if it is not allowed. */
  spend(): void;
  sentWithoutDepots(): number;
  /** How many requests are left. */
  left(): number;
  /** How many more a person allows. 0 for a script, and if the user gave the number. */
  more(soFar: () => CompareOutcome): Promise<number>;
  outOfRequestsError(): SpentError;
}

/** `maxRequests`: the number that the user gave. */
export function allowedRequests(maxRequests: number | undefined): number {
  return Math.min(maxRequests ?? defaultMaxRequests, requestCeiling);
}

export function createSpending(
  sessions: readonly Session[],
  { maxRequests, confirm }: SpendingOptions,
): Spending {
  const forDepots = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  let allowed = allowedRequests(maxRequests);
  /** A number that the user gave is not raised, until the user allows a plan above it. */
  let mayAskForMore = maxRequests === undefined;
  /** Requests of the plan. */
  let expected = 0;
  let sent = 0;
  // Each run has a new sandbox, which stores nothing.
  const isStored = sessions.every(({ operator }) => !operator.sandbox);
  const outOfRequestsError = (): SpentError => allSentError({ allowed, expected, isStored });
  return {
    allow: async (plan, rules) => {
      const { requests } = plan;
      expected = requests;
      const isLimited = isSearch(rules) && maxRequests !== undefined;
      if (requests <= allowed || isLimited) return;
      if (confirm === undefined || requests > requestCeiling)
        throw refusedPlanError(plan, tooManyRequests(requests, allowed));
      const stopped = sent + forDepots() > 0 ? 'No quotes were requested.' : 'Nothing was sent.';
      if (!(await confirm.plan(plan))) throw refusedPlanError(plan, `Stopped. ${stopped}`);
      allowed = requests;
      mayAskForMore = true;
    },
    spend: () => {
      if (sent + forDepots() >= allowed) throw outOfRequestsError();
      sent++;
    },
    sentWithoutDepots: () => sent,
    left: () => allowed - sent - forDepots(),
    more: async (soFar) => {
      const requests = Math.min(defaultMaxRequests, requestCeiling - allowed);
      if (requests <= 0 || !mayAskForMore || confirm === undefined) return 0;
      if (!(await confirm.more(sent + forDepots(), requests, soFar()))) return 0;
      allowed += requests;
      return requests;
    },
    outOfRequestsError,
  };
}

function isSearch(rules: CompareRules): boolean {
  return rules.quoteMode.how === 'best' && !asksAllTrips(rules);
}

interface SpentCounts {
  readonly allowed: number;
  /** Requests of the plan. */
  readonly expected: number;
  /** The answers are stored. */
  readonly isStored: boolean;
}

function allSentError({ allowed, expected, isStored }: SpentCounts): SpentError {
  // Twice as many as were allowed, or half as many again as were planned.
  const next = Math.min(requestCeiling, Math.max(2 * allowed, Math.ceil(1.5 * expected)));
  const more = fieldText('to continue, allow more requests, such as {maxRequests} {next}', {
    next,
  });
  return new SpentError(`all ${allowed} allowed requests were sent`, {
    hint: isStored ? fieldText('{more}; the answers so far are stored', { more }) : more,
  });
}

function tooManyRequests(requests: number, allowed: number): FieldText {
  return fieldText('this takes {requests} requests, more than {maxRequests} allows ({allowed})', {
    requests,
    allowed,
  });
}

/** The hint says how to stay within the number of requests. */
function refusedPlanError(plan: ComparePlan, message: FieldText): UsageError {
  const { requests } = plan;
  const ways: FieldText[] = ['compare fewer dates or depots'];
  if (plan.quote === 'all') ways.push(fieldText('use {quote} best'));
  if (requests <= requestCeiling)
    ways.push(fieldText('allow them with {maxRequests} {requests}', { requests }));
  return new UsageError(message, { hint: joinTexts(ways, '; or ') });
}
