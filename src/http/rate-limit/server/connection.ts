/** A Redis or Valkey server, asked over one connection: made when it is first used, and again after trouble. */
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { mostSlots } from '../policy.ts';
import type { Change } from '../slots.ts';
import type { ServerAddress } from './address.ts';
import { ServerTrouble, troubleOf } from './trouble.ts';

/** The names under a key, and the server's clock. */
export interface Reply {
  /** The changes that succeeded, counted from 0. */
  readonly done: readonly number[];
  readonly names: readonly string[];
  /** Epoch ms. */
  readonly at: number;
}

export interface BudgetServer {
  /** The address without secrets. */
  readonly label: string;
  /** Changes names in one step. Throws ServerTrouble, after `patienceMs` at the latest. */
  change(key: string, changes: readonly Change[], most: number): Promise<Reply>;
  /** The same, but changes nothing if there are names: of several machines that find none, one adds the first. */
  begin(key: string, names: readonly string[]): Promise<Reply>;
  /** Ends the connection at once. */
  close(): void;
}

export interface ServerOptions {
  readonly address: ServerAddress;
  /** How long a server that stalls or starts again is waited for, ms. */
  readonly patienceMs?: number;
  /** Certificate authorities (PEM) to trust instead of those of the machine. */
  readonly ca?: readonly string[];
}

/** Longer than a slot of any window is taken. */
const keptMs = 3 * 24 * 3_600_000;
/** A budget has one for each slot, and few more. */
const mostNames = 5 * mostSlots;
/** Ms between tries. */
const [firstPauseMs, longestPauseMs] = [50, 500];

/** Renames members of a set: '' adds or removes. Of all who rename the same member, one succeeds. */
export const script = `
local done = {}
local most = tonumber(ARGV[1])
if ARGV[3] == 'begin' and redis.call('EXISTS', KEYS[1]) == 1 then most = 0 end
for i = 4, #ARGV, 2 do
  local from, to = ARGV[i], ARGV[i + 1]
  if #done >= most then break end
  local can
  if from == '' then
    can = redis.call('SISMEMBER', KEYS[1], to) == 0
  else
    can = redis.call('SREM', KEYS[1], from) == 1
  end
  if can then
    if to ~= '' then redis.call('SADD', KEYS[1], to) end
    done[#done + 1] = (i - 4) / 2
  end
end
if #done > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
local time = redis.call('TIME')
return { done, redis.call('SMEMBERS', KEYS[1]), time[1] * 1000 + math.floor(time[2] / 1000) }
`;

type Rule = 'always' | 'begin';

function argumentsOf(changes: readonly Change[], most: number, rule: Rule): (string | number)[] {
  return [most, keptMs, rule, ...changes.flat()];
}

/** The two ways to ask a server, if this runs the script with the arguments. Throws ServerTrouble. */
export function asking(run: (key: string, args: (string | number)[]) => Promise<unknown>) {
  const ask = async (key: string, changes: readonly Change[], most: number, rule: Rule) =>
    readReply(await run(key, argumentsOf(changes, most, rule)));
  return {
    change: (key: string, changes: readonly Change[], most: number) => ask(key, changes, most, 'always'),
    begin: (key: string, names: readonly string[]) =>
      ask(
        key,
        names.map((name) => ['', name]),
        names.length,
        'begin',
      ),
  };
}

export function openServer({ address, patienceMs = 5_000, ca }: ServerOptions): BudgetServer {
  let opened: Promise<Redis> | undefined;
  let isClosed = false;

  async function use<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const endsAt = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const current = (opened ??= connect(address, ca));
      try {
        return await within(endsAt - performance.now(), current.then(work), patienceMs);
      } catch (error) {
        // What this connection was asked can still be on its way.
        if (opened === current) opened = undefined;
        end(current);
        const trouble = troubleOf(error);
        if (isClosed || !trouble.isPassing || performance.now() + pauseMs > endsAt) throw trouble;
        await sleep(pauseMs);
      }
    }
  }

  return {
    label: address.label,
    ...asking((key, args) => use((redis) => redis.eval(script, 1, key, ...args))),
    close: () => {
      isClosed = true;
      if (opened) end(opened);
    },
  };
}

/** Resolves when the right database is in use: a script in another one would leave something there. */
async function connect(address: ServerAddress, ca: readonly string[] | undefined): Promise<Redis> {
  const { host, port, tls, username, password, database } = address;
  const name = isIP(host) === 0 ? { servername: host } : {};
  const redis = new Redis({
    ...{ host, port, protocol: 2, connectionName: 'rental', lazyConnect: true, disableClientInfo: true },
    ...{ enableReadyCheck: false, maxRetriesPerRequest: null, retryStrategy: () => null, disconnectTimeout: 100 },
    ...(tls && { tls: { ...name, ...(ca && { ca: [...ca] }) } }),
  });
  let problem: unknown;
  redis.on('error', (error: unknown) => (problem ??= error));
  try {
    await redis.connect();
    // Sent here, because ioredis warns on the terminal if a server needs no password.
    if (password !== undefined)
      await redis.call('AUTH', ...(username ? [username] : []), password).catch(unlessUnneeded);
    if (database !== 0) await redis.select(database).catch((error: unknown) => failSelect(error, database));
    return redis;
  } catch (error) {
    redis.disconnect();
    throw problem ?? error;
  }
}

/** If it is still being made, as soon as it is. */
function end(connection: Promise<Redis>): void {
  void connection.then((redis) => redis.disconnect()).catch(() => undefined);
}

function unlessUnneeded(error: unknown): void {
  if (!/no password is set|without any password/.test(String(error))) throw error;
}

function failSelect(error: unknown, database: number): never {
  throw /^ReplyError: ERR /.test(String(error)) ? new ServerTrouble(`it has no database ${database}`) : error;
}

/** Rejects after `ms`. */
async function within<T>(ms: number, work: Promise<T>, patienceMs: number): Promise<T> {
  const ending = new AbortController();
  const late = sleep(Math.max(0, ms), undefined, { signal: ending.signal }).then(() => {
    throw new ServerTrouble(`it does not answer within ${patienceMs} ms`);
  });
  return Promise.race([work, late]).finally(() => {
    ending.abort();
    late.catch(() => undefined);
  });
}

/** Another program may have written there. Throws ServerTrouble. */
function readReply(reply: unknown): Reply {
  const [done, names, at] = Array.isArray(reply) ? (reply as unknown[]) : [];
  const areNumbers = Array.isArray(done) && done.every((one) => typeof one === 'number');
  const areNames = Array.isArray(names) && names.every((one) => typeof one === 'string');
  if (!areNumbers || !areNames || typeof at !== 'number') throw new ServerTrouble('its answer cannot be read');
  if (names.length > mostNames) throw new ServerTrouble('something else is stored under its key');
  return { done, names, at };
}
