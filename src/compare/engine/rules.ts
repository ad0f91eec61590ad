/** The rules of a comparison, made of a request or of a saved question. */
import type { RentalDates } from '../../api/types.ts';
import { hasSeveral } from '../../base/group-by.ts';
import type { SearchGroup } from '../../planner/groupings.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import type { Question } from '../../planner/question.ts';
import { wantedTimesOf, type WantedTimes } from '../../planner/wanted-times.ts';

/** How a comparison is planned and searched. */
export interface CompareRules extends Pick<Question, 'groups' | 'quoteMode'> {
  /** All trips end on one day, so each has another length. */
  readonly hasOneEnd: boolean;
  readonly maxTotal?: MaxAmount | undefined;
  /** How many requests are allowed. */
  readonly maxRequests: number;
  /** When the user can be at the depots. */
  readonly wantedTimes: WantedTimes;
}

interface RulesSource extends Pick<Question, 'quoteMode'>, WantedTimes {
  /** Default: the cheapest of all offers. */
  readonly groups?: readonly SearchGroup[] | undefined;
  readonly maxTotal?: MaxAmount | undefined;
}

export function compareRules(
  source: RulesSource,
  dates: readonly RentalDates[],
  maxRequests: number,
): CompareRules {
  const { quoteMode, groups = ['all'], maxTotal } = source;
  const wantedTimes = wantedTimesOf(source);
  return { quoteMode, groups, hasOneEnd: hasOneEnd(dates), maxTotal, maxRequests, wantedTimes };
}

/** Whether several starts have the same last day, so that each trip has another length. */
function hasOneEnd(dates: readonly RentalDates[]): boolean {
  return dates.length > 1 && !hasSeveral(dates, ({ dropOffDate }) => dropOffDate);
}
