/** Whether the requests of a comparison are allowed: before they are sent, and one by one. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare.ts';
import { defaultMaxRequests, requestCeiling } from '../question/request.ts';

/** Asks a person. */
export interface Confirm {
  /** Whether a comparison whose plan is above `maxRequests` may begin. */
  plan(plan: ComparePlan): Promise<boolean>;
  /** Whether a comparison that has sent all allowed requests may send so many more. */
  more(sent: number, requests: number): Promise<boolean>;
}

/** Thrown when one more request would be more than is allowed. */
export class SpentError extends UsageError {}

/** `forDepots`: how many requests have looked depots up. */
export function createSpending(forDepots: () => number, maxRequests = defaultMaxRequests, confirm?: Confirm) {
  let allowed = Math.min(maxRequests, requestCeiling);
  let sent = 0;
  const cutError = (): SpentError =>
    new SpentError(`no more than ${allowed} requests are allowed`, {
      hint: fieldText('to go on, give {maxRequests} {next}: what was answered is stored', {
        next: Math.min(requestCeiling, allowed + defaultMaxRequests),
      }),
    });
  return {
    /** Throws UsageError for a plan of more requests than allowed, unless a person allows it. */
    allow: async (plan: ComparePlan): Promise<void> => {
      const { requests } = plan;
      if (requests <= allowed) return;
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
    },
    /** How many were sent besides those for depots. */
    sent: (): number => sent,
    /** How many requests are left. */
    left: (): number => allowed - sent - forDepots(),
    /** How many more a person allows when none is left; 0 for a script. */
    more: async (): Promise<number> => {
      const requests = Math.min(defaultMaxRequests, requestCeiling - allowed);
      if (requests <= 0 || confirm === undefined || !(await confirm.more(sent + forDepots(), requests))) return 0;
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
  if (plan.quote === 'all') ways.push(fieldText('give {quote} best'));
  if (requests <= requestCeiling) ways.push(fieldText('allow them with {maxRequests} {requests}', { requests }));
  return new UsageError(message, { hint: joinTexts(ways, '; or ') });
}
