/** The state of the wizard. Each function makes a new state. */
import type { RentalError } from '../../base/errors.ts';
import { addDays, nights } from '../../planner/calendar.ts';
import type { EscapeAction } from '../../terminal/questions.ts';
import type { AnswerKey, WizardAnswers, FlagTexts } from './answers.ts';
import type { WizardChange } from './changes.ts';
import type { Lists } from './lists.ts';
import type { RefusedCount } from './refused-counts.ts';

/** What Esc restores. */
interface Snapshot {
  /**
   * To a question, Esc restores which answers there were, with the latest value of each; to the menu
   * below a quote, exactly these.
   */
  readonly answers: Partial<WizardAnswers>;
  /** Texts that have not been read yet. */
  readonly flags: FlagTexts;
}

interface PastQuestion extends Snapshot {
  /** Where its lines begin on the screen. */
  readonly mark: number;
  readonly kind: 'question' | 'menu';
  readonly menuBefore: WizardState | undefined;
}

export interface WizardState extends Snapshot {
  /** Texts of flags that matched nothing, or several things: a question replaces them. */
  readonly refusedFlags: FlagTexts;
  /** Where the lines of the present step begin on the screen. */
  readonly mark: number;
  /** The index of the present step. The answers of all steps before it were checked in `lists`. */
  readonly position: number;
  /** The latest answers that were taken back or changed. Their questions suggest them. */
  readonly suggestions: Partial<WizardAnswers>;
  readonly history: readonly PastQuestion[];
  /** Made again after an error of the service, because they may be old. */
  readonly lists: Lists;
  /** An error of the service. The next question is what to do about it. */
  readonly problem?: RentalError | undefined;
  /** The state of that question, to which Esc leads back. */
  readonly menuBefore?: WizardState | undefined;
  /** The id of an accessory: only its quantity is asked for. */
  readonly countOf?: number | undefined;
  /**
   * Esc led here. A step of several questions begins with its last one, and what Esc took back is
   * newer than the answers.
   */
  readonly isBack?: boolean | undefined;
  /** Quantities that the service refused in this run. */
  readonly refusedCounts: readonly RefusedCount[];
}

export function initialState(flags: FlagTexts, lists: Lists): WizardState {
  return {
    mark: 0,
    answers: {},
    flags,
    refusedFlags: {},
    position: 0,
    suggestions: {},
    history: [],
    lists,
    refusedCounts: [],
  };
}

export function setAnswer(
  state: WizardState,
  key: AnswerKey,
  answer: WizardAnswers[AnswerKey],
): WizardState {
  const answers: Partial<WizardAnswers> = { ...state.answers, [key]: answer };
  return {
    ...state,
    answers,
    suggestions: suggestionsAfter(key, answers, state),
  };
}

function suggestionsAfter(
  key: AnswerKey,
  answers: Partial<WizardAnswers>,
  state: WizardState,
): Partial<WizardAnswers> {
  if (key === 'pickUp') return withSameDepot(state, answers);
  return key === 'pickUpDate' ? withSameLength(state, answers) : state.suggestions;
}

/** Another pick-up depot moves the suggested drop-off there, if the trip returned to its start. */
function withSameDepot(
  { suggestions }: WizardState,
  { pickUp }: Partial<WizardAnswers>,
): Partial<WizardAnswers> {
  const { pickUp: start, dropOff: end } = suggestions;
  if (pickUp === undefined || end === undefined || start?.id !== end.id) return suggestions;
  return { ...suggestions, pickUp, dropOff: pickUp };
}

/** Another pick-up date moves the suggested drop-off date, so that the trip keeps its length. */
function withSameLength(
  { suggestions }: WizardState,
  { pickUpDate }: Partial<WizardAnswers>,
): Partial<WizardAnswers> {
  const { pickUpDate: start, dropOffDate: end } = suggestions;
  if (pickUpDate === undefined || start === undefined || end === undefined) return suggestions;
  return {
    ...suggestions,
    pickUpDate,
    dropOffDate: addDays(pickUpDate, nights(start, end)) ?? end,
  };
}

export function atNextStep(state: WizardState): WizardState {
  return { ...state, position: state.position + 1 };
}

/** A flag is read once: after a change of its answer, the wizard asks. */
export function withoutFlag(state: WizardState, key: AnswerKey): WizardState {
  return { ...state, flags: { ...state.flags, [key]: undefined } };
}

