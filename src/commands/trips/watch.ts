/** Asks for saved trips again and again, and tells what has changed: on stdout, and to the command of `--exec`. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { parseMaxAmount } from '../../planner/max-amount.ts';
import { formatDuration } from '../../base/durations.ts';
import { isoInstant } from '../../base/instants.ts';
import { joinWords, shorten } from '../../base/words.ts';
import type { Reply } from '../../trips/answer.ts';
import { newsOf, type TripEvent } from '../../trips/news.ts';
import { stopwatch, waitUntil } from '../../trips/rounds.ts';
import { findTrip, keepAnswer, OtherTrip, UnreadableTrip } from '../../trips/store.ts';
import { currenciesOf, type Target } from '../../trips/targets.ts';
import { readExec, showProgress, tell, writeLine } from '../../trips/tell.ts';
import { lastAnswer, type Trip } from '../../trips/trip.ts';
import { ask } from './ask.ts';
import { namedTrips } from './check.ts';
import type { TripsOptions } from './flags.ts';
import { endInWords } from './list.ts';

interface Watch {
  readonly context: Context;
  readonly once: boolean;
  readonly command: readonly string[] | undefined;
  readonly target: Target | undefined;
  readonly isJson: boolean;
}

/** A trip in one round. Without an answer, its file was damaged or replaced. */
interface Checked {
  readonly name: string;
  readonly answered?: { readonly trip: Trip; readonly now: Reply; readonly events: readonly TripEvent[] };
}

/** Ends with an interrupt, when no trip is left, or with --once after a round. Throws UsageError and OutputError. */
export async function watch(options: TripsOptions, context: Context): Promise<undefined> {
  const { io, signal, settings, note } = context;
  const { every: everyMs = 2 * 3_600_000, once = false, exec } = options;
  const command = exec === undefined ? undefined : readExec(exec);
  const target = options.target === undefined ? undefined : parseMaxAmount(options.target, 'target');
  const trips = namedTrips(options, context);
  if (trips.length === 0)
    throw new UsageError('no trip is saved', { hint: '--save <name> of quote, plan and compare' });
  if (target !== undefined) refuseCurrency(target, trips, options.all === true ? context : undefined);
  const isJson = settings.format === 'json' || settings.format === 'ndjson';
  let names = trips.map(({ name }) => name);
  if (!once) note(`${joinWords(names)}: every ${formatDuration(everyMs)}; Ctrl-C ends it`);
  for (;;) {
    const elapsed = stopwatch(io);
    const round: Checked[] = [];
    for (const name of names) round.push(...(await checkTrip(name, { context, once, command, target, isJson })));
    const isQuiet = round.every(({ answered }) => answered?.events.length === 0);
    if (once && isQuiet && io.stdout.isTTY === true) await writeLine('No change.', context);
    names = round.filter(({ answered }) => answered?.now.end !== 'over').map(({ name }) => name);
    const isLast = once || names.length === 0;
    await showRound(round, isLast ? undefined : io.now() + Math.max(0, everyMs - elapsed()), context);
    if (isLast) return undefined;
    await waitUntil(everyMs, elapsed, { io, signal });
  }
}

/** Throws UsageError for a trip that never had the currency; if there is one that had it, `others` only warns. */
function refuseCurrency(target: Target, trips: readonly Trip[], others?: Pick<Context, 'warn'>): void {
  const strange = trips.filter((trip) => !currenciesOf(trip).has(target.currency) && currenciesOf(trip).size > 0);
  const isAll = strange.length === trips.length;
  for (const trip of strange) {
    const currencies = [...currenciesOf(trip)].map((currency) => shorten(currency, 20));
    const why = `is in ${target.currency}, and the trip "${trip.name}" has prices in ${joinWords(currencies)} only`;
    if (others !== undefined && !isAll) others.warn(fieldText('{target} {why}', { why }));
    else
      throw new UsageError(fieldText('{target} {why}', { why }), {
        hint: `write the currency with the amount: "${target.amount} ${currencies[0]}"`,
      });
  }
}

/** Nothing for a trip that is over or was removed. */
async function checkTrip(name: string, watch: Watch): Promise<Checked[]> {
  const { io, signal, note, warn } = watch.context;
  try {
    const trip = findTrip(io.env, name);
    if (trip === undefined || lastAnswer(trip).end === 'over') {
      if (!watch.once) note(`${name} is over or was removed, so it is not asked again`);
      return [];
    }
    const now = await ask(trip, watch.context);
    const events = newsOf(trip, now, watch.target);
    // An answer is kept when it has been told: after a kill in between, it is told again.
    for (const event of events) await tell(event, watch.command, { ...watch.context, isJson: watch.isJson });
    const isTarget = events.some(({ event }) => event === 'target');
    await keepAnswer(io.env, name, now, watch.context, { target: isTarget ? watch.target : undefined });
    signal.throwIfAborted();
    return [{ name, answered: { trip, now, events } }];
  } catch (error) {
    // Another program has changed its file. The others are asked all the same, and this one again in the next round.
    if (!(error instanceof UnreadableTrip || error instanceof OtherTrip)) throw error;
    warn(error.message);
    return [{ name }];
  }
}

async function showRound(round: readonly Checked[], nextAt: number | undefined, context: Context): Promise<void> {
  if (context.settings.quiet) return;
  for (const { name, answered } of round) {
    if (answered === undefined) continue;
    const { trip, now } = answered;
    const [{ timeZone }] = trip.operators;
    const isLeft = nextAt !== undefined && now.end !== 'over';
    const next = isLeft ? `, next round ${formatInstant(isoInstant(nextAt), timeZone)}` : '';
    await showProgress(`${name}: ${endInWords(now)}${next}`, context);
  }
}
