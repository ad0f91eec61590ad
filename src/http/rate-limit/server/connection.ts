/** A Redis or Valkey server, asked over one connection: made when it is first used, and again after trouble. */
import { isIP } from 'node:net';
import { Redis } from 'ioredis';
import { shownAddress } from '../../../base/addresses.ts';
import { credentialsOf } from '../../credentials.ts';
import type { Listing } from '../names.ts';
import type { Change } from '../slots.ts';
import { ServerTrouble, troubleOf } from './trouble.ts';

export interface BudgetServer {
  /** The address without secrets. */
  readonly label: string;
  /** Changes the names under a key in one step; `at` is by the server's clock. Throws ServerTrouble. */
  change(key: string, changes: readonly Change[], most: number): Promise<Listing>;
  /** Ends the connection at once. */
  close(): void;
}

export interface ServerOptions {
  /** `redis:` or, with TLS, `rediss:`. */
  readonly address: URL;
  /** How long a server that stalls or starts again is waited for, ms. */
  readonly patienceMs?: number;
}

/** Longer than a slot of any window is taken. */
const keptMs = 3 * 24 * 3_600_000;
const longestPauseMs = 500;

/** Renames members of a set: '' adds or removes. Of all who rename the same member, one succeeds. */
const script = `
local done = {}
for i = 3, #ARGV, 2 do
  local from, to = ARGV[i], ARGV[i + 1]
  if #done >= tonumber(ARGV[1]) then break end
  local can
  if from == '' then
    can = redis.call('SISMEMBER', KEYS[1], to) == 0
  else
    can = redis.call('SREM', KEYS[1], from) == 1
  end
  if can then
    if to ~= '' then redis.call('SADD', KEYS[1], to) end
    done[#done + 1] = (i - 3) / 2
  end
end
if #done > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
local time = redis.call('TIME')
return { done, redis.call('SMEMBERS', KEYS[1]), time[1] * 1000 + math.floor(time[2] / 1000) }
`;

export function openServer({ address, patienceMs = 5_000 }: ServerOptions): BudgetServer {
  let redis: Redis | undefined;
  let problem: unknown;
  const connected = (): Redis => {
    if (redis) return redis;
    const made = (redis = connect(address, patienceMs));
    made.on('error', (error: unknown) => {
      problem = error;
      if (!troubleOf(error).isPassing) made.disconnect();
    });
    return made;
  };
  return {
    label: shownAddress(address.href),
    async change(key, changes, most) {
      try {
        const reply = await connected().eval(script, 1, key, most, keptMs, ...changes.flat());
        problem = undefined;
        return readReply(reply, changes);
      } catch (error) {
        // What this connection was asked can still be on its way.
        redis?.disconnect();
        redis = undefined;
        throw troubleOf(problem ?? error);
      }
    },
    close: () => redis?.disconnect(),
  };
}

/** It connects again by itself, and sends again what was not answered. */
function connect(address: URL, patienceMs: number): Redis {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return new Redis({
    ...{ host, port: Number(address.port || 6379), db: Number(address.pathname.slice(1)), ...credentialsOf(address) },
    ...{ protocol: 2, connectionName: 'rental', disableClientInfo: true, enableReadyCheck: false },
    ...{ commandTimeout: patienceMs, connectTimeout: patienceMs, maxRetriesPerRequest: null, disconnectTimeout: 100 },
    retryStrategy: (tries) => Math.min(longestPauseMs, 25 * 2 ** tries),
    ...(address.protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
  });
}

/** Another program may answer there. */
function readReply(reply: unknown, changes: readonly Change[]): Listing {
  const [done, names, at] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (!Array.isArray(done) || !Array.isArray(names) || typeof at !== 'number')
    throw new ServerTrouble('its answer cannot be read');
  return { done: done.flatMap((index: number) => changes.slice(index, index + 1)), names: names.map(String), at };
}
