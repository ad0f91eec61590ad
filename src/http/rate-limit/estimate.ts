/** How long a request waits for a slot, and why: for messages, and to refuse waits that are too long. */
import { RateLimitedError } from '../../errors.ts';
import type { OnEvent } from '../types.ts';
import { leastAfterProbe } from './caution.ts';
import type { Account, Policy } from './policy.ts';
import type { Slot } from './slots.ts';
import type { State } from './state.ts';

/** When a request can be sent, and the reason for the wait, as shown to the user. */
export interface WaitEstimate {
  readonly waitMs: number;
  readonly reason: string;
  /** Our own count alone makes the request wait, by a window that the service has not shown. */
  readonly byWindow: boolean;
}

const reasons = {
  limited: 'the service says too many requests',
  others: 'another client shares this address',
  probing: 'trying single requests until the service accepts them again',
  spread: 'requests are spread out for a while after the limit was reached',
} as const;

/**
 * Estimates the wait of a request that has `ahead` others before it. Assumes that requests under way are answered now: the rest of
 * their lease is for the case that a process dies.
 */
export function waitEstimator(state: State, policy: Policy): (ahead: number) => WaitEstimate {
  const { at, taken, free, caution, limit } = state;
  const waits = taken
    .filter((slot) => slot.state !== 'over')
    .map((slot) => (slot.state === 'claimed' ? Math.min(slot.freeAt - at, policy.restMs) : slot.freeAt - at))
    .sort((a, b) => a - b);
  const reason = reasonOf(state);
  const isShared = othersOf(taken) > 0;
  return (ahead) => {
    if (ahead < free.length) return { waitMs: 0, reason, byWindow: false };
    // More can be taken than the limit allows: that many must come free first.
    const rank = ahead - Math.min(free.length, limit - waits.length);
    const rounds = Math.floor(rank / limit);
    const waitMs = (waits[Math.min(rank - rounds * limit, waits.length - 1)] ?? 0) + rounds * policy.restMs;
    return { waitMs: Math.min(waitMs, afterProbeMs(ahead, state, policy)), reason, byWindow: !caution && !isShared };
  };
}

/** If the probe is accepted, others follow it at the slowest pace: they must not give up before it is known. Infinity without a probe. */
function afterProbeMs(ahead: number, { at, caution }: State, policy: Policy): number {
  if (caution?.most !== 0) return Number.POSITIVE_INFINITY;
  const probeMs = caution.probeAt - at;
  const turn = probeMs > 0 ? ahead : ahead + 1;
  return Math.max(0, probeMs) + (turn * policy.windowMs) / leastAfterProbe(policy);
}

function reasonOf(state: State): string {
  const { at, taken, caution, limit } = state;
  if (caution?.most === 0) {
    if (at >= caution.probeAt) return reasons.probing;
    return caution.why === 'others' ? reasons.others : reasons.limited;
  }
  if (caution) return reasons.spread;
  const used = `${usedOf(state)} of ${limit} requests used`;
  const held = taken.filter(isUnknown).length;
  if (held > 0) return `${used}, ${held} held back for up to a window`;
  return othersOf(taken) > 0 ? `${used}, ${reasons.others}` : used;
}

/** Without those that a lower limit leaves out, and without those of which no request is known, such as after a limit was raised. */
export function usedOf({ taken, caution, limit }: State): number {
  const used = taken.filter((slot) => slot.state !== 'over' && (caution || !isUnknown(slot)));
  return Math.min(used.length, limit);
}

function isUnknown({ state, countedAt }: Slot): boolean {
  return state === 'used' && countedAt === 0;
}

/** What other clients use. */
export function othersOf(taken: State['taken']): number {
  return taken.filter((slot) => slot.state === 'other').length;
}

interface TooLongWait extends Pick<Account, 'isAssumed'> {
  readonly waitedMs: number;
  readonly maxWaitMs: number;
}

/** The error of a request whose wait would be longer than `maxWaitMs`, with the `waitedMs` that it has already waited. */
export function waitTooLong(
  origin: string,
  { waitMs, reason, byWindow }: WaitEstimate,
  { waitedMs, maxWaitMs, isAssumed = false }: TooLongWait,
): RateLimitedError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const totalSeconds = Math.max(1, Math.ceil((waitedMs + waitMs) / 1000));
  const allowedNow = `(now ${Math.round(maxWaitMs / 100) / 10}s)`;
  return new RateLimitedError(`no request to ${origin} for another ${seconds} s: ${reason}`, {
    hint: (name) => {
      const wait = `wait that long, or let it wait with ${name('maxWait')} ${totalSeconds}s ${allowedNow}`;
      return byWindow && isAssumed ? `${wait}; if the operator allows more, ${name('rateLimit')} 60/10s says so` : wait;
    },
    retryAfterSeconds: seconds,
  });
}

/** A wait whose end moves by less than this is not announced again. */
const sameWaitMs = 500;

/** Announces the wait that it gets, once, and its end if it gets none. */
export function waitAnnouncer(onEvent: OnEvent) {
  let last: { readonly reason: string; readonly until: number } | undefined;
  return (next: typeof last): void => {
    if (next && last?.reason === next.reason && Math.abs(next.until - last.until) < sameWaitMs) return;
    if (next) onEvent({ type: 'wait', ...next });
    else if (last) onEvent({ type: 'wait-end' });
    last = next;
  };
}
