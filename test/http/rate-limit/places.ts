/** Where a budget can be, so that the same tests run in all places: in memory, in a folder, and on a real Redis server. */
import { createHash } from 'node:crypto';
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
import { type BudgetServer, readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { scripts } from '../../../src/http/rate-limit/server/scripts.ts';
import type { Account } from '../../../src/http/rate-limit/policy.ts';
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
    ...{ machine, uptime: machine.uptime, onEvent: machine.onEvent },
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
  /** On this machine, with both of its clocks. A real server takes longer, so tests of hours are only for here. */
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
    const report = { env: {}, stateDir, now: () => machine.now(), uptime: machine.uptime };
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
        open: (options) => createBudget({ ...options, stateDir, onServer: storeOn(server) }),
        status: async (account) => {
          await machine.settled();
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

let budgets = 0;

export interface VirtualServer extends BudgetServer {
  /** Scripts so far, without the one that each process sends once and does not wait for. */
  calls: number;
  /** Of the server's clock, before that of the machine. */
  clockAheadMs: number;
  /** Thrown by every call, as by a server that cannot be used. */
  trouble: Error | undefined;
  /** The name of a key in the real server. */
  ownKey(key: string): string;
}

/** The scripts with the clock of `clock`, and a server that was started long ago. */
const virtualScripts = Object.entries(scripts).map(([name, lua]) => {
  const parts: readonly (readonly [string, string])[] = [
    ["redis.call('TIME')", "cjson.decode(redis.call('GET', 'clock'))"],
    ["redis.pcall('INFO', 'server')", "'run_id:abc\\r\\nuptime_in_seconds:1000000\\r\\n'"],
  ];
  const text = parts.reduce((script, [own, other]) => {
    if (name !== 'list' && !script.includes(own)) throw new Error(`the script ${name} does not say ${own}`);
    return script.replace(own, other);
  }, lua);
  return [name, text] as const;
});

/** A server whose clock is the virtual one. Each has keys of its own. */
export function virtualServer(redis: Redis, machine: VirtualMachine): VirtualServer {
  const own = `budget-${(budgets += 1)}`;
  const shas = new Map(virtualScripts.map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]));
  const load = Promise.all(virtualScripts.map(([, text]) => redis.call('SCRIPT', 'LOAD', text)));
  const server: VirtualServer = {
    label: 'redis://test',
    calls: 0,
    clockAheadMs: 0,
    trouble: undefined,
    ownKey: (key) => `${own} ${key}`,
    run: (script, keys, args) =>
      machine.during(
        load.then(async () => {
          if (server.trouble) throw server.trouble;
          if (script !== 'list') server.calls += 1;
          const ms = Math.floor(machine.now() + server.clockAheadMs);
          const answers = await redis
            .pipeline()
            .set('clock', JSON.stringify([Math.floor(ms / 1_000), (ms % 1_000) * 1_000]))
            .evalsha(shas.get(script)!, keys.length, ...keys.map(server.ownKey), ...args)
            .exec();
          const [error, answer] = answers![1]!;
          if (error) throw error;
          return answer;
        }),
      ),
    call: (command, key, ...args) => machine.during(redis.call(command, server.ownKey(String(key)), ...args)),
    close: async () => {},
  };
  return server;
}
