/** The requests of this process that wait for a slot. */
import type { Machine, OnEvent, Permit, WaitLimit } from '../types.ts';
import { waitAnnouncer, type WaitEstimate, waitEstimator, waitTooLongError } from './estimate.ts';
import type { Account, Policy } from './policy.ts';
import type { BudgetState } from './budget-state.ts';
import type { SlotStore } from './store.ts';

interface QueueOptions extends Pick<Account, 'origin'> {
  readonly store: SlotStore;
  readonly maxWaitMs: number;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly onEvent: OnEvent;
}

/** How often a process with waiting requests looks at the slots in a window. */
const looksPerWindow = { underWay: 240, otherwise: 20 } as const;

interface Waiter {
  /** Monotonic ms. */
  readonly since: number;
  readonly maxWaitMs: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/** First come, first served. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #announce: ReturnType<typeof waitAnnouncer>;
  #waiting: Waiter[] = [];
  #isServing = false;
  /** True if the store must be asked once more after the question that is under way. */
  #mustAskAgain = false;
  #timer: AbortController | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#announce = waitAnnouncer(options.onEvent);
  }

  join(
    signal: AbortSignal,
    { maxWaitMs = this.#options.maxWaitMs, waitedMs = 0 }: WaitLimit = {},
  ): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      // Requests share a signal, and Node takes more than ten listeners of one for a leak.
      const ownSignal = AbortSignal.any([signal]);
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        reject(signal.reason as Error);
        void this.#serve();
      };
      const stop = () => ownSignal.removeEventListener('abort', leave);
      const waiter: Waiter = {
        since: this.#options.machine.monotonic() - waitedMs,
        maxWaitMs,
        resolve: (permit) => (stop(), resolve(permit)),
        reject: (reason) => (stop(), reject(reason as Error)),
      };
      ownSignal.addEventListener('abort', leave);
      this.#waiting.push(waiter);
      void this.#serve();
    });
  }

  /** Gives slots to the requests that wait. */
  async #serve(): Promise<void> {
    this.#mustAskAgain = true;
    if (this.#isServing) return;
    this.#isServing = true;
    this.#timer?.abort();
    this.#timer = undefined;
    try {
      while (this.#mustAskAgain) {
        this.#mustAskAgain = false;
        if (this.#waiting.length > 0) await this.#claim();
      }
      if (this.#waiting.length === 0) this.#announce(undefined);
    } catch (error) {
      // A bug. Without this, they would wait for ever.
      for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
    }
    this.#isServing = false;
  }

  async #claim(): Promise<void> {
    const { store } = this.#options;
    const { claims, state, policy } = await store.claim(this.#waiting.length);
    for (const claim of claims) {
      const first = this.#waiting.shift();
      if (first) first.resolve(this.#servingAfter(claim));
      // A request was aborted meanwhile.
      else void claim.settle();
    }
    const estimate = waitEstimator(state, policy);
    this.#rejectLongWaits(estimate);
    if (this.#waiting.length > 0 && !this.#mustAskAgain)
      this.#lookAgainLater(state, policy, estimate(0));
  }

  #rejectLongWaits(estimate: ReturnType<typeof waitEstimator>): void {
    const { machine, origin } = this.#options;
    const staying: Waiter[] = [];
    for (const waiter of this.#waiting) {
      const { since, maxWaitMs } = waiter;
      const waitedMs = machine.monotonic() - since;
      const wait = estimate(staying.length);
      if (wait.waitMs === 0 || waitedMs + wait.waitMs <= maxWaitMs) staying.push(waiter);
      else waiter.reject(waitTooLongError(origin, wait, { waitedMs, maxWaitMs }));
    }
    this.#waiting = staying;
  }

  /** Announces the wait, and sets a timer. */
  #lookAgainLater(
    state: BudgetState,
    { windowMs }: Policy,
    { waitMs, reason }: WaitEstimate,
  ): void {
    const { machine } = this.#options;
    this.#announce({ reason, until: machine.now() + waitMs });
    // The answer to a request under way, of any process, can end the wait early.
    const isUnderWay = state.taken.some((slot) => slot.state === 'claimed');
    const looks = isUnderWay ? looksPerWindow.underWay : looksPerWindow.otherwise;
    const sleepMs = Math.min(waitMs, windowMs / looks);
    const jitterMs = machine.random() * Math.min(10, windowMs / 200);
    const timer = (this.#timer = new AbortController());
    machine.sleep(Math.max(1, Math.ceil(sleepMs + jitterMs)), timer.signal).then(
      () => void this.#serve(),
      () => undefined,
    );
  }

  #servingAfter(permit: Permit): Permit {
    return {
      settle: async (answer) => {
        await permit.settle(answer);
        if (this.#waiting.length > 0) await this.#serve();
      },
    };
  }
}
