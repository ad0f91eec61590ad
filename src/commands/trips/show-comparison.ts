/** The last document of a saved comparison, in the form that the flags of `trips show` ask for. */
import type { Context } from '../../cli/context.ts';
import { zoneFinder } from '../../compare/view/ranked.ts';
import { comparisonResult } from '../../compare/view/view.ts';
import type { ExitCode } from '../../base/errors.ts';
import type { Grouping } from '../../planner/groupings.ts';
import { defaultBestCount } from '../../planner/question.ts';
import type { Result } from '../../result.ts';
import type { AnsweredComparison } from '../../trips/saved-trip.ts';
import { isSearchedFor } from '../../views/search-verdict.ts';
import { defaultLimit } from '../compare/options.ts';

/** How `trips show` shows a comparison. */
export interface ShowForm {
  readonly view?: 'table' | 'calendar';
  readonly groupBy?: Grouping;
  readonly limit?: number;
  readonly all?: boolean;
}

export function showComparison(
  { operators, groups, quoteMode, document: comparison }: AnsweredComparison,
  { groupBy, view, all, limit }: ShowForm,
  exitCode: ExitCode,
  { io, settings, showsView }: Pick<Context, 'io' | 'settings' | 'showsView'>,
): Result {
  const calendar = view === 'calendar';
  // If the search was for another number of offers than usual, its table still shows as many.
  const hadLimit = quoteMode.how === 'best' && quoteMode.max !== defaultBestCount;
  const isLimited = all !== true && (showsView || (settings.format === 'table' && hadLimit));
  return comparisonResult(comparison, {
    groupBy,
    calendar,
    limit: limit ?? (isLimited ? defaultLimit({ groupBy, calendar }, quoteMode) : undefined),
    quoteMode,
    groups,
    timeZone: zoneFinder(operators),
    now: io.now(),
    isSearchedView: isSearchedFor(calendar ? 'calendar' : (groupBy ?? 'all'), comparison, groups),
    suggestsFlags: false,
    isJson: settings.format === 'json',
    exitCode,
  });
}
