/** The last answer of a trip, as the command that asked for it shows it. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import type { compare } from '../../documents/compare.ts';
import { UsageError } from '../../errors.ts';
import { formatInstant } from '../../planner/calendar.ts';
import type { Result } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { isoInstant, quoteShell } from '../../text.ts';
import { readAnswers } from '../../trips/answers.ts';
import type { SavedTrip, TripRecord } from '../../trips/saved.ts';
import { readTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { againLines } from '../shared/again-lines.ts';
import { quoteLine } from '../shared/command-line.ts';
import { openReport, withExitCode } from '../shared/report-file.ts';
import { runQuestion, valueOf } from './evaluate.ts';
import type { TripsOptions } from './options.ts';
import { replayContext } from './sessions.ts';
import { commandOf } from './words.ts';

/** The flags of each command that only say how an answer is shown. */
const forms: Readonly<Record<SavedTrip['command'], readonly string[]>> = {
  quote: ['ics', 'qr'],
  plan: ['ics'],
  compare: ['view', 'groupBy', 'limit', 'all', 'maxTotal'],
};

/** Throws what the service answered, if that was an error. */
export async function show({ name: text, report, ...view }: TripsOptions, context: Context): Promise<Result> {
  const trip = readTrip(context.io.env, text);
  const { name, command, operators } = trip;
  const answers = readAnswers(trip);
  const last = answers.findLast((one) => one.end !== 'failed') ?? answers.at(-1);
  const record = last?.record();
  if (last === undefined || record === undefined) {
    throw new UsageError(`the last answer of "${name}" cannot be read`, { hint: `rental trips check ${name}` });
  }
  const strange = Object.keys(view).find((option) => !forms[command].includes(option));
  if (strange !== undefined) {
    throw new UsageError(`"${name}" was asked with ${command}, which has no ${flagOf(strange)}`, {
      hint:
        (forms.quote.includes(strange) && (await oneOffer(trip, record, view, context))) || `rental trips show ${name}`,
    });
  }
  const asked = formatInstant(isoInstant(last.at), operators[0]?.timeZone ?? 'UTC');
  context.note(`asked ${asked}: rental trips check ${name} asks again`);
  const writeReport = await openReport(report, command, context);
  const asking = { ...context, asked: { at: last.at, command: commandOf(trip) } };
  const run = await runOf(trip);
  const { warn } = context;
  const result = await runQuestion(run, trip, view, { ...replayContext(record, asking), warn });
  // A page has every offer, whatever the view shows.
  const whole = view.limit === undefined ? {} : { limit: view.limit };
  const { timeZone = 'UTC' } = operators[0] ?? {};
  const depots = record[0]?.depots ?? [];
  const written = await writeReport(() => valueOf(run, trip, whole, record, asking), {
    timeZone,
    asked: asking.asked,
    depots,
  });
  return withExitCode(result, written);
}

/** The line that asks for the best offer of a comparison alone. */
async function oneOffer(
  trip: SavedTrip,
  record: TripRecord,
  { ics }: Pick<TripsOptions, 'ics'>,
  context: Context,
): Promise<string | undefined> {
  const value = await valueOf(await runOf(trip), trip, {}, record, context);
  const best = (value as Partial<ValueOf<typeof compare.value>>).offers?.[0];
  const form = ics === undefined ? '--qr' : quoteShell(['--ics', ics]);
  return best && `for one offer: ${againLines(value, quoteLine)(best)} ${form}`;
}
