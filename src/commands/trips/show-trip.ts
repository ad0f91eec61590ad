import { maxTotalOfFlag } from '../../cli/trip-flags.ts';
import { isOnlyNote, type DayWarning } from '../../planner/day-warnings.ts';
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { quoteShape as quoteDocument } from '../../documents/planning.ts';
import { exitCodeOfAll, exitCodes, UsageError, type ExitCode } from '../../base/errors.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { makeResult, type Result } from '../../result.ts';
import type { AnsweredQuote, SavedTrip } from '../../trips/saved-trip.ts';
import { lastAnswer } from '../../trips/history.ts';
import { prepareCalendarFile } from '../shared/calendar-file.ts';
import { noteSandboxLinks, sandboxPageNotes } from '../shared/links.ts';
import { qrBlocks, refuseQrWithoutView } from '../shared/qr.ts';
import { quoteExitCode } from '../shared/quote-exit-code.ts';
import { quoteNames } from '../../views/labels.ts';
import { quotedTitle, quoteView } from '../../views/quote.ts';
import { prepareReport } from '../shared/report-file.ts';
import { savedLinkOf, type SavedLink } from './saved-link.ts';
import { answerExitCode, aboveMaxTotal } from './judge.ts';
import type { ShowForm } from './show-comparison.ts';
import { answerTimeInWords, tripCommandLine, answerInWords } from './words.ts';

interface ShowOptions extends ShowForm {
  readonly name: string;
  readonly report?: string;
  readonly ics?: string;
  readonly qr?: boolean;
  readonly maxTotal?: string;
}

export async function showTrip(
  { name, report, ics, qr, maxTotal, ...form }: ShowOptions,
  context: Context,
): Promise<Result> {
  const max = maxTotalOfFlag({ maxTotal });
  if (qr) refuseQrWithoutView(context);
  const { readTrip } = await import('../../trips/store.ts');
  const trip = readTrip(context.io.env, name);
  if (trip.kind === 'quote') refuseForm(trip.name, form);
  const booking = ics !== undefined || qr ? savedLinkOf(trip, context.io.now()) : undefined;
  const reportFiles = await prepareReport(report, trip.kind, context);
  const calendarFiles = await prepareCalendarFile(ics, context);
  noteAnswer(trip, context);
  const last = lastAnswer(trip);
  context.warn(...aboveMaxTotal(last, max));
  if (booking !== undefined) noteSavedLink(booking, context);
  // The document that is printed can be older than the last answer, which is the one that
  // --max-total judges.
  const maxTotalCode = max === undefined ? exitCodes.ok : answerExitCode(last, max);
  const result = await showDocument(trip, form, maxTotalCode, context);
  const [{ timeZone, depots }] = trip.operators;
  const asked = { at: trip.documentAt, command: tripCommandLine(trip) };
  const notes = sandboxPageNotes(trip.operators);
  const files = [
    ...reportFiles(trip.document, { timeZone, asked, depots, limit: form.limit, notes }),
    ...(booking === undefined ? [] : calendarFiles(booking.quoted, booking.parts)),
  ];
  if (!qr || booking === undefined) return { ...result, files };
  const { columns } = context.io.stdout;
  const code = await qrBlocks(booking.quoted.checkoutUrl, { columns, title: booking.offer });
  return { ...result, view: () => [...result.view(), ...code], isPaged: false, files };
}

/** Throws UsageError. */
function refuseForm(name: string, form: object): void {
  const [flag] = Object.keys(form);
  if (flag === undefined) return;
  throw new UsageError(`"${name}" is a single price, so trips show cannot use ${flagOf(flag)}`, {
    hint: 'leave it out',
  });
}

function noteAnswer(trip: SavedTrip, { note, warn }: Pick<Context, 'note' | 'warn'>): void {
  const { end, price, reason } = lastAnswer(trip);
  const again = end === 'over' ? '' : `; update: rental trips check ${trip.name}`;
  note(`answer of ${answerTimeInWords(trip, trip.documentAt)}${again}`);
  if (price !== undefined) return;
  // What is printed is an older answer.
  warn(
    `the last answer is "${answerInWords({ end, price })}"${reason === undefined ? '' : `: ${reason}`}`,
  );
}

/** What matters to someone who will use the link later. */
function noteSavedLink(
  { quoted, operator, offer }: SavedLink,
  { io, note, warn }: Pick<Context, 'io' | 'note' | 'warn'>,
): void {
  if (offer !== undefined) note(`the link is for the first offer: ${offer}`);
  warn(...expiredNotes([quoted.quote], io.now()));
  noteSandboxLinks([operator], note);
}

async function showDocument(
  trip: SavedTrip,
  form: ShowForm,
  maxTotalCode: ExitCode,
  context: Context,
): Promise<Result> {
  if (trip.kind === 'quote') return showQuote(trip, maxTotalCode, context);
  const { showComparison } = await import('./show-comparison.ts');
  return showComparison(trip, form, maxTotalCode, context);
}

function showQuote(
  { operators: [operator], selection, requested, document: quote }: AnsweredQuote,
  maxTotalCode: ExitCode,
  { io, note, warn }: Pick<Context, 'io' | 'note' | 'warn'>,
): Result {
  const { depots, timeZone } = operator;
  const { checkoutUrl, warnings = [] } = quote;
  const title = quotedTitle(quote);
  const unproven = unprovenIn(quote, requested);
  for (const warning of warnings) {
    const day: DayWarning | undefined = 'date' in warning ? warning : undefined;
    (day !== undefined && isOnlyNote(day) ? note : warn)(warning.message);
  }
  const names = quoteNames(quote, depots);
  const { vehicle } = quote;
  const parts = { quote, selection, checkoutUrl, ...names, title, vehicle, unproven, timeZone };
  return makeResult(quoteDocument, {
    value: quote,
    view: () => quoteView({ ...parts, now: io.now() }),
    exitCode: exitCodeOfAll([quoteExitCode({ unproven }), maxTotalCode]),
  });
}
