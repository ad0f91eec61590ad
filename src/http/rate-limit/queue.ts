import { RateLimitedError } from '../../errors.ts';
import type { Machine, OnEvent } from '../types.ts';
import type { Claim, Desk } from './desk.ts';
import { type Outlook, outlooks } from './outlook.ts';
import type { Terms } from './terms.ts';
import { type View, isHeld } from './view.ts';

export interface QueueOptions {
  readonly desk: Desk;
  readonly terms: Terms;
  readonly origin: string;
  readonly maxWaitMs: number;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly onEvent: OnEvent;
}

interface Waiter {
  readonly since: number;
  readonly signal: AbortSignal;
  readonly resolve: (claim: Claim) => void;
  readonly reject: (reason: unknown) => void;
}

/** A wait whose end moved by less than this is the same wait. */
const sameWaitMs = 500;

/** Those who wait in this process: first come, first served. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #waiting: Waiter[] = [];
  #alarm: AbortController | undefined;
  #expectsNews = false;
  readonly #watched = new Map<AbortSignal, () => void>();
  #told: { readonly reason: string; readonly until: number } | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  join(signal: AbortSignal): Promise<Claim> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      this.#waiting.push({ since: this.#options.machine.monotonic(), signal, resolve, reject });
      if (this.#waiting.length === 1) this.#serve();
      else this.#guard(() => this.#turnAway(this.#options.desk.view(), this.#waiting.length - 1));
      this.#watch();
    });
  }

  /** An answer came: it may have changed something for the better. */
  nudge(): void {
    if (this.#waiting.length > 0 && this.#expectsNews) this.#serve();
  }

  #serve(): void {
    this.#guard(() => {
      this.#alarm?.abort();
      this.#alarm = undefined;
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const outcome = this.#options.desk.claim();
        if ('index' in outcome) {
          this.#waiting.shift();
          first.resolve(outcome);
          continue;
        }
        this.#turnAway(outcome, 0);
        if (this.#waiting.length > 0) this.#rest(outcome);
        break;
      }
      if (this.#waiting.length === 0) this.#tell(undefined);
      this.#watch();
    });
  }

  /** Whoever would wait too long hears it now, not after having waited. */
  #turnAway(view: View, from: number): void {
    const { machine, terms, maxWaitMs, origin } = this.#options;
    const outlook = outlooks(view, terms);
    const now = machine.monotonic();
    let ahead = from;
    for (const waiter of this.#waiting.slice(from)) {
      const expected = outlook(ahead);
      if (now - waiter.since + expected.waitMs <= maxWaitMs) {
        ahead += 1;
        continue;
      }
      this.#remove(waiter);
      waiter.reject(tooLong(origin, expected, machine.now(), maxWaitMs));
    }
  }

  #rest(view: View): void {
    const { machine, terms } = this.#options;
    const { waitMs, reason } = outlooks(view, terms)(0);
    this.#tell({ reason, until: machine.now() + waitMs });
    // An answer, to another process too, can end a wait early: where that is to be expected, look often, else now and then.
    this.#expectsNews =
      view.pace.probes > 0 || isHeld(view) || view.slots.some((slot) => slot.state === 'other' && slot.waitMs > 0);
    const lookAgainMs = terms.windowMs / (this.#expectsNews ? 240 : 20);
    const jitterMs = machine.random() * Math.min(10, terms.windowMs / 200);
    const alarm = new AbortController();
    this.#alarm = alarm;
    machine.sleep(Math.max(1, Math.ceil(Math.min(waitMs, lookAgainMs) + jitterMs)), alarm.signal).then(
      () => this.#alarm === alarm && this.#serve(),
      () => undefined,
    );
  }

  #tell(next: { readonly reason: string; readonly until: number } | undefined): void {
    const told = this.#told;
    if (next && told?.reason === next.reason && Math.abs(next.until - told.until) < sameWaitMs) return;
    this.#told = next;
    if (next) this.#options.onEvent({ type: 'wait', ...next });
    else if (told) this.#options.onEvent({ type: 'wait-end' });
  }

  #remove(waiter: Waiter): void {
    const place = this.#waiting.indexOf(waiter);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  /** One listener a signal, however many wait, and none for a signal nobody waits with. */
  #watch(): void {
    const signals = new Set(this.#waiting.map((waiter) => waiter.signal));
    for (const [signal, leave] of this.#watched) {
      if (signals.has(signal)) continue;
      signal.removeEventListener('abort', leave);
      this.#watched.delete(signal);
    }
    for (const signal of signals) {
      if (this.#watched.has(signal)) continue;
      const leave = () => {
        for (const waiter of this.#waiting.filter((one) => one.signal === signal)) {
          this.#remove(waiter);
          waiter.reject(signal.reason);
        }
        this.#serve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#watched.set(signal, leave);
    }
  }

  /** A bug of ours must reach those who wait, or they wait for ever. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
      this.#watch();
    }
  }
}

function tooLong(origin: string, { waitMs, reason }: Outlook, now: number, maxWaitMs: number): RateLimitedError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const at = new Date(now + waitMs).toISOString().slice(11, 19);
  return new RateLimitedError(`no request to ${origin} for another ${seconds} s, until ${at} UTC: ${reason}`, {
    hint: `wait that long, or let it wait with --max-wait ${seconds}s (now ${Math.round(maxWaitMs / 100) / 10}s)`,
    retryAfterSeconds: seconds,
  });
}
