/** What machines share through a server: request budgets and quotes. Loaded only if a server is named. */
import type { LookupFunction } from 'node:net';
import type { StoreOnServer } from '../http/rate-limit/index.ts';
import type { ServerAddress } from '../http/rate-limit/server/address.ts';
import { openServer, quoteKey, ServerTrouble, storeOn, type BudgetServer } from '../http/rate-limit/server/index.ts';

export interface OpenedServer {
  readonly onServer: StoreOnServer;
  readonly quotes: SharedQuotes;
  close(): Promise<void>;
}

/** Quotes as text, each until it expires. No function here throws: a server that cannot be used has none. */
export interface SharedQuotes {
  read(key: string): Promise<string | undefined>;
  /** `forMs`: how long it can be used. */
  write(key: string, text: string, forMs: number): Promise<void>;
}

export function openBudgetServer(
  address: ServerAddress,
  lookup: LookupFunction,
  monotonic: () => number,
): OpenedServer {
  const server = openServer({ address, lookup });
  return {
    onServer: storeOn(server),
    quotes: quotesOn(server, monotonic),
    close: () => server.close(),
  };
}

/** A server in trouble is left alone for so long, because each try can take half a second. */
const pauseMs = 15_000;

function quotesOn(server: BudgetServer, monotonic: () => number): SharedQuotes {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const attempt = async (work: () => Promise<unknown>): Promise<unknown> => {
    if (monotonic() < pausedUntil) return undefined;
    return work().catch((error: unknown) => {
      if (!(error instanceof ServerTrouble)) throw error;
      pausedUntil = monotonic() + pauseMs;
    });
  };
  return {
    read: async (key) => {
      const text = await attempt(() => server.call('GET', quoteKey(key)));
      return typeof text === 'string' ? text : undefined;
    },
    write: async (key, text, forMs) => {
      if (forMs >= 1) await attempt(() => server.call('SET', quoteKey(key), text, 'PX', Math.floor(forMs)));
    },
  };
}
