/** The options of a sandbox and their defaults. */
import { createToday, type Day } from './calendar.ts';
import { catalogueA } from './catalogue-a.ts';
import { catalogueB } from './catalogue-b.ts';
import type { Catalogue } from './catalogue.ts';
import type { RateLimit, ResetFormat, WindowKind } from './rate-limit.ts';

export interface InjectedFailure {
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
  /** In epoch ms. */
  readonly now?: (() => number) | undefined;
  /** In [0, 1). With `fail`, called once for each interface request within the rate limit; otherwise never. */
  readonly random?: (() => number) | undefined;
  /** Selects one of two operators, which have no id in common. Default `a`. */
  readonly variant?: 'a' | 'b' | undefined;
  readonly operatorName?: string | undefined;
}

/** A running sandbox as its routes see it. */
export interface SandboxState {
  readonly catalogue: Catalogue;
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly window: WindowKind;
  readonly resetFormat: ResetFormat;
  readonly latencyMs: number;
  readonly fail: readonly InjectedFailure[];
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  /** The operator's day. */
  readonly today: () => Day;
}

const defaultRateLimit: RateLimit = { limit: 100, windowMs: 60_000 };

/** The path of the interface below the site. */
export const basePath = '/api/agent';

/** Throws RangeError if a value is out of range. */
export function checkOptions({
  port = 0,
  rateLimit = defaultRateLimit,
  latencyMs = 0,
  fail = [],
}: SandboxOptions): void {
  ensure(Number.isInteger(port) && port >= 0 && port <= 65_535, 'the port must be an integer from 0 to 65535');
  ensure(Number.isInteger(rateLimit.limit) && rateLimit.limit >= 1, 'the rate limit must be an integer of at least 1');
  ensure(
    rateLimit.windowMs > 0 && Number.isFinite(rateLimit.windowMs),
    'the rate limit window must be longer than 0 ms',
  );
  ensure(latencyMs >= 0 && latencyMs < 2 ** 31, 'the latency must be from 0 ms to 24 days');
  for (const { status, rate } of fail) {
    ensure(Number.isInteger(status) && status >= 400 && status <= 599, 'a failure status must be from 400 to 599');
    ensure(rate >= 0 && rate <= 1, 'a failure rate must be from 0 to 1');
  }
  ensure(fail.reduce((sum, { rate }) => sum + rate, 0) <= 1, 'the failure rates must add up to at most 1');
}

export function createState(options: SandboxOptions, siteUrl: string, closing: AbortSignal): SandboxState {
  const now = options.now ?? Date.now;
  const catalogue = options.variant === 'b' ? catalogueB : catalogueA;
  return {
    catalogue: { ...catalogue, operatorName: options.operatorName ?? catalogue.operatorName },
    siteUrl,
    baseUrl: `${siteUrl}${basePath}`,
    rateLimit: options.rateLimit ?? defaultRateLimit,
    window: options.window ?? 'fixed',
    resetFormat: options.resetFormat ?? 'epoch-ms',
    latencyMs: options.latencyMs ?? 0,
    fail: options.fail ?? [],
    closing,
    now,
    random: options.random ?? Math.random,
    today: createToday(now),
  };
}

function ensure(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message);
}
