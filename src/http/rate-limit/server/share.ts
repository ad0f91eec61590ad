/** What a machine does while the server of its budget cannot be used, and when it is back. */
import type { Machine } from '../../types.ts';
import type { Claim } from '../slots.ts';
import type { Claimed, Store } from '../store.ts';
import { ServerTrouble } from './trouble.ts';

/** Ms until the server is tried again: at first, and at most. */
const [firstPauseMs, longestPauseMs] = [5_000, 60_000];

interface ShareOptions {
  readonly remote: Store;
  /** Opens what is used meanwhile. */
  readonly openLocal: () => Store;
  readonly machine: Pick<Machine, 'monotonic'>;
  /** Told when the server cannot be used, and when it can be used again; each only once. */
  readonly onTrouble: (trouble: ServerTrouble) => void;
  readonly onReturn: () => void;
}

/** The budget on the server, and a share of it on this machine while the server cannot be used. */
export function withShare({ remote, openLocal, machine, onTrouble, onReturn }: ShareOptions): Store {
  const owners = new WeakMap<Claim, Store>();
  let local: Store | undefined;
  let isAway = false;
  let pauseMs = firstPauseMs;
  let retryAt = Number.NEGATIVE_INFINITY;
  let [wasTold, wasToldOfReturn] = [false, false];

  function goAway(error: unknown): void {
    if (!(error instanceof ServerTrouble)) throw error;
    if (isAway) pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    isAway = true;
    retryAt = machine.monotonic() + pauseMs;
    if (!wasTold) onTrouble(error);
    wasTold = true;
  }

  async function claimFrom(store: Store, most: number): Promise<Claimed> {
    const claimed = await store.claim(most);
    for (const claim of claimed.claims) owners.set(claim, store);
    return claimed;
  }

  async function claim(most: number): Promise<Claimed> {
    if (!isAway || machine.monotonic() >= retryAt) {
      try {
        const claimed = await claimFrom(remote, most);
        if (isAway && !wasToldOfReturn) {
          wasToldOfReturn = true;
          onReturn();
        }
        isAway = false;
        pauseMs = firstPauseMs;
        return claimed;
      } catch (error) {
        goAway(error);
      }
    }
    return claimFrom((local ??= openLocal()), most);
  }

  return {
    claim,
    known: () => (isAway ? local : remote)?.known(),
    // If the server cannot be told, its slot frees itself when the lease ends.
    settle: (claimed, answer) => (owners.get(claimed) ?? remote).settle(claimed, answer).catch(goAway),
  };
}
