/** The wizard: takes the steps in order, gets the quote, and asks what to change until the user is done. */
import type { Client } from '../../api/client.ts';
import type { CalendarDate } from '../../api/types.ts';
import {
  BackError,
  exitCodes,
  InterruptedError,
  isTransient,
  NotAvailableError,
  RefusedError,
  UsageError,
  type RentalError,
} from '../../base/errors.ts';
import { sentence } from '../../base/words.ts';
import { flagOf } from '../../cli/flags.ts';
import type { ChargedDays } from '../../planner/charged-days.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import { priceTrip, type QuotedTrip } from '../../planner/price-trip.ts';
import type { Operator } from '../../planner/session.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { Prompts } from '../../terminal/questions.ts';
import { quoteRequestOf, tripOf, type AnswerKey, type Answers, type FlagTexts } from './answers.ts';
import { changeOfCount, type Change } from './changes.ts';
import { createLists, type ListSource } from './lists.ts';
import { askWhatNext, askWhatNow, printQuote, type QuoteMenuContext } from './menus.ts';
import { maxCountOf, refusedCountIn } from './refused-counts.ts';
import {
  atNextStep,
  previousState,
  startState,
  withAnswer,
  withChange,
  withDecision,
  withHistory,
  withoutAnswers,
  withoutFlag,
  withoutMenus,
  withProblem,
  withSuggestion,
  type WizardState,
} from './state.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, insuranceStep, LeftAccessories } from './steps/extras.ts';
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
  /** Called after Ctrl-C with what is known then. */
  onInterrupt?(soFar: Pick<WizardState, 'answers' | 'flags'>): void;
}

/**
 * Asks for what the flags leave open. Throws the error of the service if the user stops there, and BackError for Esc at the first question.
 */
export async function runSteps(flags: FlagTexts, context: WizardContext): Promise<QuotedTrip> {
  const run = { ...context, sayOnce: onceIn(context.prompts) };
  let state = startState(flags, createLists(context));
  for (;;) {
    try {
      const step = steps[state.position];
      if (state.problem !== undefined) {
        state = await decide(state.problem, state, run);
      } else if (step !== undefined) {
        const before = state;
        state = await takeStep(step, before, run);
        // The new answer stays, also if its details cannot be loaded.
        await showNewDetails(step, before, state, run);
      } else {
        const next = await askAboutQuote(state, run);
        if ('quote' in next) return next;
        state = next;
      }
    } catch (error) {
      if (isCtrlC(error)) context.onInterrupt?.(state);
      state = recover(error, state, context);
    }
  }
}

interface WizardRun extends WizardContext {
  sayOnce(text: string): void;
}

async function decide(problem: RentalError, state: WizardState, { prompts }: WizardRun): Promise<WizardState> {
  const { answers } = state;
  return withDecision(state, await askWhatNow(problem, answers, refusedCountIn(problem, answers), prompts));
}

/** The quote, if the user is done. */
async function askAboutQuote(state: WizardState, run: WizardRun): Promise<WizardState | QuotedTrip> {
  const known = knownRefusal(state);
  if (known !== undefined) return withChange(state, known);
  const quoted = await getQuote(state, run);
  printQuote(quoted, run);
  const next = await askWhatNext(quoted, run);
  if (next === 'done') return quoted;
  const settled = withoutMenus(state);
  return withHistory(withChange(settled, next), settled, 'menu');
}

/** The change without which the service would refuse the same again. */
function knownRefusal({ answers: { accessories = [], vehicle }, refusedCounts }: WizardState): Change | undefined {
  const refused = accessories.find(
    ({ id, quantity }) => vehicle !== undefined && quantity > maxCountOf(id, vehicle.vehicleId, refusedCounts),
  );
  return refused && changeOfCount(refused.id);
}

/** Reads the flag, asks, or checks the answer, which leads to the next step. */
async function takeStep(step: Step, state: WizardState, run: WizardRun): Promise<WizardState> {
  const stepContext = stepContextOf(state, run);
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
    context.prompts.say(sentence(error.describe(flagOf).message), 'warning');
    return flagRead;
  }
}

async function askQuestion(step: Step, state: WizardState, context: StepContext): Promise<WizardState> {
  const onlyAnswer = await step.answerIfNothingOffered?.(context);
  // Esc leads to questions, so what needed none is not in the history.
  if (onlyAnswer !== undefined) return withAnswer(state, step.key, onlyAnswer);
  const answer = await step.ask(context);
  return withHistory({ ...withAnswer(state, step.key, answer), countOf: undefined }, state);
}

async function showNewDetails(
  { key, showDetails }: Step,
  before: WizardState,
  state: WizardState,
  run: WizardRun,
): Promise<void> {
  const answer = state.answers[key];
  const isNew = before.answers[key] === undefined && answer !== undefined;
  if (isNew) await showDetails?.(answer, stepContextOf(state, run));
}

async function getQuote({ answers, lists }: WizardState, context: WizardContext): Promise<QuotedTrip> {
  const { operator, service, chargedDays, today, maxTotal, wanted } = context;
  // Every step has been taken.
  const complete = answers as Answers;
  const request = { ...quoteRequestOf(complete, await lists.vehicles(tripOf(complete))), wanted };
  const depots = await lists.depots();
  return priceTrip(request, { operator, service, depots, chargedDays, today: () => today }, maxTotal);
}

/** After an error of the service, the next question is what to do about it. */
function recover(error: unknown, state: WizardState, context: WizardContext): WizardState {
  if (!isServiceError(error) || error === state.problem) return goBack(error, state, context.prompts);
  const step = steps[state.position];
  // A flag is read once, also if its list could not be loaded.
  const flagRead = step === undefined ? state : withoutFlag(state, step.key);
  const refused = refusedCountIn(error, state.answers);
  const refusedCounts = refused === undefined ? state.refusedCounts : [...state.refusedCounts, refused];
  return { ...withProblem(flagRead, error, createLists(context)), refusedCounts };
}

function isServiceError(error: unknown): error is RentalError {
  return isTransient(error) || error instanceof NotAvailableError || error instanceof RefusedError;
}

/** Esc leads to the question before. Any other error ends the wizard. */
function goBack(error: unknown, state: WizardState, prompts: Prompts): WizardState {
  if (!(error instanceof BackError)) throw error;
  const isAtQuote = state.problem === undefined && steps[state.position] === undefined;
  const left = error instanceof LeftAccessories ? withSuggestion(state, 'accessories', error.accessories) : state;
  const previous = previousState(isAtQuote ? withoutMenus(left) : left);
  if (previous !== undefined) return previous;
  prompts.say('That was the first question: the wizard ends.', 'dim');
  throw error;
}

/** Esc and other signals say that the user wants nothing more of it, or that the terminal has gone. */
function isCtrlC(error: unknown): boolean {
  return error instanceof InterruptedError && !(error instanceof BackError) && error.exitCode === exitCodes.interrupted;
}

function onceIn(prompts: Prompts): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) prompts.say(text, 'dim');
    said.add(text);
  };
}

function stepContextOf(state: WizardState, run: WizardRun): StepContext {
  const { answers, suggestions, lists, countOf, isBack = false, refusedCounts } = state;
  const { today, chargedDays, wanted = {}, prompts, sayOnce } = run;
  const note = (text: string): void => sayOnce(sentence(text));
  return {
    // Each step uses the answers of earlier steps only.
    answers: answers as Answers,
    suggestions,
    lists,
    chargedDays,
    today,
    wanted,
    prompts,
    countOf,
    isBack,
    refusedCounts,
    note,
    sayOnce,
  };
}
