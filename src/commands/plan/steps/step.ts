/** What a step of the wizard is: one answer, and the ways to it. */
import type { CalendarDate } from '../../../api/types.ts';
import type { ChargedDays } from '../../../planner/charged-days.ts';
import type { Named } from '../../../planner/names.ts';
import { likelyItems } from '../../../resolve/shown-list.ts';
import type { WantedTimes } from '../../../planner/wanted-times.ts';
import type { EscapeAction, Prompts } from '../../../terminal/questions.ts';
import type { AnswerKey, WizardAnswers, FlagTexts } from '../answers.ts';
import type { Lists } from '../lists.ts';
import type { RefusedCount } from '../refused-counts.ts';

/** `Earlier`: the answers of earlier steps that it needs. */
export interface Step<Key extends AnswerKey = AnswerKey, Earlier extends AnswerKey = AnswerKey> {
  readonly key: Key;
  /**
   * The answer that the flag gives. Throws UsageError or NotAvailableError if it matches nothing.
   */
  readFlag(
    text: NonNullable<FlagTexts[Key]>,
    context: StepContext<Earlier>,
  ): Promise<WizardAnswers[Key]>;
  ask(context: StepContext<Earlier>): Promise<WizardAnswers[Key]>;
  /** Prints that the service offers nothing, and gives the answer; undefined if it offers some. */
  answerIfNothingOffered?(context: StepContext<Earlier>): Promise<WizardAnswers[Key] | undefined>;
  /** Prints what the service lists for the answer. */
  showDetails?(answer: WizardAnswers[Key], context: StepContext<Earlier>): Promise<void>;
  /**
   * The answer as the present lists have it. Undefined, after a warning, if they no longer have it.
   */
  check?(
    answer: WizardAnswers[Key],
    context: StepContext<Earlier>,
  ): Promise<WizardAnswers[Key] | undefined>;
}

export interface StepContext<Earlier extends AnswerKey = AnswerKey> {
  readonly answers: Pick<WizardAnswers, Earlier>;
  /** Answers that were taken back or changed. */
  readonly suggestions: Partial<WizardAnswers>;
  /** Of the step's flag, if it matched nothing, or several things. */
  readonly refusedTexts: readonly string[];
  readonly lists: Lists;
  readonly chargedDays: ChargedDays;
  /** The operator's day. */
  readonly today: CalendarDate;
  /** The times that flags give. */
  readonly wanted: WantedTimes;
  readonly prompts: Prompts;
  /** The id of an accessory: only its quantity is asked for. */
  readonly countOf?: number | undefined;
  /** What Esc does at the question of the step. */
  readonly onEsc: EscapeAction;
  /** Esc led here, so the last of several questions comes first. */
  readonly isBack: boolean;
  /** Quantities that the service refused. */
  readonly refusedCounts: readonly RefusedCount[];
  /** Prints what a flag was resolved to. */
  note(text: string): void;
  /** Prints an explanation, unless this run has printed it. */
  sayOnce(text: string): void;
}

/** The same item in a new list. The name counts too: an operator can reuse an id. */
export function findUnchanged<T extends Named>(item: Named, list: readonly T[]): T | undefined {
  return list.find(({ id, name }) => id === item.id && name === item.name);
}

/** By id, because another list has other objects. */
export function withFirst<T extends Named>(
  first: readonly (Named | undefined)[],
  list: readonly T[],
): T[] {
  const ids = new Set(first.map((item) => item?.id));
  return [...list.filter(({ id }) => ids.has(id)), ...list.filter(({ id }) => !ids.has(id))];
}

/** Begins with what the text of the refused flag can stand for. */
export function withLikelyFirst<T extends Named>(
  { refusedTexts }: Pick<StepContext, 'refusedTexts'>,
  list: readonly T[],
): T[] {
  return withFirst(likelyItems(refusedTexts, list), list);
}
