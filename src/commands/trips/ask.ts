/** Asks again what a trip asks. */
import type { Context } from '../../cli/context.ts';
import { InterruptedError, RentalError, UsageError } from '../../errors.ts';
import type { Session } from '../../planner/session.ts';
import type { NewAnswer } from '../../trips/answers.ts';
import { tripName } from '../../trips/names.ts';
import type { TripRecord } from '../../trips/saved.ts';
import { listTrips, readTrip, type StoredTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { answerOf, isAnswer, runQuestion } from './evaluate.ts';
import type { TripsOptions } from './options.ts';
import { openSaved, quietContext, recordingContext } from './sessions.ts';

/** `a,b`, or all. Throws UsageError. */
export function namedTrips({ name, all }: TripsOptions, env: Context['io']['env']): readonly StoredTrip[] {
  if (all === true) return listTrips(env);
  const names = name.split(',').filter((one) => one.trim() !== '');
  if (names.length === 0) throw new UsageError('no trip is named', { hint: 'rental trips lists them' });
  return [...new Set(names.map(tripName))].map((one) => readTrip(env, one));
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
    if (!isAnswer(error)) return { at, end: 'failed', reason: error.message, code: error.code };
  } finally {
    // A watch opens them again in each round, for weeks.
    for (const session of sessions) await session.close();
  }
  return answerOf(run, trip, record(), context);
}
