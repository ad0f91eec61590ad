/** Asks for saved trips again and again, and tells what has changed: on stdout, and to the commands of `--exec`. */
import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.ts';
import { OutputError, UsageError } from '../../errors.ts';
import { parseMost } from '../../planner/money.ts';
import { formatDuration, joinWords } from '../../text.ts';
import { readExec } from '../../trips/exec.ts';
import { newsOf, type Rules, type TripEvent } from '../../trips/news.ts';
import { addAnswer, findTrip } from '../../trips/store.ts';
import { tell, writeLine } from '../../trips/tell.ts';
import { ask } from './ask.ts';
import { namedTrips } from './check.ts';
import type { TripsOptions } from './options.ts';

const usualEveryMs = 2 * 3_600_000;
const execTimeoutMs = 30_000;

/** Ends with an interrupt, when no trip is left, or with --once after a round. Throws UsageError and OutputError. */
export async function watch(options: TripsOptions, context: Context): Promise<undefined> {
  const { io, signal, settings, note } = context;
  // All requests of a comparison wait for room at once.
  setMaxListeners(0, signal);
  if (settings.format === 'csv')
    throw new UsageError('events have no csv form', { hint: 'give ndjson, or leave it out' });
  const rules = readRules(options);
  const commands = (options.exec ?? []).map(readExec);
  const isJson = settings.format === 'json' || settings.format === 'ndjson';
  const everyMs = options.every ?? usualEveryMs;
  let names = namedTrips(options, context).map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError('no trip is saved', { hint: '--save <name> of quote, plan and compare' });
  if (options.once !== true) note(`${joinWords(names)}: every ${formatDuration(everyMs)}; Ctrl-C ends it`);
  for (let isStart = options.once !== true; ; isStart = false) {
    const began = io.monotonic();
    let told = 0;
    for (const name of names) {
      const events = await round(name, { ...rules, isStart }, context);
      if (events === undefined || events.some(({ event }) => event === 'over'))
        names = names.filter((one) => one !== name);
      for (const event of events ?? []) await tell(event, commands, { ...context, isJson, timeoutMs: execTimeoutMs });
      told += events?.length ?? 0;
      signal.throwIfAborted();
    }
    if (options.once === true && told === 0 && io.stdout.isTTY === true) await writeLine('No change.', io);
    if (options.once === true || names.length === 0) return undefined;
    // By the clock that no step changes, and never longer than a round.
    await io.sleep(Math.max(0, everyMs - (io.monotonic() - began)), signal);
  }
}

function readRules({ target = [], minDrop }: TripsOptions): Rules {
  return {
    targets: target.map((text) => parseMost(text, 'target')),
    minDrop: minDrop === undefined ? undefined : parseMost(minDrop, 'minDrop'),
  };
}

/** Undefined for a trip that is not to be asked any more. */
async function round(name: string, rules: Rules, context: Context): Promise<TripEvent[] | undefined> {
  const { io, note, warn } = context;
  try {
    const trip = findTrip(io.env, name);
    if (trip === undefined) return void note(`${name} was removed, so it is not watched any more`);
    if (trip.answers.at(-1)?.end === 'over') return undefined;
    const answer = await ask(trip.question, context);
    await addAnswer(io.env, name, answer);
    return newsOf(name, [...trip.answers, answer], { ...rules, isNamed: trip.question.kind === 'compare' });
  } catch (error) {
    // A full disk or a damaged file does not end the watch: the other trips go on.
    if (!(error instanceof OutputError || error instanceof UsageError)) throw error;
    warn(error.message);
    return [];
  }
}
