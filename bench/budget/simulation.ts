/**
 * Runs the budget against a service in virtual time: minutes take milliseconds, and nothing else on
 * the machine matters.
 */
import { createBudget } from '../../src/http/rate-limit/index.ts';
import type { Budget } from '../../src/http/types.ts';
import { maxWithin } from '../../test/support/max-within.ts';
import { type LimiterKind, makeLimiter } from './limiters.ts';
import { VirtualMachine } from '../../test/support/virtual-machine.ts';

export const simulatedWindowMs = 60_000;

export interface SimulatedRun {
  readonly kind: LimiterKind;
  /** Requests per window that the service allows. */
  readonly limit: number;
  /** Requests per window that the budget assumes; as the service allows unless given. */
  readonly assumedLimit?: number;
  /** The window of the service; the budget assumes `simulatedWindowMs`. */
  readonly windowMs?: number;
  /** The answers that carry the X-RateLimit headers. */
  readonly headers: 'all' | 'refusals' | 'none';
  readonly processes: number;
  /** Requests at once in each process. */
  readonly lanes: number;
  readonly requests: number;
  /** The share of the limit that another client takes. */
  readonly otherShare?: number;
  /** The time from the begin of the service's window to the begin of the run. */
  readonly phaseMs: number;
  /** To the service, and as long back, on average. */
  readonly latencyMs: number;
  readonly seed?: number;
  readonly stateDir: string;
}

export interface SimulatedFinish {
  readonly refused: number;
  /** Requests that the service counted, those of the other client included. */
  readonly maxInAnyWindow: number;
  /** Time taken ÷ the least time in which the limit allows so many requests. */
  readonly timeOverLeast: number;
}

export async function simulate(run: SimulatedRun): Promise<SimulatedFinish> {
  const { limit, otherShare = 0, windowMs = simulatedWindowMs } = run;
  const machine = new VirtualMachine(run.seed);
  machine.env['RENTAL_STATE_DIR'] = run.stateDir;
  await machine.pass(run.phaseMs);
  const limiter = makeLimiter(run.kind, limit, windowMs);
  const counted: number[] = [];
  let [refused, left, isOver] = [0, run.requests, false];

  function serve() {
    const verdict = limiter(machine.monotonic());
    if (verdict.ok) counted.push(machine.monotonic());
    return verdict;
  }
  async function otherClient(): Promise<void> {
    while (otherShare > 0 && !isOver) {
      await machine.sleep((-Math.log(1 - machine.random()) * windowMs) / (limit * otherShare));
      serve();
    }
  }
  const trip = () => machine.sleep(run.latencyMs * (0.5 + machine.random()));

  /** Sends one request; resolves with whether the service accepted it. */
  async function send(budget: Budget): Promise<boolean> {
    const permit = await budget.acquire(new AbortController().signal);
    await trip();
    const { ok, remaining, resetMs } = serve();
    const answeredAt = machine.now();
    await trip();
    if (!ok) refused += 1;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(answeredAt + resetMs)),
    };
    const hasHeaders = run.headers === 'all' || (run.headers === 'refusals' && !ok);
    permit.settle({
      status: ok ? 200 : 429,
      headers: hasHeaders ? headers : {},
      receivedAt: machine.now(),
    });
    return ok;
  }
  async function lane(budget: Budget): Promise<void> {
    while (left > 0) {
      left -= 1;
      while (!(await send(budget)));
    }
  }

  const otherDone = otherClient();
  if (otherShare > 0) await machine.pass(windowMs);
  const start = machine.monotonic();
  const budgets = Array.from({ length: run.processes }, () => budgetOf(run, machine));
  const lanes = budgets.flatMap((budget) => Array.from({ length: run.lanes }, () => lane(budget)));
  await machine.until(Promise.all(lanes));
  isOver = true;
  const minMs = (Math.ceil(run.requests / limit) - 1) * windowMs;
  const timeOverLeast = (machine.monotonic() - start) / minMs;
  await machine.until(otherDone);
  return { refused, maxInAnyWindow: maxWithin(counted, windowMs), timeOverLeast };
}

function budgetOf({ limit, assumedLimit = limit }: SimulatedRun, machine: VirtualMachine): Budget {
  return createBudget({
    origin: 'https://rental.test',
    limit: assumedLimit,
    windowMs: simulatedWindowMs,
    maxWaitMs: 1e9,
    attemptTimeoutMs: 30_000,
    machine,
  });
}
