export interface LimitOptions {
  /** What the 100 requests are counted per. */
  readonly countedPer: 'address' | 'endpoint' | 'User-Agent';
  /** Endpoints that do not count, and are never refused. */
  readonly uncounted: readonly string[];
  /** Requests for pages of the website count too. */
  readonly siteCounts: boolean;
  /** The window starts at a full minute of the clock; with the first request; or it ends now. */
  readonly window: 'full minute' | 'first request' | 'sliding';
  /** Refused requests count too. Until a client rests for a minute, it gets no answer. */
  readonly refusedCount: boolean;
  /** The headers of answers other than 429. The document speaks of 429 only, so every name and value is free. */
  readonly headersElsewhere: 'all' | 'none' | 'only the limit' | 'constant' | 'lists' | 'words';
  /** The unit and form of X-RateLimit-Reset. */
  readonly reset: 'epoch seconds' | 'epoch milliseconds' | 'seconds left' | 'ISO' | 'HTTP date' | 'word';
  /** X-RateLimit-Remaining of a 429: an integer, perhaps less than zero. */
  readonly remainingWhenRefused: 'zero' | 'negative';
  /** The document does not have Retry-After. */
  readonly retryAfter: 'none' | 'seconds' | 'HTTP date';
  readonly refusalType: 'text/plain' | 'text/plain; charset=utf-8' | 'Text/Plain;charset=US-ASCII';
}

export const limitDefaults: LimitOptions = {
  countedPer: 'address',
  uncounted: [],
  siteCounts: false,
  window: 'first request',
  refusedCount: false,
  headersElsewhere: 'all',
  reset: 'epoch seconds',
  remainingWhenRefused: 'zero',
  retryAfter: 'none',
  refusalType: 'text/plain',
};

const LIMIT = 100;
const WINDOW = 60_000;

export interface Counted {
  readonly refused: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts the requests of one operator's clients. */
export class Limiter {
  readonly #options: LimitOptions;
  /** The times of the requests that count, by client. */
  readonly #times = new Map<string, number[]>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  count(endpoint: string, userAgent: string, now: number): Counted {
    const options = this.#options;
    if (options.uncounted.includes(endpoint)) return { refused: false, headers: {} };
    const client = { address: 'all', endpoint, 'User-Agent': userAgent }[options.countedPer];
    const times = this.#inWindow(this.#times.get(client) ?? [], now);
    const refused = times.length >= LIMIT;
    if (!refused || options.refusedCount) times.push(now);
    this.#times.set(client, times);
    const end = this.#end(times, now);
    return { refused, headers: refused ? this.#refusal(now, end) : this.#elsewhere(LIMIT - times.length, now, end) };
  }

  #inWindow(times: readonly number[], now: number): number[] {
    const { window } = this.#options;
    if (window === 'full minute') return times.filter((time) => Math.floor(time / WINDOW) === Math.floor(now / WINDOW));
    if (window === 'sliding') return times.filter((time) => time > now - WINDOW);
    return (times[0] ?? now) > now - WINDOW ? [...times] : [];
  }

  #end([first = 0]: readonly number[], now: number): number {
    return this.#options.window === 'full minute' ? (Math.floor(now / WINDOW) + 1) * WINDOW : first + WINDOW;
  }

  #refusal(now: number, end: number) {
    const { remainingWhenRefused, retryAfter } = this.#options;
    const wait = { none: undefined, seconds: String(Math.ceil((end - now) / 1000)), 'HTTP date': httpDate(end) }[
      retryAfter
    ];
    return {
      'X-RateLimit-Limit': String(LIMIT),
      'X-RateLimit-Remaining': remainingWhenRefused === 'zero' ? '0' : '-1',
      'X-RateLimit-Reset': this.#reset(now, end),
      ...(wait === undefined ? {} : { 'Retry-After': wait }),
    };
  }

  #elsewhere(remaining: number, now: number, end: number): Record<string, string> {
    switch (this.#options.headersElsewhere) {
      case 'all':
        return {
          'X-RateLimit-Limit': String(LIMIT),
          'X-RateLimit-Remaining': String(remaining),
          'X-RateLimit-Reset': this.#reset(now, end),
        };
      case 'none':
        return {};
      case 'only the limit':
        return { 'X-RateLimit-Limit': String(LIMIT) };
      case 'constant':
        return { 'X-RateLimit-Limit': String(LIMIT), 'X-RateLimit-Remaining': '99', 'X-RateLimit-Reset': '60' };
      case 'lists':
        return {
          'X-RateLimit-Limit': '100, 100;w=60',
          'X-RateLimit-Remaining': `${remaining}.0`,
          'X-RateLimit-Reset': '1;t=60',
        };
      case 'words':
        return { 'X-RateLimit-Limit': 'generous', 'X-RateLimit-Remaining': 'some', 'X-RateLimit-Reset': 'never' };
    }
  }

  #reset(now: number, end: number): string {
    switch (this.#options.reset) {
      case 'epoch seconds':
        return String(Math.ceil(end / 1000));
      case 'epoch milliseconds':
        return String(end);
      case 'seconds left':
        return String(Math.ceil((end - now) / 1000));
      case 'ISO':
        return new Date(end).toISOString();
      case 'HTTP date':
        return httpDate(end);
      case 'word':
        return 'soon';
    }
  }
}

function httpDate(time: number): string {
  return new Date(time).toUTCString();
}
