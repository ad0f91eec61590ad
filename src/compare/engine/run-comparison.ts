/** Takes the stages of a comparison to its end or its interruption, and makes the outcome. */
import type { Trip } from '../../api/types.ts';
import { InterruptedError, type RentalError } from '../../base/errors.ts';
import type { ExtraRef, Question } from '../../planner/question.ts';
import { makeOutcome } from './make-outcome.ts';
import type { CompareOutcome } from './outcome.ts';
import type { OfferStage, RunOptions, SearchResult, TripStage } from './stages.ts';
import { storedNotes } from './vehicles.ts';

/** What differs between a new question and a saved one. */
interface ComparisonSteps extends RunOptions {
  /** Trips that are asked for first, whatever the search chooses. Default: none. */
  readonly preferred?: readonly Trip[];
  /** Called when the vehicles of the first trips are known. */
  question(): Promise<Question>;
  /** Called when the number of offers is known. Throws if they need too many requests. */
  checkRequests(offers: OfferStage): Promise<void>;
  /** Allows the search more requests if it needs them. False if it does not, or may not send them. */
  allowMore?(offers: OfferStage): Promise<boolean>;
  /** Finds extras of the question that no offer has. */
  goneExtras?(result: SearchResult): Promise<readonly ExtraRef[]>;
  /** Why no more requests are allowed, for those that were chosen but not sent. */
  outOfRequestsError(): RentalError;
}

/** Resolves also if the comparison is interrupted, with what is known by then. */
export async function runComparison(
  start: TripStage,
  steps: ComparisonSteps,
): Promise<CompareOutcome> {
  const { signal, note = () => {}, minNotedAgeMs = 0 } = steps;
  let gone: readonly ExtraRef[] = [];
  const interruption = await untilInterrupted(signal, async () => {
    const { findOffers } = await start.askFirstTrips(steps.preferred);
    const offers = await findOffers(await steps.question());
    await steps.checkRequests(offers);
    do await offers.findCheapest();
    while ((await steps.allowMore?.(offers)) === true);
    if (start.parts.rules.quoteMode.how === 'all') await offers.quoteRest();
    if (steps.goneExtras !== undefined) gone = await steps.goneExtras(start.result());
  });
  const result = start.result();
  for (const text of [...result.notes, ...storedNotes(start.runs, minNotedAgeMs)]) note(text);
  return makeOutcome(start, result, {
    outOfRequestsError: steps.outOfRequestsError(),
    interruption,
    gone,
  });
}

/** Resolves with the interruption, if there was one; rejects with any other error. */
async function untilInterrupted(
  signal: AbortSignal,
  takeSteps: () => Promise<void>,
): Promise<InterruptedError | undefined> {
  try {
    await takeSteps();
    return undefined;
  } catch (error) {
    // Ctrl-C at a prompt interrupts the prompt, but does not abort the signal.
    if (!signal.aborted && !(error instanceof InterruptedError)) throw error;
    const reasons: readonly unknown[] = [signal.reason, error];
    return reasons.find((one) => one instanceof InterruptedError) ?? new InterruptedError();
  }
}
