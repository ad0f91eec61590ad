/** Asks for saved trips again and again, and tells what has changed: on stdout, and to the commands of `--exec`. */
import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.ts';
import { OutputError, UsageError } from '../../errors.ts';
import { mostInWords, parseMost } from '../../planner/money.ts';
import { formatDuration, joinWords, shorten } from '../../text.ts';
import { readExec } from '../../trips/exec.ts';
import { newsOf, type Rules, type TripEvent } from '../../trips/news.ts';
import { findTrip, keepAnswer, telling } from '../../trips/store.ts';
import { LostOutput, tell, writeLine } from '../../trips/tell.ts';
import { lastAnswer, pricesIn, type Trip } from '../../trips/trip.ts';
import { createAsker, type Asker } from './ask.ts';
import { namedTrips } from './check.ts';
import type { TripsOptions } from './flags.ts';

const usualEveryMs = 2 * 3_600_000;
const leastEveryMs = 60_000;
const execTimeoutMs = 30_000;

/** Ends with an interrupt, when no trip is left, or with --once after a round. Throws UsageError and OutputError. */
export async function watch(options: TripsOptions, context: Context): Promise<undefined> {
  const { io, signal, settings, note } = context;
  // All requests of a comparison wait for room at once.
  setMaxListeners(0, signal);
  if (settings.format === 'csv')
    throw new UsageError('events have no csv form', { hint: 'give ndjson, or leave it out' });
  const commands = (options.exec ?? []).map(readExec);
  const isJson = settings.format === 'json' || settings.format === 'ndjson';
  const everyMs = options.every ?? usualEveryMs;
  if (everyMs < leastEveryMs)
    throw new UsageError((name) => `${name('every')} ${formatDuration(everyMs)} asks too often`, {
      hint: 'prices seldom change within a minute: give 1m or more',
    });
  const trips = namedTrips(options, context);
  const rules = readRules(options, trips);
  let names = trips.map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError('no trip is saved', { hint: '--save <name> of quote, plan and compare' });
  if (options.once !== true) note(`${joinWords(names)}: every ${formatDuration(everyMs)}; Ctrl-C ends it`);
  const tellOne = (event: TripEvent) => tell(event, commands, { ...context, isJson, timeoutMs: execTimeoutMs });
  // cron mails whatever is printed, in each round.
  const isMailed = options.once === true && io.stderr.isTTY !== true;
  for (;;) {
    const began = io.monotonic();
    const ask = createAsker(context);
    let told = 0;
    for (const name of names) {
      const events = await round(name, { ...context, ask, rules, tellOne, isMailed });
      if (events === undefined || events.some(({ event }) => event === 'over'))
        names = names.filter((one) => one !== name);
      told += events?.length ?? 0;
      signal.throwIfAborted();
    }
    if (options.once === true && told === 0 && io.stdout.isTTY === true) await writeLine('No change.', io, signal);
    if (options.once === true || names.length === 0) return undefined;
    // By the clock that no step changes, and never longer than a round.
    await io.sleep(Math.max(0, everyMs - (io.monotonic() - began)), signal);
  }
}

/** Throws UsageError, also for an amount in a currency that no answer had: it would never be reached. */
function readRules({ target = [], minDrop }: TripsOptions, trips: readonly Trip[]): Rules {
  const rules = {
    targets: target.map((text) => parseMost(text, 'target')),
    minDrop: minDrop === undefined ? undefined : parseMost(minDrop, 'minDrop'),
  };
  const prices = trips.flatMap(({ answers }) => answers.flatMap(pricesIn));
  const currencies = [...new Set(prices.map(({ currency }) => shorten(currency.toUpperCase(), 20)))];
  const foreign = [...rules.targets, rules.minDrop].find((most) => most && !currencies.includes(most.currency));
  if (foreign === undefined || currencies.length === 0) return rules;
  throw new UsageError(`no answer so far is in ${foreign.currency}, so ${mostInWords(foreign)} cannot be compared`, {
    hint: `the prices are in ${joinWords(currencies)}: "${foreign.amount} ${currencies[0]}"`,
  });
}

interface Round extends Context {
  readonly ask: Asker;
  readonly rules: Rules;
  readonly tellOne: (event: TripEvent) => Promise<void>;
  readonly isMailed: boolean;
}

/** What was told; undefined for a trip that is not to be asked any more. */
async function round(
  name: string,
  { ask, rules, tellOne, isMailed, ...context }: Round,
): Promise<TripEvent[] | undefined> {
  const { io, note, warn, signal } = context;
  const removed = (): undefined => note(`${name} was removed, so it is not watched any more`) as undefined;
  try {
    const trip = findTrip(io.env, name);
    if (trip === undefined) return removed();
    if (lastAnswer(trip).end === 'over') {
      if (!isMailed) note(`${name}: its days have passed, so it is not asked again`);
      return undefined;
    }
    const now = await ask(trip);
    const tellAndKeep = async () => {
      // Another watch may have told the same meanwhile.
      const before = findTrip(io.env, name);
      if (before === undefined) return removed();
      const { events, told } = newsOf(before, now, rules);
      // An answer is kept when it has been told: after a kill in between, it is told again.
      for (const event of events) await tellOne(event);
      await keepAnswer(io.env, name, told);
      return events;
    };
    return await telling(io.env, name, tellAndKeep, signal);
  } catch (error) {
    // A full disk or a damaged file does not end the watch: the other trips go on.
    if (error instanceof LostOutput || !(error instanceof OutputError || error instanceof UsageError)) throw error;
    warn(error.message);
    return [];
  }
}
