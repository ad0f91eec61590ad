import { RateLimitedError } from '../../errors.ts';
import { clockTime } from '../../text.ts';
import type { OnEvent } from '../types.ts';
import type { GateReason } from './state-names.ts';
import type { Account, LimitPolicy } from './policy.ts';
import { type LimiterState, waitsForAnswer } from './state.ts';
import { gapMs, throttleWaitMs } from './throttle.ts';

/** When a request can be sent, and the reason for the wait, as shown to the user. */
interface WaitEstimate {
  readonly waitMs: number;
  readonly reason: string;
  /** Our own count alone makes the request wait, by a window that the service has not shown. */
  readonly byWindow?: boolean;
}

const gateWords: Readonly<Record<GateReason, string>> = {
  others: 'another client shares this address',
  unknown: 'too many requests, and the service does not say until when',
  limited: 'the service says too many requests',
};
const probingWords = 'trying single requests until the service accepts them again';
const shareWords = 'requests are spread out while the shared budget cannot be used';
const unknownWords = 'the budget server may not know the last window, so requests are spread out until';
const spreadWords = 'requests are spread out for a while after the limit was reached';

/** About how long an answer takes. */
const answerMs = 20;

/** Estimates the wait of a request that has `ahead` others before it. */
export function waitEstimator(state: LimiterState, policy: LimitPolicy): (ahead: number) => WaitEstimate {
  const { gate, throttle, at, limit, taken, takenByOthers, unknownUntil } = state;
  const slotMs = slotWaits(state);
  // The answer of a probe ends the wait, not the time that it may take.
  const answerDueMs = throttle.probes > 0 && state.underWay > 0 ? answerMs : Number.POSITIVE_INFINITY;
  const turnMs = Math.min(throttleWaitMs(throttle, at, policy), answerDueMs);
  const used = `${Math.min(taken.length, limit)} of ${limit} requests used`;
  const spacingWords = state.isShare === true ? shareWords : spreadWords;
  const usedWords = takenByOthers.length > 0 ? `${used}, ${gateWords.others}` : used;
  const byWindow = slotMs(0) > 0 && takenByOthers.length === 0 && state.windowMs === policy.windowMs;
  const slotReason = unknownUntil === undefined ? usedWords : `${unknownWords} ${clockTime(unknownUntil)}`;
  return (ahead) => {
    const byThrottle = turnMs + ahead * gapMs(throttle, limit, policy);
    const bySlots = slotMs(ahead);
    if (gate.waitMs > 0 && gate.waitMs >= Math.max(byThrottle, bySlots))
      return { waitMs: gate.waitMs, reason: gateWords[gate.reason] };
    if (byThrottle > bySlots) return { waitMs: byThrottle, reason: throttle.probes > 0 ? probingWords : spacingWords };
    if (bySlots <= answerMs && waitsForAnswer(state))
      return { waitMs: answerMs, reason: 'the next answer shows how many requests are left' };
    return { waitMs: bySlots, reason: slotReason, byWindow };
  };
}

/**
 * Assumes that requests under way are answered now: the rest of their lease is for the case that a process dies. A slot with an impossible
 * time gets a possible one as soon as a process asks: see `repair.ts`.
 */
function slotWaits({ taken, slots, limit, restMs }: LimiterState): (ahead: number) => number {
  const waits = taken
    .map(({ state, waitMs }) => (state === 'claimed' || !Number.isFinite(waitMs) ? Math.min(waitMs, restMs) : waitMs))
    .sort((a, b) => a - b);
  // Negative if more are taken than the limit allows: that many must come free first.
  const free = Math.min(limit, slots.length) - waits.length;
  return (ahead) => {
    if (ahead < free) return 0;
    const rounds = Math.floor((ahead - free) / limit);
    const index = Math.min(ahead - free - rounds * limit, waits.length - 1);
    return (waits[index] ?? 0) + rounds * restMs;
  };
}

interface TooLongWait extends Pick<Account, 'isAssumed'> {
  readonly waitedMs: number;
  readonly maxWaitMs: number;
}

/** The error of a request whose wait would be longer than `maxWaitMs`, with the `waitedMs` that it has already waited. */
export function waitTooLong(
  origin: string,
  { waitMs, reason, byWindow = false }: WaitEstimate,
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
