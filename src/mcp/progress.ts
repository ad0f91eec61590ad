/** Progress notifications of one call, if its caller wants them. */
import type { SessionOptions } from '../operators/session.ts';
import type { Progress } from '../terminal/progress.ts';
import { waitInWords } from '../text.ts';
import { cleanText } from './answer.ts';

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

export function createProgress(
  send: (notice: Notice) => void,
  clock: { now(): number; monotonic(): number },
): CallProgress {
  let last: Pick<Notice, 'progress' | 'total'> = { progress: 0 };
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (own: typeof last, message: string): void => send({ ...(last = own), message });
  return {
    meter: (work) => {
      const { done, total } = work?.count() ?? { done: 0, total: 0 };
      if (done <= last.progress || (done < total && clock.monotonic() - reportedAt < reportEveryMs)) return;
      reportedAt = clock.monotonic();
      report({ progress: done, total }, `${done} of ${total} requests`);
    },
    onEvent: (event, operator) => {
      if (event.type !== 'wait' || event.until - clock.now() < shortestWaitMs) return;
      const message = cleanText(waitInWords(event.until - clock.now(), event.reason, operator));
      // Each notification must have more progress than the one before.
      report({ ...last, progress: last.progress + 0.001 }, message);
    },
  };
}
