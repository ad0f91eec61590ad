/** The last answer of a trip again: a view of its document, without a request. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { maxTotalOf } from '../../cli/trip-flags.ts';
import { compare as comparison } from '../../documents/compare.ts';
import { comparable } from '../../documents/offers.ts';
import { quote as quoteShape } from '../../documents/planning.ts';
import { exitCodes, UsageError } from '../../errors.ts';
import { aboveMost, isWithin } from '../../planner/money.ts';
import { unprovenIn } from '../../planner/proof.ts';
import type { CheapestOf } from '../../planner/sweep/request.ts';
import { answer, type Result } from '../../result.ts';
import { quoteShell } from '../../text.ts';
import { askedExtras, type Question } from '../../trips/question.ts';
import { readTrip } from '../../trips/store.ts';
import {
  answeredIn,
  hasDocument,
  lastAnswer,
  type Answer,
  type Answered,
  type AnsweredComparison,
  type AnsweredQuote,
  type Trip,
} from '../../trips/trip.ts';
import { shownOf, withPrices } from '../compare/document.ts';
import { mostOnTerminal } from '../compare/options.ts';
import { recordColumns } from '../compare/result.ts';
import { compareView } from '../compare/view.ts';
import { againLines } from '../shared/again-lines.ts';
import { openCalendarFile } from '../shared/calendar-file.ts';
import { commandOf, quoteLine } from '../shared/command-line.ts';
import { qrParts, refuseQrRecords } from '../shared/qr.ts';
import { quoteExitCode } from '../shared/quote-document.ts';
import { quoteView } from '../shared/quote-view.ts';
import { openReport, withExitCode } from '../shared/report-file.ts';
import { askedInWords, factsOf, totalInWords } from './facts.ts';
import type { TripsOptions } from './flags.ts';

/** The flags that say how an answer is shown. */
const forms: Readonly<Record<Question['kind'], readonly string[]>> = {
  quote: ['maxTotal', 'ics', 'qr'],
  compare: ['view', 'groupBy', 'limit', 'all', 'maxTotal'],
};

export async function show(options: TripsOptions, context: Context): Promise<Result> {
  const { name: text, report, ...form } = options;
  const trip = readTrip(context.io.env, text);
  const { name, question } = trip;
  const last = trip.answers.findLast(hasDocument);
  const answered = last && answeredIn(question, last);
  if (last === undefined || answered === undefined) {
    throw new UsageError(`"${name}" has no answer that can be shown`, { hint: `rental trips check ${name}` });
  }
  const strange = Object.keys(form).find((option) => !forms[question.kind].includes(option));
  if (strange !== undefined) throw noSuchForm(name, strange, answered, options);
  context.note(...agesOf(trip, last));
  const [{ timeZone, names }] = question.operators;
  const writeReport = await openReport(report, question.kind, context);
  const result =
    answered.kind === 'quote'
      ? await showQuote(answered, last.at, options, context)
      : showComparison(answered, options, context);
  const [vehicle] = names.vehicles;
  const page = () =>
    answered.kind === 'quote'
      ? { ...answered.document, ...(vehicle !== undefined && { vehicle }) }
      : shownOf(withPrices(answered.document), { groupBy: undefined, limit: options.limit });
  const asked = { at: last.at, command: commandOf(question) };
  return withExitCode(result, await writeReport(page, { timeZone, asked, depots: names.depots }));
}

/** When it was asked, and what came after it. */
function agesOf(trip: Trip, shown: Answer): string[] {
  const now = lastAnswer(trip);
  const asked = `asked ${askedInWords(shown, trip.question)}: rental trips check ${trip.name} asks again`;
  if (now === shown && now.reason === undefined) return [asked];
  const reason = now.reason === undefined ? '' : `: ${now.reason}`;
  return [asked, `the last answer is "${totalInWords(factsOf(now))}"${reason}`];
}

/** `at`: when it was asked, epoch ms. */
async function showQuote(
  { operators: [operator], selection, document, vehicle, ...question }: AnsweredQuote,
  at: number,
  { ics, qr, ...options }: TripsOptions,
  context: Context,
): Promise<Result> {
  if (qr === true) refuseQrRecords(context);
  const { depots, vehicles } = operator.names;
  const { checkoutUrl, warnings = [], quote = document } = document;
  const unproven = unprovenIn(quote, askedExtras({ ...question, operators: [operator], selection }));
  const write = await openCalendarFile(ics, context);
  const { timeZone } = operator;
  const parts = {
    ...{ quote, selection, checkoutUrl, depots, unproven, timeZone, vehicle, now: context.io.now() },
    ...(vehicles[0] !== undefined && { vehicleName: vehicles[0].name }),
  };
  const tooDear = aboveMost(document, maxTotalOf(options));
  context.warn(...warnings.map(({ message }) => message), ...tooDear);
  // An older answer must not take the place of a newer one in a calendar.
  const written = await write({ ...parts, now: at }, operator);
  const { blocks: code = [], ...paging } = qr === true ? await qrParts(checkoutUrl, context.io.stdout.columns) : {};
  const view = [...quoteView(parts), ...code];
  return answer(quoteShape, {
    value: document,
    view,
    ...paging,
    exitCode: quoteExitCode({ unproven, isTooDear: tooDear.length > 0 }) || written,
  });
}

function showComparison(
  { operators, sweep: { by: asked = ['all'] }, document }: AnsweredComparison,
  { groupBy, view, all, limit, ...options }: TripsOptions,
  context: Context,
): Result {
  const most = maxTotalOf(options);
  const shown = limit ?? (context.showsView && all !== true ? mostOnTerminal : undefined);
  const request = { groupBy, limit: shown, calendar: view === 'calendar', maxTotal: most };
  const by = view === 'calendar' ? view : (groupBy ?? 'all');
  const isAsked = document.pricing === undefined || asked.includes(by);
  if (!isAsked) context.note(`${otherForm(asked, by)}: cheaper offers and whole groups can be missing`);
  const zones = new Map(operators.map(({ name, timeZone }) => [name, timeZone]));
  const isMet = most === undefined || comparable(document.offers).some((offer) => isWithin(offer, most));
  return answer(comparison, {
    value: shownOf(context.settings.format === 'json' ? document : withPrices(document), request),
    columns: recordColumns(request),
    get view() {
      return compareView(document, {
        ...request,
        timeZone: (of) => zones.get(of) ?? 'UTC',
        now: context.io.now(),
        isAsked,
        isKept: true,
      });
    },
    exitCode: document.partial ? exitCodes.partial : isMet ? exitCodes.ok : exitCodes.no,
  });
}

/** What was asked for, and what is looked at. */
function otherForm(asked: readonly CheapestOf[], by: CheapestOf): string {
  const [flag = by] = by === 'all' ? asked : [by];
  const form = flag === 'calendar' ? '--view calendar' : `--group-by ${flag}`;
  return by === 'all' ? `asked with ${form}` : `asked without ${form}`;
}

function noSuchForm(name: string, flag: string, answered: Answered, { ics }: TripsOptions): UsageError {
  const best = answered.kind === 'compare' ? answered.document.offers[0] : undefined;
  const form = ics === undefined ? '--qr' : quoteShell(['--ics', ics]);
  const line = best && forms.quote.includes(flag) ? againLines(answered.document, quoteLine)(best) : undefined;
  const what = answered.kind === 'quote' ? 'one price' : 'a comparison';
  return new UsageError(`"${name}" is ${what}, of which trips show has no ${flagOf(flag)}`, {
    hint: line === undefined ? `rental trips show ${name}` : `for one offer: ${line} ${form}`,
  });
}
