/** The names of a budget on a server: those of a folder, and one more that says which run of the server has them. */
import { type Stamp, addMs } from '../clock.ts';
import type { NameSet } from '../name-set.ts';
import type { LimitPolicy } from '../policy.ts';
import { readName, slotName } from '../state-names.ts';
import { type LimiterState, readState } from '../state.ts';
import { ServerTrouble } from './trouble.ts';

type Entries = Parameters<typeof readState>[0];

/** What a script answered: the names of the budget at one moment. */
export interface View {
  readonly names: readonly string[];
  /** The server's clock when the script ran, epoch ms. */
  readonly serverTime: number;
  /** This run of the server; '' if it does not say. */
  readonly run: string;
  /** -1 if it does not say. */
  readonly uptimeMs: number;
  /** At `seenAt`, monotonic ms of this process, the server's clock showed about `serverAt`. */
  readonly seenAt: number;
  readonly serverAt: number;
}

/** Throws ServerTrouble for an answer of another form. */
export function readReply(
  reply: unknown,
  askedAt: number,
  seenAt: number,
): View & { readonly claims: readonly string[]; readonly ahead: number } {
  const [serverTime, run, uptime, names, claims, ahead]: unknown[] = Array.isArray(reply) ? reply : [];
  if (typeof serverTime !== 'number' || typeof uptime !== 'number' || !isTexts(names) || !isTexts(claims))
    throw new ServerTrouble('its answer cannot be read');
  const uptimeMs = uptime < 0 ? -1 : uptime * 1_000;
  const serverAt = serverTime + (seenAt - askedAt) / 2;
  return { names, claims, ahead: Number(ahead), serverTime, run: String(run), uptimeMs, seenAt, serverAt };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** `server-<run id>-<when the budget was made>`. */
export function serverName(run: string, madeAt: number): string {
  return `server-${run}-${madeAt}`;
}

export function serverNameIn(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith('server-'));
}

export function isSameRun(name: string | undefined, run: string): boolean {
  return name?.startsWith(`server-${run}-`) ?? false;
}

/** What the names say at one moment, and until when slots of `spreadNames` stand for requests that a new server cannot know. */
export function stateOn(names: readonly string[], entries: Entries, at: Stamp, policy: LimitPolicy): LimiterState {
  const state = readState(entries, at, policy);
  const madeAt = Number(/-(\d+)$/.exec(serverNameIn(names) ?? '')?.[1]);
  const unknownUntil = madeAt + policy.restMs;
  const isUnknown = unknownUntil > at.wall && state.taken.some(({ countedAt }) => countedAt?.wall === madeAt - 1);
  return isUnknown ? { ...state, unknownUntil } : state;
}

/** Restores what `known` says: no slot is free earlier, and every rule is in force. */
export function restore(names: NameSet, known: readonly string[]): void {
  const slots = names
    .list()
    .map(readName)
    .filter((entry) => entry?.kind === 'slot');
  const present = new Map(slots.map((slot) => [slot.index, slot]));
  for (const name of known) {
    const entry = readName(name);
    const other = entry?.kind === 'slot' ? present.get(entry.index) : undefined;
    if (entry?.kind !== 'slot' || !other) {
      if (entry) names.add(name);
    } else if (other.freeAt.wall < entry.freeAt.wall) names.rename(other.name, name);
  }
}

/**
 * As if these requests had been sent with the slots that come free first. One that counts no longer than any slot needs none: before
 * the first slot is free, it does not count any more.
 */
export function slotsFor(waits: readonly number[], { slots, at }: LimiterState, { restMs }: LimitPolicy) {
  // The lease of a request under way begins again later, with its answer.
  const pool = slots.filter(({ state }) => state !== 'claimed').sort((a, b) => a.waitMs - b.waitMs);
  const longest = [...waits].sort((a, b) => b - a).slice(0, pool.length);
  return longest.flatMap((ms, index) => {
    const { name, index: slot, waitMs } = pool[index]!;
    return ms > waitMs ? [{ ms, from: name, to: slotName(slot, 'used', addMs(at, ms), restMs) }] : [];
  });
}
