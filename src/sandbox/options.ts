/** What a sandbox can be told, and what it assumes otherwise. */
import { createToday, type Day } from './calendar.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogueOf, type Variant } from './variants.ts';
import type { RateLimit, ResetFormat, WindowKind } from './rate-limit.ts';

export interface Failure {
  /** The status answered instead, 400 to 599. */
  readonly status: number;
  /** Share of interface requests, 0 to 1. */
  readonly rate: number;
}

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** Default 100 requests in 60 000 ms. */
  readonly rateLimit?: RateLimit | undefined;
  /** Default `fixed`. */
  readonly window?: WindowKind | undefined;
  /** How X-RateLimit-Reset is written; default `epoch-ms`, `none` leaves the header out. */
  readonly resetFormat?: ResetFormat | undefined;
  /** Every interface answer is held back so long; default 0. */
  readonly latencyMs?: number | undefined;
  /** Failures on demand; the rates add up to at most 1. */
  readonly fail?: readonly Failure[] | undefined;
  /** Epoch ms. */
  readonly now?: (() => number) | undefined;
  /** In [0, 1); asked once an interface request, and only when `fail` is given. */
  readonly random?: (() => number) | undefined;
  /** Which of the two operators; they share no id. Default `a`. */
  readonly variant?: Variant | undefined;
  readonly operatorName?: string | undefined;
}

/** Everything the routes need to know. */
export interface World {
  readonly catalogue: Catalogue;
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly window: WindowKind;
  readonly resetFormat: ResetFormat;
  readonly latencyMs: number;
  readonly fail: readonly Failure[];
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
  now(): number;
  random(): number;
  /** The operator's day. */
  today(): Day;
}

const defaultRateLimit: RateLimit = { limit: 100, windowMs: 60_000 };

/** Where the interface is found below the site. */
export const basePath = '/api/agent';

/** Throws RangeError for a value that makes no sense. */
export function checkOptions({
  port = 0,
  rateLimit = defaultRateLimit,
  latencyMs = 0,
  fail = [],
}: SandboxOptions): void {
  check(Number.isInteger(port) && port >= 0 && port <= 65_535, 'the port must be an integer from 0 to 65535');
  check(Number.isInteger(rateLimit.limit) && rateLimit.limit >= 1, 'the rate limit must be an integer of at least 1');
  check(
    rateLimit.windowMs > 0 && Number.isFinite(rateLimit.windowMs),
    'the rate limit window must be longer than 0 ms',
  );
  check(latencyMs >= 0 && latencyMs < 2 ** 31, 'the latency must be from 0 ms to 24 days');
  for (const { status, rate } of fail) {
    check(Number.isInteger(status) && status >= 400 && status <= 599, 'a failure status must be from 400 to 599');
    check(rate >= 0 && rate <= 1, 'a failure rate must be from 0 to 1');
  }
  check(fail.reduce((sum, { rate }) => sum + rate, 0) <= 1, 'the failure rates must add up to at most 1');
}

export function createWorld(options: SandboxOptions, siteUrl: string, closing: AbortSignal): World {
  const now = options.now ?? Date.now;
  const catalogue = catalogueOf(options.variant ?? 'a');
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

function check(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message);
}
