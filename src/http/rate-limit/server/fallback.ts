/** What a machine does while the server of its budget cannot be used, and when it is back. */
import type { Machine } from '../../types.ts';
import type { Claim } from '../claim.ts';
import type { Claimed, LocalStore, SlotStore } from '../slot-store.ts';
import type { Uncounted } from '../uncounted.ts';
import type { ServerStore } from './server-store.ts';
import { ServerTrouble } from './trouble.ts';

/** Ms until the server is tried again: at first, and at most. */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** The budget on the server, and a share of it on this machine while the server cannot be used. */
export function withFallback(options: {
  readonly remote: ServerStore;
  /** Opens what is used meanwhile. */
  readonly openLocal: () => LocalStore;
  /** What this machine sent before, and the server does not count yet. */
  readonly uncounted: Uncounted;
  readonly machine: Pick<Machine, 'monotonic'>;
  /** Told when the server was first used. */
  readonly onFirstUse: () => void;
  /** Told when the server cannot be used, and when it can be used again; each only once. */
  readonly onTrouble: (trouble: ServerTrouble) => void;
  readonly onReturn: () => void;
}): SlotStore {
  const { remote, openLocal, machine, onFirstUse, onTrouble, onReturn } = options;
  const owners = new WeakMap<Claim, SlotStore>();
  const pass = passOn(remote, () => machine.monotonic());
  let local: LocalStore | undefined;
  /** Not yet passed on to the server. */
  let uncounted: Uncounted | undefined = options.uncounted;
  let pauseMs = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let [wasUsed, wasTold, wasToldOfReturn] = [false, false, false];

  function note(error: unknown): void {
    if (!(error instanceof ServerTrouble)) throw error;
    pauseMs = Math.min(longestPauseMs, pauseMs === 0 ? firstPauseMs : pauseMs * 2);
    retryAt = machine.monotonic() + pauseMs;
    if (!wasTold) onTrouble(error);
    wasTold = true;
  }

  async function claimOf(store: SlotStore, most: number): Promise<Claimed> {
    const result = await store.claim(most);
    for (const claim of result.claims) owners.set(claim, store);
    return result;
  }

  async function claim(most: number): Promise<Claimed> {
    if (machine.monotonic() >= retryAt) {
      try {
        await pass(uncounted);
        const result = await claimOf(remote, most);
        if (pauseMs > 0 && !wasToldOfReturn) {
          wasToldOfReturn = true;
          onReturn();
        }
        if (!wasUsed) onFirstUse();
        wasUsed = true;
        [pauseMs, local, uncounted] = [0, undefined, undefined];
        return result;
      } catch (error) {
        note(error);
      }
    }
    local ??= openLocal();
    uncounted = local.uncounted;
    return claimOf(local, most);
  }

  /** If the server cannot be told, its slot frees itself when the lease ends. */
  async function settle(claimed: Claim, work: (store: SlotStore) => Promise<void> | void): Promise<void> {
    try {
      await work(owners.get(claimed) ?? remote);
    } catch (error) {
      note(error);
    }
  }

  return {
    known: () => (pauseMs > 0 ? local : remote)?.known(),
    claim,
    onAnswer: (claimed, answer) => settle(claimed, (store) => store.onAnswer(claimed, answer)),
    onLost: (claimed) => settle(claimed, (store) => store.onLost(claimed)),
    get isRemote() {
      return pauseMs === 0;
    },
  };
}

/** Lets the server count what was sent without it. What it could not count is kept for the next time. */
function passOn(remote: ServerStore, monotonic: () => number) {
  let untils: readonly number[] = [];
  return async (more: Uncounted | undefined): Promise<void> => {
    if (untils.length === 0 && more?.isAny() !== true) return;
    // Only when the server has answered: if this process ended before, they would be lost.
    await remote.count(() => {
      untils = [...untils, ...(more?.take() ?? []).map((ms) => monotonic() + ms)].filter(
        (until) => until > monotonic(),
      );
      return untils.map((until) => until - monotonic());
    });
    untils = [];
  };
}
