import type { Machine, OnEvent, Permit } from '../types.ts';
import { waitEstimator, waitTooLong } from './estimate.ts';
import type { LimitPolicy } from './policy.ts';
import type { Claim, SlotStore } from './slot-store.ts';
import { type LimiterState, waitsForAnswer } from './state.ts';

export interface QueueOptions {
  readonly store: SlotStore;
  readonly policy: LimitPolicy;
  readonly origin: string;
  readonly maxWaitMs: number;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly onEvent: OnEvent;
}

interface Waiter {
  readonly since: number;
  readonly signal: AbortSignal;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/** A wait whose end moves by less than this is not announced again. */
const sameWaitMs = 500;

/** The requests of this process that wait for a slot: first come, first served. */
export class Queue {
  readonly #options: QueueOptions;
  #waiting: Waiter[] = [];
  #timer: AbortController | undefined;
  #expectsNews = false;
  readonly #abortListeners = new Map<AbortSignal, () => void>();
  #announced: { readonly reason: string; readonly until: number } | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  join(signal: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      this.#waiting.push({ since: this.#options.machine.monotonic(), signal, resolve, reject });
      if (this.#waiting.length === 1) this.#serve();
      else this.#update(() => this.#rejectLongWaits(this.#options.store.state(), this.#waiting.length - 1));
    });
  }

  #serve(): void {
    this.#update(() => {
      this.#timer?.abort();
      this.#timer = undefined;
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const result = this.#options.store.claim();
        if ('sentAt' in result) {
          this.#waiting.shift();
          first.resolve(this.#makePermit(result));
          continue;
        }
        this.#rejectLongWaits(result, 0);
        if (this.#waiting.length > 0) this.#sleep(result);
        break;
      }
      if (this.#waiting.length === 0) this.#announce(undefined);
    });
  }

  /** Rejects requests that would wait too long at once, not after the wait. */
  #rejectLongWaits(state: LimiterState, from: number): void {
    const { machine, policy, maxWaitMs, origin } = this.#options;
    const estimateWait = waitEstimator(state, policy);
    const now = machine.monotonic();
    let ahead = from;
    for (const waiter of this.#waiting.slice(from)) {
      const estimate = estimateWait(ahead);
      if (now - waiter.since + estimate.waitMs <= maxWaitMs) ahead += 1;
      else {
        const details = { waitedMs: now - waiter.since, maxWaitMs };
        this.#reject(waiter, waitTooLong(origin, estimate, details));
      }
    }
  }

  #sleep(state: LimiterState): void {
    const { machine, policy } = this.#options;
    const { waitMs, reason } = waitEstimator(state, policy)(0);
    this.#announce({ reason, until: machine.now() + waitMs });
    // An answer, even to another process, can end a wait early. If one is expected, look often.
    this.#expectsNews = state.throttle.probes > 0 || waitsForAnswer(state) || state.takenByOthers.length > 0;
    const lookAgainMs = policy.windowMs / (this.#expectsNews ? 240 : 20);
    const jitterMs = machine.random() * Math.min(10, policy.windowMs / 200);
    const timer = new AbortController();
    this.#timer = timer;
    machine.sleep(Math.max(1, Math.ceil(Math.min(waitMs, lookAgainMs) + jitterMs)), timer.signal).then(
      () => this.#timer === timer && this.#serve(),
      () => undefined,
    );
  }

  #makePermit(claim: Claim): Permit {
    let isSettled = false;
    const settle = (work: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      work();
      if (this.#waiting.length > 0 && this.#expectsNews) this.#serve();
    };
    const { store } = this.#options;
    return {
      answered: (answer) => settle(() => store.onAnswer(claim, answer)),
      lost: () => settle(() => store.onLost(claim)),
    };
  }

  #announce(next: { readonly reason: string; readonly until: number } | undefined): void {
    const last = this.#announced;
    if (next && last?.reason === next.reason && Math.abs(next.until - last.until) < sameWaitMs) return;
    this.#announced = next;
    if (next) this.#options.onEvent({ type: 'wait', ...next });
    else if (last) this.#options.onEvent({ type: 'wait-end' });
  }

  #reject(waiter: Waiter, reason: unknown): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiter);
    waiter.reject(reason);
  }

  /** Does the work. If it throws, which is a bug, all waiting requests fail with its error; otherwise they would wait for ever. */
  #update(work: () => void): void {
    try {
      work();
    } catch (error) {
      for (const waiter of this.#waiting) this.#reject(waiter, error);
    }
    this.#listenForAborts();
  }

  /** Keeps one listener per signal of the waiting requests. */
  #listenForAborts(): void {
    const signals = new Set(this.#waiting.map((waiter) => waiter.signal));
    for (const [signal, listener] of this.#abortListeners) {
      if (signals.has(signal)) continue;
      signal.removeEventListener('abort', listener);
      this.#abortListeners.delete(signal);
    }
    for (const signal of signals) {
      if (this.#abortListeners.has(signal)) continue;
      const listener = () => {
        for (const waiter of this.#waiting) if (waiter.signal === signal) this.#reject(waiter, signal.reason);
        this.#serve();
      };
      signal.addEventListener('abort', listener, { once: true });
      this.#abortListeners.set(signal, listener);
    }
  }
}
