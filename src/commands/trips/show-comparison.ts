/** The last document of a saved comparison, in the form that the flags of `trips show` ask for. */
import type { Context } from '../../cli/context.ts';
import { compare as document } from '../../documents/compare.ts';
import { shownOf } from '../../documents/make-comparison.ts';
import { withPrices } from '../../documents/offers.ts';
import { exitCodeOfAll, exitCodes, type ExitCode } from '../../base/errors.ts';
import type { Grouping } from '../../planner/sweep/groups.ts';
import { answer, type Result } from '../../result.ts';
import type { AnsweredComparison } from '../../trips/saved-trip.ts';
import { mostOnTerminal } from '../compare/options.ts';
import { recordColumns } from '../compare/result.ts';
import { compareView } from '../compare/view.ts';

/** How `trips show` shows a comparison. */
export interface ShowForm {
  readonly view?: 'table' | 'calendar';
  readonly groupBy?: Grouping;
  readonly limit?: number;
  readonly all?: boolean;
}

export function showComparison(
  { operators, sweep: { by: searched = ['all'] }, document: whole }: AnsweredComparison,
  { groupBy, view, all, limit }: ShowForm,
  judged: ExitCode,
  { io, settings, showsView }: Pick<Context, 'io' | 'settings' | 'showsView'>,
): Result {
  const shown = limit ?? (showsView && all !== true ? mostOnTerminal : undefined);
  const request = { groupBy, limit: shown, calendar: view === 'calendar' };
  const zones = new Map(operators.map(({ name, timeZone }) => [name, timeZone]));
  return answer(document, {
    value: shownOf(settings.format === 'json' ? whole : withPrices(whole), request),
    columns: recordColumns(request),
    view: () =>
      compareView(whole, {
        ...request,
        timeZone: (name) => zones.get(name) ?? 'UTC',
        now: io.now(),
        isAsked: whole.pricing === undefined || searched.includes(request.calendar ? 'calendar' : (groupBy ?? 'all')),
        isKept: true,
      }),
    exitCode: exitCodeOfAll([whole.partial ? exitCodes.partial : exitCodes.ok, judged]),
  });
}
