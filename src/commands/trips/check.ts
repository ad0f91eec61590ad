/** Asks again what a trip asks, keeps the answer, and says what has changed. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodes, InterruptedError, RentalError, type ExitCode } from '../../errors.ts';
import type { Session } from '../../planner/session.ts';
import { compareMoney, parseMost, type Most } from '../../planner/money.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { addAnswer, readAnswers, type NewAnswer, type StoredAnswer } from '../../trips/answers.ts';
import { bestOf, pricedOffers, type Priced } from '../../trips/best.ts';
import { changesBetween, type Change } from '../../trips/changes.ts';
import { tripName } from '../../trips/names.ts';
import type { TripRecord } from '../../trips/saved.ts';
import { listTrips, readTrip, type StoredTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { answerOf, isAnswer, runQuestion, valueOf } from './evaluate.ts';
import type { TripsOptions } from './options.ts';
import { blank, checkView, type Check } from './check-view.ts';
import { openSaved, quietContext, recordingContext } from './sessions.ts';

export async function check(options: TripsOptions, context: Context): Promise<Result> {
  const { env } = context.io;
  const most = options.maxTotal === undefined ? undefined : parseMost(options.maxTotal, 'maxTotal');
  const trips = namedTrips(options, env);
  const checked: { readonly check: Check; readonly answer: NewAnswer }[] = [];
  // One after another: they can share the budget of an operator.
  for (const trip of trips) checked.push(await checkTrip(trip, options, context));
  const value = checked.map((one) => one.check);
  const codes = checked.map((one) => exitCodeOf(one.answer, most));
  return answer(tripChecks, {
    value,
    columns: columnsOf(tripChecks),
    get view(): Block[] {
      if (checked.length === 0) return [{ kind: 'text', text: 'No trip is saved.' }];
      return checked.flatMap((one, place) => [...(place > 0 ? [blank] : []), ...checkView(one.check, one.answer)]);
    },
    exitCode: codes.includes(exitCodes.partial) ? exitCodes.partial : codes.includes(1) ? exitCodes.no : exitCodes.ok,
  });
}

/** `a,b`, or all. Throws UsageError. */
export function namedTrips({ name, all }: TripsOptions, env: Context['io']['env']): readonly StoredTrip[] {
  if (all === true) return listTrips(env);
  const names = name.split(',').filter((one) => one.trim() !== '');
  return [...new Set(names.map(tripName))].map((one) => readTrip(env, one));
}

/** Never throws what a service answers: that is an answer, too. */
async function checkTrip(trip: StoredTrip, { groupBy }: TripsOptions, context: Context) {
  const before = readAnswers(trip);
  const first = before.find((one) => one.end !== 'failed');
  const last = before.findLast((one) => one.end !== 'failed');
  const now = await ask(trip, first?.record(), context);
  await addAnswer(trip, now);
  const view = trip.command === 'compare' && groupBy !== undefined ? { groupBy } : {};
  const offersOf = (one: Pick<StoredAnswer, 'end'> & { readonly record?: TripRecord | undefined }) =>
    pricesIn(trip, one.record, view, context);
  const current = await offersOf(now);
  const since = async (name: 'last' | 'first', one: StoredAnswer | undefined) => {
    if (one === undefined || now.end === 'failed') return [];
    const changes = changesOf(await offersOf({ ...one, record: one.record() }), current);
    return changes.map((change) => ({ since: name, ...change }));
  };
  const changes = [...(await since('last', last)), ...(first === last ? [] : await since('first', first))];
  const { best, reason } = now;
  const check: Check = {
    name: trip.name,
    askedAt: new Date(now.at).toISOString(),
    end: now.end,
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    checkoutUrl: best?.checkoutUrl ?? null,
    changes,
    ...(reason !== undefined && { reason }),
  };
  return { check, answer: now };
}

/** Asks everything again; never throws what a service answers. `before` is awaited before each request. */
export async function ask(
  trip: StoredTrip,
  known: TripRecord | undefined,
  context: Context,
  before?: (session: Session) => Promise<void>,
): Promise<NewAnswer> {
  const [at, run] = [context.io.now(), await runOf(trip)];
  const sessions = await openSaved(trip.operators, context, known);
  const { context: recording, record } = recordingContext(quietContext(sessions, context), before);
  try {
    const settings = { ...context.settings, format: 'json' as const, fields: undefined };
    await runQuestion(run, trip, {}, { ...recording, settings });
    // A sweep that was interrupted returns what it has.
    context.signal.throwIfAborted();
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof RentalError)) throw error;
    if (!isAnswer(error)) return { at, end: 'failed', reason: error.message };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
  return answerOf(run, trip, record(), context);
}

/** The best price, or the best of each group by the group's name; undefined without a price. */
async function pricesIn(
  trip: StoredTrip,
  record: TripRecord | undefined,
  view: { readonly groupBy?: string },
  context: Context,
): Promise<ReadonlyMap<string, Priced | undefined>> {
  if (record === undefined) return new Map();
  try {
    const value = await valueOf(await runOf(trip), trip, view, record, context);
    if (view.groupBy === undefined) return new Map([['', bestOf(trip.command, value)]]);
    return new Map(pricedOffers(value).map((one) => [groupName(one, view.groupBy ?? ''), one]));
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return new Map([['', undefined]]);
  }
}

function groupName({ vehicle, trip, operator = '' }: Priced, by: string): string {
  if (by === 'vehicle') return vehicle;
  if (by === 'operator') return operator;
  if (by === 'date') return trip.pickUpDate;
  if (by === 'depots') return `${trip.pickUpDepotId} to ${trip.dropOffDepotId}`;
  return `${trip.pickUpDate} to ${trip.dropOffDate}`;
}

type Prices = ReadonlyMap<string, Priced | undefined>;

function changesOf(before: Prices, after: Prices): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const changes = changesBetween(before.get(name), after.get(name));
    return name === '' ? changes : changes.map((change) => ({ ...change, field: `${name}: ${change.field}` }));
  });
}

function exitCodeOf({ end, best }: NewAnswer, most: Most | undefined): ExitCode {
  if (end === 'failed' || end === 'partial') return exitCodes.partial;
  if (best === undefined) return exitCodes.no;
  const isWithin = most === undefined || compareMoney(best.totalAmount, most.amount) <= 0;
  return isWithin ? exitCodes.ok : exitCodes.no;
}
