/** A budget on a server, and a share of it on this machine while the server cannot be used. */
import type { Machine } from '../types.ts';
import type { Claim, Claimed, SlotStore } from './slot-store.ts';

export interface FallbackOptions {
  readonly remote: SlotStore;
  /** Opens what is used meanwhile. */
  readonly openLocal: () => SlotStore;
  readonly machine: Pick<Machine, 'monotonic'>;
  /** Whether the error comes from the server or the way to it, and is not a bug. */
  readonly isTrouble: (error: unknown) => error is Error;
  /** Told when the server cannot be used, and when it can be used again; each only once. */
  readonly onTrouble: (error: Error) => void;
  readonly onReturn: () => void;
}

/** Ms until the server is tried again: at first, and at most. */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

export function withFallback(options: FallbackOptions): SlotStore {
  const { remote, openLocal, machine, isTrouble, onTrouble, onReturn } = options;
  const owners = new WeakMap<Claim, SlotStore>();
  let local: SlotStore | undefined;
  let pauseMs = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let [wasTold, wasToldOfReturn] = [false, false];

  function note(error: unknown): void {
    if (!isTrouble(error)) throw error;
    pauseMs = Math.min(longestPauseMs, pauseMs === 0 ? firstPauseMs : pauseMs * 2);
    retryAt = machine.monotonic() + pauseMs;
    if (!wasTold) onTrouble(error);
    wasTold = true;
  }

  function own(store: SlotStore, result: Claimed): Claimed {
    for (const claim of result.claims) owners.set(claim, store);
    return result;
  }

  async function claim(most: number): Promise<Claimed> {
    if (machine.monotonic() >= retryAt) {
      try {
        const result = own(remote, await remote.claim(most));
        if (pauseMs > 0 && !wasToldOfReturn) {
          wasToldOfReturn = true;
          onReturn();
        }
        [pauseMs, local] = [0, undefined];
        return result;
      } catch (error) {
        note(error);
      }
    }
    local ??= openLocal();
    return own(local, await local.claim(most));
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
