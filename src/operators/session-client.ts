/**
 * The client of a session: connects at its first call, counts and sends each call, and stores lists
 * of depots and the names of vehicles.
 */
import type { Client } from '../api/client.ts';
import type { Depot, Quote, Selection } from '../api/types.ts';
import { isTransient, NotAvailableError } from '../base/errors.ts';
import { memoize } from '../base/memoize.ts';
import type { Connection } from './connect.ts';
import type { createDepotLists, createSeenVehicles } from './directory.ts';

export type Endpoint = keyof Client;

export interface SessionClientOptions {
  readonly connection: () => Promise<Connection>;
  /** The returned function is called when the call ends. */
  readonly onCall: (endpoint: Endpoint) => () => void;
  /** Whether there is a service at the address. */
  readonly isProven: () => Promise<boolean>;
  readonly depotLists: Pick<ReturnType<typeof createDepotLists>, 'keep'>;
  readonly vehicles: ReturnType<typeof createSeenVehicles>;
}

/** `signal` ends its requests, those under way after `graceMs`. */
export function sessionClient(
  { connection, onCall, isProven, depotLists, vehicles }: SessionClientOptions,
  signal: AbortSignal,
  graceMs = 0,
): Client {
  const connected = memoize(async () => (await connection()).clientFor(signal, graceMs));
  const call = async <T>(endpoint: Endpoint, send: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connected();
    const end = onCall(endpoint);
    return send(client).finally(end);
  };
  const depots = async (): Promise<readonly Depot[]> =>
    depotLists.keep(await call('depots', (client) => client.depots()));
  // Where no depots are known, a 404 can also be that of another web server: the error of the depots
  // then says that the address is wrong.
  const askUnprovenService = async (): Promise<void> => {
    if (await isProven()) return;
    await depots().catch((error: unknown) => {
      if (!isTransient(error)) throw error;
    });
  };
  const quote = async (selection: Selection): Promise<Quote> => {
    const { vehicleId } = selection;
    try {
      const quoted = await call('quote', (client) => client.quote(selection));
      vehicles.addQuoted(vehicleId);
      return quoted;
    } catch (error) {
      if (error instanceof NotAvailableError) {
        await askUnprovenService();
        error.seenBefore =
          vehicles.wasQuoted(vehicleId) ||
          (await vehicles.ever()).some(({ id }) => id === vehicleId);
      }
      throw error;
    }
  };
  return {
    depots,
    availability: async (trip) => {
      const available = await call('availability', (client) => client.availability(trip));
      vehicles.add(available);
      return available;
    },
    accessories: (id, dates) => call('accessories', (client) => client.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      call('insuranceTypes', (client) => client.insuranceTypes(id, dates)),
    quote,
  };
}
