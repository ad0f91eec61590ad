/** The wizard: takes the steps in order, gets the quote, and asks what to change until the user is done. */
import type { Client } from '../../api/client.ts';
import type { CalendarDate } from '../../api/types.ts';
import {
  BackError,
  isTransient,
  NotAvailableError,
  RefusedError,
  UsageError,
  type RentalError,
} from '../../base/errors.ts';
import { sentence } from '../../base/words.ts';
import type { ChargedDays } from '../../planner/charged-days.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import { priceTrip, type QuotedTrip } from '../../planner/price-trip.ts';
import type { Operator } from '../../planner/session.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { Prompts } from '../../terminal/questions.ts';
import { quoteRequestOf, tripOf, type AnswerKey, type Answers, type FlagTexts } from './answers.ts';
import { createLists, type ListSource } from './lists.ts';
import { askWhatNext, askWhatNow, printQuote, type QuoteMenuContext } from './menus.ts';
import {
  atNextStep,
  previousState,
  startState,
  withAnswer,
  withHistory,
  withNewLists,
  withoutAnswers,
  withoutFlag,
  type WizardState,
} from './state.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, insuranceStep } from './steps/extras.ts';
import type { Step, StepContext } from './steps/step.ts';
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

export interface WizardContext extends ListSource, QuoteMenuContext {
  readonly operator: Operator;
  readonly service: Omit<Client, 'depots'>;
  readonly chargedDays: ChargedDays;
  /** The operator's day. */
  readonly today: CalendarDate;
  readonly maxTotal?: MaxAmount | undefined;
  /** Nothing is asked for them. */
  readonly wanted?: WantedTimes;
}

/** Asks for what the flags leave open. Throws the error of the service if the user stops there, and BackError for Esc at the first question. */
export async function runSteps(flags: FlagTexts, context: WizardContext): Promise<QuotedTrip> {
  let state = startState(flags, createLists(context));
  for (;;) {
    try {
      const step = steps[state.position];
      if (step !== undefined) {
        const before = state;
        state = await takeStep(step, before, context);
        // The new answer stays, also if its details cannot be loaded.
        await showNewDetails(step, before, state, context);
      } else {
        const quoted = await getQuote(state, context);
        printQuote(quoted, context);
        const next = await askWhatNext(quoted, context);
        if (next === 'done') return quoted;
        state = withHistory(withoutAnswers(state, next), state);
      }
    } catch (error) {
      state = await recover(error, state, context);
    }
  }
}

/** Reads the flag, asks, or checks the answer, which leads to the next step. */
async function takeStep(step: Step, state: WizardState, context: WizardContext): Promise<WizardState> {
  const stepContext = stepContextOf(state, context);
  const answer = state.answers[step.key];
  if (answer !== undefined) return checkAnswer(step, answer, state, stepContext);
  const text = state.flags[step.key];
  if (text !== undefined) return readFlag(step, text, state, stepContext);
  return askQuestion(step, state, stepContext);
}

async function checkAnswer(
  step: Step,
  answer: Answers[AnswerKey],
  state: WizardState,
  context: StepContext,
): Promise<WizardState> {
  if (step.check === undefined) return atNextStep(state);
  const listed = await step.check(answer, context);
  if (listed === undefined) return withoutAnswers(state, [step.key]);
  return atNextStep(withAnswer(state, step.key, listed));
}

/** A text that matches nothing is a warning, because the user may just have chosen the trip that it does not fit. */
async function readFlag(
  step: Step,
  text: string | readonly string[],
  state: WizardState,
  context: StepContext,
): Promise<WizardState> {
  const flagRead = withoutFlag(state, step.key);
  try {
    return withAnswer(flagRead, step.key, await step.readFlag(text, context));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NotAvailableError)) throw error;
    context.prompts.say(sentence(error.message), 'warning');
    return flagRead;
  }
}

async function askQuestion(step: Step, state: WizardState, context: StepContext): Promise<WizardState> {
  const onlyAnswer = await step.answerIfNothingOffered?.(context);
  // Esc leads to questions, so what needed none is not in the history.
  if (onlyAnswer !== undefined) return withAnswer(state, step.key, onlyAnswer);
  const answer = await step.ask(context);
  return withHistory(withAnswer(state, step.key, answer), state);
}

async function showNewDetails(
  { key, showDetails }: Step,
  before: WizardState,
  state: WizardState,
  context: WizardContext,
): Promise<void> {
  const answer = state.answers[key];
  const isNew = before.answers[key] === undefined && answer !== undefined;
  if (isNew) await showDetails?.(answer, stepContextOf(state, context));
}

async function getQuote({ answers, lists }: WizardState, context: WizardContext): Promise<QuotedTrip> {
  const { operator, service, chargedDays, today, maxTotal, wanted } = context;
  // Every step has been taken.
  const complete = answers as Answers;
  const request = { ...quoteRequestOf(complete, await lists.vehicles(tripOf(complete))), wanted };
  const depots = await lists.depots();
  return priceTrip(request, { operator, service, depots, chargedDays, today: () => today }, maxTotal);
}

/** After an error of the service the user changes something, tries again or stops. */
async function recover(error: unknown, state: WizardState, context: WizardContext): Promise<WizardState> {
  if (!isServiceError(error)) return goBack(error, state, context.prompts);
  const step = steps[state.position];
  // A flag is read once, also if its list could not be loaded.
  const flagRead = step === undefined ? state : withoutFlag(state, step.key);
  const renewed = withNewLists(flagRead, createLists(context));
  try {
    const change = await askWhatNow(error, state.answers, context.prompts);
    return withoutAnswers(renewed, change);
  } catch (menuError) {
    return goBack(menuError, renewed, context.prompts);
  }
}

function isServiceError(error: unknown): error is RentalError {
  return isTransient(error) || error instanceof NotAvailableError || error instanceof RefusedError;
}

/** Esc leads to the question before. Any other error ends the wizard. */
function goBack(error: unknown, state: WizardState, prompts: Prompts): WizardState {
  if (!(error instanceof BackError)) throw error;
  const previous = previousState(state);
  if (previous !== undefined) return previous;
  prompts.say('That was the first question: the wizard ends.', 'dim');
  throw error;
}

function stepContextOf(state: WizardState, context: WizardContext): StepContext {
  const { answers, suggestions, lists } = state;
  const { today, chargedDays, wanted = {}, prompts } = context;
  const note = (text: string): void => prompts.say(sentence(text), 'dim');
  // Each step uses the answers of earlier steps only.
  return { answers: answers as Answers, suggestions, lists, chargedDays, today, wanted, prompts, note };
}
