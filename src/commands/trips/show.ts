/** The last answer of a trip again: a view of its document, without a request. */
import type { Vehicle } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { compare as comparison } from '../../documents/compare.ts';
import { comparable, type Comparison } from '../../documents/offers.ts';
import { quote as quoteShape } from '../../documents/planning.ts';
import { exitCodes, UsageError } from '../../errors.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { maxTotalOf } from '../../cli/trip-flags.ts';
import { isWithin } from '../../planner/money.ts';
import { unprovenIn } from '../../planner/proof.ts';
import type { CheapestOf } from '../../planner/sweep/request.ts';
import { answer, type Result } from '../../result.ts';
import { isoInstant, quoteShell } from '../../text.ts';
import {
  askedExtras,
  noNames,
  operatorOf,
  type CompareQuestion,
  type Question,
  type QuoteQuestion,
} from '../../trips/question.ts';
import { readTrip } from '../../trips/store.ts';
import { documentOf, type QuoteDocument, type Trip, type TripDocument } from '../../trips/trip.ts';
import { recordColumns } from '../compare/result.ts';
import { shownOf, withPrices } from '../compare/document.ts';
import { compareView } from '../compare/view.ts';
import { againLines } from '../shared/again-lines.ts';
import { openCalendarFile } from '../shared/calendar-file.ts';
import { commandOf, quoteLine } from '../shared/command-line.ts';
import { qrParts, refuseQrRecords } from '../shared/qr.ts';
import { quoteExitCode, quoteView } from '../shared/quote-view.ts';
import { openReport, withExitCode } from '../shared/report-file.ts';
import { totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';

/** The flags that say how an answer is shown. */
const forms: Readonly<Record<Question['kind'], readonly string[]>> = {
  quote: ['ics', 'qr'],
  compare: ['view', 'groupBy', 'limit', 'all', 'maxTotal'],
};

export async function show(options: TripsOptions, context: Context): Promise<Result> {
  const { name, report, ...view } = options;
  const trip = readTrip(context.io.env, name);
  const { question, last } = trip;
  const document = documentOf(question, last);
  if (document === undefined || last === undefined) {
    throw new UsageError(`"${trip.name}" has no answer that can be shown`, { hint: `rental trips check ${trip.name}` });
  }
  const strange = Object.keys(view).find((option) => !forms[question.kind].includes(option));
  if (strange !== undefined) throw noSuchForm(trip, strange, document, options);
  context.note(...agesOf(trip, last.at));
  const { timeZone = 'UTC' } = question.operators[0] ?? {};
  const writeReport = await openReport(report, question.kind, context);
  const result =
    question.kind === 'quote'
      ? await showQuote({ ...last, question, document: document as QuoteDocument }, options, context)
      : showComparison(question, document as Comparison, options, context);
  const asked = { at: last.at, command: commandOf(question) };
  const depots = question.names[0]?.depots ?? [];
  const { limit } = options;
  const [vehicle] = question.names[0]?.vehicles ?? [];
  const page = (): TripDocument =>
    question.kind === 'quote'
      ? { ...(document as QuoteDocument), ...(vehicle !== undefined && { vehicle }) }
      : shownOf(withPrices(document as Comparison), { groupBy: undefined, limit });
  return withExitCode(result, await writeReport(page, { timeZone, asked, depots }));
}

/** When it was asked, and what came after it. */
function agesOf({ name, answers, question }: Trip, at: number): string[] {
  const asked = formatInstant(isoInstant(at), question.operators[0]?.timeZone ?? 'UTC');
  const now = answers.at(-1);
  const reason = now?.reason === undefined ? '' : `: ${now.reason}`;
  const since =
    now === undefined || (now.at <= at && reason === '') ? [] : [`the last answer is "${totalInWords(now)}"${reason}`];
  return [`asked ${asked}: rental trips check ${name} asks again`, ...since];
}

interface Shown {
  readonly question: QuoteQuestion;
  readonly document: QuoteDocument;
  /** When it was asked, epoch ms. */
  readonly at: number;
  readonly vehicle?: Vehicle | undefined;
}

async function showQuote(
  { question, document, at, vehicle }: Shown,
  { ics, qr }: TripsOptions,
  context: Context,
): Promise<Result> {
  const { operators, names, selection } = question;
  const { depots, vehicles } = names[0] ?? noNames;
  const [operator] = operators;
  if (operator === undefined) throw new Error('a trip without an operator');
  if (qr === true) refuseQrRecords(context);
  const quote = document.quote ?? document;
  const unproven = unprovenIn(quote, askedExtras(question));
  const write = await openCalendarFile(ics, context);
  const { timeZone } = operator;
  const parts = {
    ...{ quote, selection, checkoutUrl: document.checkoutUrl, depots, unproven, timeZone, now: context.io.now() },
    ...(vehicles[0] !== undefined && { vehicleName: vehicles[0].name }),
    vehicle,
  };
  context.warn(...(document.warnings ?? []).map(({ message }) => message));
  // An older answer must not take the place of a newer one in a calendar.
  const written = await write({ ...parts, now: at }, operatorOf(operator));
  const { blocks: code = [], ...paging } = qr === true ? await qrParts(document.checkoutUrl) : {};
  const view = [...quoteView(parts), ...code];
  return answer(quoteShape, { value: document, view, ...paging, exitCode: quoteExitCode({ unproven }) || written });
}

function showComparison(
  { operators, sweep: { by: asked = ['all'] } }: CompareQuestion,
  document: Comparison,
  { groupBy, view, all, limit, ...options }: TripsOptions,
  context: Context,
): Result {
  const most = maxTotalOf(options);
  const shown = limit ?? (context.showsView && all !== true ? 10 : undefined);
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

function noSuchForm({ name, question }: Trip, flag: string, document: TripDocument, { ics }: TripsOptions): UsageError {
  const best = question.kind === 'compare' ? (document as Comparison).offers[0] : undefined;
  const form = ics === undefined ? '--qr' : quoteShell(['--ics', ics]);
  const line = best && forms.quote.includes(flag) ? againLines(document, quoteLine)(best) : undefined;
  const what = question.kind === 'quote' ? 'one price' : 'a comparison';
  return new UsageError(`"${name}" is ${what}, of which trips show has no ${flagOf(flag)}`, {
    hint: line === undefined ? `rental trips show ${name}` : `for one offer: ${line} ${form}`,
  });
}
