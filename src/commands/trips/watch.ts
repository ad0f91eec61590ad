/** Asks for saved trips again and again, and tells what has changed: on stdout, and to the command of `--exec`. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import { parseMost } from '../../planner/money.ts';
import { formatDuration, joinWords } from '../../text.ts';
import { newsOf, type TripEvent } from '../../trips/news.ts';
import { findTrip, keepAnswer } from '../../trips/store.ts';
import { readExec, tell, writeLine } from '../../trips/tell.ts';
import { lastAnswer } from '../../trips/trip.ts';
import { ask } from './ask.ts';
import { namedTrips } from './check.ts';
import type { TripsOptions } from './flags.ts';

/** Ends with an interrupt, when no trip is left, or with --once after a round. Throws UsageError and OutputError. */
export async function watch(options: TripsOptions, context: Context): Promise<undefined> {
  const { io, signal, settings, note } = context;
  const { every: everyMs = 2 * 3_600_000, once = false, target, exec } = options;
  const command = exec === undefined ? undefined : readExec(exec);
  const most = target === undefined ? undefined : parseMost(target, 'target');
  const isJson = settings.format === 'json' || settings.format === 'ndjson';
  let names = namedTrips(options, context).map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError('no trip is saved', { hint: '--save <name> of quote, plan and compare' });
  if (!once) note(`${joinWords(names)}: every ${formatDuration(everyMs)}; Ctrl-C ends it`);
  for (;;) {
    const began = io.monotonic();
    const told: TripEvent[] = [];
    const left: string[] = [];
    for (const name of names) {
      const trip = findTrip(io.env, name);
      if (trip === undefined || lastAnswer(trip).end === 'over') {
        if (!once) note(`${name} is over or was removed, so it is not asked again`);
        continue;
      }
      const now = await ask(trip, context);
      const events = newsOf(trip, now, most);
      // An answer is kept when it has been told: after a kill in between, it is told again.
      for (const event of events) await tell(event, command, { ...context, isJson });
      await keepAnswer(io.env, name, now, context);
      signal.throwIfAborted();
      told.push(...events);
      if (now.end !== 'over') left.push(name);
    }
    if (once && told.length === 0 && io.stdout.isTTY === true) await writeLine('No change.', context);
    if (once || left.length === 0) return undefined;
    names = left;
    // By the clock that no step changes, and never longer than a round.
    await io.sleep(Math.max(0, everyMs - (io.monotonic() - began)), signal);
  }
}
