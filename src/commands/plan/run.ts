/** Takes the steps in their order, until there is a quote and nothing more to change. */
import { BackError, isTransient, NotAvailableError, RefusedError, UsageError } from '../../base/errors.ts';
import { priceTrip, type QuotedTrip } from '../../planner/quote-trip.ts';
import { sentence } from '../../base/words.ts';
import { createLists } from './lists.ts';
import { askNext, changesOf, sayQuote } from './quoting.ts';
import { tripOf, wantedOf } from './step.ts';
import type { Answers, Given, Key, Known, Step, StepParts, WizardContext, WizardOptions } from './step.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, insuranceStep } from './steps/extras.ts';
import { vehicleStep } from './steps/vehicle.ts';

const steps: readonly Step[] = [
  pickUpStep,
  dropOffStep,
  pickUpDateStep,
  dropOffDateStep,
  vehicleStep,
  accessoriesStep,
  insuranceStep,
];

/** Where the wizard is; Esc leads to the place before. */
interface Place {
  readonly answers: Answers;
  readonly given: Given;
}

type Run = ReturnType<typeof startRun>;

function startRun(options: WizardOptions, context: WizardContext) {
  const { pickUp, dropOff, from, to, vehicle, accessory, insurance } = options;
  const given = { pickUp, dropOff, pickUpDate: from, dropOffDate: to, vehicle, accessories: accessory, insurance };
  return {
    context,
    lists: createLists(context),
    place: { answers: {}, given } as Place,
    /** Of each question that was answered, the place before it. */
    history: [] as Place[],
    suggested: {} as Answers,
  };
}

/** Asks for what the options leave open. Throws the service's error if the user stops there. */
export async function takeSteps(options: WizardOptions, context: WizardContext): Promise<QuotedTrip> {
  const run = startRun(options, context);
  for (;;) {
    try {
      const done = await takeStep(run);
      if (done !== undefined) return done;
    } catch (error) {
      await recover(run, error);
    }
  }
}

/** Asks the next question, or for the quote and what to do with it. The quote once the user is done. */
async function takeStep(run: Run): Promise<QuotedTrip | undefined> {
  const step = await settle(run);
  const before = run.place;
  if (step !== undefined) await add(run, step, await step.ask(partsOf(run)));
  else {
    const quoted = await quote(run);
    const next = await askNext(quoted, run.context);
    if (next === 'done') return quoted;
    forget(run, next);
  }
  run.history.push(before);
  return undefined;
}

/** Looks kept answers up in the present lists, and reads flags. The first step that has to ask, if any. */
async function settle(run: Run): Promise<Step | undefined> {
  for (const step of steps) {
    if (run.place.answers[step.key] !== undefined && step.again !== undefined) {
      const kept = await step.again(partsOf(run));
      if (kept === undefined) forget(run, [step.key]);
      else await add(run, step, kept);
    }
    if (run.place.answers[step.key] !== undefined) continue;
    const said = await readFlag(run, step);
    // No insurance plan, null, is an answer too.
    const answer = said === undefined ? await step.only?.(partsOf(run)) : said;
    if (answer === undefined) return step;
    await add(run, step, answer);
  }
  return undefined;
}

/** A flag answers once; after a change the wizard asks. If it fits nothing, the user may just have chosen the trip that it does not fit. */
async function readFlag(run: Run, step: Step): Promise<Known[Key] | undefined> {
  const { answers, given } = run.place;
  const said = given[step.key];
  run.place = { answers, given: { ...given, [step.key]: undefined } };
  try {
    return said === undefined ? undefined : await step.read(said, partsOf(run));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NotAvailableError)) throw error;
    run.context.prompts.say(sentence(error.message), 'warning');
    return undefined;
  }
}

async function quote({ context, lists, place }: Run): Promise<QuotedTrip> {
  const known = place.answers as Known;
  const wanted = wantedOf(known, await lists.vehicles(tripOf(known)));
  const parts = { ...context, depots: await lists.depots(), today: () => context.today };
  const quoted = await priceTrip(wanted, parts, context.maxTotal);
  sayQuote(quoted, context);
  return quoted;
}

/** After an error of the service the user decides: change something, try again, or stop, which throws it. */
async function recover(run: Run, error: unknown): Promise<void> {
  if (!(isTransient(error) || error instanceof NotAvailableError || error instanceof RefusedError))
    return back(run, error);
  const { prompts } = run.context;
  prompts.say(sentence(error.message), 'warning');
  // They may be old: an extra in them can be the reason why the quote was refused.
  run.lists.forget();
  const again = { value: [], name: 'Try again' };
  const others = changesOf(run.place.answers);
  const choices = isTransient(error) ? [again, ...others] : [...others, again];
  try {
    const next = await prompts.search<readonly Key[] | 'stop'>({
      message: 'What now?',
      choices: [...choices, { value: 'stop', name: 'Stop here' }],
    });
    if (next === 'stop') throw error;
    forget(run, next);
  } catch (inner) {
    back(run, inner);
  }
}

/** Esc leads to the question before. Any other error ends the wizard. */
function back(run: Run, error: unknown): void {
  if (!(error instanceof BackError)) throw error;
  const earlier = run.history.pop();
  if (earlier === undefined) {
    run.context.prompts.say('That was the first question: the wizard ends.', 'dim');
    throw error;
  }
  run.suggested = { ...run.suggested, ...run.place.answers };
  run.place = earlier;
}

function partsOf({ context: { prompts, today }, lists, suggested, place }: Run): StepParts {
  const note = (text: string): void => prompts.say(sentence(text), 'dim');
  return { prompts, today, lists, suggested, note, known: place.answers as Known };
}

async function add(run: Run, step: Step, answer: Known[Key]): Promise<void> {
  run.place = { ...run.place, answers: { ...run.place.answers, [step.key]: answer } };
  await step.say?.(partsOf(run));
}

/** The answers are suggested again. */
function forget(run: Run, keys: readonly Key[]): void {
  const answers = { ...run.place.answers };
  run.suggested = { ...run.suggested, ...answers };
  for (const key of keys) delete answers[key];
  run.place = { ...run.place, answers };
}
