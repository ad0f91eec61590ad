/** Opens a session to an operator. Everything costly is made when it is first used, once, and closed at the end. */
import type { Client } from '../api/client.ts';
import { proxyFor } from '../http/proxy.ts';
import { readBudget, unusedBudget, type BudgetStatus } from '../http/rate-limit/index.ts';
import type { ServerAddress } from '../http/rate-limit/server/address.ts';
import type { OnEvent } from '../http/types.ts';
import { todayIn } from '../planner/calendar.ts';
import type { Session } from '../planner/session.ts';
import { accountOf, readOperatorBudget, type OperatorBudget } from './budget-report.ts';
import { cachePath, type CacheKind } from './cache.ts';
import type { Connection, ConnectOptions } from './connect.ts';
import { createDirectories, createSeenVehicles, type DepotDirectories, type SeenVehicles } from './directory.ts';
import { once } from './once.ts';
import { openStore, type Store } from './store.ts';

export type Endpoint = keyof Client;

/** Unless given, an attempt takes 15 s at most, a wait 90 s, and there are 2 retries. */
type LimitOptions = Partial<Pick<ConnectOptions, 'signal' | 'timeoutMs' | 'maxWaitMs' | 'retries' | 'onEvent'>>;

export interface SessionOptions extends LimitOptions, Pick<ConnectOptions, 'operator' | 'machine' | 'isNamed'> {
  /** Asks the service even if its answer is stored. */
  readonly refresh?: boolean;
  /** The server on which machines share the budget. */
  readonly server?: ServerAddress | undefined;
  /** Told when an endpoint is called; the returned function is called when the call ends. */
  readonly onCall?: (endpoint: Endpoint) => () => void;
}

export interface OpenSession extends Session {
  /** The same connection without retries, to judge answers as they come. */
  connection(): Promise<Connection>;
  /** The same session for one task among several: `signal` ends its requests. Connection, budget and answers are shared. */
  during(signal: AbortSignal): Session;
  /** What is left of the request limit, and when the next request can be sent; asks the server if there is one. */
  budget(): Promise<OperatorBudget>;
  close(): Promise<void>;
}

export function openSession(options: SessionOptions): OpenSession {
  const { operator, machine, server, refresh = false, onEvent = () => {}, onCall = () => () => {} } = options;
  const { signal = new AbortController().signal, timeoutMs = 15_000, maxWaitMs = 90_000, retries = 2 } = options;
  let connected: Connection | undefined;
  let aheadMs = 0;
  const observe: OnEvent = (event) => {
    if (event.type === 'response') aheadMs = Math.max(aheadMs, event.aheadMs);
    onEvent(event);
  };
  const lookUps = once(async () => {
    const { createLookups } = await import('../http/lookups.ts');
    return createLookups(machine);
  });
  /** Where machines share the budget, if a server is named. */
  const budgetServer = once(async () => {
    if (server === undefined) return undefined;
    const { openServer, storeOn } = await import('../http/rate-limit/server/index.ts');
    const opened = openServer({ address: server });
    return { onServer: storeOn(opened), close: () => opened.close() };
  });
  const connection = once(async () => {
    const { lookup, prepare } = await lookUps();
    // The host is looked up while the client is loaded: both take about as long.
    if ((operator.local ?? machine.service) === undefined)
      prepare(proxyFor(operator.baseUrl, machine.env) ?? operator.baseUrl);
    const { connect } = await import('./connect.ts');
    const own = { lookup, signal, timeoutMs, maxWaitMs, retries, onEvent: observe };
    return (connected = connect({ ...options, ...own, onServer: (await budgetServer())?.onServer }));
  });
  const now = (): number => machine.now();
  const knownBudget = (): BudgetStatus => {
    const account = accountOf(operator, machine.env);
    // The budget of the sandbox is in this process, and a server is not asked: before the first request nothing is known of them.
    const isUnseen = operator.sandbox || server !== undefined;
    return connected?.budget() ?? (isUnseen ? unusedBudget(account, now()) : readBudget(account, machine));
  };
  const notify = (message: string): void => onEvent({ type: 'notice', message });
  // The sandbox begins anew with every command, so only this process can use its answers again.
  const pathOf = (kind: CacheKind) => (operator.sandbox ? undefined : cachePath(machine.env, kind, operator.baseUrl));
  let names: Store | undefined;
  const store = (): Store => (names ??= openStore(pathOf('names'), { now }));
  const directoryOptions = { store, now, refresh, notify };
  const vehicles = createSeenVehicles(directoryOptions);
  const clientFor = (ending: AbortSignal): Client => {
    const client = once(async () => (await connection()).clientFor(ending));
    return createService(client, onCall, directories, vehicles);
  };
  const directories = createDirectories(directoryOptions, () => clientFor(signal).depots());
  // If the clock of this machine is slow, the service's clock says what has expired.
  const answersNow = (): number => now() + aheadMs;
  const answers = once(async () => {
    const { sweepAnswers } = await import('./answers.ts');
    const onFullDisk = () =>
      notify('the disk is full: answers are not stored, so an interrupted sweep starts from the beginning');
    const store = openStore(pathOf('sweeps'), { now: answersNow, isFresh: refresh, onFullDisk });
    return { begin: (service: Client) => sweepAnswers(service, store, answersNow), close: () => store.close() };
  });
  const session = {
    operator,
    seenVehicles: async () => vehicles.list(),
    now,
    today: () => todayIn(operator.timeZone, now()),
    allowance: () => {
      const { limit, windowMs, free } = knownBudget();
      return { limit, windowMs, free };
    },
    retries,
    pause: async (reason: string, ms: number, ending: AbortSignal): Promise<boolean> => {
      if (ms > maxWaitMs) return false;
      onEvent({ type: 'wait', reason, until: now() + ms });
      await machine.sleep(ms, ending).finally(() => onEvent({ type: 'wait-end' }));
      return true;
    },
  };
  const during = (ending: AbortSignal): Session => {
    const service = clientFor(ending);
    const depots = { ...directories.during(ending), isStored: !operator.sandbox && !refresh };
    return { ...session, service, depots, answers: async () => (await answers()).begin(service) };
  };
  return {
    ...during(signal),
    during,
    connection,
    budget: async () =>
      operator.sandbox ? { ...knownBudget(), operator: operator.name } : readOperatorBudget(operator, server, machine),
    close: async () => {
      // Also what is still being opened.
      for (const open of [connection, budgetServer, answers]) await (await open.begun())?.close();
      names?.close();
    },
  };
}

/** The client, connected when it is first called. What it answers is kept for looking names up. */
function createService(
  connected: () => Promise<Client>,
  onCall: (endpoint: Endpoint) => () => void,
  directories: DepotDirectories,
  seenVehicles: SeenVehicles,
): Client {
  const call = async <T>(endpoint: Endpoint, ask: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connected();
    const end = onCall(endpoint);
    return ask(client).finally(end);
  };
  return {
    depots: async () => {
      const depots = await call('depots', (client) => client.depots());
      directories.keep(depots);
      return depots;
    },
    availability: async (trip) => {
      const vehicles = await call('availability', (client) => client.availability(trip));
      seenVehicles.add(vehicles);
      return vehicles;
    },
    accessories: (id, dates) => call('accessories', (client) => client.accessories(id, dates)),
    insuranceTypes: (id, dates) => call('insuranceTypes', (client) => client.insuranceTypes(id, dates)),
    quote: (selection) => call('quote', (client) => client.quote(selection)),
  };
}
