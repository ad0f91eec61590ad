/** `--save`: keeps what a command asked and was answered. */
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import type { OpenSession } from '../../operators/session.ts';
import { parseQuoting } from '../../planner/sweep/quoting.ts';
import type { Result } from '../../result.ts';
import { isoInstant } from '../../text.ts';
import { answerOf } from '../../trips/answer.ts';
import { tripName } from '../../trips/folder.ts';
import { keepAnswer } from '../../trips/store.ts';
import type { Answered } from '../../trips/trip.ts';

/**
 * Runs the command and keeps its answer after that was printed, also in a pipe that closes early. After an error nothing is saved. Throws
 * UsageError, before anything is asked, if there is nothing to keep.
 */
export async function runAndSave(
  text: string,
  command: Command,
  options: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Result | undefined> {
  const name = tripName(text);
  const { dryRun, quote } = options;
  if (dryRun === true || (typeof quote === 'string' && parseQuoting(quote, 1).how === 'none')) {
    throw new UsageError('--save keeps prices, and --dry-run and --quote none ask for none', {
      hint: 'leave one of them out',
    });
  }
  return command.run(options, {
    ...context,
    session: async () => withFreshNames(await context.session()),
    sessions: async () => (await context.sessions()).map(withFreshNames),
    keep: (answered) => context.afterResult(async () => keep(name, await answered(), context)),
  });
}

/** What is kept with an id is its name now, and so is what the command means by a name: no list of an earlier run counts. */
function withFreshNames(session: OpenSession): OpenSession {
  const { depots } = session;
  return {
    ...session,
    depots: { ...depots, list: depots.fresh, stored: async () => depots.known() },
    answers: (onSend) => session.answers(onSend, true),
  };
}

/** Throws UsageError if the trip of this name asks something else, and OutputError. */
async function keep(name: string, found: Answered | string, context: Context): Promise<void> {
  if (typeof found === 'string') return context.warn(`not saved: ${found}`);
  await keepAnswer(context.io.env, name, answerOf(found, isoInstant(context.io.now())), context, { mayBeNew: true });
  context.note(`saved: rental trips show ${name}`);
}
