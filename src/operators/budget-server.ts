/** The server on which machines share the budget. Loaded only if one is named. */
import type { StoreOnServer } from '../http/rate-limit/index.ts';
import type { ServerAddress } from '../http/rate-limit/server/address.ts';
import { openServer, storeOn } from '../http/rate-limit/server/index.ts';

export interface OpenedServer {
  readonly onServer: StoreOnServer;
  close(): void;
}

export function openBudgetServer(address: ServerAddress): OpenedServer {
  const server = openServer({ address });
  return { onServer: storeOn(server), close: () => server.close() };
}
