/** The wizard: asks for what is not known yet, in order, until there is a quote and nothing more to change. */
import type { Context } from '../../cli/context.ts';
import type { ExtrasOptions, TripOptions } from '../../cli/trip-flags.ts';
import { BackError, InterruptedError, isTransient, RefusedError } from '../../errors.ts';
import { parseDate } from '../../planner/dates.ts';
import { readOne } from '../../planner/read-one.ts';
import { readDates } from '../../planner/trip.ts';
import { selectionOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import { decidingChoice } from '../../operators/choose.ts';
import { savedOperator } from '../../trips/question.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import { quoteShell } from '../../text.ts';
import { operatorWords, planLine, planWords } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import { answersOf, emptyDraft, goBackTo, quotedPlanOf, type Draft } from './draft.ts';
import { keep } from '../trips/save.ts';
import { keptPlan } from './result.ts';
import { changeable, changeSomething, sentence, type Step, type WizardContext } from './step.ts';
import { accessoriesStep, extrasStep, insuranceStep, quantitiesStep } from './steps/extras.ts';
import { nextStep, quoteStep } from './steps/quote.ts';
import { dropOffDateStep, dropOffStep, pickUpDateStep, pickUpStep } from './steps/trip.ts';
import { availabilityStep, vehicleStep } from './steps/vehicles.ts';

export type WizardOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };

export const steps: readonly Step[] = [
  pickUpStep,
  dropOffStep,
  pickUpDateStep,
  dropOffDateStep,
  availabilityStep,
  vehicleStep,
  extrasStep,
  accessoriesStep,
  quantitiesStep,
  insuranceStep,
  quoteStep,
  nextStep,
];

/** Asks for what the options leave open. Throws the service's error if the user does not want to try again. */
export async function runWizard(options: WizardOptions, context: Context): Promise<QuotedPlan> {
  const wizard = await createWizardContext(context, async (name, plan) => {
    await keep(name, keptPlan(plan, await context.session(), []), context);
  });
  const plan = await askSteps(options, wizard);
  const { prompts, operatorFlags } = wizard;
  prompts.say('');
  prompts.say('The same plan as one command:', 'dim');
  prompts.print(quoteShell(planLine(selectionOf(plan), operatorFlags)));
  prompts.say('');
  return plan;
}

/** Runs the steps until none is needed. */
export async function askSteps(options: WizardOptions, context: WizardContext): Promise<QuotedPlan> {
  await checkFlags(options, context);
  const { pickUp, dropOff, from, to, vehicle, accessory: accessories, insurance } = options;
  const flags = { pickUp, dropOff, from, to, vehicle, accessories, insurance };
  const endSeries = context.prompts.openSeries();
  try {
    return await takeSteps(emptyDraft(flags), context);
  } finally {
    endSeries();
  }
}

/** A question that was asked. */
interface Asked {
  /** Before the question. */
  readonly draft: Draft;
  /** Takes the question and what was printed after it off the screen. */
  readonly erase: () => void;
}

async function takeSteps(start: Draft, context: WizardContext): Promise<QuotedPlan> {
  const { prompts } = context;
  const history: Asked[] = [];
  let draft = start;
  for (;;) {
    const step = steps.find((one) => one.needed(draft));
    if (step === undefined) return quotedPlanOf(draft);
    prompts.offerBack(history.length > 0);
    const erase = prompts.mark();
    try {
      const { watched, hasAsked } = withWatch(prompts);
      const next = await takeStep(step, draft, context, watched);
      if (hasAsked() && next !== draft) history.push({ draft, erase });
      draft = next;
    } catch (error) {
      if (error instanceof InterruptedError && history.length > 0) sayPlanSoFar(draft, context);
      if (!(error instanceof BackError)) throw error;
      const earlier = history.pop();
      (earlier?.erase ?? erase)();
      if (earlier === undefined) prompts.say('This is the first question: Ctrl-C ends the wizard.', 'dim');
      else draft = goBackTo(earlier.draft, draft);
    }
  }
}

/** The same prompts, which find out whether something was asked. */
function withWatch(prompts: Prompts): { readonly watched: Prompts; hasAsked(): boolean } {
  let asked = false;
  const watch =
    <Q extends unknown[], R>(ask: (...question: Q) => R) =>
    (...question: Q): R => {
      asked = true;
      return ask(...question);
    };
  const { search, select, checkbox, input, confirm } = prompts;
  const watched = {
    ...prompts,
    search: watch(search),
    select: watch(select),
    checkbox: watch(checkbox),
    input: watch(input),
    confirm: watch(confirm),
  };
  return { watched: watched as Prompts, hasAsked: () => asked };
}

/** So that nobody has to answer everything again. */
function sayPlanSoFar(draft: Draft, { prompts, operatorFlags }: WizardContext): void {
  prompts.say('The plan so far as a command:', 'dim');
  prompts.print(quoteShell(planWords(answersOf(draft), operatorFlags)));
}

/** Finds flags that cannot be understood before anything is asked. */
async function checkFlags({ pickUp, dropOff, from, to }: WizardOptions, context: WizardContext): Promise<void> {
  const { today, depots } = context;
  if (from !== undefined && to !== undefined) readDates({ from, to }, today);
  else if (from !== undefined) parseDate(from, { today, field: 'from' });
  else if (to !== undefined) parseDate(to, { today, field: 'to' });
  for (const query of [pickUp, dropOff]) if (query !== undefined) readOne(query, await depots(), 'depot');
}

/** Keeps all answers if the service fails or refuses. */
async function takeStep(step: Step, draft: Draft, context: WizardContext, prompts: Prompts): Promise<Draft> {
  try {
    return await step.take(draft, { ...context, prompts });
  } catch (error) {
    if (error instanceof RefusedError) {
      // The lists may be old: an extra in them can be the reason why the quote was refused.
      const kept = step === quoteStep ? { ...draft, extras: undefined } : draft;
      return changeSomething(kept, context, { error, choices: changeable(draft) });
    }
    if (!isTransient(error)) throw error;
    context.prompts.say(sentence(error.message), 'warning');
    if (await context.prompts.confirm('Try again?')) return draft;
    throw error;
  }
}

async function createWizardContext(context: Context, save: WizardContext['save']): Promise<WizardContext> {
  const { settings } = context;
  const prompts = await context.prompts('--pick-up, --from, --to and --vehicle');
  const { service, depots, seenVehicles, operator, today, now } = await context.session();
  return {
    prompts,
    service,
    depots: () => depots.fresh(),
    seenVehicles,
    operator,
    operatorFlags: operatorWords([savedOperator(operator)], decidingChoice(settings.operatorChoices)),
    save,
    today: today(),
    now,
    open: (url) => {
      noteSandboxLinks([operator], context.note);
      return openInBrowser(url, context);
    },
  };
}
