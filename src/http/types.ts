/** The types of the HTTP core. It knows nothing of rentals: an endpoint is a label for messages. */

/** One request: a GET. */
export interface HttpRequest {
  readonly url: URL;
  /** Label for messages: `GET /quotes`. */
  readonly endpoint: string;
  /** Media type; `application/json` by default. */
  readonly accept?: string;
}

/** A complete response of any status: the whole body arrived and is not larger than the cap. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. The values are not trusted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Epoch ms at which the headers arrived. */
  readonly receivedAt: number;
  /** From sending to the last byte, ms. */
  readonly elapsedMs: number;
}

/** The part of a response that is known when its headers arrive. */
export type ResponseHead = Pick<HttpResponse, 'status' | 'headers' | 'receivedAt'>;

/** The interface to the rate limiter: permission to send one attempt. */
export interface Budget {
  /**
   * Waits until one request may be sent. Throws RateLimitedError if the wait would be too long, and
   * the signal's reason if it aborts.
   */
  acquire(signal: AbortSignal, wait?: WaitLimit): Promise<Permit>;
}

/** How long a request may wait for the budget, ms. */
export interface WaitLimit {
  /** Default: that of the budget. */
  readonly maxWaitMs?: number | undefined;
  /** How long it has waited before; both waits together are at most `maxWaitMs`. */
  readonly waitedMs?: number | undefined;
}

/** Permission for one attempt. */
export interface Permit {
  /**
   * Called once: when the headers arrive, or when the attempt ends without an answer. The service
   * may have counted the request until then. A 429 closes the budget until its reset. The sender
   * need not wait: the promise is for those who read the budget next, and never rejects.
   */
  settle(answer?: ResponseHead): Promise<void>;
}

/** Progress of a request, for the terminal. */
export type HttpEvent =
  | {
      readonly type: 'response';
      readonly url: URL;
      readonly status: number;
      readonly elapsedMs: number;
      /** X-RateLimit-Remaining; undefined unless it is an integer. */
      readonly remaining: number | undefined;
    }
  | {
      readonly type: 'failure';
      readonly url: URL;
      readonly message: string;
      readonly elapsedMs: number;
    }
  /** A wait begins; it ends at `until` (epoch ms), at `wait-end`, or with an error. */
  | { readonly type: 'wait'; readonly reason: string; readonly until: number }
  | { readonly type: 'wait-end' }
  /** A note that is not an error, such as that the state folder cannot be used. */
  | { readonly type: 'notice'; readonly message: string };

export type OnEvent = (event: HttpEvent) => void;

/**
 * A service that is a function, asked without a connection. What it throws is an error of the
 * connection, such as a reset; a body that throws is cut off; an answer that never comes is waited
 * for until the attempt's time is over.
 */
export type Service = (request: Request) => Promise<Response>;

/** What the core needs of the machine; the program's `Io` is one. */
export interface Machine {
  /** Milliseconds since the epoch on the machine's clock, which may step. */
  now(): number;
  /** Milliseconds on a clock that never steps. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers every request instead of the network. */
  readonly service?: Service | undefined;
}
