/** Asks the service, one request after the other, and knows when to stop. */
import { remainingOf, type Send } from '../http/once.ts';
import { retryDelay } from '../http/retry.ts';
import type { HttpRequest, Machine, OnEvent } from '../http/types.ts';
import type { Answer } from './answer.ts';
import { asAnswer, judge, sendTo, type Attempted, type Trouble } from './attempt.ts';
import { CouldNotCheck } from './check.ts';

/** Requests a run may send, whatever happens. */
export const requestCap = 40;
/** Requests left to the other users of the budget: with fewer, the run stops. */
export const remainingFloor = 10;
/** Unanswered requests in a row after which nobody is asked any more. */
const patience = 2;

export interface AskerOptions {
  readonly send: Send;
  /** Beyond every limit; absent where that was not asked for. */
  readonly overspend: Send | undefined;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  /** Retries of one request after a passing fault. */
  readonly retries: number;
  /** For all retries of the run together, ms. */
  readonly maxWaitMs: number;
  readonly onEvent: OnEvent;
}

export interface Asker {
  /** Throws CouldNotCheck, and the signal's reason. */
  ask(request: HttpRequest): Promise<Answer>;
  /** The same beyond every limit, a 429 being an answer; undefined where that was not asked for. */
  readonly exceed: ((request: HttpRequest) => Promise<Answer>) | undefined;
  /** Every answer so far, in order. */
  readonly answers: readonly Answer[];
  /** Attempts so far, retries included. */
  readonly requests: number;
}

export function createAsker(options: AskerOptions): Asker {
  const { overspend, machine, maxWaitMs } = options;
  const answers: Answer[] = [];
  let requests = 0;
  let waitedMs = 0;
  let unanswered = 0;
  let stopped: CouldNotCheck | undefined;

  async function attempt(request: HttpRequest): Promise<Attempted> {
    if (stopped !== undefined) throw stopped;
    if (requests >= requestCap) throw new CouldNotCheck('cap', `${requestCap} requests are the most a run sends`);
    requests += 1;
    return sendTo(options.send, request, judge);
  }

  /** The wait before the next attempt, ms; throws where there is none. */
  function giveUpOrWait({ problem, passing, earliestMs }: Trouble, made: number): number {
    const random = (): number => machine.random();
    const allowed = passing ? options.retries : 0;
    const delay = retryDelay({ made, allowed, earliestMs, maxWaitMs: maxWaitMs - waitedMs, random });
    if (delay !== undefined) return delay;
    unanswered += 1;
    // A deployment that has never answered will not answer the next question.
    if (!passing || answers.length === 0 || unanswered >= patience) stopped = problem;
    throw problem;
  }

  async function ask(request: HttpRequest): Promise<Answer> {
    for (let made = 0; ; made += 1) {
      const startedAt = machine.monotonic();
      const attempted = await attempt(request);
      if ('answer' in attempted) {
        answers.push(attempted.answer);
        unanswered = 0;
        stopped = lowBudget(attempted.answer);
        return attempted.answer;
      }
      // Of an attempt that ran into its timeout all of it was waiting.
      waitedMs += machine.monotonic() - startedAt;
      const delay = giveUpOrWait(attempted, made);
      waitedMs += delay;
      await wait(delay, `${attempted.problem.message}, retry ${made + 1} of ${options.retries}`, options);
    }
  }

  async function exceed(request: HttpRequest, send: Send): Promise<Answer> {
    if (stopped !== undefined && stopped.obstacle !== 'rate_limited') throw stopped;
    requests += 1;
    const attempted = await sendTo(send, request, asAnswer);
    if ('answer' in attempted) return attempted.answer;
    throw attempted.problem;
  }

  return {
    ask,
    exceed: overspend && ((request) => exceed(request, overspend)),
    answers,
    get requests() {
      return requests;
    },
  };
}

async function wait(ms: number, reason: string, { machine, signal, onEvent }: AskerOptions): Promise<void> {
  onEvent({ type: 'wait', reason, until: machine.now() + ms });
  try {
    await machine.sleep(ms, signal);
  } finally {
    onEvent({ type: 'wait-end' });
  }
}

function lowBudget({ response }: Answer): CouldNotCheck | undefined {
  const left = response === undefined ? undefined : remainingOf(response);
  if (left === undefined || left >= remainingFloor) return undefined;
  return new CouldNotCheck('rate_limited', `only ${left} requests are left of the limit, fewer than ${remainingFloor}`);
}
