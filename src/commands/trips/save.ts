/** `--save`: keeps what a command asked and was answered. */
import type { Quote, Selection } from '../../api/types.ts';
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { missingOfPlan } from '../../cli/trip-flags.ts';
import { UsageError } from '../../errors.ts';
import type { OpenSession } from '../../operators/session.ts';
import type { Result } from '../../result.ts';
import { answerOf } from '../../trips/answer.ts';
import { compareQuestion, quoteQuestion, type Kept, type KeptComparison } from '../../trips/kept.ts';
import { tripName } from '../../trips/names.ts';
import { asksTheSame, savedOperator } from '../../trips/question.ts';
import { asksOther, findTrip, saveTrip } from '../../trips/store.ts';
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
  const saving: Context = {
    ...context,
    session: async () => withFreshNames(await context.session()),
    sessions: async () => (await context.sessions()).map(withFreshNames),
    keep: (kept) => {
      // What the words of a comparison mean is known at its end: before anything of it is printed, if it is not a stream.
      const asked = known !== undefined && 'outcome' in kept && compareQuestion(kept)?.value;
      if (asked && !asksTheSame(known.question, asked)) throw asksOther(name);
      found.push(kept);
    },
  };
  return run(options, known === undefined ? saving : { ...saving, session: sessionFor(known, saving) });
}

/** What is kept with an id is its name now, and so is what the command means by a name: no list of an earlier run counts. */
function withFreshNames(session: OpenSession): OpenSession {
  const { depots } = session;
  return { ...session, depots: { ...depots, list: depots.fresh, stored: async () => depots.known() } };
}

/** A session that asks for no quote but that of the trip: a command knows its ids when its words are read. */
function sessionFor({ name, question }: Trip, context: Context): Context['session'] {
  return async () => {
    const session = await context.session();
    const operators = [savedOperator(session.operator)];
    const quote = async (selection: Selection): Promise<Quote> => {
      const sent = { ...selection, accessoryIds: [...selection.accessoryIds] };
      if (!asksTheSame(question, { kind: 'quote', operators, names: [], selection: sent })) throw asksOther(name);
      return session.service.quote(selection);
    };
    return { ...session, service: { ...session.service, quote } };
  };
}

/** Whether the command can ask what the trip asks: the same kind of question at the same operators. */
async function canBe({ question }: Trip, command: string, context: Context): Promise<boolean> {
  const sessions = command === 'compare' ? await context.sessions() : [await context.session()];
  const [saved, asked] = [question.operators, sessions.map(({ operator }) => operator)];
  return (
    (question.kind === 'compare') === (command === 'compare') &&
    saved.length === asked.length &&
    saved.every(({ baseUrl }, place) => baseUrl === asked[place]?.baseUrl.href)
  );
}

async function comparisonOf(kept: KeptComparison) {
  return compareQuestion(kept, await Promise.all(kept.outcome.sessions.map((session) => session.seenVehicles())));
}

/** Throws UsageError if the trip of this name asks something else, and OutputError. */
export async function keep(name: string, kept: Kept, context: Context): Promise<void> {
  const found = 'outcome' in kept ? await comparisonOf(kept) : { value: await quoteQuestion(kept), notes: [] };
  if (found === undefined) return context.note('not saved: the sweep ended before it was known what was asked for');
  const answer = answerOf(found.value, kept.document, context.io.now());
  const vehicle = 'vehicle' in kept ? kept.vehicle : undefined;
  await saveTrip(context.io.env, name, found.value, { ...answer, vehicle });
  context.note(...found.notes, `saved: rental trips show ${name}`);
}
