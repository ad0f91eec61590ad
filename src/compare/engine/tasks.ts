/** Sends the requests of one step to one operator, ten at once, and stops if it is down. */
import type { Trip, Vehicle } from '../../api/types.ts';
import {
  BudgetWaitError,
  InterruptedError,
  RateLimitedError,
  RentalError,
} from '../../base/errors.ts';
import { groupBy } from '../../base/group-by.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { CompareFailure, CompareStep } from './outcome.ts';
import { SpentError } from './spending.ts';

/** Enough to use 100 requests a minute at a service that takes six seconds for an answer. */
const maxAtOnce = 10;

/** One request. */
export interface Task {
  readonly step: CompareStep;
  readonly trip?: Trip;
  readonly vehicle?: Vehicle;
  /** Why it need not be sent, judged by the answers so far. */
  skipReason?(): RentalError | undefined;
  /** Resolves with how many requests were sent: 0 for a stored answer. */
  send(): Promise<number>;
}

export interface TaskPool {
  readonly operator: string;
  readonly breaker: CircuitBreaker;
  readonly signal: AbortSignal;
  /** For tasks that were not sent. */
  readonly fail: (failure: CompareFailure) => void;
  /** Called after each answer or failure of a task for which requests were sent. */
  readonly onSent: (step: CompareStep, requests: number) => void;
}

export interface FailedTask<T> {
  readonly task: T;
  readonly error: RentalError;
}

interface Queue<T> {
  readonly left: T[];
  readonly failed: Map<T, RentalError>;
  /** They need not be sent. */
  readonly skipped: FailedTask<T>[];
  /** After an interruption or a fault of ours, no other task is sent. */
  isBroken: boolean;
}

/**
 * Sends each of them once, and resolves with those that failed. Rejects with the signal's reason,
 * or with the first error that is not a RentalError.
 */
export async function sendEach<T extends Task>(
  pool: TaskPool,
  tasks: readonly T[],
): Promise<FailedTask<T>[]> {
  const { breaker } = pool;
  const queue: Queue<T> = { left: [...tasks], failed: new Map(), skipped: [], isBroken: false };
  const isOver = (): boolean =>
    queue.left.length === 0 || breaker.stoppedBy() !== undefined || queue.isBroken;
  const worker = async (): Promise<void> => {
    while (!isOver() && breaker.isWorking()) await sendNext(pool, queue);
  };
  while (!isOver()) {
    if (breaker.isWorking()) await waitForAll(Array.from({ length: maxAtOnce }, worker));
    else {
      await breaker.pause();
      if (!isOver()) await sendNext(pool, queue);
    }
  }
  const reason = breaker.stoppedBy();
  const stopped = reason === undefined ? [] : queue.left.map((task) => ({ task, error: reason }));
  failUnasked(pool, [...queue.skipped, ...stopped]);
  // In the order of the tasks, so that the same comparison lists the same failures first.
  return tasks.flatMap((task) => {
    const error = queue.failed.get(task);
    return error === undefined ? [] : { task, error };
  });
}

async function sendNext<T extends Task>(
  { signal, breaker, onSent }: TaskPool,
  queue: Queue<T>,
): Promise<void> {
  const task = queue.left.shift() as T;
  const skipReason = task.skipReason?.();
  if (skipReason !== undefined) return void queue.skipped.push({ task, error: skipReason });
  try {
    signal.throwIfAborted();
    const requests = await task.send();
    if (requests > 0) onSent(task.step, requests);
    breaker.answered();
  } catch (error) {
    if (signal.aborted || !(error instanceof RentalError) || error instanceof InterruptedError) {
      queue.isBroken = true;
      throw signal.aborted ? signal.reason : error;
    }
    if (error instanceof RateLimitedError || error instanceof SpentError) breaker.stop(error);
    // It was not sent, so it goes back, to be counted with the others that were not sent.
    if (isOwnLimit(error)) return void queue.left.unshift(task);
    breaker.failed(error);
    if (!error.isStored) onSent(task.step, 1);
    queue.failed.set(task, error);
  }
}

/** One failure for all that were not sent for the same reason. */
function failUnasked({ operator, fail }: TaskPool, tasks: readonly FailedTask<Task>[]): void {
  for (const [error, list] of groupBy(tasks, (one) => one.error))
    fail({ operator, step: list[0]!.task.step, error, unasked: list.length });
}

/** Whether a limit of ours has stopped the request before it was sent. */
function isOwnLimit(error: RentalError): boolean {
  return error instanceof SpentError || error instanceof BudgetWaitError;
}

/** As `Promise.all`, but it also waits for the others if one fails. */
export async function waitForAll<T>(tasks: readonly (T | Promise<T>)[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
