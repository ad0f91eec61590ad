/** Runs a command and keeps what it asked and was answered. */
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import type { plan } from '../../documents/quotes.ts';
import { NotAvailableError, UsageError } from '../../errors.ts';
import { stringifyJson } from '../../json.ts';
import type { Result } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { addAnswer } from '../../trips/answers.ts';
import { tripName } from '../../trips/names.ts';
import { questionOf } from '../../trips/question.ts';
import type { SavedTrip } from '../../trips/saved.ts';
import { createTrip, findTrip, type StoredTrip } from '../../trips/store.ts';
import { answerOf } from './evaluate.ts';
import { recordingContext } from './sessions.ts';

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
  const { io, note } = context;
  const known = findTrip(io.env, name);
  const question = await readQuestion(asked, context);
  if (known !== undefined && !isSame(known, command, question)) {
    throw new UsageError(`the trip "${name}" asks something else`, {
      hint: `choose another name, or first: rental trips remove ${name}`,
    });
  }
  const { context: recording, record } = recordingContext(context);
  const save = async (result?: Result): Promise<void> => {
    const whole = { ...(result !== undefined && command === 'plan' && answersOf(result)), ...question };
    const records = record();
    const answer = await answerOf({ command, options: whole }, records, context);
    const operators = records.map(({ operator }) => operator);
    const trip = known ?? (await createTrip(io.env, name, { format: 1, command, options: whole, operators }));
    await addAnswer(trip, answer);
    note(`saved: rental trips show ${name}`);
  };
  try {
    const result = await run(options, recording);
    return result && (await afterwards(result, save));
  } catch (error) {
    if (error instanceof NotAvailableError) await save();
    throw error;
  }
}

async function readQuestion({ name, options }: Asked, context: Context): Promise<SavedTrip['options']> {
  const sessions = name === 'compare' ? await context.sessions() : [await context.session()];
  const [first] = sessions;
  if (first === undefined) throw new Error('no operator is asked');
  return questionOf(options, first.today());
}

function isSame(known: StoredTrip, command: string, question: Values): boolean {
  const inOrder = (values: Values): string => stringifyJson(Object.entries(values).sort());
  return known.command === command && inOrder(known.options) === inOrder(question);
}

/** What the user answered in the wizard, as ids. */
function answersOf({ value }: Result): SavedTrip['options'] {
  const { pickUp, dropOff, vehicle, accessories, insurance } = value as ValueOf<typeof plan.value>;
  return {
    pickUp: String(pickUp.depot.id),
    dropOff: String(dropOff.depot.id),
    from: pickUp.date,
    to: dropOff.date,
    vehicle: String(vehicle.vehicleId),
    accessory: accessories.flatMap(({ id, quantity }) => Array<string>(quantity).fill(String(id))),
    insurance: insurance === null ? 'none' : String(insurance.id),
  };
}

/** Items come after the handler has ended. */
async function afterwards(result: Result, save: (result: Result) => Promise<void>): Promise<Result> {
  const { items } = result;
  if (items === undefined) {
    await save(result);
    return result;
  }
  async function* all() {
    yield* items ?? [];
    await save(result);
  }
  // The result has getters, so it is not copied.
  return Object.defineProperty(result, 'items', { value: all() });
}
