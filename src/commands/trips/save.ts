/** `--save`: keeps what a command asked and was answered. */
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { missingOfPlan } from '../../cli/trip-flags.ts';
import { UsageError } from '../../errors.ts';
import type { OpenSession } from '../../operators/session.ts';
import { parseQuoting } from '../../planner/sweep/quoting.ts';
import type { Result } from '../../result.ts';
import { answerOf } from '../../trips/answer.ts';
import { answeredBy, namesOf, type Kept } from '../../trips/kept.ts';
import { tripName } from '../../trips/names.ts';
import { asksTheSame } from '../../trips/question.ts';
import { asksOther, findTrip, keepAnswer } from '../../trips/store.ts';
import type { Trip } from '../../trips/trip.ts';

interface Asked {
  readonly name: string;
  readonly run: Command['run'];
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Runs the command and keeps its answer after that was printed, also in a pipe that closes early. After an error nothing is saved. Throws
 * UsageError, before anything is asked, for a name that is taken by another kind of question or for another operator, and in the wizard by any.
 */
export async function runAndSave(
  text: string,
  { name: command, run, options }: Asked,
  context: Context,
): Promise<Result | undefined> {
  const name = tripName(text);
  if (options['dryRun'] === true) {
    throw new UsageError('--save keeps answers, and --dry-run asks for none', { hint: 'leave one of them out' });
  }
  if (typeof options['quote'] === 'string' && parseQuoting(options['quote'], 1).how === 'none') {
    throw new UsageError('--save keeps prices, and --quote none asks for none', { hint: 'leave one of them out' });
  }
  const known = findTrip(context.io.env, name);
  if (known !== undefined) {
    // What the wizard asks is known only at its end.
    const isOpen = command === 'plan' && missingOfPlan(options).length > 0;
    if (isOpen || !(await canBe(known, command, context))) throw asksOther(name);
  }
  const found: Kept[] = [];
  context.afterResult(async () => {
    for (const kept of found) await keep(name, kept, context);
  });
  return run(options, {
    ...context,
    session: async () => withFreshNames(await context.session()),
    sessions: async () => (await context.sessions()).map(withFreshNames),
    keep: (kept) => {
      // What its words mean is known by now: before anything is printed, if it is not a stream.
      const asked = answeredBy(kept);
      if (known && typeof asked !== 'string' && !asksTheSame(known.question, asked.value)) throw asksOther(name);
      found.push(kept);
    },
  });
}

/** What is kept with an id is its name now, and so is what the command means by a name: no list of an earlier run counts. */
function withFreshNames(session: OpenSession): OpenSession {
  const { depots } = session;
  return { ...session, depots: { ...depots, list: depots.fresh, stored: async () => depots.known() } };
}

/** Whether the command can ask what the trip asks: the same kind of question at its operators. Not all that are named need take part. */
async function canBe({ question }: Trip, command: string, context: Context): Promise<boolean> {
  const sessions = command === 'compare' ? await context.sessions() : [await context.session()];
  const named = sessions.map(({ operator }) => operator.baseUrl.href);
  return (
    (question.kind === 'compare') === (command === 'compare') &&
    question.operators.every(({ baseUrl }) => named.includes(baseUrl.href))
  );
}

/** Throws UsageError if the trip of this name asks something else, and OutputError. */
export async function keep(name: string, kept: Kept, context: Context): Promise<void> {
  const found = answeredBy(kept, await namesOf(kept));
  if (typeof found === 'string') return context.warn(`not saved: ${found}`);
  await keepAnswer(context.io.env, name, answerOf(found.value, context.io.now()), found.value);
  context.note(...found.notes, `saved: rental trips show ${name}`);
}