export function withRefusedFlag(state: WizardState, key: AnswerKey): WizardState {
  const refusedFlags = { ...state.refusedFlags, [key]: state.flags[key] };
  return { ...withoutFlag(state, key), refusedFlags };
}

/** What a command needs to ask the open questions: without a refused drop-off, it would return. */
export function unfinished({
  answers,
  flags,
  refusedFlags,
}: WizardState): Pick<WizardState, 'answers' | 'flags'> {
  const unread = Object.entries(flags).filter(([, text]) => text !== undefined);
  return { answers, flags: { ...refusedFlags, ...Object.fromEntries(unread) } };
}

/** Removes answers, so that their questions are asked again; later answers are checked again. */
export function withoutAnswers(state: WizardState, keys: readonly AnswerKey[]): WizardState {
  const answers: Partial<Record<AnswerKey, unknown>> = { ...state.answers };
  for (const key of keys) delete answers[key];
  return {
    ...state,
    answers: answers as Partial<WizardAnswers>,
    position: 0,
    suggestions: suggestionsOf(state),
  };
}

export function withChange(state: WizardState, { keys, countOf }: WizardChange): WizardState {
  return { ...withoutAnswers(state, keys), countOf };
}

/** Applies what the user chose after an error. "Try again" has no keys. */
export function withDecision(state: WizardState, change: WizardChange): WizardState {
  const menuBefore = change.keys.length === 0 ? undefined : state;
  return { ...withChange(state, change), problem: undefined, menuBefore };
}

/** After an error of the service: every answer is checked again, in new lists. */
export function withProblem(state: WizardState, problem: RentalError, lists: Lists): WizardState {
  return { ...withoutMenus(state), position: 0, lists, problem };
}

/** After a quote, Esc at its menu restores the answers of this quote, not of an earlier one. */
export function withQuote(state: WizardState): WizardState {
  const { history, ...rest } = withoutMenus(state);
  const { answers } = state;
  return {
    ...rest,
    history: history.map((past) => (past.kind === 'menu' ? { ...past, answers } : past)),
  };
}

/** After a quote or another problem, Esc must not lead to the menu of an earlier problem. */
export function withoutMenus(state: WizardState): WizardState {
  const history = state.history.map((past) => ({ ...past, menuBefore: undefined }));
  return { ...state, history, menuBefore: undefined };
}

/** Adds an answered question to the history. The second argument is the state before it. */
export function withHistory(
  state: WizardState,
  { answers, flags, menuBefore, mark }: Snapshot & Pick<WizardState, 'menuBefore' | 'mark'>,
  kind: PastQuestion['kind'] = 'question',
): WizardState {
  const history = [...state.history, { answers, flags, kind, menuBefore, mark }];
  return { ...state, history, menuBefore: undefined, isBack: false };
}

/** Keeps an answer that Esc left unfinished. */
export function withSuggestion<K extends AnswerKey>(
  state: WizardState,
  key: K,
  answer: WizardAnswers[K],
): WizardState {
  return { ...state, suggestions: { ...state.suggestions, [key]: answer } };
}

/** Undefined at the first question. */
export function previousState(state: WizardState): WizardState | undefined {
  const suggestions = suggestionsOf(state);
  const past = state.history.at(-1);
  if (state.menuBefore !== undefined) return { ...state.menuBefore, suggestions, isBack: true };
  if (past === undefined) return undefined;
  return {
    ...state,
    mark: past.mark,
    answers: past.kind === 'menu' ? past.answers : withLatestValues(past.answers, state),
    flags: past.flags,
    position: 0,
    suggestions,
    history: state.history.slice(0, -1),
    problem: undefined,
    menuBefore: past.menuBefore,
    countOf: undefined,
    isBack: true,
  };
}

function withLatestValues(
  past: Partial<WizardAnswers>,
  { suggestions, answers }: WizardState,
): Partial<WizardAnswers> {
  const latest: Readonly<Record<string, unknown>> = { ...suggestions, ...answers };
  return Object.fromEntries(Object.keys(past).map((key) => [key, latest[key]]));
}

/** Esc at the first question ends the wizard. */
export function escapeAction(state: WizardState): EscapeAction {
  return state.history.length === 0 && state.menuBefore === undefined ? 'stop' : 'back';
}

function suggestionsOf({ suggestions, answers, isBack }: WizardState): Partial<WizardAnswers> {
  return isBack === true ? { ...answers, ...suggestions } : { ...suggestions, ...answers };
}
