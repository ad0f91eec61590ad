/** The rounds of a watch. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { parseMaxAmount } from '../../planner/max-amount.ts';
import { formatDuration } from '../../base/durations.ts';
import { isoInstant, readInstant } from '../../base/instants.ts';
import { joinWords, sentence, shorten } from '../../base/words.ts';
import { currenciesOf, eventsOf, type Target, type TripEvent } from '../../trips/events.ts';
import { notify, readExec, showProgress, writeText, type NotifyParts } from '../../trips/notify.ts';
import { recheck } from '../../trips/recheck.ts';
import { stopwatch, waitUntil } from '../../trips/rounds.ts';
import type { NewAnswer, SavedTrip } from '../../trips/saved-trip.ts';
import { isFailure, lastAnswer } from '../../trips/history.ts';
import { addAnswer, findTrip, OtherQuestionError, UnreadableTripError } from '../../trips/store.ts';
import { wantedCurrencies } from './judge.ts';
import { namedTrips } from './named-trips.ts';
import { answerInWords } from './words.ts';

interface WatchOptions {
  readonly name?: string;
  readonly all?: boolean;
  /** Time from one round to the next, ms. */
  readonly every?: number;
  readonly once?: boolean;
  readonly target?: string;
  readonly exec?: string;
}

/** What every round needs. */
interface WatchRun {
  readonly context: Context;
  readonly once: boolean;
  readonly target: Target | undefined;
  readonly notifyParts: NotifyParts;
}

/** A trip in one round. Without an answer, its file was damaged or replaced. */
interface WatchedTrip {
  readonly name: string;
  readonly answered?: {
    readonly trip: SavedTrip;
    readonly now: NewAnswer;
    readonly events: readonly TripEvent[];
  };
}

const defaultEveryMs = 2 * 3_600_000;

/**
 * Ends with an interrupt, when no trip is left, or with --once after a round. Throws UsageError and
 * OutputError.
 */
export async function watchTrips(options: WatchOptions, context: Context): Promise<undefined> {
  const { io, signal, settings, note, warn } = context;
  const { every: everyMs = defaultEveryMs, once = false, exec } = options;
  refuseForms(settings);
  const command = exec === undefined ? undefined : readExec(exec, io.env);
  const target =
    options.target === undefined ? undefined : parseMaxAmount(options.target, 'target');
  const { trips } = await namedTrips('watch', options, context);
  if (trips.length === 0)
    throw new UsageError('no trip is saved', {
      hint: 'save one with --save <name> on quote, plan or compare',
    });
  if (target !== undefined)
    checkCurrency(target, trips, { warn: options.all === true ? warn : undefined });
  const isJson = settings.format === 'json' || settings.format === 'ndjson';
  const watch = { context, once, target, notifyParts: { io, signal, isJson, command, warn } };
  let names = trips.map(({ name }) => name);
  if (!once) note(`watching ${joinWords(names)} every ${formatDuration(everyMs)}; Ctrl-C stops it`);
  for (;;) {
    const elapsed = stopwatch(io);
    const round: WatchedTrip[] = [];
    for (const name of names) round.push(...(await checkTrip(name, watch)));
    const hasNoEvents = round.every(({ answered }) => answered?.events.length === 0);
    if (once && hasNoEvents) {
      const words = eventlessRoundInWords(round);
      if (io.stdout.isTTY === true && !isJson) await writeText(sentence(words), io);
      // A terminal shows each price.
      else if (round.length > 0 && io.stderr.isTTY !== true) note(words);
    }
    names = round.filter(({ answered }) => answered?.now.end !== 'over').map(({ name }) => name);
    const isLast = once || names.length === 0;
    await showRound(
      round,
      isLast ? undefined : io.now() + Math.max(0, everyMs - elapsed()),
      context,
    );
    if (isLast) return undefined;
    await waitUntil(everyMs, elapsed, { io, signal });
  }
}

