/** The slots that processes of several machines share, on a server. */
import type { Answer } from '../../types.ts';
import { type Stamp, addMs } from '../clock.ts';
import { applyFeedback } from '../feedback.ts';
import { newWindowMemory } from '../learn-window.ts';
import { type NameSet, memoryNames } from '../name-set.ts';
import { nameReader, readName, slotName, throttleName } from '../state-names.ts';
import { type LimitPolicy, shareOf } from '../policy.ts';
import { repair } from '../repair.ts';
import { type Claim, mayClaim } from '../claim.ts';
import { type Claimed, type SlotStore, keepTaken } from '../slot-store.ts';
import { type LimiterState, initialNames, noThrottle, spreadNames } from '../state.ts';
import { isThrottled, onSend, throttleWaitMs } from '../throttle.ts';
import type { BudgetServer } from './connection.ts';
import { type View, isSameRun, readReply, restore, serverName, serverNameIn, slotsFor, stateOn } from './view.ts';

interface ServerStoreOptions {
  readonly server: BudgetServer;
  /** Of the budget, and of the processes that wait for it. */
  readonly keys: readonly [budget: string, waiting: string];
  readonly policy: LimitPolicy;
  /** Names this process to those who look at who waits. */
  readonly process: string;
  readonly random: () => number;
  readonly monotonic: () => number;
}

/** By rules that this process knew, then by those in the answer; a third time if others changed them meanwhile. */
const claimAttempts = 3;

export interface ServerStore extends SlotStore {
  /** Takes slots for requests that were sent without the server, each for so many ms. Asks for them when the server has answered. */
  count(waits: () => readonly number[]): Promise<void>;
}

