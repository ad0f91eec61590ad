/** The state of a run of the wizard, and every way in which it changes. A change makes a new state. */
import type { AnswerKey, Answers, FlagTexts } from './answers.ts';
import type { Lists } from './lists.ts';

/** What Esc restores. */
interface Snapshot {
  readonly answers: Partial<Answers>;
  /** Texts that have not been read yet; each is read once. */
  readonly flags: FlagTexts;
}

export interface WizardState extends Snapshot {
  /** The index of the present step. The answers of all steps before it were checked in `lists`. */
  readonly position: number;
  /** Answers that were taken back or changed: their questions suggest them. */
  readonly suggestions: Partial<Answers>;
  /** For each question that was answered, what was there before. */
  readonly history: readonly Snapshot[];
  /** Replaced after an error of the service, because they may be old. */
  readonly lists: Lists;
}

export function startState(flags: FlagTexts, lists: Lists): WizardState {
  return { answers: {}, flags, position: 0, suggestions: {}, history: [], lists };
}

export function withAnswer(state: WizardState, key: AnswerKey, answer: Answers[AnswerKey]): WizardState {
  return { ...state, answers: { ...state.answers, [key]: answer } };
}

/** After an answer that was checked. */
export function atNextStep(state: WizardState): WizardState {
  return { ...state, position: state.position + 1 };
}

/** A flag is read once: after a change of its answer, the wizard asks. */
export function withoutFlag(state: WizardState, key: AnswerKey): WizardState {
  return { ...state, flags: { ...state.flags, [key]: undefined } };
}

/** Their questions are asked again, and answers after them are checked again. */
export function withoutAnswers(state: WizardState, keys: readonly AnswerKey[]): WizardState {
  const answers: Partial<Record<AnswerKey, unknown>> = { ...state.answers };
  for (const key of keys) delete answers[key];
  return {
    ...state,
    answers: answers as Partial<Answers>,
    position: 0,
    suggestions: { ...state.suggestions, ...state.answers },
  };
}

/** Every answer is checked in the new lists. */
export function withNewLists(state: WizardState, lists: Lists): WizardState {
  return { ...state, position: 0, lists };
}

/** After a question that was answered: Esc leads back to what was there before it. */
export function withHistory(state: WizardState, before: Snapshot): WizardState {
  const snapshot = { answers: before.answers, flags: before.flags };
  return { ...state, history: [...state.history, snapshot] };
}

/** Undefined at the first question. */
export function previousState(state: WizardState): WizardState | undefined {
  const snapshot = state.history.at(-1);
  if (snapshot === undefined) return undefined;
  return {
    ...state,
    answers: snapshot.answers,
    flags: snapshot.flags,
    position: 0,
    suggestions: { ...state.suggestions, ...state.answers },
    history: state.history.slice(0, -1),
  };
}
