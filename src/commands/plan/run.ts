/** Takes the steps in their order, until there is a quote and nothing more to change. */
import {
  BackError,
  InterruptedError,
  isTransient,
  NotAvailableError,
  RefusedError,
  UsageError,
  type RentalError,
} from '../../errors.ts';
import type { QuotedPlan } from '../../planner/plan-trip.ts';
import { tripOf } from '../../planner/plan-trip.ts';
import { labelOfVehicle } from '../../planner/selection.ts';
import { quoteShell } from '../../text.ts';
import { planWords } from '../shared/command-line.ts';
import {
  changeChoices,
  changes,
  flagsOf,
  without,
  type Answers,
  type Change,
  type Given,
  type Key,
  type Known,
} from './answers.ts';
import { createLists } from './lists.ts';
import { askNext, quotePlan } from './quoting.ts';
import { sentence, type Step, type StepParts, type WizardContext } from './step.ts';
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
  /** The answers with their quote. */
  readonly plan?: QuotedPlan | undefined;
}

type Run = ReturnType<typeof startRun>;

function startRun(given: Given, context: WizardContext) {
  const said = new Map<string, string>();
  const remark: StepParts['remark'] = (kind, text, style) => {
    if (said.get(kind) !== text) context.prompts.say(text, style);
    said.set(kind, text);
  };
  return {
    context,
    remark,
    lists: createLists(context),
    place: { answers: {}, given } as Place,
    /** Of each question that was answered, the place before it. */
    history: [] as Place[],
    suggested: {} as Answers,
    /** What a new quote is compared with. */
    last: undefined as QuotedPlan | undefined,
  };
}

/** Throws the service's error if the user does not want to try again. */
export async function takeSteps(given: Given, context: WizardContext): Promise<QuotedPlan> {
  const run = startRun(given, context);
  for (;;) {
    try {
      const done = await takeStep(run);
      if (done !== undefined) return done;
    } catch (error) {
      await recover(run, error);
    }
  }
}

/** Asks the next question, or for the quote. The plan once the user is done. */
async function takeStep(run: Run): Promise<QuotedPlan | undefined> {
  const { context, history } = run;
  const step = await settle(run);
  const { plan } = run.place;
  context.prompts.offerBack(history.length > 0);
  if (step !== undefined) {
    const answer = await step.ask(partsOf(run));
    history.push(run.place);
    run.place = { ...run.place, answers: { ...run.place.answers, ...answer }, plan: undefined };
  } else if (plan === undefined) await quote(run);
  else {
    const next = await askNext(plan, await changeable(run), context);
    if (next === 'done') return plan;
    history.push(run.place);
    forget(run, changes[next].keys);
  }
  return undefined;
}

/** Looks kept answers up in the present lists, and reads flags. The first step that has to ask, if any. */
async function settle(run: Run): Promise<Step | undefined> {
  for (const step of steps) {
    const isKept = run.place.answers[step.key] !== undefined;
    let answer = isKept ? await (step.again?.(partsOf(run)) ?? {}) : undefined;
    if (answer === undefined) {
      forget(run, [step.key]);
      answer = await readFlag(run, step);
    }
    if (answer === undefined) return step;
    run.place = { ...run.place, answers: { ...run.place.answers, ...answer } };
  }
  return undefined;
}

/** A flag answers once; after a change the wizard asks. If it fits nothing, the user may just have chosen the trip that it does not fit. */
async function readFlag(run: Run, step: Step): Promise<Answers | undefined> {
  const { given } = run.place;
  if (given[step.key] === undefined) return step.read({}, partsOf(run));
  run.place = { ...run.place, given: without(given, [step.key]) };
  try {
    return await step.read(given, partsOf(run));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NotAvailableError)) throw error;
    run.remark('problem', sentence(error.message), 'warning');
    return step.read({}, partsOf(run));
  }
}

function partsOf({ context: { prompts, today }, lists, remark, suggested, place }: Run): StepParts {
  return { prompts, today, lists, remark, suggested, known: place.answers as Known };
}

