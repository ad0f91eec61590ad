/** One step of the wizard: its flag, its question, or the check of its answer. */
import type { CalendarDate } from '../../api/types.ts';
import { NotAvailableError, UsageError } from '../../base/errors.ts';
import { sentence } from '../../base/words.ts';
import { flagOf } from '../../cli/flags.ts';
import type { ChargedDays } from '../../planner/charged-days.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { Prompts } from '../../terminal/questions.ts';
import type { AnswerKey, WizardAnswers } from './answers.ts';
import {
  atNextStep,
  escapeAction,
  setAnswer,
  withHistory,
  withoutAnswers,
  withoutFlag,
  withRefusedFlag,
  type WizardState,
} from './state.ts';
import type { Step, StepContext } from './steps/step.ts';

export interface SayOnce {
  /** Prints an explanation, unless this run has printed it. */
  sayOnce(text: string): void;
  /** After lines were erased: what was printed below the mark may be printed again. */
  forgetAfter(mark: number): void;
}

/** What steps use that does not change in a run. */
interface StepRun extends Pick<SayOnce, 'sayOnce'> {
  readonly prompts: Prompts;
  readonly chargedDays: ChargedDays;
  /** The operator's day. */
  readonly today: CalendarDate;
  readonly wanted?: WantedTimes | undefined;
}

export function withSayOnce<C extends { readonly prompts: Prompts }>(context: C): C & SayOnce {
  const { prompts } = context;
  /** With their places on the screen. */
  const said = new Map<string, number>();
  return {
    ...context,
    sayOnce: (text) => {
      if (said.has(text)) return;
      said.set(text, prompts.mark());
      prompts.say(text, 'dim');
    },
    forgetAfter: (mark) => {
      for (const [text, place] of said) if (place >= mark) said.delete(text);
    },
  };
}

/** Reads the flag, asks, or checks the answer; only the check leads to the next step. */
export async function takeStep(step: Step, state: WizardState, run: StepRun): Promise<WizardState> {
  const stepContext = stepContextOf(step.key, state, run);
  const answer = state.answers[step.key];
  if (answer !== undefined) return checkAnswer(step, answer, state, stepContext);
  const text = state.flags[step.key];
  if (text !== undefined) return readFlag(step, text, state, stepContext);
  return askQuestion(step, state, stepContext);
}

async function checkAnswer(
  step: Step,
  answer: WizardAnswers[AnswerKey],
  state: WizardState,
  context: StepContext,
): Promise<WizardState> {
  if (step.check === undefined) return atNextStep(state);
  const listed = await step.check(answer, context);
  if (listed === undefined) return withoutAnswers(state, [step.key]);
  return atNextStep(setAnswer(state, step.key, listed));
}

/** A flag that matches nothing is a warning: another answer may have made it wrong. */
async function readFlag(
  step: Step,
  text: string | readonly string[],
  state: WizardState,
  context: StepContext,
): Promise<WizardState> {
  try {
    const answer = await step.readFlag(text, context);
    return setAnswer(withoutFlag(state, step.key), step.key, answer);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NotAvailableError)) throw error;
    context.prompts.say(sentence(error.describe(flagOf).message), 'warning');
    return withRefusedFlag(state, step.key);
  }
}

async function askQuestion(
  step: Step,
  state: WizardState,
  context: StepContext,
): Promise<WizardState> {
  const onlyAnswer = await step.answerIfNothingOffered?.(context);
  // Not added to the history, because Esc leads only to questions.
  if (onlyAnswer !== undefined) return setAnswer(state, step.key, onlyAnswer);
  const answer = await step.ask(context);
  return withHistory({ ...setAnswer(state, step.key, answer), countOf: undefined }, state);
}

export async function showNewDetails(
  { key, showDetails }: Step,
  before: WizardState,
  state: WizardState,
  run: StepRun,
): Promise<void> {
  const answer = state.answers[key];
  const isNew = before.answers[key] === undefined && answer !== undefined;
  if (isNew) await showDetails?.(answer, stepContextOf(key, state, run));
}

function stepContextOf(key: AnswerKey, state: WizardState, run: StepRun): StepContext {
  const { answers, suggestions, lists, countOf, isBack = false, refusedCounts } = state;
  const { today, chargedDays, wanted = {}, prompts, sayOnce } = run;
  const note = (text: string): void => sayOnce(sentence(text));
  return {
    // Each step uses the answers of earlier steps only.
    answers: answers as WizardAnswers,
    suggestions,
    refusedTexts: [state.refusedFlags[key] ?? []].flat(),
    lists,
    chargedDays,
    today,
    wanted,
    prompts,
    countOf,
    onEsc: escapeAction(state),
    isBack,
    refusedCounts,
    note,
    sayOnce,
  };
}
