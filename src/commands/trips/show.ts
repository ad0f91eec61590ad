/** The last answer of a trip again: a view of its document, without a request. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { maxTotalOf } from '../../cli/trip-flags.ts';
import { compare as comparison } from '../../documents/compare.ts';
import { withPrices } from '../../documents/offers.ts';
import { quote as quoteShape } from '../../documents/planning.ts';
import { exitCodeOfAll, exitCodes, UsageError, type ExitCode } from '../../base/errors.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { answer, type Result } from '../../result.ts';
import { readTrip } from '../../trips/store.ts';
import { lastAnswer, type AnsweredComparison, type AnsweredQuote } from '../../trips/trip.ts';
import { shownOf } from '../compare/document.ts';
import { mostOnTerminal } from '../compare/options.ts';
import { recordColumns } from '../compare/result.ts';
import { compareView } from '../compare/view.ts';
import { quoteExitCode } from '../shared/quote-document.ts';
import { quoteView } from '../shared/quote-view.ts';
import { openReport } from '../shared/report-file.ts';
import { askedInWords, commandOf, endInWords } from './list.ts';
import type { TripsOptions } from './flags.ts';
import { answerExitCode, tooDear } from './judge.ts';

export async function show(options: TripsOptions, context: Context): Promise<Result> {
  const { name: text, report, maxTotal: _maxTotal, ...form } = options;
  const most = maxTotalOf(options);
  const trip = readTrip(context.io.env, text);
  const { name, kind, documentAt: at } = trip;
  const [flag] = kind === 'quote' ? Object.keys(form) : [];
  if (flag !== undefined)
    throw new UsageError(`"${name}" is one price, of which trips show has no ${flagOf(flag)}`, {
      hint: 'leave it out',
    });
  context.note(`asked ${askedInWords(trip, at)}: rental trips check ${name} asks again`);
  const last = lastAnswer(trip);
  if (last.price === undefined)
    context.note(`the last answer is "${endInWords(last)}"${last.reason === undefined ? '' : `: ${last.reason}`}`);
  context.warn(...tooDear(last, most));
  const reportFiles = await openReport(report, kind, context);
  // The document that is printed can be older than the last answer, which is the one that --max-total judges.
  const judged = most === undefined ? exitCodes.ok : answerExitCode(last, most);
  const result = trip.kind === 'quote' ? showQuote(trip, judged, context) : showComparison(trip, form, judged, context);
  const [{ timeZone, depots }] = trip.operators;
  const asked = { at, command: commandOf(trip) };
  return { ...result, files: reportFiles(trip.document, { timeZone, asked, depots, limit: form.limit }) };
}

function showQuote(
  { operators: [operator], selection, asked, document }: AnsweredQuote,
  judged: ExitCode,
  context: Context,
): Result {
  const { depots, timeZone } = operator;
  const { checkoutUrl, vehicle, warnings = [] } = document;
  const title = vehicle?.name ?? `Vehicle ${selection.vehicleId}`;
  const unproven = unprovenIn(document, asked);
  context.warn(...warnings.map(({ message }) => message));
  const parts = { quote: document, selection, checkoutUrl, depots, title, unproven, timeZone };
  return answer(quoteShape, {
    value: document,
    view: () => quoteView({ ...parts, now: context.io.now() }),
    exitCode: exitCodeOfAll([quoteExitCode({ unproven }), judged]),
  });
}

function showComparison(
  { operators, sweep: { by: searched = ['all'] }, document }: AnsweredComparison,
  { groupBy, view, all, limit }: Omit<TripsOptions, 'name' | 'report'>,
  judged: ExitCode,
  context: Context,
): Result {
  const shown = limit ?? (context.showsView && all !== true ? mostOnTerminal : undefined);
  const request = { groupBy, limit: shown, calendar: view === 'calendar' };
  const zones = new Map(operators.map(({ name, timeZone }) => [name, timeZone]));
  return answer(comparison, {
    value: shownOf(context.settings.format === 'json' ? document : withPrices(document), request),
    columns: recordColumns(request),
    view: () =>
      compareView(document, {
        ...request,
        timeZone: (of) => zones.get(of) ?? 'UTC',
        now: context.io.now(),
        isAsked:
          document.pricing === undefined || searched.includes(request.calendar ? 'calendar' : (groupBy ?? 'all')),
        isKept: true,
      }),
    exitCode: exitCodeOfAll([document.partial ? exitCodes.partial : exitCodes.ok, judged]),
  });
}
