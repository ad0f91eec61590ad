/** One connection to a server, made when it is first used and again after trouble. The only file that loads the Redis client. */
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import type { ServerAddress } from './address.ts';
import { scripts } from './scripts.ts';
import { ServerTrouble, troubleOf } from './trouble.ts';

export interface ServerOptions {
  readonly address: ServerAddress;
  /** Instead of Node's own, which asks once for each connection. */
  readonly lookup?: LookupFunction | undefined;
  /** Certificate authorities (PEM) to trust instead of those of the machine. */
  readonly ca?: readonly string[] | undefined;
  /** The longest that an answer may take, and a connection too, ms. */
  readonly slowMs?: number | undefined;
}

/** Each call throws ServerTrouble, after `2 * slowMs` at the latest. */
export interface BudgetServer {
  /** The address without secrets. */
  readonly label: string;
  run(script: keyof typeof scripts, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** A command of one key. */
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  /** Waits for calls under way, for `slowMs` at most, and ends the connection at once. */
  close(): Promise<void>;
}

type Scripted = Record<string, (...args: (string | number)[]) => Promise<unknown>>;

export function openServer(options: ServerOptions): BudgetServer {
  const { slowMs = 250, address } = options;
  let connection: Connection | undefined;
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function use<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    // The session is over: nothing waits for this, and it is not trouble.
    if (isClosed) return new Promise(() => {});
    const current = (connection ??= openConnection(options));
    const isOpen = current.client.status === 'ready';
    try {
      const done = current.ready.then(() => work(current.client));
      return await within(isOpen ? slowMs : 2 * slowMs, done, `it does not answer within ${slowMs} ms`);
    } catch (error) {
      // The next use begins with a new connection: what this one was asked can still be on its way.
      if (connection === current) connection = undefined;
      current.client.disconnect();
      if (isClosed) return new Promise(() => {});
      throw troubleOf(error, current.problem());
    }
  }

  function track<T>(call: Promise<T>): Promise<T> {
    underWay.add(call);
    const end = () => underWay.delete(call);
    call.then(end, end);
    return call;
  }

  return {
    label: address.label,
    run: (script, keys, args) =>
      track(use((client) => (client as unknown as Scripted)[script]!(keys.length, ...keys, ...args))),
    call: (command, ...args) => track(use((client) => client.call(command, ...args))),
    async close() {
      const settled = async (): Promise<void> => {
        // An answer can lead to a further call.
        for (; underWay.size > 0; await new Promise(setImmediate)) await Promise.allSettled(underWay);
      };
      await within(slowMs, settled(), '').catch(() => undefined);
      isClosed = true;
      connection?.client.disconnect();
      connection = undefined;
    },
  };
}

interface Connection {
  readonly client: Redis;
  /** Resolves when the right database is in use: a script in another one would leave something there. */
  readonly ready: Promise<void>;
  /** The last error of the connection itself. */
  problem(): unknown;
}

function openConnection({ address, lookup, ca }: ServerOptions): Connection {
  const { host, port, tls, username, password, database } = address;
  let problem: unknown;

  /** Node's sockets with our look-up; they end at once, without waiting for the server to agree. */
  class Connector extends AbstractConnector {
    #socket: Socket | undefined;

    constructor() {
      super(0);
    }

    override connect(): Promise<Socket> {
      const server = { host, port, ...(lookup && { lookup }) };
      const name = isIP(host) === 0 ? { servername: host } : {};
      this.#socket = tls ? connectTls({ ...server, ...name, ...(ca && { ca: [...ca] }) }) : connectPlain(server);
      return Promise.resolve(this.#socket);
    }

    override disconnect(): void {
      this.#socket?.destroy();
    }
  }

  const client = new Redis({
    Connector,
    ...(tls && { tls: {} }),
    scripts: Object.fromEntries(Object.entries(scripts).map(([name, lua]) => [name, { lua }])),
    lazyConnect: true,
    // Trouble is told to the caller at once, who decides when to try again.
    retryStrategy: () => null,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // Messages of our own, sent together with the first script, instead of several trips; and the client prints warnings for its own.
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  client.on('error', (error) => (problem ??= error));
  const ready = client.connect().then(async () => {
    if (password !== undefined) {
      const login = username === undefined ? client.auth(password) : client.auth(username, password);
      // If this is refused, so is the next message; but only this reply says why. A server without passwords goes on.
      login.catch((error: unknown) => (problem ??= error));
    }
    client.client('SETNAME', 'rental').catch(() => undefined);
    if (database !== 0) await client.select(database).catch((error: unknown) => failSelect(error, database));
  });
  return { client, ready, problem: () => problem };
}

function failSelect(error: unknown, database: number): never {
  const isRefused = error instanceof Error && error.message.startsWith('ERR ');
  throw isRefused ? new ServerTrouble(`it has no database ${database}`) : error;
}

/** A timer this late shows that this process had no processor, ms. */
const lateMs = 50;

/** Rejects with a ServerTrouble after `ms`: not for an answer that has arrived while this process was busy, and later if it was busy. */
function within<T>(ms: number, work: Promise<T>, problem: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => void setImmediate(() => reject(new ServerTrouble(problem)));
    const startedAt = performance.now();
    let timer = setTimeout(() => {
      if (performance.now() - startedAt < ms + lateMs) fail();
      else timer = setTimeout(fail, ms);
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
