/** Plans a comparison from the texts of a request. */
import type { RentalDates } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import type { FieldText } from '../base/field-text.ts';
import type { Session } from '../planner/session.ts';
import { planRequests, type PlanRules } from './engine/plan.ts';
import { compareRules } from './engine/rules.ts';
import { allowedRequests, createSpending, type Confirm, type Spending } from './engine/spending.ts';
import type { CompareParts } from './engine/state.ts';
import { findTrips, type FoundTrips } from './find-trips.ts';
import { datesWithTime, readCompareDates } from './request/dates.ts';
import type { CompareRequest, DateTexts } from './request/request.ts';

export type { Confirm } from './engine/spending.ts';

interface PlanOptions {
  readonly note?: ((text: FieldText) => void) | undefined;
  /**
   * Asked before a comparison that may take more than `maxRequests` requests. Without it, such a
   * comparison is refused, or ends when they are sent.
   */
  readonly confirm?: Confirm | undefined;
}

export interface PlannedComparison extends CompareParts {
  readonly operators: FoundTrips['operators'];
  readonly rules: PlanRules;
  readonly spending: Spending;
  /** The dates of the request as texts that give the same days when they are read later. */
  readonly fixed: DateTexts;
}

/**
 * Requests only lists of depots. Throws UsageError if the request is not understood, or needs more
 * requests than are allowed.
 */
export async function planComparison(
  request: CompareRequest,
  sessions: readonly Session[],
  { note = () => {}, confirm }: PlanOptions,
): Promise<PlannedComparison> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a comparison needs an operator');
  const { dates: given, fixed } = readCompareDates(request, [first, ...others], note);
  const dates = datesWithTime(given, request, note);
  const spending = createSpending(sessions, { maxRequests: request.maxRequests, confirm });
  const { spend } = spending;
  const { operators, failures } = await findTrips(request, sessions, { dates, note, spend });
  // A dry run is for the plan alone, so no operator may be missing from it.
  if (request.dryRun === true && failures[0] !== undefined) throw failures[0].error;
  const rules = planRules(request, dates);
  const plan = planRequests(operators, rules);
  if (request.dryRun !== true) await spending.allow(plan, rules);
  return { plan, fixed, operators, dates, failures, rules, spending };
}

function planRules(request: CompareRequest, dates: readonly RentalDates[]): PlanRules {
  const { maxRequests, withDepotNames, dryRun } = request;
  return {
    ...compareRules(request, dates, allowedRequests(maxRequests)),
    withDepotNames,
    isDryRun: dryRun,
    personCanAllowMore: maxRequests === undefined,
  };
}
