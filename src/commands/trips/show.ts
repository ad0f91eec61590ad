/** The last answer of a trip, as the command that asked for it shows it. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { UsageError } from '../../errors.ts';
import { formatInstant } from '../../planner/calendar.ts';
import type { Result } from '../../result.ts';
import { readAnswers } from '../../trips/answers.ts';
import type { SavedTrip } from '../../trips/saved.ts';
import { readTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { runQuestion } from './evaluate.ts';
import type { TripsOptions } from './options.ts';
import { replayContext } from './sessions.ts';

/** The flags of each command that only say how an answer is shown. */
const forms: Readonly<Record<SavedTrip['command'], readonly string[]>> = {
  quote: ['ics', 'qr'],
  plan: ['ics'],
  compare: ['view', 'groupBy', 'limit', 'all', 'maxTotal'],
};

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
  const strange = Object.keys(view).filter((option) => !forms[command].includes(option));
  if (strange[0] !== undefined) {
    throw new UsageError(`"${name}" was asked with ${command}, which has no ${flagOf(strange[0])}`, {
      hint: `rental trips show ${name}`,
    });
  }
  const asked = formatInstant(new Date(last.at).toISOString(), operators[0]?.timeZone ?? 'UTC');
  context.note(`asked ${asked}: rental trips check ${name} asks again`);
  return runQuestion(await runOf(trip), trip, view, replayContext(record, context));
}