/** The answers are suggested again. */
function forget(run: Run, keys: readonly Key[]): void {
  const { answers, given } = run.place;
  run.suggested = { ...run.suggested, ...answers };
  run.place = { answers: without(answers, keys), given };
}

/** A vehicle that is no longer available is chosen again. */
async function quote(run: Run): Promise<void> {
  const { lists, place } = run;
  const known = place.answers as Known;
  const trip = tripOf(known);
  const { vehicles } = await lists.vehicles(trip);
  const plan = { ...known, vehicleLabel: labelOfVehicle(known.vehicle, vehicles) };
  const quoted = await quotePlan(plan, run.last, run.context);
  if (quoted === undefined) {
    lists.markSoldOut(known.vehicle.vehicleId, trip);
    return forget(run, ['vehicle']);
  }
  run.last = quoted;
  run.place = { ...place, plan: quoted };
}

/** What has been answered, and has another answer. */
async function changeable({ place: { answers }, lists }: Run): Promise<Change[]> {
  const known = answers as Known;
  const isAsked = answers.accessories !== undefined;
  const { accessories, plans } = isAsked ? await lists.extras(known.vehicle.vehicleId, known) : noExtras;
  const asked: Readonly<Record<Change, boolean>> = {
    dates: answers.pickUpDate !== undefined,
    vehicle: answers.vehicle !== undefined,
    accessories: accessories.length > 0,
    insurance: answers.insurance !== undefined && plans.length > 0,
    depots: answers.pickUp !== undefined,
  };
  return (Object.keys(asked) as Change[]).filter((change) => asked[change]);
}

const noExtras = { accessories: [], plans: [] };

/** Goes back, or asks what to do about an error of the service. Throws the error if it ends the wizard. */
async function recover(run: Run, error: unknown): Promise<void> {
  if (error instanceof InterruptedError) return leave(run, error);
  try {
    if (error instanceof RefusedError) {
      const choices = await changeable(run);
      // The lists may be old: an extra in them can be the reason why the quote was refused.
      run.lists.forget();
      await changeSomething(run, error, choices);
    } else if (error instanceof NotAvailableError && run.place.answers.pickUpDate !== undefined) {
      await changeSomething(run, error, ['dates', 'depots']);
    } else if (!isTransient(error)) throw error;
    else {
      run.context.prompts.say(sentence(error.message), 'warning');
      if (!(await run.context.prompts.confirm('Try again?', true))) throw error;
    }
  } catch (inner) {
    if (!(inner instanceof InterruptedError)) throw inner;
    leave(run, inner);
  }
}

/** Esc leads to the question before. Otherwise, and at the first one, the plan so far is printed, so that nobody has to answer everything again. */
function leave(run: Run, error: InterruptedError): void {
  const { context, history, place } = run;
  const { prompts, operatorFlags } = context;
  const earlier = error instanceof BackError ? history.pop() : undefined;
  if (earlier !== undefined) {
    run.suggested = { ...run.suggested, ...place.answers };
    run.place = earlier;
    return;
  }
  if (error instanceof BackError) prompts.say('That was the first question: the wizard ends.', 'dim');
  const answers = history.length > 0 ? place.answers : run.suggested;
  if (Object.keys(answers).length > 0) {
    prompts.say('The plan so far as a command:', 'dim');
    prompts.print(quoteShell(planWords(flagsOf(answers, place.given), operatorFlags)));
  }
  throw error;
}

/** Says why the plan cannot continue, and asks what to change. Throws the error if the user stops. */
async function changeSomething(run: Run, error: RentalError, choices: readonly Change[]): Promise<void> {
  const { prompts } = run.context;
  run.remark('problem', sentence(error.message), 'warning');
  const change = await prompts.select<Change | 'stop'>({
    message: 'What now?',
    choices: [...changeChoices(choices), { value: 'stop', name: 'Stop here' }],
  });
  if (change === 'stop') throw error;
  forget(run, changes[change].keys);
}
