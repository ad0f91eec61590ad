/**
 * All shared state is in the names of empty files, because every file system renames atomically: a rename succeeds for exactly
 * one process, and only if the name has not changed since that process read it. Windows needs a lock for that: windows-names.ts.
 */
import { type Stamp, addMs } from './clock.ts';

/**
 * - `claimed`: a request is under way; the stamp is the end of the lease in case the process dies.
 * - `used`: answered, or never used.
 * - `other`: taken by another client behind the same address, as the service reported.
 * - `counted`: claimed or used, and the server on which machines share the budget counts the request too.
 */
type SlotState = (typeof slotStates)[number];
const slotStates = ['claimed', 'used', 'other', 'counted'] as const;

interface NamedEntry<Kind extends string> {
  readonly kind: Kind;
  readonly name: string;
}

/** Holds until its stamp has passed. */
interface TimedEntry<Kind extends string> extends NamedEntry<Kind> {
  readonly until: Stamp;
}

/** Room for one request in the window; free after its stamp has passed. */
export interface Slot extends NamedEntry<'slot'> {
  readonly index: number;
  readonly state: SlotState;
  readonly freeAt: Stamp;
  /** When the service has counted the request at the latest; undefined if there was none. */
  readonly countedAt: Stamp | undefined;
}

/** So many slots were made in this folder. Without it, any number may have been made. */
export interface SlotsMade extends NamedEntry<'slots-made'> {
  readonly count: number;
}

/**
 * - `limited`: a 429 that named a reset.
 * - `others`: no requests are left, because other clients used them.
 * - `unknown`: a 429 that named no reset.
 */
export type GateReason = (typeof gateReasons)[number];
const gateReasons = ['limited', 'others', 'unknown'] as const;

/** No process sends anything before `until`. */
interface ClosedGate extends TimedEntry<'gate'> {
  readonly reason: GateReason;
  /** When it was closed. */
  readonly since: Stamp;
}

/** How far apart all processes together send requests. A folder holds one. */
export interface Throttle extends NamedEntry<'throttle'> {
  /** 0: as fast as slots allow. */
  readonly level: number;
  /** 429s in a row that named no reset; unless 0, one request at a time probes the service. */
  readonly probes: number;
  /** When the next request may be sent. */
  readonly next: Stamp;
  /** When `level` or `probes` last changed. */
  readonly changed: Stamp;
}

/** The service reported a limit below ours. */
export interface LoweredLimit extends TimedEntry<'lowered-limit'> {
  readonly limit: number;
  /** The window that its answers have proven, for processes that assume the same window as the one that wrote this. */
  readonly windowMs: number | undefined;
  /** When it was last reported. */
  readonly since: Stamp;
}

/** The service just reported that few requests are left: until the stamp, at most `left` are under way at once. */
export interface FewLeft extends TimedEntry<'few-left'> {
  readonly left: number;
}

export type StateEntry = Slot | SlotsMade | ClosedGate | Throttle | LoweredLimit | FewLeft;

const entryPattern =
  /^(slot|gate|pace|limit|left)-([a-z0-9]{1,9})-([a-z0-9]{1,9})-(\d{1,15})-(\d{1,15})(?:-(\d{1,15})-(\d{1,15}))?$/;
const slotsMadePattern = /^slots-made-(\d{1,6})$/;

/** @param restMs how long the slot stays taken after the service has counted the request */
export function slotName(index: number, state: SlotState, freeAt: Stamp, restMs: number): string {
  const countedAt = addMs(freeAt, -restMs);
  return `slot-${index}-${state}-${freeAt.wall}-${freeAt.up}-${countedAt.wall}-${Math.max(0, countedAt.up)}`;
}

/** A slot that nobody takes before `until`. What is known of its last request stays. */
export function heldSlotName({ index, countedAt }: Pick<Slot, 'index' | 'countedAt'>, until: Stamp): string {
  const request = countedAt ? `-${countedAt.wall}-${countedAt.up}` : '';
  return `slot-${index}-used-${until.wall}-${until.up}${request}`;
}

export function unusedSlotName(index: number): string {
  return `slot-${index}-used-0-0`;
}

/** The name of a slot that a server counts too. */
export function countedName(slotName: string): string {
  return slotName.replace(/^(slot-\d+)-[a-z]+/, '$1-counted');
}

export function slotsMadeName(count: number): string {
  return `slots-made-${count}`;
}

export function gateName(reason: GateReason, since: Stamp, until: Stamp): string {
  return `gate-until-${reason}-${until.wall}-${until.up}-${since.wall}-${since.up}`;
}

export function throttleName({ level, probes, next, changed }: Omit<Throttle, 'kind' | 'name'>): string {
  return `pace-${level}-${probes}-${next.wall}-${next.up}-${changed.wall}-${changed.up}`;
}

export function loweredLimitName(limit: number, since: Stamp, until: Stamp, windowMs?: number): string {
  return `limit-${windowMs ?? 'is'}-${limit}-${until.wall}-${until.up}-${since.wall}-${since.up}`;
}

export function fewLeftName(left: number, until: Stamp): string {
  return `left-are-${left}-${until.wall}-${until.up}`;
}

/** Reads names and remembers them, because most of them stay the same until the next listing. */
export function nameReader(): (names: readonly string[]) => (StateEntry | undefined)[] {
  const known = new Map<string, StateEntry | undefined>();
  return (names) => {
    if (known.size > 4 * names.length) known.clear();
    return names.map((name) => {
      const before = known.get(name);
      if (before !== undefined || known.has(name)) return before;
      const entry = readName(name);
      known.set(name, entry);
      return entry;
    });
  };
}

/** Returns undefined for a file that is not ours: junk is never an error. */
export function readName(name: string): StateEntry | undefined {
  const [, made] = slotsMadePattern.exec(name) ?? [];
  if (made !== undefined) return { kind: 'slots-made', name, count: Number(made) };
  const [, kind = '', first = '', second = '', wall, up, earlierWall, earlierUp] = entryPattern.exec(name) ?? [];
  const stamp = { wall: Number(wall), up: Number(up) };
  const earlier = earlierWall === undefined ? undefined : { wall: Number(earlierWall), up: Number(earlierUp) };
  const [firstCount, secondCount] = [parseCount(first), parseCount(second)];
  switch (kind) {
    case 'slot': {
      const state = slotStates.find((one) => one === second);
      if (firstCount === undefined || !state) return undefined;
      return { kind, name, index: firstCount, state, freeAt: stamp, countedAt: earlier };
    }
    case 'gate': {
      const reason = gateReasons.find((one) => one === second);
      return reason && earlier && { kind, name, reason, since: earlier, until: stamp };
    }
    case 'pace': {
      if (firstCount === undefined || secondCount === undefined || !earlier) return undefined;
      return { kind: 'throttle', name, level: firstCount, probes: secondCount, next: stamp, changed: earlier };
    }
    case 'limit':
      if (!secondCount || !earlier) return undefined;
      return { kind: 'lowered-limit', name, limit: secondCount, windowMs: firstCount, since: earlier, until: stamp };
    case 'left':
      return secondCount === undefined ? undefined : { kind: 'few-left', name, left: secondCount, until: stamp };
    default:
      return undefined;
  }
}

function parseCount(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
