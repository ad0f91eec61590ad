/** Asks again what a trip asks, keeps the answer, and says what has changed. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodes, InterruptedError, RentalError, type ExitCode } from '../../errors.ts';
import { formatMoney, parseMost, type Most } from '../../planner/money.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { isoInstant, plural, showMoney } from '../../text.ts';
import { addAnswer, readAnswers, type NewAnswer, type StoredAnswer } from '../../trips/answers.ts';
import { bestOf, type Priced } from '../../trips/best.ts';
import type { TripRecord } from '../../trips/saved.ts';
import type { StoredTrip } from '../../trips/store.ts';
import { changesBetween } from '../../trips/changes.ts';
import { showsView } from '../shared/noted-trip.ts';
import { ask, namedTrips } from './ask.ts';
import { runOf } from './commands.ts';
import { valueOf } from './evaluate.ts';
import { totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';
import { blank, checkView, type Check } from './check-view.ts';

export async function check(options: TripsOptions, context: Context): Promise<Result> {
  const { env } = context.io;
  const most = options.maxTotal === undefined ? undefined : parseMost(options.maxTotal, 'maxTotal');
  const trips = namedTrips(options, env);
  const { checked, interruption } = await checkAll(trips, context);
  if (most !== undefined) context.note(...aboveNotes(checked, most));
  const value = checked.map((one) => one.check);
  // A view has them beside the price.
  if (!showsView(context)) {
    context.note(...value.flatMap(({ name, warnings = [] }) => warnings.map((text) => `${name}: ${text}`)));
  }
  const codes = checked.map((one) => exitCodeOf(one.answer, most));
  return answer(tripChecks, {
    value,
    // A list has no room in a line.
    columns: columnsOf(tripChecks, { changes: { plain: false }, warnings: { plain: false } }),
    get view(): Block[] {
      if (checked.length === 0) return [{ kind: 'text', text: 'No trip is saved.' }];
      return checked.flatMap((one, place) => [...(place > 0 ? [blank] : []), ...checkView(one.check, one.answer)]);
    },
    exitCode:
      interruption?.exitCode ?? [exitCodes.partial, exitCodes.no].find((code) => codes.includes(code)) ?? exitCodes.ok,
  });
}

interface Checked {
  readonly check: Check;
  readonly answer: NewAnswer;
}

/** One after another: they can share the budget of an operator. After Ctrl-C, what was checked is still printed. */
async function checkAll(trips: readonly StoredTrip[], context: Context) {
  const checked: Checked[] = [];
  const down = new Map<string, NewAnswer>();
  for (const trip of trips) {
    const [only, ...more] = trip.operators;
    const why = more.length === 0 && only !== undefined ? down.get(only.baseUrl) : undefined;
    try {
      const one = await checkTrip(trip, context, why);
      checked.push(one);
      // To ask again for each trip would take the budget of whoever types, and minutes.
      if (only !== undefined && isDown(one.answer)) down.set(only.baseUrl, one.answer);
    } catch (interruption) {
      if (!(interruption instanceof InterruptedError) || checked.length === 0) throw interruption;
      context.note(`stopped early: ${checked.length} of ${plural(trips.length, 'trip')} checked`);
      return { checked, interruption };
    }
  }
  return { checked, interruption: undefined };
}

function isDown({ end, code = '' }: NewAnswer): boolean {
  return end === 'failed' && ['network', 'unavailable'].includes(code);
}

function aboveNotes(checked: readonly Checked[], most: Most): string[] {
  const above = checked.filter(({ answer: { best } }) => best !== undefined && !isWithin(best, most));
  const limit = `${showMoney(formatMoney(most.amount))} ${most.currency}`;
  return above.map((one) => `${one.check.name}: ${totalInWords(one.answer)} is not at or under ${limit}`);
}

/** Never throws what a service answers: that is an answer, too. */
async function checkTrip(trip: StoredTrip, context: Context, down?: NewAnswer) {
  const before = readAnswers(trip);
  const first = before.find((one) => one.end !== 'failed');
  const last = before.findLast((one) => one.end !== 'failed');
  const now = down === undefined ? await ask(trip, first?.record(), context) : { ...down, at: context.io.now() };
  await addAnswer(trip, now);
  const current = await priceIn(trip, now.record, context);
  const since = async (name: 'last' | 'first', one: StoredAnswer | undefined) => {
    // What was not answered has not changed.
    if (one === undefined || now.end === 'failed' || (now.end === 'partial' && now.best === undefined)) return [];
    const then = one.record();
    // Damaged: there is nothing to compare with.
    if (then === undefined) return [];
    const changes = changesBetween(await priceIn(trip, then, context), current);
    return changes.map((change) => ({ since: name, ...change }));
  };
  const changes = [...(await since('last', last)), ...(first === last ? [] : await since('first', first))];
  const { best, reason } = now;
  const { warnings = [] } = current ?? {};
  const check: Check = {
    name: trip.name,
    askedAt: isoInstant(now.at),
    end: now.end,
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    checkoutUrl: best?.checkoutUrl ?? null,
    changes,
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings }),
  };
  return { check, answer: now };
}

async function priceIn(
  trip: StoredTrip,
  record: TripRecord | undefined,
  context: Context,
): Promise<Priced | undefined> {
  if (record === undefined) return undefined;
  try {
    return bestOf(trip.command, await valueOf(await runOf(trip), trip, {}, record, context));
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return undefined;
  }
}

function exitCodeOf({ end, best }: NewAnswer, most: Most | undefined): ExitCode {
  if (end === 'failed' || end === 'partial' || best?.missing !== undefined) return exitCodes.partial;
  if (best === undefined) return exitCodes.no;
  return isWithin(best, most) ? exitCodes.ok : exitCodes.no;
}

function isWithin({ totalAmount, currency }: NonNullable<NewAnswer['best']>, most: Most | undefined): boolean {
  if (most === undefined) return true;
  return currency.toUpperCase() === most.currency && totalAmount <= most.amount;
}
