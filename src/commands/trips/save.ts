/** Runs a command and keeps what it asked and was answered. */
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { NotAvailableError, UsageError } from '../../errors.ts';
import type { Result } from '../../result.ts';
import { addAnswer, type NewAnswer } from '../../trips/answers.ts';
import { tripName } from '../../trips/names.ts';
import { questionOf } from '../../trips/question.ts';
import type { QuotedPlan } from '../../planner/plan-trip.ts';
import { asksTheSame, type Question, type SavedTrip, type TripRecord } from '../../trips/saved.ts';
import { createTrip, findTrip, type StoredTrip } from '../../trips/store.ts';
import { answerOf, answerWith } from './evaluate.ts';
import { recordingContext } from './sessions.ts';
import { commandOf } from './words.ts';

type Values = Readonly<Record<string, unknown>>;

interface Asked {
  readonly name: SavedTrip['command'];
  readonly run: Command['run'];
  readonly options: Values;
}

/** The result of the command. A vehicle that is not available is an answer too; after any other error nothing is saved. */
export async function runAndSave(text: string, asked: Asked, context: Context): Promise<Result | undefined> {
  const name = tripName(text);
  const { name: command, run, options } = asked;
  if (options['dryRun'] === true) {
    throw new UsageError('--save keeps answers, and --dry-run asks for none', { hint: 'leave one of them out' });
  }
  const { options: answers, operators } = await readQuestion(asked, context);
  const question = { command, options: answers };
  const known = findTrip(context.io.env, name);
  if (known !== undefined) refuseOther(known, question);
  const told = { ...context, asked: { at: context.io.now(), command: commandOf({ ...question, operators }) } };
  const { context: recording, record } = recordingContext(told);
  const save = async (): Promise<void> => {
    const records = record();
    await keep(name, question, await answerOf(run, question, records, told), context);
  };
  try {
    const result = await run(options, recording);
    return result && (await afterwards(result, save));
  } catch (error) {
    if (error instanceof NotAvailableError) await save();
    throw error;
  }
}

/** What the wizard asked so far, with its answers as ids. Throws UsageError and OutputError. */
export async function savePlan(
  {
    name,
    plan,
    value,
    record,
  }: { readonly name: string; readonly plan: QuotedPlan; readonly value: unknown; readonly record: TripRecord },
  context: Context,
): Promise<void> {
  const question = { command: 'plan', options: answersOf(plan) } as const;
  await keep(name, question, answerWith(value, question, record, context.io.now()), context);
}

/** An answer more of the trip of this name, or the first one of a new trip. Throws UsageError and OutputError. */
async function keep(name: string, question: Question, answer: NewAnswer, context: Context): Promise<void> {
  const { env } = context.io;
  const known = findTrip(env, name);
  if (known !== undefined) refuseOther(known, question);
  const operators = (answer.record ?? []).map(({ operator }) => operator);
  await addAnswer(known ?? (await createTrip(env, name, { format: 1, ...question, operators })), answer);
  context.note(`saved: rental trips show ${name}`);
}

function refuseOther(known: StoredTrip, question: Question): void {
  if (asksTheSame(known, question)) return;
  throw new UsageError(`the trip "${known.name}" asks something else`, {
    hint: `choose another name, or first: rental trips remove ${known.name}`,
  });
}

async function readQuestion({ name, options }: Asked, context: Context) {
  const sessions = name === 'compare' ? await context.sessions() : [await context.session()];
  const [first] = sessions;
  if (first === undefined) throw new Error('no operator is asked');
  const operators = sessions.map(({ operator }) => ({ ...operator, baseUrl: operator.baseUrl.href }));
  return { options: questionOf(options, first.today()), operators };
}

/** What the user answered in the wizard, as ids. */
function answersOf(plan: QuotedPlan): SavedTrip['options'] {
  const { pickUp, dropOff, vehicle, accessories, insurance } = plan;
  return {
    pickUp: String(pickUp.id),
    dropOff: String(dropOff.id),
    from: plan.pickUpDate,
    to: plan.dropOffDate,
    vehicle: String(vehicle.vehicleId),
    accessory: accessories.flatMap(({ id, quantity }) => Array<string>(quantity).fill(String(id))),
    insurance: insurance === null ? 'none' : String(insurance.id),
  };
}

/** Items come after the handler has ended. */
async function afterwards(result: Result, save: () => Promise<void>): Promise<Result> {
  const { items } = result;
  if (items === undefined) {
    await save();
    return result;
  }
  async function* all() {
    yield* items ?? [];
    await save();
  }
  // The result has getters, so it is not copied.
  return Object.defineProperty(result, 'items', { value: all() });
}
