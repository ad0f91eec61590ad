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
import { type BudgetServer, readSharedBudget, shareOn } from '../../../src/http/rate-limit/server/index.ts';
import { scripts } from '../../../src/http/rate-limit/server/scripts.ts';
import type { Account } from '../../../src/http/rate-limit/policy.ts';
import type { Budget } from '../../../src/http/types.ts';
import type { VirtualMachine } from '../../../bench/budget/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { type RedisServer, redisIsMissing, startRedis } from '../../support/redis.ts';

type Options = Omit<BudgetOptions, 'machine'> & { readonly machine: VirtualMachine };

/** One budget of any number of processes. */
export interface Place {
  open(options: Options): Budget;
  status(account: Account): Promise<BudgetStatus>;
}

export interface PlaceKind {
  readonly name: string;
  readonly isSkipped: boolean;
  make(machine: VirtualMachine): Place;
}

const memory: PlaceKind = {
  name: 'in memory',
  isSkipped: false,
  make: () => ({
    open: (options: MemoryBudgetOptions) => memoryBudget(options),
    status: () => Promise.reject(new Error('only its own process can read it')),
  }),
};

const folder: PlaceKind = {
  name: 'in a folder',
  isSkipped: false,
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
    name: `on a server${redisIsMissing ? ` (${redisIsMissing})` : ''}`,
    isSkipped: redisIsMissing !== undefined,
    make: (machine) => {
      const server = virtualServer(connection(), machine);
      const stateDir = temporaryFolder();
      return {
        open: (options) =>
          createBudget({ ...options, stateDir, openShared: shareOn({ server, group: undefined, share: 0.25 }) }),
        status: async (account) => {
          await machine.settled();
          return readSharedBudget(account, { server, group: undefined, now: () => machine.now() });
        },
      };
    },
  };
  return [folder, onServer];
}

function redisForFile(): () => Redis {
  let server: RedisServer | undefined;
  let connection: Redis | undefined;
  beforeAll(async () => {
    if (redisIsMissing) return;
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

/** A server whose clock is the virtual one. Each has keys of its own. */
export function virtualServer(redis: Redis, machine: VirtualMachine): BudgetServer {
  const clock = `clock-${(budgets += 1)}`;
  const ownKey = (key: string): string => `${clock} ${key}`;
  const time = "local time = redis.call('TIME')\n";
  const virtual = `local ms = tonumber(redis.call('GET', '${clock}'))
local time = { math.floor(ms / 1000), ms % 1000 * 1000 }\n`;
  const texts = Object.entries(scripts).map(([name, lua]) => {
    if (!lua.includes(time)) throw new Error('the scripts do not read the clock as expected');
    // As on a server that was started long ago.
    return [name, lua.replace(time, virtual).replace('or -1\n', 'and 1e6 or -1\n')] as const;
  });
  const shas = new Map(texts.map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]));
  const load = Promise.all(texts.map(([, text]) => redis.script('LOAD', text)));
  return {
    label: 'redis://test',
    run: (script, keys, args) =>
      machine.during(
        load.then(async () => {
          const run = ['evalsha', shas.get(script)!, keys.length, ...keys.map(ownKey), ...args] as const;
          const [, answer] = (await redis.pipeline([['set', clock, Math.floor(machine.now())], [...run]]).exec())!;
          if (answer?.[0]) throw answer[0];
          return answer?.[1];
        }),
      ),
    call: (command, key, ...args) => machine.during(redis.call(command, ownKey(String(key)), ...args)),
    close: async () => {},
  };
}
