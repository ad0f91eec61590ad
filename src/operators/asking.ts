/** Asks for each answer once: a sweep waits for an answer that another sweep, also of another process, is asking for. */
import { randomUUID } from 'node:crypto';
import { leaseMs, type AnswerIndex } from './answer-index.ts';
import type { Asked } from './answer-lines.ts';

interface AskingOptions {
  readonly index: AnswerIndex;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly notify: (message: string) => void;
  /** Ends the waits. */
  readonly signal: AbortSignal;
}

/** Between two looks for the answer, ms: short at first, because most services answer soon. */
const [shortestPause, longestPause] = [10, 100];
/** A longer wait gets a notice, ms. */
const longWait = 2_000;
/** After this wait, ms, an answer is asked for although another sweep says that it asks. */
const longestWait = 120_000;

/** For one sweep. What is returned finds the answer, or else asks for it; it throws what `ask` throws. */
export function createAsking({ index, sleep, notify, signal }: AskingOptions) {
  const by = randomUUID().slice(0, 18);
  const lease = keepLease(() => index.renew(by));
  let isNoted = false;
  const pauseFor = async (ms: number, waited: number): Promise<void> => {
    if (waited >= longWait && !isNoted) notify('waiting for answers that another sweep is asking for');
    isNoted ||= waited >= longWait;
    await sleep(ms, signal);
  };
  return async <T>(asked: Asked, find: () => T | undefined, ask: () => Promise<T>): Promise<T> => {
    let waited = 0;
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      const known = find();
      if (known !== undefined) return known;
      const mayAsk = index.claim(asked, by) || waited >= longestWait;
      // Another sweep can have got the answer just before the claim.
      const found = find();
      if (found !== undefined && mayAsk) index.release(asked);
      if (found !== undefined) return found;
      if (mayAsk) break;
      await pauseFor(pause, waited);
      waited += pause;
      index.update();
    }
    lease.hold();
    try {
      return await ask();
    } catch (error) {
      index.release(asked);
      throw error;
    } finally {
      lease.end();
    }
  };
}

/** Renews while something is held. A background task must not move a clock that a test sets, so it has a timer of its own. */
function keepLease(renew: () => void) {
  let held = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    hold: (): void => {
      if (held++ === 0) timer = setInterval(renew, leaseMs / 3).unref();
    },
    end: (): void => {
      if (--held === 0) clearInterval(timer);
    },
  };
}
