/** Reads and writes durations. */
import { shorten } from './words.ts';

const unitsInMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

export const maxDurationMs = 24 * unitsInMs.h;

/** `500ms`, `90s`, `1.5m`, `1h`, a bare `90` (seconds) → ms; undefined for more than a day. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  const ms = Math.round(Number(amount) * unitsInMs[(unit ?? 's') as keyof typeof unitsInMs]);
  return ms <= maxDurationMs ? ms : undefined;
}

/** `90s`, `500ms`: `parseDuration` reads it. */
export function durationFlag(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** `10m`, `24h`: with the largest unit that needs no fraction. */
export function shortDurationFlag(ms: number): string {
  const [unit] = (['h', 'm'] as const).filter((one) => ms > 0 && ms % unitsInMs[one] === 0);
  return unit === undefined ? durationFlag(ms) : `${ms / unitsInMs[unit]}${unit}`;
}

/**
 * `23 s`, `29 min`, `1 h 5 min`, `3 days 2 h`. Seconds are rounded up, because they are mostly
 * waits, and longer times down, because they are mostly times that a quote holds.
 */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (!Number.isFinite(seconds)) return 'an unknown time';
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withoutZero(`${hours} h ${minutes % 60} min`);
  return withoutZero(`${Math.floor(hours / 24)} days ${hours % 24} h`);
}

/** `waiting 43 s for happy: 100 of 100 requests used`. */
export function waitInWords(ms: number, reason: string, operator?: string): string {
  const whose = operator === undefined ? '' : ` for ${shorten(operator, 40)}`;
  return `waiting ${formatDuration(ms)}${whose}: ${reason}`;
}

/** `1 h 0 min` → `1 h`. */
function withoutZero(text: string): string {
  return text.replace(/ 0 \w+$/, '');
}
