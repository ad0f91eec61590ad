/** The last answer of a trip, as the command that asked for it shows it. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import { formatInstant } from '../../planner/calendar.ts';
import type { Result } from '../../result.ts';
import { readAnswers } from '../../trips/answers.ts';
import { readTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { runQuestion } from './evaluate.ts';
import type { TripsOptions } from './options.ts';
import { replayContext } from './sessions.ts';

/** Throws what the service answered, if that was an error. */
export async function show({ name: text, newName: _, ...view }: TripsOptions, context: Context): Promise<Result> {
  const trip = readTrip(context.io.env, text);
  const { name, command, operators } = trip;
  const answers = readAnswers(trip);
  const last = answers.findLast((one) => one.end !== 'failed') ?? answers.at(-1);
  const record = last?.record();
  if (last === undefined || record === undefined) {
    throw new UsageError(`the last answer of "${name}" cannot be read`, { hint: `rental trips check ${name}` });
  }
  if (command !== 'compare' && Object.values(view).some((value) => value !== undefined)) {
    throw new UsageError(`"${name}" is one price: it takes no flags of a comparison`, {
      hint: `rental trips show ${name}`,
    });
  }
  const asked = formatInstant(new Date(last.at).toISOString(), operators[0]?.timeZone ?? 'UTC');
  context.note(`asked ${asked}: rental trips check ${name} asks again`);
  return runQuestion(await runOf(trip), trip, view, replayContext(record, context));
}
