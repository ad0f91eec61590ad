/** The options of a sandbox, unchecked, and the state that its routes share. */
import { todayBy, type Day } from './calendar.ts';
import { catalogueA } from './catalogue-a.ts';
import { catalogueB } from './catalogue-b.ts';
import type { Catalogue } from './catalogue.ts';
import type { AnswerChange } from './change.ts';
import type { RequestsPerWindow, ResetFormat } from './rate-limit.ts';

export interface SandboxOptions {
  /** Default 0: a free port. */
  readonly port?: number | undefined;
  readonly rateLimit?: RequestsPerWindow | undefined;
  /** The format of X-RateLimit-Reset. `none` leaves the header out. */
  readonly resetFormat?: ResetFormat | undefined;
  /** Delays every answer of the interface. */
  readonly latencyMs?: number | undefined;
  /** Break the interface on purpose. */
  readonly defects?: readonly AnswerChange[] | undefined;
  /** Returns epoch ms. */
  readonly now?: (() => number) | undefined;
  /** One of two operators, which have no id in common. */
  readonly variant?: 'a' | 'b' | undefined;
  readonly onAnswered?: ((request: LoggedRequest, elapsedMs: number) => void) | undefined;
}

export interface LoggedRequest {
  /** Epoch ms at which the request arrived. */
  readonly time: number;
  readonly method: string;
  /** Path and query as sent, possibly hostile. */
  readonly path: string;
  /** 0 until the request is answered. */
  readonly status: number;
}

/** The path of the interface below the site. */
export const basePath = '/api/agent';

type Complete<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> };

export interface SandboxState extends Complete<Omit<SandboxOptions, 'port'>> {
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  readonly today: () => Day;
  /** The newest 10 000 requests to the interface and the site, in order of arrival. */
  readonly requests: LoggedRequest[];
}

export function sandboxState({
  port = 0,
  rateLimit = { limit: 100, windowMs: 60_000 },
  resetFormat = 'epoch-ms',
  latencyMs = 0,
  defects = [],
  now = Date.now,
  variant = 'a',
  onAnswered = () => undefined,
}: SandboxOptions): SandboxState {
  const siteUrl = `http://127.0.0.1:${port}`;
  return {
    rateLimit,
    resetFormat,
    latencyMs,
    defects,
    now,
    onAnswered,
    siteUrl,
    baseUrl: siteUrl + basePath,
    variant,
    catalogue: variant === 'b' ? catalogueB : catalogueA,
    today: todayBy(now),
    requests: [],
  };
}
