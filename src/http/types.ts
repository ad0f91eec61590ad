/** The types of the HTTP core. It knows nothing of rentals: an endpoint is a label for messages. */

/** One request: a GET. */
export interface HttpRequest {
  readonly url: URL;
  /** Label for messages: `GET /quotes`. */
  readonly endpoint: string;
  /** Default: `application/json`. */
  readonly accept?: string;
}

/** An answer of any status, with its whole body. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; the values of repeated headers have `, ` between them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Epoch ms at which the headers arrived. */
  readonly receivedAt: number;
  /** From sending to the last byte, ms. */
  readonly elapsedMs: number;
}

export type ResponseHead = Pick<HttpResponse, 'status' | 'headers' | 'receivedAt'>;

/** The rate limiter, as the sender sees it. */
export interface Budget {
  /** Throws BudgetWaitError if the wait would be too long, and the signal's reason. */
  acquire(signal: AbortSignal, wait?: WaitLimit): Promise<Permit>;
}

/** How long a request may wait for the budget, ms. */
export interface WaitLimit {
  /** Default: that of the budget. */
  readonly maxWaitMs?: number | undefined;
  /** How long it has waited already; `maxWaitMs` includes this. */
  readonly waitedMs?: number | undefined;
}

/** Permission for one attempt. */
export interface Permit {
  /**
   * Called once: when the headers arrive, or when the attempt ends without an answer. When the
   * promise fulfils, all who read the budget see what followed from the answer. Only a bug rejects
   * it, and callers that do not wait for it leave that unhandled, so that the program ends.
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
      /** X-RateLimit-Remaining, if it is an integer. */
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

/** A service in this process. What it or its body throws counts as an error of the connection. */
export type Service = (request: Request) => Promise<Response>;

/** What the core needs of the machine; the program's `Io` is one. */
export interface Machine {
  /** Epoch ms on a clock that can be set. */
  now(): number;
  /** Ms on a clock that never steps. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers each request instead of the network. */
  readonly service?: Service | undefined;
}
