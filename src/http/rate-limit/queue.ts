import type { Machine, OnEvent, Permit } from '../types.ts';
import { waitAnnouncer, waitEstimator, waitTooLong } from './estimate.ts';
import type { Account, LimitPolicy } from './policy.ts';
import type { Claim } from './claim.ts';
import type { SlotStore } from './slot-store.ts';
import { type LimiterState, waitsForAnswer } from './state.ts';

interface QueueOptions extends Pick<Account, 'isAssumed'> {
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

const remoteLookMs = 334;

/** The requests of this process that wait for a slot: first come, first served. */
export class Queue {
  readonly #options: QueueOptions;
  #waiting: Waiter[] = [];
  #timer: AbortController | undefined;
  #expectsNews = false;
  #isServing = false;
  /** Something changed while the store was asked. */
  #isNews = false;
  /** When looks got nothing lately; monotonic ms. */
  #looks: readonly number[] = [];
  #signals: ReadonlySet<AbortSignal> = new Set();
  readonly #announce: ReturnType<typeof waitAnnouncer>;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#announce = waitAnnouncer(options.onEvent);
  }

  join(signal: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      this.#waiting.push({ since: this.#options.machine.monotonic(), signal, resolve, reject });
      try {
        if (this.#waiting.length === 1) void this.#serve();
        else if (!this.#isServing) this.#rejectLongWaits(this.#options.store.known());
      } catch (error) {
        this.#fail(error);
      }
      this.#listenForAborts();
    });
  }

  /** Gives slots to the requests that wait; one call at a time. */
  async #serve(): Promise<void> {
    this.#isNews = this.#isServing;
    if (this.#isServing) return;
    this.#isServing = true;
    this.#timer?.abort();
    this.#timer = undefined;
    try {
      while (this.#waiting.length > 0 && (await this.#claim()));
      if (this.#waiting.length === 0) this.#announce(undefined);
    } catch (error) {
      this.#fail(error);
    }
    this.#isServing = false;
    this.#listenForAborts();
  }

  /** Returns whether to look again at once. */
  async #claim(): Promise<boolean> {
    const { store } = this.#options;
    this.#isNews = false;
    const { claims, blocked, ahead = 0 } = await store.claim(this.#waiting.length);
    for (const claim of claims) {
      const first = this.#waiting.shift();
      if (first) first.resolve(this.#makePermit(claim));
      // It was aborted meanwhile.
      else void store.onLost(claim);
    }
    if (claims.length > 0) this.#looks = [];
    if (!blocked) return true;
    this.#rejectLongWaits(blocked, 0);
    if (this.#isNews) return true;
    if (this.#waiting.length > 0) this.#sleep(blocked, ahead * this.#waiting.length);
    return false;
  }

  /** Rejects requests that would wait too long at once, not after the wait. */
  #rejectLongWaits(state: LimiterState | undefined, from = this.#waiting.length - 1): void {
    if (!state) return;
    const { machine, policy, maxWaitMs, origin, isAssumed } = this.#options;
    const estimateWait = waitEstimator(state, policy);
    const now = machine.monotonic();
    let ahead = from;
    for (const waiter of this.#waiting.slice(from)) {
      const estimate = estimateWait(ahead);
      if (now - waiter.since + estimate.waitMs <= maxWaitMs) ahead += 1;
      else this.#reject(waiter, waitTooLong(origin, estimate, { waitedMs: now - waiter.since, maxWaitMs, isAssumed }));
    }
  }

  /** @param ahead requests of other processes that come first, if each of these wants as many as this one */
  #sleep(state: LimiterState, ahead: number): void {
    const { machine, policy } = this.#options;
    const estimate = waitEstimator(state, policy);
    const { waitMs, reason } = estimate(0);
    this.#announce({ reason, until: machine.now() + waitMs });
    // An answer, even to another process, can end a wait early. If one is expected, look often.
    this.#expectsNews = state.throttle.probes > 0 || waitsForAnswer(state) || state.takenByOthers.length > 0;
    const lookAgainMs = policy.windowMs / (this.#expectsNews ? 240 : 20);
    const jitterMs = machine.random() * Math.min(10, policy.windowMs / 200);
    const timer = new AbortController();
    this.#timer = timer;
    const lookMs = this.#nextLookMs(Math.max(waitMs, estimate(ahead).waitMs), lookAgainMs);
    machine.sleep(Math.max(1, Math.ceil(lookMs + jitterMs)), timer.signal).then(
      () => void (this.#timer === timer && this.#serve()),
      () => undefined,
    );
  }

  /**
   * A store on another machine gets at most four looks a second that find nothing: two when they are due, then one every third of a
   * second. Looks in between are left out if the known end of the wait is near, so that the look then is in time.
   */
  #nextLookMs(waitMs: number, lookAgainMs: number): number {
    const { machine, store } = this.#options;
    if (store.isRemote !== true) return Math.min(waitMs, lookAgainMs);
    const now = machine.monotonic();
    this.#looks = [...this.#looks.filter((at) => now - at < 1_000), now];
    const againMs = Math.max(lookAgainMs, remoteLookMs);
    const dueMs = waitMs < 2 * againMs ? waitMs : againMs;
    return this.#looks.length < 2 ? dueMs : Math.max(dueMs, remoteLookMs);
  }

  #makePermit(claim: Claim): Permit {
    let isSettled = false;
    const settle = (work: () => Promise<void> | void): Promise<void> => {
      if (isSettled) return Promise.resolve();
      isSettled = true;
      const done = Promise.resolve(work()).catch((error: unknown) => this.#fail(error));
      return done.then(() => void (this.#waiting.length > 0 && this.#expectsNews && this.#serve()));
    };
    const { store } = this.#options;
    return {
      answered: (answer) => settle(() => store.onAnswer(claim, answer)),
      lost: () => settle(() => store.onLost(claim)),
    };
  }

  #reject(waiter: Waiter, reason: unknown): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiter);
    waiter.reject(reason);
  }

  /** A bug: all waiting requests fail with its error; otherwise they would wait for ever. */
  #fail(error: unknown): void {
    for (const waiter of this.#waiting) this.#reject(waiter, error);
  }

  /** Keeps one listener per signal of the waiting requests. */
  #listenForAborts(): void {
    const signals = new Set(this.#waiting.map((waiter) => waiter.signal));
    for (const signal of this.#signals) if (!signals.has(signal)) signal.removeEventListener('abort', this.#onAbort);
    for (const signal of signals) if (!this.#signals.has(signal)) signal.addEventListener('abort', this.#onAbort);
    this.#signals = signals;
  }

  readonly #onAbort = ({ target }: Event): void => {
    for (const waiter of this.#waiting) if (waiter.signal === target) this.#reject(waiter, waiter.signal.reason);
    void this.#serve();
  };
}
