import type { Stamp } from './clock.ts';

/**
 * All shared state is in the names of empty files, because a rename is the one change every file system makes atomically: it
 * succeeds for exactly one process, and only if nobody changed the name since it was read.
 */
export type SlotState =
  /** Claimed and sent; the stamp is the lease's end, should the process die. */
  | 'claimed'
  /** Answered, or never used. */
  | 'used'
  /** Taken by another client behind the same address, as the service told. */
  | 'other';

/** One request's place in the window; free when its stamp has passed. */
export interface Slot {
  readonly kind: 'slot';
  readonly name: string;
  readonly index: number;
  readonly state: SlotState;
  readonly freeAt: Stamp;
}

export type GateReason =
  /** A 429 that said until when. */
  | 'limited'
  /** Nothing is left, and not by our doing. */
  | 'others'
  /** A 429 that did not say until when. */
  | 'unknown';

/** Nothing is sent before `until`. */
export interface Gate {
  readonly kind: 'gate';
  readonly name: string;
  readonly reason: GateReason;
  readonly until: Stamp;
}

/** How far apart requests are sent; there is one. */
export interface Pace {
  readonly kind: 'pace';
  readonly name: string;
  /** 0: as fast as slots allow. */
  readonly level: number;
  /** How many 429s in a row did not say until when; while not 0, one request at a time is sent. */
  readonly probes: number;
  /** When the next request may be sent. */
  readonly next: Stamp;
  /** When `level` or `probes` last went up or down. */
  readonly changed: Stamp;
}

/** A limit lower than ours, as the service told. */
export interface Lower {
  readonly kind: 'lower';
  readonly name: string;
  readonly limit: number;
  readonly until: Stamp;
}

/** How many requests the service just said are left: no more than that are under way at once, while it is news. */
export interface Left {
  readonly kind: 'left';
  readonly name: string;
  readonly left: number;
  readonly until: Stamp;
}

export type Entry = Slot | Gate | Pace | Lower | Left;

const pattern =
  /^(slot|gate|pace|limit|left)-([a-z0-9]{1,9})-([a-z0-9]{1,9})-(\d{1,15})-(\d{1,15})(?:-(\d{1,15})-(\d{1,15}))?$/;
const slotStates: readonly string[] = ['claimed', 'used', 'other'] satisfies SlotState[];
const gateReasons: readonly string[] = ['limited', 'others', 'unknown'] satisfies GateReason[];

export function slotName(index: number, state: SlotState, freeAt: Stamp): string {
  return `slot-${index}-${state}-${freeAt.wall}-${freeAt.up}`;
}

export function gateName(reason: GateReason, until: Stamp): string {
  return `gate-until-${reason}-${until.wall}-${until.up}`;
}

export function paceName({ level, probes, next, changed }: Omit<Pace, 'kind' | 'name'>): string {
  return `pace-${level}-${probes}-${next.wall}-${next.up}-${changed.wall}-${changed.up}`;
}

export function lowerName(limit: number, until: Stamp): string {
  return `limit-is-${limit}-${until.wall}-${until.up}`;
}

export function leftName(left: number, until: Stamp): string {
  return `left-are-${left}-${until.wall}-${until.up}`;
}

/** Reads names, remembering those of the last listing: from one to the next nearly all stay. */
export function nameReader(): (names: readonly string[]) => (Entry | undefined)[] {
  let known = new Map<string, Entry | undefined>();
  return (names) => {
    const next = new Map<string, Entry | undefined>();
    const entries = names.map((name) => {
      const entry = known.has(name) ? known.get(name) : readName(name);
      next.set(name, entry);
      return entry;
    });
    known = next;
    return entries;
  };
}

/** Undefined for anything that is not one of ours: junk is never an error. */
export function readName(name: string): Entry | undefined {
  const [, kind = '', first = '', second = '', wall, up, wall2, up2] = pattern.exec(name) ?? [];
  const stamp = { wall: Number(wall), up: Number(up) };
  switch (kind) {
    case 'slot': {
      const index = integer(first);
      if (index === undefined || !slotStates.includes(second)) return undefined;
      return { kind, name, index, state: second as SlotState, freeAt: stamp };
    }
    case 'gate':
      if (!gateReasons.includes(second)) return undefined;
      return { kind, name, reason: second as GateReason, until: stamp };
    case 'pace': {
      const [level, probes] = [integer(first), integer(second)];
      if (level === undefined || probes === undefined || wall2 === undefined) return undefined;
      return { kind, name, level, probes, next: stamp, changed: { wall: Number(wall2), up: Number(up2) } };
    }
    case 'limit': {
      const limit = integer(second);
      return limit === undefined || limit === 0 ? undefined : { kind: 'lower', name, limit, until: stamp };
    }
    case 'left': {
      const left = integer(second);
      return left === undefined ? undefined : { kind, name, left, until: stamp };
    }
    default:
      return undefined;
  }
}

function integer(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
