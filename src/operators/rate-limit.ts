import { parseDuration } from '../text.ts';

/** A request limit: `requests` in any `windowMs`. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** `100/60s` → 100 requests in any 60 000 ms; undefined where the text is no such limit. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, requests, window] = /^(\d{1,6})\/(.+)$/.exec(text.trim()) ?? [];
  const windowMs = window === undefined ? undefined : parseDuration(window);
  if (windowMs === undefined || windowMs < 1 || Number(requests) < 1) return undefined;
  return { requests: Number(requests), windowMs };
}
