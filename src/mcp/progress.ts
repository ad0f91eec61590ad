/** Progress notifications of one call, if its caller wants them. */
import type { SessionOptions } from '../operators/session.ts';
import type { Progress } from '../terminal/progress.ts';
import { waitInWords } from '../text.ts';
import { cleanText } from './clean.ts';

type SessionEvent = Parameters<NonNullable<SessionOptions['onEvent']>>[0];
/** `operator` is the name of the one that the event is of, if there are several. */
export type OnEvent = (event: SessionEvent, operator?: string) => void;

export interface Notice {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface CallProgress extends Pick<Progress, 'meter'> {
  /** Tells why an operator is not asked now. */
  onEvent: OnEvent;
}

/** Waits of fewer ms are not worth a line. */
const shortestWaitMs = 1_000;
/** At most so many ms between two reports, because answers can come by the hundred. */
const reportEveryMs = 200;

/** `send` is undefined if the caller wants no progress. */
export function createProgress(
  send: ((notice: Notice) => void) | undefined,
  clock: { now(): number; monotonic(): number },
): CallProgress {
  if (send === undefined) return { meter: () => {}, onEvent: () => {} };
  let last = 0;
  let total = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    meter: (work) => {
      const { done, total: all } = work?.count() ?? { done: 0, total: 0 };
      if (done <= last || (done < all && clock.monotonic() - reportedAt < reportEveryMs)) return;
      [last, total, reportedAt] = [done, all, clock.monotonic()];
      send({ progress: done, total: all, message: `${done} of ${all} requests` });
    },
    onEvent: (event, operator) => {
      if (event.type !== 'wait' || event.until - clock.now() < shortestWaitMs) return;
      // Each notification must have more progress than the one before.
      last += 0.001;
      const message = cleanText(waitInWords(event.until - clock.now(), event.reason, operator));
      send({ progress: last, ...(total > last && { total }), message });
    },
  };
}
