/** Ends the steps of a comparison early if the user interrupts it. */
import { InterruptedError } from '../../base/errors.ts';

/** Resolves with the interruption, if there was one; rejects with any other error. */
export async function untilInterrupted(
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
