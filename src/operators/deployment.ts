/** One operator and what it takes to talk to it, made when it is first asked for, once. */
import type { Client } from '../api/client.ts';
import type { Depot } from '../api/types.ts';
import type { Chosen, Operator } from './operator.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Connection } from './connect.ts';
import type { Settings } from '../cli/settings.ts';

export interface Deployment {
  /** Starts the sandbox where that is the one. */
  operator(): Promise<Operator>;
  client(): Promise<Client>;
  /** The same connection without retries, for whoever judges answers as they are. */
  connection(): Promise<Connection>;
  /** For looking names up: a stored list does, unless --refresh. */
  depots(): Promise<readonly Depot[]>;
  /** The depots that were looked up so far; empty where ids alone were used. */
  knownDepots(): readonly Depot[];
  /** Requests that looking depots up has taken so far. */
  depotRequests(): number;
}

export interface DeploymentParts {
  readonly io: Io;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly choose: () => Chosen;
  /** What is to be called at the end, the latest first. */
  readonly closers: (() => Promise<void>)[];
}

export function createDeployment({ io, settings, signal, progress, choose, closers }: DeploymentParts): Deployment {
  let known: readonly Depot[] = [];
  let requests = 0;

  const operator = once(async (): Promise<Operator> => {
    const chosen = choose();
    if (!chosen.sandbox) return chosen.operator;
    const { startOwnSandbox } = await import('./own-sandbox.ts');
    const own = await startOwnSandbox(io);
    closers.unshift(() => own.close());
    return own.operator;
  });

  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connect.ts');
    const made = await connect({ io, settings, signal, progress, operator: await operator() });
    closers.unshift(() => made.close());
    return made;
  });
  const client = async (): Promise<Client> => (await connection()).client;

  const depots = once(async (): Promise<readonly Depot[]> => {
    const { lookUpDepots } = await import('./depot-store.ts');
    const service = await client();
    const ask = (): Promise<Depot[]> => {
      requests += 1;
      return service.depots();
    };
    known = await lookUpDepots({ io, settings, progress, operator: await operator(), client: { depots: ask } });
    return known;
  });

  return { operator, client, connection, depots, knownDepots: () => known, depotRequests: () => requests };
}

/** A failed attempt is not kept: the next caller tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
