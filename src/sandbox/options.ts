/** The options of a sandbox and their defaults. */
import { createToday } from './calendar.ts';
import { catalogueA } from './catalogue-a.ts';
import { catalogueB } from './catalogue-b.ts';
import type { RateLimit, ResetFormat, WindowKind } from './rate-limit.ts';

interface InjectedFailure {
  /** The status of the answer, 400 to 599. */
  readonly status: number;
  /** The share of interface requests that fail, 0 to 1. */
  readonly rate: number;
}

export interface SandboxOptions {
  /** Default 0: a free port. */
  readonly port?: number | undefined;
  /** Default 100 requests in 60 000 ms. */
  readonly rateLimit?: RateLimit | undefined;
  /** Default `fixed`. */
  readonly window?: WindowKind | undefined;
  /** The format of X-RateLimit-Reset. Default `epoch-ms`; `none` leaves the header out. */
  readonly resetFormat?: ResetFormat | undefined;
  /** Delays every answer of the interface. Default 0. */
  readonly latencyMs?: number | undefined;
  /** The rates add up to at most 1. */
  readonly fail?: readonly InjectedFailure[] | undefined;
  /** What breaks on purpose; names of `planted`. Default nothing. */
  readonly defects?: readonly string[] | undefined;
  /** In epoch ms. */
  readonly now?: (() => number) | undefined;
  /** In [0, 1). With `fail`, called once for each interface request within the rate limit; otherwise never. */
  readonly random?: (() => number) | undefined;
  /** Selects one of two operators, which have no id in common. Default `a`. */
  readonly variant?: 'a' | 'b' | undefined;
  readonly operatorName?: string | undefined;
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
}

export interface AnsweredRequest {
  readonly method: string;
  /** Path and query as sent, possibly hostile. */
  readonly path: string;
  readonly status: number;
  readonly elapsedMs: number;
}

/** A running sandbox as its routes see it. `today` is the operator's day. */
export interface SandboxState extends ReturnType<typeof readOptions> {
  readonly siteUrl: string;
  readonly baseUrl: string;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** The path of the interface below the site. */
export const basePath = '/api/agent';

/** Puts in the defaults. Throws RangeError if a value is out of range. */
export function readOptions({
  port = 0,
  rateLimit = { limit: 100, windowMs: 60_000 },
  window = 'fixed',
  resetFormat = 'epoch-ms',
  latencyMs = 0,
  fail = [],
  defects = [],
  now = Date.now,
  random = Math.random,
  variant = 'a',
  operatorName,
  onAnswered = () => undefined,
}: SandboxOptions) {
  const { limit, windowMs } = rateLimit;
  ensure(isIntegerIn(port, 0, 65_535), 'the port must be an integer from 0 to 65535');
  ensure(isIntegerIn(limit, 1, Infinity), 'the rate limit must be an integer of at least 1');
  ensure(windowMs > 0 && Number.isFinite(windowMs), 'the rate limit window must be longer than 0 ms');
  ensure(latencyMs >= 0 && latencyMs < 2 ** 31, 'the latency must be from 0 ms to 24 days');
  for (const { status, rate } of fail) {
    ensure(isIntegerIn(status, 400, 599), 'a failure status must be from 400 to 599');
    ensure(rate >= 0 && rate <= 1, 'a failure rate must be from 0 to 1');
  }
  ensure(fail.reduce((sum, { rate }) => sum + rate, 0) <= 1, 'the failure rates must add up to at most 1');
  const operator = variant === 'b' ? catalogueB : catalogueA;
  const catalogue = { ...operator, operatorName: operatorName ?? operator.operatorName };
  const today = createToday(now);
  return { port, rateLimit, window, resetFormat, latencyMs, fail, defects, now, random, catalogue, today, onAnswered };
}

function isIntegerIn(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function ensure(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message);
}
