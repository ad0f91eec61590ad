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

/** Waits of fewer ms are not worth a line. */
const shortestWaitMs = 1_000;

export function createProgress(send: (notice: Notice) => void, now: () => number) {
  let last = { progress: 0, total: 0 };
  const meter: Progress['meter'] = (work) => {
    const { done, total } = work?.count() ?? { done: 0, total: 0 };
    if (done <= last.progress) return;
    last = { progress: done, total };
    send({ ...last, message: `${done} of ${total} requests` });
  };
  /** Tells why an operator is not asked now. */
  const onEvent: OnEvent = (event, operator) => {
    if (event.type !== 'wait' || event.until - now() < shortestWaitMs) return;
    // Each notification must have more progress than the one before.
    last = { ...last, progress: last.progress + 0.001 };
    send({ ...last, message: cleanText(waitInWords(event.until - now(), event.reason, operator)) });
  };
  return { meter, onEvent };
}
