/** Asks again what trips ask, keeps the answers, and says what has changed. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodes, InterruptedError, inWords, OutputError, UsageError } from '../../errors.ts';
import type { ExitCode, FieldText, RentalError } from '../../errors.ts';
import { maxTotalOf } from '../../cli/trip-flags.ts';
import { aboveMost, isWithin, type Most } from '../../planner/money.ts';
import { answer, type Result } from '../../result.ts';
import { plural } from '../../text.ts';
import { changesBetween } from '../../trips/changes.ts';
import { tripName } from '../../trips/names.ts';
import { isFailure } from '../../trips/news.ts';
import { bestPrices, type PriceInFull } from '../../trips/price.ts';
import { keepAnswer, listTrips, readTrip } from '../../trips/store.ts';
import { answeredIn, hasDocument, pricesIn, type Answer, type Answered, type Trip } from '../../trips/trip.ts';
import { createAsker } from './ask.ts';
import { checksView, type Check } from './check-view.ts';
import { factsOf } from './facts.ts';
import type { TripsOptions } from './flags.ts';

export async function check(options: TripsOptions, context: Context): Promise<Result> {
  const most = maxTotalOf(options);
  const { checked, failure } = await checkAll(namedTrips(options, context), context);
  const checks = checked.map(([trip, now]) => checkOf(trip, now));
  if (most !== undefined) context.note(...checked.flatMap(([{ name }, now]) => aboveNotes(name, now, most)));
  // A view has them beside the price.
  if (!context.showsView)
    context.note(...checks.flatMap(({ name, warnings = [] }) => warnings.map((text) => `${name}: ${text}`)));
  const codes = checked.map(([, now]) => exitCodeOf(now, most));
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
  if (all === true) return listTrips(io.env, warn);
  const names = name.split(',').filter((one) => one.trim() !== '');
  if (names.length === 0) throw new UsageError('no trip is named', { hint: 'rental trips lists them' });
  return [...new Set(names.map(tripName))].map((one) => readTrip(io.env, one));
}

/** After Ctrl-C, what was checked is still printed. */
async function checkAll(trips: readonly Trip[], context: Context) {
  const ask = createAsker(context);
  const checked: (readonly [Trip, Answer])[] = [];
  let failure: RentalError | undefined;
  for (const trip of trips) {
    try {
      const now = await ask(trip);
      checked.push([trip, now]);
      await keepAnswer(context.io.env, trip.name, now);
    } catch (error) {
      if (error instanceof OutputError) {
        // What was asked is printed all the same.
        context.warn(error.message);
        failure = error;
        continue;
      }
      if (!(error instanceof InterruptedError && checked.length > 0)) throw error;
      context.note(`stopped early: ${checked.length} of ${plural(trips.length, 'trip')} checked`);
      return { checked, failure: error };
    }
  }
  return { checked, failure };
}

/** What was not answered has not changed. */
function checkOf({ name, question, answers }: Trip, now: Answer): Check {
  const answered = answeredIn(question, now);
  const current = answered === undefined ? [] : pricesInFull(answered, now);
  const since = (which: 'last' | 'first', before: Answer | undefined) => {
    const known = before && answeredIn(question, before);
    if (before === undefined || known === undefined || isFailure(now.end)) return [];
    const [then] = pricesInFull(known, before);
    const same = current.find(({ currency }) => currency === then?.currency);
    return changesBetween(then, same ?? current[0]).map((change) => ({ since: which, ...change }));
  };
  const [first, last] = [answers.find(hasDocument), answers.findLast(hasDocument)];
  const { askedAt, end, total, currency, label, checkoutUrl } = factsOf(now);
  const { warnings = [] } = answered?.kind === 'quote' ? answered.document : {};
  return {
    ...{ name, askedAt, end, total, currency, label, checkoutUrl },
    changes: [...since('last', last), ...(first === last ? [] : since('first', first))],
    ...(now.reason !== undefined && { reason: now.reason }),
    ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message) }),
  };
}

/** In the order of `pricesIn`. */
function pricesInFull(answered: Answered, one: Answer): PriceInFull[] {
  const all = bestPrices(answered);
  return pricesIn(one).flatMap(({ currency }) => all.find((price) => price.currency === currency) ?? []);
}

/** One price within the limit is enough, as it is for a comparison. */
function exitCodeOf(now: Answer, most: Most | undefined): ExitCode {
  if (now.end === 'not_available') return exitCodes.no;
  const prices = amountsIn(now);
  if (prices.length === 0) return exitCodes.partial;
  return most === undefined || prices.some((price) => isWithin(price, most)) ? exitCodes.ok : exitCodes.no;
}

function aboveNotes(name: string, now: Answer, most: Most): FieldText[] {
  const prices = amountsIn(now);
  const price = prices.find(({ currency }) => currency.toUpperCase() === most.currency) ?? prices[0];
  if (price === undefined) return [];
  return aboveMost(price, most).map(
    (text): FieldText =>
      (...words) =>
        `${name}: ${inWords(text, ...words)}`,
  );
}

function amountsIn(now: Answer) {
  return pricesIn(now).map(({ total, currency }) => ({ totalAmount: total, currency }));
}
