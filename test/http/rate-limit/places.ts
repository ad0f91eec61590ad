/** Where a budget can be, so that the same tests run in all places: in memory, in a folder, and on a real Redis server. */
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import {
  type BudgetOptions,
  type BudgetStatus,
  type MemoryBudgetOptions,
  createBudget,
  memoryBudget,
  readBudget,
} from '../../../src/http/rate-limit/index.ts';
import { type BudgetServer, asking, script } from '../../../src/http/rate-limit/server/connection.ts';
import { readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { unusedNames } from '../../../src/http/rate-limit/names.ts';
import { type Account, makePolicy } from '../../../src/http/rate-limit/policy.ts';
import { keyOf } from '../../../src/http/rate-limit/server/names.ts';
import type { Budget } from '../../../src/http/types.ts';
import type { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { isSkipped } from '../../support/needs.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';

type Options = Omit<BudgetOptions, 'machine'> & { readonly machine: VirtualMachine };

/** The limit of the interface. */
export const usualLimit = { limit: 100, windowMs: 60_000 };

/** The options of a budget of the interface's limit, in virtual time. */
export function optionsOn<More extends Partial<Options>>(machine: VirtualMachine, more: More): Options & More {
  return {
    ...{ origin: 'https://rental.test', ...usualLimit, maxWaitMs: 1e9, attemptTimeoutMs: 30_000 },
    ...{ machine, onEvent: machine.onEvent },
    ...more,
  };
}

/** One budget of any number of processes. */
export interface Place {
  open(options: Options): Budget;
  status(account: Account): Promise<BudgetStatus>;
}

export interface PlaceKind {
  readonly name: string;
  /** On this machine. A real server takes longer, so tests of hours are only for here. */
  readonly isHere: boolean;
  readonly tags: string[];
  make(machine: VirtualMachine): Place;
}

const memory: PlaceKind = {
  name: 'in memory',
  isHere: true,
  tags: [],
  make: () => ({
    open: (options: MemoryBudgetOptions) => memoryBudget(options),
    status: () => Promise.reject(new Error('only its own process can read it')),
  }),
};

const folder: PlaceKind = {
  name: 'in a folder',
  isHere: true,
  tags: [],
  make: (machine) => {
    const stateDir = temporaryFolder();
    const report = { env: {}, stateDir, now: () => machine.now() };
    return {
      open: (options) => createBudget({ ...options, stateDir }),
      status: async (account) => readBudget(account, report),
    };
  },
};

/** The places; call it at the top of a test file. */
export function places(): readonly PlaceKind[] {
  return [memory, ...sharedPlaces()];
}

/** The places that several processes share. */
export function sharedPlaces(): readonly PlaceKind[] {
  const connection = redisForFile();
  const onServer: PlaceKind = {
    name: 'on a server',
    isHere: false,
    tags: ['redis-server'],
    make: (machine) => {
      const server = virtualServer(connection(), machine);
      const stateDir = temporaryFolder();
      return {
        open: (options) =>
          withKnownPast(createBudget({ ...options, stateDir, onServer: storeOn(server) }), server, options),
        status: async (account) => {
          await machine.settled();
          await fillUnused(server, account);
          return readServerBudget(account, { server, now: () => machine.now() });
        },
      };
    },
  };
  return [folder, onServer];
}

/** A real server for the running file. */
export function redisForFile(): () => Redis {
  let server: RedisServer | undefined;
  let connection: Redis | undefined;
  beforeAll(async () => {
    if (isSkipped('redis-server')) return;
    server = await startRedis();
    connection = new Redis(server.port, { protocol: 2 });
  });
  afterAll(async () => {
    connection?.disconnect();
    await server?.end();
  });
  return () => connection!;
}

/** A server that knows nothing would give out its first window slowly. */
export function withKnownPast(budget: Budget, server: BudgetServer, account: Account): Budget {
  const filled = fillUnused(server, account);
  return { acquire: async (signal) => (await filled, budget.acquire(signal)) };
}

async function fillUnused(server: BudgetServer, account: Account): Promise<void> {
  await server.begin(keyOf(account), unusedNames(makePolicy(account, 0)));
}

let budgets = 0;

export interface VirtualServer extends BudgetServer {
  /** Questions so far. */
  calls: number;
  /** Of the server's clock, before that of the machine. */
  clockAheadMs: number;
  /** Thrown by every call, as by a server that cannot be used. */
  trouble: Error | undefined;
  /** The name of a key in the real server. */
  ownKey(key: string): string;
}

/** A real server whose clock is the virtual one. Each has keys of its own. */
export function virtualServer(redis: Redis, machine: VirtualMachine): VirtualServer {
  const own = `budget-${(budgets += 1)}`;
  const time = "redis.call('TIME')";
  if (!script.includes(time)) throw new Error(`the script does not say ${time}`);
  const timeless = script.replace(time, "cjson.decode(redis.call('GET', 'clock'))");
  const server: VirtualServer = {
    label: 'redis://test',
    calls: 0,
    clockAheadMs: 0,
    trouble: undefined,
    ownKey: (key) => `${own} ${key}`,
    ...asking((key, args) =>
      machine.during(
        (async () => {
          if (server.trouble) throw server.trouble;
          server.calls += 1;
          const ms = Math.floor(machine.now() + server.clockAheadMs);
          const answers = await redis
            .pipeline()
            .set('clock', JSON.stringify([Math.floor(ms / 1_000), (ms % 1_000) * 1_000]))
            .eval(timeless, 1, server.ownKey(key), ...args)
            .exec();
          const [error, answer] = answers![1]!;
          if (error) throw error;
          return answer;
        })(),
      ),
    ),
    close: () => undefined,
  };
  return server;
}
