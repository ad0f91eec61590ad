/** The wizard: takes the steps, gets the quote, and asks what to change until the user is done. */
import type { Client } from '../../api/client.ts';
import type { CalendarDate } from '../../api/types.ts';
import {
  BackError,
  exitCodes,
  InterruptedError,
  isTransient,
  NotAvailableError,
  RefusedError,
  type RentalError,
} from '../../base/errors.ts';
import type { ChargedDays } from '../../planner/charged-days.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import { priceTrip, type QuotedTrip } from '../../planner/price-trip.ts';
import type { Operator } from '../../planner/session.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import { quoteRequestOf, answeredTrip, type WizardAnswers, type FlagTexts } from './answers.ts';
import { changeOfCount, type WizardChange } from './changes.ts';
import { createLists, type ListSource } from './lists.ts';
import { askAfterError, askAfterQuote, printQuote, type QuoteMenuContext } from './menus.ts';
import { maxCountOf, refusedCountIn } from './refused-counts.ts';
import {
  unfinished,
  escapeAction,
  initialState,
  previousState,
  withChange,
  withDecision,
  withHistory,
  withQuote,
  withProblem,
  withSuggestion,
  type WizardState,
} from './state.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, insuranceStep, BackFromAccessories } from './steps/extras.ts';
import type { Step } from './steps/step.ts';
import { vehicleStep } from './steps/vehicle.ts';
import { showNewDetails, takeStep, withSayOnce, type SayOnce } from './take-step.ts';

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
  /** From flags; the wizard has no question for them. */
  readonly wanted?: WantedTimes;
  /** Called after Ctrl-C. */
  onInterrupt?(soFar: Pick<WizardState, 'answers' | 'flags'>): void;
}

type WizardRun = WizardContext & SayOnce;

/**
 * Asks for what the flags leave open. Throws the error of the service if the user stops there, and
 * BackError for Esc at the first question.
 */
export async function runSteps(flags: FlagTexts, context: WizardContext): Promise<QuotedTrip> {
  const run = withSayOnce(context);
  let state = initialState(flags, createLists(context));
  for (;;) {
    try {
      state = { ...state, mark: context.prompts.mark() };
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
      if (isCtrlC(error)) context.onInterrupt?.(unfinished(state));
      // A problem at which the user stops is thrown again.
      if (error instanceof BackError) state = goBack(error, state, run);
      else if (isServiceError(error) && error !== state.problem) state = recover(error, state, run);
      else throw error;
    }
  }
}

async function decide(
  problem: RentalError,
  state: WizardState,
  { prompts }: WizardContext,
): Promise<WizardState> {
  const { answers } = state;
  const menu = { answers, refused: refusedCountIn(problem, answers), onEsc: escapeAction(state) };
  return withDecision(state, await askAfterError(problem, menu, prompts));
}

/** Resolves with the quote if the user is done. */
async function askAboutQuote(
  state: WizardState,
  run: WizardContext,
): Promise<WizardState | QuotedTrip> {
  const known = knownRefusal(state);
  if (known !== undefined) return withChange(state, known);
  const quoted = await getQuote(state, run);
  printQuote(quoted, await state.lists.depots(), run);
  const next = await askAfterQuote(quoted, run, escapeAction(state));
  if (next === 'done') return quoted;
  const settled = withQuote(state);
  return withHistory(withChange(settled, next), settled, 'menu');
}

/** The change of a quantity that the service has refused before. */
function knownRefusal({
  answers: { accessories = [], vehicle },
  refusedCounts,
}: WizardState): WizardChange | undefined {
  const refused = accessories.find(
    ({ id, quantity }) =>
      vehicle !== undefined && quantity > maxCountOf(id, vehicle.vehicleId, refusedCounts),
  );
  return refused && changeOfCount(refused.id);
}

async function getQuote(
  { answers, lists }: WizardState,
  context: WizardContext,
): Promise<QuotedTrip> {
  const { operator, service, chargedDays, today, maxTotal, wanted } = context;
  // Every step has been taken.
  const complete = answers as WizardAnswers;
  const request = {
    ...quoteRequestOf(complete, await lists.vehicles(answeredTrip(complete))),
    wanted,
  };
  const depots = await lists.depots();
  return priceTrip(
    request,
    { operator, service, depots, chargedDays, today: () => today },
    maxTotal,
  );
}

/** After an error of the service, the next question is what to do about it. */
function recover(error: RentalError, state: WizardState, context: WizardContext): WizardState {
  const refused = refusedCountIn(error, state.answers);
  const refusedCounts =
    refused === undefined ? state.refusedCounts : [...state.refusedCounts, refused];
  return { ...withProblem(state, error, createLists(context)), refusedCounts };
}

function isServiceError(error: unknown): error is RentalError {
  return isTransient(error) || error instanceof NotAvailableError || error instanceof RefusedError;
}

/**
 * After Esc: the state of the question before, with the screen erased from there on. Throws the
 * BackError if there is none.
 */
function goBack(
  error: BackError,
  state: WizardState,
  { prompts, forgetAfter }: WizardRun,
): WizardState {
  const isAtQuote = state.problem === undefined && steps[state.position] === undefined;
  const current =
    error instanceof BackFromAccessories
      ? withSuggestion(state, 'accessories', error.accessories)
      : state;
  const previous = previousState(isAtQuote ? withQuote(current) : current);
  if (previous !== undefined) {
    if (prompts.eraseAfter(previous.mark)) forgetAfter(previous.mark);
    return previous;
  }
  prompts.say('That was the first question: the wizard ends.', 'dim');
  throw error;
}

function isCtrlC(error: unknown): boolean {
  return (
    error instanceof InterruptedError &&
    !(error instanceof BackError) &&
    error.exitCode === exitCodes.interrupted
  );
}