/** Throws UsageError: a watch prints each event when it comes, as text or as JSON. */
function refuseForms({ jq, format }: Context['settings']): void {
  if (jq === undefined && format !== 'csv') return;
  const field = jq === undefined ? 'format' : 'jq';
  throw new UsageError(
    fieldText(`trips watch prints lines of text or of JSON, so {${field}} has no effect`),
    {
      hint: 'leave it out; for jq: rental trips watch <name> --json | jq .text',
    },
  );
}

/**
 * Throws UsageError for a trip that never had the currency. With `warn`, it is a warning if another
 * trip had it.
 */
function checkCurrency(
  target: Target,
  trips: readonly SavedTrip[],
  { warn }: { readonly warn: Context['warn'] | undefined },
): void {
  const tripsWithout = trips.filter(
    (trip) => !currenciesOf(trip).has(target.currency) && currenciesOf(trip).size > 0,
  );
  const isAll = tripsWithout.length === trips.length;
  for (const trip of tripsWithout) {
    const currencies = [...currenciesOf(trip)].map((currency) => shorten(currency, 20));
    const why = `is in ${target.currency}, and the trip "${trip.name}" has prices in ${joinWords(currencies)} only`;
    if (warn !== undefined && !isAll) warn(fieldText('{target} {why}', { why }));
    else
      throw new UsageError(fieldText('{target} {why}', { why }), {
        hint: `write the currency with the amount: "${target.amount} ${currencies[0]}"`,
      });
  }
}

/** Nothing for a trip that is over or was removed. */
async function checkTrip(
  name: string,
  { context, once, target, notifyParts }: WatchRun,
): Promise<WatchedTrip[]> {
  const { io, signal, sources, openSession, note, warn } = context;
  try {
    const trip = findTrip(io.env, name);
    if (trip === undefined || isOver(trip, io.now())) {
      if (!once) note(`${name} is over or was removed, so it is no longer watched`);
      return [];
    }
    const currencies = wantedCurrencies(trip, target);
    const parts = { io, signal, config: sources.config, openSession, currencies };
    const now = await recheck(trip, parts);
    const events = eventsOf(trip, now, target);
    // The answer is saved after its events were reported: after an interrupt or a kill in between,
    // they are reported again.
    for (const event of events) await notify(event, notifyParts);
    signal.throwIfAborted();
    const isTarget = events.some(({ event }) => event === 'target');
    await addAnswer(io.env, name, now, context, { target: isTarget ? target : undefined });
    return [{ name, answered: { trip, now, events } }];
  } catch (error) {
    // Another program has changed its file, which the next round reads again.
    if (!(error instanceof UnreadableTripError || error instanceof OtherQuestionError)) throw error;
    warn(error.message);
    return [{ name }];
  }
}

function isOver(trip: SavedTrip, now: number): boolean {
  const { end, askedAt } = lastAnswer(trip);
  // If the clock was ahead, the days may not have passed.
  return end === 'over' && readInstant(askedAt) <= now;
}

/** What changed in a round without events, such as a higher price or a first failure. */
function eventlessRoundInWords(round: readonly WatchedTrip[]): string {
  const changed = round.flatMap(({ name, answered }) => {
    if (answered === undefined) return [];
    const before = answered.trip.answers.findLast(({ end }) => !isFailure(end));
    const was = before && answerInWords(before);
    const is = answerInWords(answered.now);
    return was === undefined || was === is ? [] : [`${name}: ${is} (was ${was})`];
  });
  return changed.length === 0 ? 'no change' : `nothing to report: ${changed.join('; ')}`;
}

async function showRound(
  round: readonly WatchedTrip[],
  nextAt: number | undefined,
  context: Context,
): Promise<void> {
  if (context.settings.quiet) return;
  for (const { name, answered } of round) {
    if (answered === undefined) continue;
    const { trip, now } = answered;
    const [{ timeZone }] = trip.operators;
    const isLeft = nextAt !== undefined && now.end !== 'over';
    const next = isLeft ? `, next round ${formatInstant(isoInstant(nextAt), timeZone)}` : '';
    await showProgress(`${name}: ${answerInWords(now)}${next}`, context.io);
  }
}
