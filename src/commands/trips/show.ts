/** The last answer of a trip again: a view of its document, without a request. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { compare as comparison } from '../../documents/compare.ts';
import { withPrices } from '../../documents/offers.ts';
import { quote as quoteShape } from '../../documents/planning.ts';
import { exitCodes, UsageError } from '../../errors.ts';
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

export async function show({ name: text, report, ...form }: TripsOptions, context: Context): Promise<Result> {
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
  const reportFiles = await openReport(report, kind, context);
  const result = trip.kind === 'quote' ? showQuote(trip, context) : showComparison(trip, form, context);
  const [{ timeZone, depots }] = trip.operators;
  const asked = { at, command: commandOf(trip) };
  return { ...result, files: reportFiles(trip.document, { timeZone, asked, depots, limit: form.limit }) };
}

function showQuote({ operators: [operator], selection, asked, document }: AnsweredQuote, context: Context): Result {
  const { depots, timeZone } = operator;
  const { checkoutUrl, vehicle, warnings = [] } = document;
  const title = vehicle?.name ?? `Vehicle ${selection.vehicleId}`;
  const unproven = unprovenIn(document, asked);
  context.warn(...warnings.map(({ message }) => message));
  const parts = { quote: document, selection, checkoutUrl, depots, title, unproven, timeZone };
  return answer(quoteShape, {
    value: document,
    view: () => quoteView({ ...parts, now: context.io.now() }),
    exitCode: quoteExitCode({ unproven }),
  });
}

function showComparison(
  { operators, sweep: { by: searched = ['all'] }, document }: AnsweredComparison,
  { groupBy, view, all, limit }: Omit<TripsOptions, 'name' | 'report'>,
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
    exitCode: document.partial ? exitCodes.partial : exitCodes.ok,
  });
}
