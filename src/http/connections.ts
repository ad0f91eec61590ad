/** The sockets of a transport: one agent, one more for each proxy, all of them gone after `close`. */
import type { Socket } from 'node:net';
import { Agent, buildConnector, Pool, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';

export interface Connections {
  direct(): Dispatcher;
  /** Through a CONNECT tunnel, for https. */
  tunnel(proxy: URL): Dispatcher;
  close(): Promise<void>;
}

/** A connection attempt outlives the request that asked for it by this at most, ms. */
const connectTimeout = 60_000;
const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 } as const;

export function createConnections(ca: readonly string[] | undefined): Connections {
  const tls = { timeout: connectTimeout, ...(ca && { ca: [...ca] }) };
  const sockets = new Set<Socket>();
  const dispatchers = new Map<string, Dispatcher>();
  const kept = (key: string, create: () => Dispatcher): Dispatcher => {
    const dispatcher = dispatchers.get(key) ?? create();
    dispatchers.set(key, dispatcher);
    return dispatcher;
  };
  return {
    direct: () => kept('', () => new Agent({ ...limits, connect: tracked(buildConnector(tls), sockets) })),
    tunnel: (proxy) =>
      kept(proxy.href, () => {
        const clientFactory = (origin: URL, { connect }: { connect?: unknown }): Dispatcher =>
          new Pool(origin, { ...limits, connect: tracked(connect as buildConnector.connector, sockets) });
        return new ProxyAgent({ ...limits, ...login(proxy), clientFactory, requestTls: tls, proxyTls: tls });
      }),
    close: async () => {
      const gone = [...dispatchers.values()].map((dispatcher) => dispatcher.destroy());
      // undici leaves a socket that is still connecting alone, and it would keep the process running.
      for (const socket of sockets) socket.destroy();
      await Promise.all(gone);
    },
  };
}

/** Basic credentials of an address, undefined where it has none. */
export function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function login(proxy: URL): { uri: string; token?: string } {
  const token = basic(proxy);
  return { uri: proxy.origin, ...(token !== undefined && { token }) };
}

function tracked(connect: buildConnector.connector, sockets: Set<Socket>): buildConnector.connector {
  return (options, callback) => {
    // It returns the socket at once, although its type does not say so.
    const socket = connect(options, callback) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}
