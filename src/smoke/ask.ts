/** Asks the service, one request after the other, and knows when to stop. */
import { ContractError, NetworkError, RateLimitedError } from '../errors.ts';
import { Fault } from '../http/faults.ts';
import { remainingOf, type Send } from '../http/once.ts';
import { readReset } from '../http/budget/reset.ts';
import { retryAfterMs, retryDelay } from '../http/retry.ts';
import type { HttpRequest, HttpResponse, Machine, OnEvent } from '../http/types.ts';
import type { Answer } from './answer.ts';
import { CouldNotCheck } from './check.ts';
import { plain } from './show.ts';

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

type Attempted = { readonly answer: Answer } | Trouble;

interface Trouble {
  readonly problem: CouldNotCheck;
  /** Whether the next attempt may go better. */
  readonly passing: boolean;
  readonly earliestMs: number | undefined;
}

async function sendTo(send: Send, request: HttpRequest, judged: typeof judge): Promise<Attempted> {
  try {
    return judged(request, await send(request));
  } catch (error) {
    return troubleOf(request, error);
  }
}

function asAnswer(request: HttpRequest, response: HttpResponse): Attempted {
  return { answer: { request, response, broken: undefined } };
}

function judge(request: HttpRequest, response: HttpResponse): Attempted {
  const { status, headers, receivedAt } = response;
  const { endpoint } = request;
  if (status === 429) {
    const reset = readReset(headers, receivedAt);
    const when = typeof reset === 'object' ? `, again in ${Math.ceil(reset.waitMs / 1000)} s` : '';
    const problem = new CouldNotCheck('rate_limited', `429 at ${endpoint}: the request limit is used up${when}`);
    return { problem, passing: false, earliestMs: undefined };
  }
  if (status >= 502 && status <= 504) {
    const problem = new CouldNotCheck('unavailable', `${status} at ${endpoint}: the service is unavailable`);
    return { problem, passing: true, earliestMs: retryAfterMs(headers, receivedAt) };
  }
  return asAnswer(request, response);
}

/** Throws what is neither an answer nor an obstacle: an interruption, a bug. */
function troubleOf(request: HttpRequest, error: unknown): Attempted {
  if (error instanceof ContractError) {
    return { answer: { request, response: undefined, broken: error.message.replace(`${request.endpoint}: `, '') } };
  }
  if (error instanceof NetworkError) {
    const passing = error instanceof Fault && error.passing;
    return { problem: new CouldNotCheck('network', plain(error.message)), passing, earliestMs: undefined };
  }
  if (!(error instanceof RateLimitedError)) throw error;
  return { problem: new CouldNotCheck('rate_limited', plain(error.message)), passing: false, earliestMs: undefined };
}

function lowBudget({ response }: Answer): CouldNotCheck | undefined {
  const left = response === undefined ? undefined : remainingOf(response);
  if (left === undefined || left >= remainingFloor) return undefined;
  return new CouldNotCheck('rate_limited', `only ${left} requests are left of the limit, fewer than ${remainingFloor}`);
}
