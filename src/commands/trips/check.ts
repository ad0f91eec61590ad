/** Asks again what trips ask, keeps the answers, and says what has changed. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodes, InterruptedError, OutputError, UsageError, type ExitCode, type RentalError } from '../../errors.ts';
import { maxTotalOf } from '../../cli/trip-flags.ts';
import { isWithin, mostInWords, type Most } from '../../planner/money.ts';
import { answer, type Result } from '../../result.ts';
import { isoInstant, plural } from '../../text.ts';
import { changesBetween } from '../../trips/changes.ts';
import { tripName } from '../../trips/names.ts';
import { isFailure, isPrice } from '../../trips/news.ts';
import { bestOf } from '../../trips/price.ts';
import { addAnswer, listTrips, readTrip } from '../../trips/store.ts';
import { documentOf, type NewAnswer, type QuoteDocument, type Trip } from '../../trips/trip.ts';
import { ask } from './ask.ts';
import { checksView, type Check } from './check-view.ts';
import { totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';

export async function check(options: TripsOptions, context: Context): Promise<Result> {
  const most = maxTotalOf(options);
  const { checks, answers, failure } = await checkAll(namedTrips(options, context), context);
  if (most !== undefined) context.note(...aboveNotes(checks, answers, most));
  // A view has them beside the price.
  if (!context.showsView)
    context.note(...checks.flatMap(({ name, warnings = [] }) => warnings.map((text) => `${name}: ${text}`)));
  const codes = answers.map((one) => exitCodeOf(one, most));
  return answer(tripChecks, {
    value: checks,
    // A list has no room in a line.
    columns: columnsOf(tripChecks, { changes: { plain: false }, warnings: { plain: false } }),
    view: checksView(checks),
    exitCode:
      failure?.exitCode ?? [exitCodes.partial, exitCodes.no].find((code) => codes.includes(code)) ?? exitCodes.ok,
  });
}

/** `a,b`, or all; with `--all`, one that cannot be read is a warning. Throws UsageError. */
export function namedTrips({ name, all }: TripsOptions, { io, warn }: Pick<Context, 'io' | 'warn'>): readonly Trip[] {
  if (all === true) {
    const { trips, damaged } = listTrips(io.env);
    warn(...damaged);
    return trips;
  }
  const names = name.split(',').filter((one) => one.trim() !== '');
  if (names.length === 0) throw new UsageError('no trip is named', { hint: 'rental trips lists them' });
  return [...new Set(names.map(tripName))].map((one) => readTrip(io.env, one));
}

/** One after another: they can share the budget of an operator. After Ctrl-C, what was checked is still printed. */
async function checkAll(trips: readonly Trip[], context: Context) {
  let failure: RentalError | undefined;
  const [checks, answers, down]: [Check[], NewAnswer[], Map<string, NewAnswer>] = [[], [], new Map()];
  for (const trip of trips) {
    const { operators } = trip.question;
    const address = operators.length === 1 ? operators[0]?.baseUrl : undefined;
    const why = address === undefined ? undefined : down.get(address);
    try {
      // An operator that is down is asked once: each further trip would take minutes and use up requests.
      const now = why === undefined ? await ask(trip.question, context) : { ...why, at: context.io.now() };
      if (address !== undefined && now.end === 'failed') down.set(address, now);
      checks.push(checkOf(trip, now));
      answers.push(now);
      await addAnswer(context.io.env, trip.name, now).catch((error: unknown) => {
        if (!(error instanceof OutputError)) throw error;
        // What was asked is printed all the same.
        context.warn(error.message);
        failure = error;
      });
    } catch (error) {
      const isInterrupted = error instanceof InterruptedError;
      if (!(isInterrupted && checks.length > 0)) throw error;
      context.note(`stopped early: ${checks.length} of ${plural(trips.length, 'trip')} checked`);
      return { checks, answers, failure: error };
    }
  }
  return { checks, answers, failure };
}

/** What was not answered has not changed. */
function checkOf({ name, question, first, last }: Trip, now: NewAnswer): Check {
  const current = now.end === 'priced' && now.document ? bestOf(question, now.document) : undefined;
  const since = (which: 'last' | 'first', kept: Trip['first']) => {
    const then = documentOf(question, kept);
    if (then === undefined || isFailure(now.end)) return [];
    return changesBetween(bestOf(question, then), current).map((change) => ({ since: which, ...change }));
  };
  const { reason, total = null, currency = null, label = null, checkoutUrl = null } = now;
  const { warnings = [] } = (question.kind === 'quote' ? (now.document as QuoteDocument | undefined) : undefined) ?? {};
  return {
    ...{ name, askedAt: isoInstant(now.at), end: now.end, total, currency, label, checkoutUrl },
    changes: [...since('last', last), ...(first?.at === last?.at ? [] : since('first', first))],
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message) }),
  };
}

function exitCodeOf(now: NewAnswer, most: Most | undefined): ExitCode {
  if (now.end === 'not_available') return exitCodes.no;
  if (!isPrice(now)) return exitCodes.partial;
  return most === undefined || isWithin({ ...now, totalAmount: now.total }, most) ? exitCodes.ok : exitCodes.no;
}

function aboveNotes(checks: readonly Check[], answers: readonly NewAnswer[], most: Most): string[] {
  const limit = mostInWords(most);
  return answers.flatMap((one, place) =>
    isPrice(one) && exitCodeOf(one, most) === exitCodes.no
      ? [`${checks[place]?.name}: ${totalInWords(one)} is not at or under ${limit}`]
      : [],
  );
}
