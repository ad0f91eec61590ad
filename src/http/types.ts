/** The words the HTTP core is written in. It knows nothing of rentals: an endpoint is a label for messages. */

/** One GET, sent as often as it takes. */
export interface HttpRequest {
  readonly url: URL;
  /** For people: `GET /quotes`. */
  readonly endpoint: string;
  /** `application/json` unless told. */
  readonly accept?: string;
}

/** A complete answer of any status: the body arrived whole and under the cap. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. Values as they came: hostile. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Epoch ms at which the headers arrived. */
  readonly receivedAt: number;
  /** From sending to the last byte, ms. */
  readonly elapsedMs: number;
  /** The service's certificate, where there is one; epoch ms. */
  readonly tls?: { readonly validTo: number };
}

/** Sends one request once. Throws NetworkError or ContractError; never retries, never waits for a budget. */
export interface Transport {
  send(request: HttpRequest, options: SendOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** The whole attempt: connect, headers and body, ms. */
  readonly timeoutMs: number;
  /** Called the moment the headers are there, before the body is read: the budget counts from then. */
  readonly onHeaders: (answer: Answer) => void;
}

export type Answer = Pick<HttpResponse, 'status' | 'headers' | 'receivedAt'>;

/** The seam for the rate limit: permission to send one attempt. */
export interface Budget {
  /**
   * Waits until one request may be sent. Throws RateLimitedError when the wait would be longer than `maxWaitMs`, and the
   * signal's reason when it aborts.
   */
  acquire(signal: AbortSignal): Promise<Permit>;
}

/** One attempt's permission. Exactly one of the two is called, once. */
export interface Permit {
  /** The headers arrived: the server counted the request between sending and now. A 429 closes the budget until its reset. */
  answered(answer: Answer): void;
  /** The attempt ended without an answer: the server may have counted it. */
  lost(): void;
}

/** What people are told while it happens. */
export type HttpEvent =
  | {
      readonly type: 'response';
      readonly endpoint: string;
      readonly url: URL;
      readonly status: number;
      readonly elapsedMs: number;
      /** X-RateLimit-Remaining, where it came as an integer. */
      readonly remaining: number | undefined;
    }
  | {
      readonly type: 'failure';
      readonly endpoint: string;
      readonly url: URL;
      readonly message: string;
      readonly elapsedMs: number;
    }
  /** A wait begins; it ends at `until` (epoch ms), at `wait-end`, or with an error. */
  | { readonly type: 'wait'; readonly reason: string; readonly until: number }
  | { readonly type: 'wait-end' }
  /** One line worth telling, not an error: the state folder cannot be used, the clock stepped. */
  | { readonly type: 'notice'; readonly message: string };

export type OnEvent = (event: HttpEvent) => void;

/** The machine as the core needs it; `Io` is one. */
export interface Machine {
  now(): number;
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Sends with budget and retries. */
export interface Http {
  /**
   * Resolves with any answer that is not worth retrying, 4xx included. Throws RateLimitedError, UnavailableError (5xx after
   * retries), NetworkError, ContractError (redirect, too large), and the signal's reason.
   */
  get(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}
