import type { HttpEvent, Machine } from '../../src/http/types.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A machine in virtual time: time passes only in `pass` and `until`, and the wall clock can be
 * stepped.
 */
export class VirtualMachine implements Machine {
  readonly env: Record<string, string | undefined> = {};
  readonly events: HttpEvent[] = [];
  readonly onEvent = (event: HttpEvent): void => void this.events.push(event);
  #uptime = 5_000_000;
  #bootedAt = Date.parse('2026-11-20T09:00:00Z') - 5_000_000;
  readonly #sleepers = new Set<Sleeper>();
  readonly #underWay = new Set<Promise<unknown>>();
  #seed: number;

  constructor(seed = 42) {
    this.#seed = seed;
  }

  now(): number {
    return this.#bootedAt + this.#uptime;
  }

  monotonic(): number {
    return this.#uptime;
  }

  /** A linear congruential generator: each run with the same seed is the same. */
  random(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.#seed / 2_147_483_648;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { at: this.#uptime + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', abort);
    });
  }

  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Steps the wall clock while no time passes. */
  step(ms: number): void {
    this.#bootedAt += ms;
  }

  /** No time passes while the work, such as a message to a real server, is under way. */
  during<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const end = () => this.#underWay.delete(work);
    work.then(end, end);
    return work;
  }

  /** Resolves after all that can settle without time has settled. */
  async settled(): Promise<void> {
    for (await settled(); this.#underWay.size > 0; await settled())
      await Promise.allSettled(this.#underWay);
  }

  async pass(ms: number): Promise<void> {
    const end = this.#uptime + ms;
    await this.settled();
    for (let next = this.#nextSleeper(end); next; next = this.#nextSleeper(end)) {
      this.#uptime = Math.max(this.#uptime, next.at);
      this.#sleepers.delete(next);
      next.wake();
      await this.settled();
    }
    this.#uptime = end;
    await this.settled();
  }

  /** Lets time pass, from one sleeper to the next, until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const finish = () => (isDone = true);
    work.then(finish, finish);
    for (await this.settled(); !isDone; await this.settled()) {
      const next = this.#nextSleeper(Number.POSITIVE_INFINITY);
      if (!next) throw new Error('the work waits for ever: nothing sleeps');
      await this.pass(Math.max(0, next.at - this.#uptime));
    }
    return work;
  }

  #nextSleeper(end: number): Sleeper | undefined {
    const due = [...this.#sleepers].filter((sleeper) => sleeper.at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves after all promises that can settle now have settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
