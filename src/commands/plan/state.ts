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
  /** The index of the present step. The answers of all steps before it are in `lists`. */
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

/** The step has its answer, and the next step follows. */
export function withAnswer(state: WizardState, key: AnswerKey, answer: Answers[AnswerKey]): WizardState {
  return { ...state, answers: { ...state.answers, [key]: answer }, position: state.position + 1 };
}

/** After a change, the wizard asks and does not read the flag again. */
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

/** For Esc, after a question that was answered in the state `before`. */
export function withHistory(state: WizardState, { answers, flags }: Snapshot): WizardState {
  return { ...state, history: [...state.history, { answers, flags }] };
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
