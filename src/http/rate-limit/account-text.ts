/** An account as text for other processes: beside its budget in a folder, and on a server. */
import { urlOf } from '../../text.ts';
import { type Account, mostSlots } from './policy.ts';

export function accountText({ origin, proxy, limit, windowMs }: Account): string {
  const withoutPassword = proxy === undefined ? undefined : urlOf(proxy)?.origin;
  return JSON.stringify({ origin, proxy: withoutPassword, limit, windowMs });
}

/** Undefined for a text that is not ours, because it could reach a terminal. */
export function readAccountText(text: string): Account | undefined {
  try {
    const { origin, proxy, limit, windowMs } = JSON.parse(text) as Record<string, unknown>;
    if (!isOrigin(origin) || !(proxy === undefined || isOrigin(proxy))) return undefined;
    return isCount(limit, mostSlots) && isCount(windowMs, 1e9) ? { origin, proxy, limit, windowMs } : undefined;
  } catch {
    return undefined;
  }
}

function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && urlOf(value)?.origin === value;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}
