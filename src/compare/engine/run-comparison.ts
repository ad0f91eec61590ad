/** The steps of a comparison in their order, of a new question and of a saved one. */
import type { Trip } from '../../api/types.ts';
import { InterruptedError, type RentalError } from '../../base/errors.ts';
import type { ExtraRef, Question } from '../../planner/question.ts';
import { makeOutcome } from './make-outcome.ts';
import type { CompareOutcome } from './outcome.ts';
import type { SearchResult, SearchRun, SearchRunOptions } from './search-run.ts';
import { storedNotes } from './vehicles.ts';

/** What differs between a new question and a saved one. */
interface ComparisonSteps extends Pick<SearchRunOptions, 'signal' | 'note'> {
  /** A note says how old stored lists are, if one is older than this. Default: 0. */
  readonly minNotedAgeMs?: number;
  /** Trips that are asked for first, whatever the search chooses. Default: none. */
  readonly preferred?: readonly Trip[];
  /** Called when the vehicles of the first trips are known. */
  question(): Promise<Question>;
  /** Called when the number of offers is known. Throws if they need too many requests. */
  checkRequests(): Promise<void>;
  /** Allows the search more requests if it needs them. False if it does not, or may not send them. */
  allowMore?(): Promise<boolean>;
  /** Finds extras of the question that no offer has. */
  goneExtras?(result: SearchResult): Promise<readonly ExtraRef[]>;
  /** Why no more requests are allowed, for those that were chosen but not sent. */
  outOfRequestsError(): RentalError;
}

/** Resolves also if the comparison is interrupted, with what is known by then. */
export async function runComparison(
  searchRun: SearchRun,
  steps: ComparisonSteps,
): Promise<CompareOutcome> {
  const { signal, note = () => {}, minNotedAgeMs = 0 } = steps;
  let gone: readonly ExtraRef[] = [];
  const interruption = await untilInterrupted(signal, async () => {
    await searchRun.askFirstTrips(steps.preferred);
    await searchRun.findOffers(await steps.question());
    await steps.checkRequests();
    do await searchRun.findCheapest();
    while ((await steps.allowMore?.()) === true);
    if (searchRun.parts.rules.quoteMode.how === 'all') await searchRun.quoteRest();
    if (steps.goneExtras !== undefined) gone = await steps.goneExtras(searchRun.result());
  });
  const result = searchRun.result();
  for (const text of [...result.notes, ...storedNotes(searchRun.runs, minNotedAgeMs)]) note(text);
  return makeOutcome(searchRun, result, {
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
