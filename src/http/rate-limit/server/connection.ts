/** One connection to a Redis or Valkey server, made on first use, and again after trouble. */
import { isIP } from 'node:net';
import { Redis } from 'ioredis';
import { shownAddress } from '../../../base/addresses.ts';
import { credentialsOf } from '../../credentials.ts';
import type { Listing } from '../names.ts';
import type { NameChange } from '../slots.ts';
import { ServerTrouble, keepsNothingText, troubleOf } from './trouble.ts';

export interface BudgetServer {
  /** The address without secrets. */
  readonly label: string;
  /** Changes the names under a key in one step, by the server's clock. Throws ServerTrouble. */
  change(key: string, changes: readonly NameChange[], max: number): Promise<Listing>;
  close(): void;
}

export interface BudgetServerOptions {
  /** `redis:` or, with TLS, `rediss:`. */
  readonly address: URL;
  /** How long to wait for a server that stalls or restarts. */
  readonly patienceMs?: number;
}

/** When the server forgets names that do not change: later than any slot comes free. */
const expiryMs = 3 * 24 * 3_600_000;
const maxReconnectDelayMs = 500;
/** The names of the highest limit take a tenth of this. ioredis has no limit. */
const maxReplyBytes = 1_000_000;

/** `SlotNames.change` for the members of a set. */
const script = `
-- ARGV: max, expiry in ms, then from, to, from, to …
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

export function openBudgetServer({
  address,
  patienceMs = 4_500,
}: BudgetServerOptions): BudgetServer {
  let connection: ReturnType<typeof watchedConnection> | undefined;
  return {
    label: shownAddress(address.href),
    async change(key, changes, max) {
      try {
        const { redis, onReply, problem } = (connection ??= watchedConnection(address, patienceMs));
        const asked = redis.eval(script, 1, key, max, expiryMs, ...changes.flat());
        const reply = await withinPatience(asked, patienceMs).catch((error: unknown) => {
          throw troubleOf(problem() ?? error);
        });
        const listing = readReply(reply, changes, max);
        onReply();
        return listing;
      } catch (error) {
        // A late reply must not be taken for that of the next question.
        connection?.end();
        connection = undefined;
        throw error;
      }
    },
    close: () => connection?.end(),
  };
}

/** A connection that stores its last problem, and ends if another try would not mend that. */
function watchedConnection(address: URL, patienceMs: number) {
  const redis = connect(address, patienceMs);
  let problem: unknown;
  /** Bytes since the last reply to a script. */
  let receivedBytes = 0;
  let isEnding = false;
  const end = (): void => {
    isEnding = true;
    redis.disconnect();
  };
  const onProblem = (error: unknown): void => {
    problem = error;
    // A flood of replies is many errors, and each `disconnect` adds a listener to the socket.
    if (!isEnding && !troubleOf(error).isPassing) end();
  };
  redis.on('error', onProblem);
  redis.on(
    'close',
    () => problem ?? onProblem(new ServerTrouble('it closes the connection', { isPassing: true })),
  );
  onData(redis, (bytes, endAtOnce) => {
    receivedBytes += bytes;
    if (receivedBytes <= maxReplyBytes) return;
    onProblem(new ServerTrouble('its answer never ends'));
    endAtOnce();
  });
  return {
    redis,
    end,
    problem: (): unknown => problem,
    onReply: (): void => {
      problem = undefined;
      receivedBytes = 0;
    },
  };
}

/** Calls the listener for all data, also after reconnections. `end` ends the connection at once. */
function onData(redis: Redis, listener: (bytes: number, end: () => void) => void): void {
  redis.on('connect', () => {
    const { stream } = redis;
    stream.on('data', (chunk: Buffer) => listener(chunk.length, () => stream.destroy()));
  });
}

/** The time limits of ioredis begin again with each connection. */
async function withinPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServerTrouble('it does not answer in time', { isPassing: true })),
      patienceMs,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * The client reconnects by itself, and sends again what was not answered. If a script has run twice,
 * its second run changes nothing, and a claim of the first is lost until its lease ends.
 */
function connect(address: URL, patienceMs: number): Redis {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return new Redis({
    host,
    port: Number(address.port || 6379),
    db: Number(address.pathname.slice(1)),
    ...credentialsOf(address),
    protocol: 2,
    connectionName: 'rental',
    disableClientInfo: true,
    enableReadyCheck: false,
    connectTimeout: patienceMs,
    maxRetriesPerRequest: null,
    disconnectTimeout: 100,
    retryStrategy: (tries) => Math.min(maxReconnectDelayMs, 25 * 2 ** tries),
    ...(address.protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
  });
}

/** Throws ServerTrouble for a reply of another form: another program may have answered. */
function readReply(reply: unknown, changes: readonly NameChange[], max: number): Listing {
  const [done, names, at] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (!isListOf(done, isInteger) || !isListOf(names, isText) || !isInteger(at))
    throw new ServerTrouble('its answer cannot be read');
  const listing = { done: done.flatMap((index) => changes.slice(index, index + 1)), names };
  if (!agrees(listing, changes, max)) throw new ServerTrouble(keepsNothingText);
  return { ...listing, at };
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Whether the names are those that the changes leave. */
function agrees(
  { done, names }: Omit<Listing, 'at'>,
  changes: readonly NameChange[],
  max: number,
): boolean {
  const made = new Set(done);
  const expected = new Map<string, boolean>();
  let count = 0;
  for (const change of changes) {
    if (count >= max) break;
    const [from, to] = change;
    if (made.has(change)) {
      count += 1;
      expected.set(from, false).set(to, true);
    }
    // A failed addition proves that the name is there.
    else if (from === '') expected.set(to, true);
    // A failed renaming proves that the old name is not.
    else expected.set(from, false);
  }
  expected.delete('');
  const found = new Set(names);
  return [...expected].every(([name, isThere]) => found.has(name) === isThere);
}
