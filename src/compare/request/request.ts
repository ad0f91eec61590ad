/** What a comparison is asked for, as texts of a user. */
import type { MaxAmount } from '../../planner/max-amount.ts';
import type { SearchGroup } from '../../planner/groupings.ts';
import type { QuoteMode } from '../../planner/question.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { ComparedTexts } from '../../resolve/by-operator.ts';

/** The dates of a comparison as a user writes them. */
export interface DateTexts {
  /** A date, or a range `A..B` whose second end counts from the first. */
  readonly from: string;
  /** Days before and after `from`. */
  readonly flex?: number | undefined;
  /** `7`, `7..10` or `7,10,14`; either this or `to`. */
  readonly nights?: string | undefined;
  /** One day for all starts; `+7d` and `fri` count from each start. */
  readonly to?: string | undefined;
  /** Weekdays; other starts are left out. */
  readonly startOn?: readonly string[] | undefined;
  /** A date; trips that end later are left out. It counts from the first start. */
  readonly until?: string | undefined;
}

export interface CompareRequest extends ComparedTexts, DateTexts, WantedTimes {
  readonly quoteMode: QuoteMode;
  /**
   * With `best`, the cheapest are searched for among all offers (the default), in each group, or in
   * each cell of the calendar.
   */
  readonly groups?: readonly SearchGroup[] | undefined;
  /** The search goes on until a total is at or under it, or none is expected to be. */
  readonly maxTotal?: MaxAmount | undefined;
  /** More requests need a confirmation. */
  readonly maxRequests?: number | undefined;
  /**
   * Also look up the names of depots that are given by id: one more request, if the list is not
   * stored.
   */
  readonly withDepotNames?: boolean | undefined;
  /** Only plan: send nothing beyond looking names up. */
  readonly dryRun?: boolean | undefined;
}
