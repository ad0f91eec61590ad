/** Whether the requests of a comparison are allowed: before they are sent, and one by one. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare.ts';
import { defaultMaxRequests, requestCeiling } from '../question/request.ts';

/** Whether a comparison that may take more requests than `maxRequests` may go on. */
export type Confirm = (plan: ComparePlan) => Promise<boolean>;

/** Thrown when one more request would be more than is allowed. */
export class SpentError extends UsageError {}

/** `forDepots`: how many requests have looked depots up. */
export function createSpending(forDepots: () => number, maxRequests = defaultMaxRequests, confirm?: Confirm) {
  let allowed = Math.min(maxRequests, requestCeiling);
  let sent = 0;
  return {
    /**
     * Throws UsageError if the plan may take more requests than are allowed and the user does not confirm it. A confirmed plan may take all
     * that it needs. If there is no user to ask, it throws only if the number that the plan expects is not allowed.
     */
    allow: async (plan: ComparePlan): Promise<void> => {
      const { requests } = plan;
      const max = maxOf(plan);
      if (max > allowed && requests <= requestCeiling && confirm !== undefined) {
        const stopped = sent + forDepots() > 0 ? 'No quotes were requested.' : 'Nothing was sent.';
        if (!(await confirm(plan))) throw refused(plan, `Stopped. ${stopped}`);
        allowed = Math.min(max, requestCeiling);
      } else if (requests > allowed) {
        throw refused(
          plan,
          fieldText('this takes {requests} requests, more than {maxRequests} allows ({allowed})', {
            requests,
            allowed,
          }),
        );
      }
    },
    /** One request is sent. Throws SpentError if it is not allowed. */
    spend: (): void => {
      if (sent + forDepots() >= allowed) {
        throw new SpentError(`no more than ${allowed} requests are allowed`, {
          hint: fieldText('to go on, give {maxRequests} a higher number: what was answered is stored'),
        });
      }
      sent++;
    },
  };
}

/** The hint says how to stay within the number of requests. */
function refused(plan: ComparePlan, message: FieldText): UsageError {
  const max = maxOf(plan);
  const ways: FieldText[] = ['compare fewer dates or depots'];
  if (plan.quote === 'all') ways.push(fieldText('give {quote} best'));
  if (max <= requestCeiling) ways.push(fieldText('allow them with {maxRequests} {max}', { max }));
  return new UsageError(message, { hint: joinTexts(ways, '; or ') });
}

function maxOf({ requests, mostRequests }: ComparePlan): number {
  return mostRequests ?? requests;
}