/** Throws ServerTrouble. */
export function openServerStore(options: ServerStoreOptions): ServerStore {
  const { server, keys, policy, process, random, monotonic } = options;
  const entriesOf = nameReader();
  const memory = newWindowMemory();
  let latest: View | undefined;
  /** The last view of a budget whose past was not in doubt. */
  let past: View | undefined;

  async function run(script: 'claim' | 'change', args: readonly (string | number)[]) {
    const askedAt = monotonic();
    const reply = readReply(await server.run(script, keys, args), askedAt, monotonic());
    latest = reply;
    return reply;
  }

  /** The time at the server now. */
  function at({ seenAt, serverAt }: View): Stamp {
    const wall = Math.floor(serverAt + monotonic() - seenAt);
    return { wall, up: wall };
  }

  function stateOf(view: View, names = view.names): LimiterState {
    return stateOn(names, entriesOf(names), at(view), policy);
  }

  /** Lets `work` change the names, and sends the changes. Returns the names after them. */
  async function edit(view: View, work: (names: NameSet, state: () => LimiterState) => void): Promise<View> {
    const edits: string[] = [];
    const names = memoryNames(view.names, (from, to) => edits.push(from, to));
    work(names, () => stateOf(view, names.list()));
    return edits.length === 0 ? view : run('change', edits);
  }

  /** Makes the budget, restores what a restart, a failover or a FLUSHALL lost, and repairs names. */
  async function prepare(view: View): Promise<View> {
    const { run: thisRun, names: given } = view;
    const now = at(view);
    const last = serverNameIn(given);
    const isEmpty = !given.some((name) => name.startsWith('slot-'));
    const ready = await edit(view, (names, state) => {
      if (isEmpty) initialNames(policy.limit).forEach((name) => names.add(name));
      // A millisecond before the budget was made: no request of this moment looks like that.
      if (isPastLost(view, isEmpty)) restore(names, spreadNames(policy, addMs(now, -1), shareOf(policy.limit)));
      if (past && serverNameIn(past.names) !== last) restore(names, past.names);
      if (!isSameRun(last, thisRun)) {
        if (last !== undefined) names.remove(last);
        names.add(serverName(thisRun, now.wall));
      }
      repair(names, state(), state, policy);
    });
    return (past = ready);
  }

  /** Another run of the server wrote the names, so it may have lost some; or there are none, and it has not run for a window. */
  function isPastLost(view: View, isEmpty: boolean): boolean {
    const isYoung = view.uptimeMs >= 0 && view.uptimeMs < policy.restMs + 1_000;
    if (isEmpty) return isYoung;
    return !isSameRun(serverNameIn(view.names), view.run) && (isYoung || stateOf(view).taken.length > 0);
  }

  function claimArguments(most: number): { readonly args: (string | number)[]; readonly isProbe: boolean } {
    const now = latest && stateOf(latest);
    const { throttle = noThrottle, limit = policy.limit, gate } = now ?? {};
    const isSpread = isThrottled(throttle);
    const waitMs = now ? Math.max(gate?.waitMs ?? 0, throttleWaitMs(throttle, now.at, policy)) : 0;
    const rules = rulesIn(latest?.names ?? []).filter((name) => name !== throttle.name);
    const args = [
      ...[limit, isSpread ? 1 : most, now && waitMs > 0 ? Math.floor(now.at.wall + waitMs) : 0],
      ...[policy.leaseMs, policy.restMs, now?.restMs ?? policy.restMs],
      ...[process, Math.ceil(policy.windowMs / 10) + 1_000, serverNameIn(past?.names ?? []) ?? ''],
      isSpread && now ? throttleName(onSend(throttle, now.at, limit, policy)) : '',
      ...[throttle.name || throttleName(noThrottle), ...rules],
    ];
    return { args, isProbe: throttle.probes > 0 };
  }

  async function claim(most: number): Promise<Claimed> {
    for (let attempt = 1; ; attempt += 1) {
      const { args, isProbe } = claimArguments(most);
      const view = await run('claim', args);
      if (view.claims.length > 0) {
        past = view;
        const claims = view.claims.map((name) => ({ index: indexOf(name), name, sentAt: stampOf(view), isProbe }));
        return { claims, ahead: view.ahead, blocked: claims.length < most ? stateOf(view) : undefined };
      }
      const blocked = stateOf(await prepare(view));
      if (attempt === claimAttempts || !mayClaim(blocked, policy)) return { claims: [], ahead: view.ahead, blocked };
    }
  }

  async function count(waits: () => readonly number[]): Promise<void> {
    let view = await prepare(await run('change', []));
    // Again if other processes took the slots meanwhile.
    for (let [attempt, rest] = [1, waits()]; attempt <= claimAttempts && rest.length > 0; attempt += 1) {
      const slots = slotsFor(rest, stateOf(view), policy);
      past = view = await edit(view, (names) => slots.forEach(({ from, to }) => names.rename(from, to)));
      rest = slots.filter(({ to }) => !view.names.includes(to)).map(({ ms }) => ms);
    }
  }

  async function release({ index, name }: Claim): Promise<View> {
    const rest = `@${policy.restMs}`;
    const view = await run('change', [name, `slot-${index}-used-${rest}-${rest}-@0-@0`]);
    const isKnown = past !== undefined && serverNameIn(past.names) === serverNameIn(view.names);
    const until = addMs(stampOf(view), policy.restMs);
    return edit(isKnown ? view : await prepare(view), (names) => {
      // Only if the name was restored, or another process repaired it.
      if (!names.rename(name, slotName(index, 'used', until, policy.restMs))) keepTaken(index, until, names, policy);
    });
  }

  return {
    isRemote: true,
    known: () => latest && stateOf(latest),
    claim,
    count,
    onLost: async (claimed) => void (await release(claimed)),
    async onAnswer(claimed: Claim, answer: Answer): Promise<void> {
      const view = await release(claimed);
      await edit(view, (names, state) => applyFeedback(answer, claimed, { names, policy, state, random, memory }));
    },
  };
}

/** When the script ran. */
function stampOf({ serverTime }: View): Stamp {
  return { wall: serverTime, up: serverTime };
}

/** The rules that a process must know before it gets a free slot: also those of a form that only a later version reads. */
function rulesIn(names: readonly string[]): string[] {
  return names.filter((name) => /^(gate|pace|limit)-/.test(name));
}

function indexOf(name: string): number {
  const entry = readName(name);
  return entry?.kind === 'slot' ? entry.index : Number.NaN;
}
