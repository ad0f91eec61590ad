/** Sends the requests to one operator, a few at a time, until it is down. */
import { InterruptedError, isTransient, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';
import type { Session } from '../session.ts';
import { SpentError } from './spending.ts';

/** Enough to use 100 requests a minute at a service that takes six seconds for an answer. */
const atOnce = 10;
/** Failures in a row, with none of the requests under way answered, after which an operator gets a pause. */
const mostFailures = 5;
/** ms. After each pause one request is tried. If none of them is answered, the operator is down. */
const pauses = [1000, 2000, 4000] as const;

export interface Failed<T> {
  readonly item: T;
  readonly error: RentalError;
}

export function createAsker({ pause }: Pick<Session, 'pause'>, signal: AbortSignal) {
  let stopped: RentalError | undefined;
  let failures = 0;
  return {
    /** Why the operator gets no more requests in this sweep. */
    stopped: () => stopped,
    /**
     * Asks for each item once. Resolves with those that failed and those that were not asked for. Rejects with the signal's reason, or with
     * the first error that is not a RentalError, after all running requests have ended.
     */
    askEach: async <T>(items: readonly T[], ask: (item: T) => Promise<void>) => {
      const failed: Failed<T>[] = [];
      const unsent: T[] = [];
      let next = 0;
      let isBroken = false;
      const fail = (item: T, error: RentalError): void => {
        if (error instanceof RateLimitedError || error instanceof SpentError) stopped ??= error;
        if (isUnsent(error)) return void unsent.push(item);
        failures = isTransient(error) ? failures + 1 : 0;
        failed.push({ item, error });
      };
      const start = async (): Promise<void> => {
        const item = items[next++] as T;
        try {
          signal.throwIfAborted();
          await ask(item);
          failures = 0;
        } catch (error) {
          isBroken = signal.aborted || !(error instanceof RentalError) || error instanceof InterruptedError;
          if (isBroken) throw signal.aborted ? signal.reason : error;
          fail(item, error as RentalError);
        }
      };
      const isOver = (): boolean => next >= items.length || stopped !== undefined || isBroken;
      const worker = async (): Promise<void> => {
        while (!isOver() && failures < mostFailures) await start();
      };
      const startAll = () => settled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
      await startAll();
      for (let tries = 0; !isOver();) {
        const ms = pauses[tries++];
        const error = failed.at(-1)?.error ?? new UnavailableError('no answers');
        if (ms === undefined || !(await pause(`no answers (${error.message})`, ms, signal))) stopped = error;
        else await start();
        if (failures > 0) continue;
        tries = 0;
        await startAll();
      }
      return { failed, unsent: [...unsent, ...items.slice(next)] };
    },
  };
}

/** Our own limits have stopped the request: the service has not seen it. */
function isUnsent(error: RentalError): boolean {
  return error instanceof SpentError || (error instanceof RateLimitedError && error.status === undefined);
}

/** After all of them have ended; rejects with the first error. */
export async function settled<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
