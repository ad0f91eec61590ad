/** The sockets of a transport: one agent, one more for each proxy, all of them gone after `close`. */
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, Pool, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import { proxyBroken } from './faults.ts';

export interface Connections {
  direct(): Dispatcher;
  /** Through a CONNECT tunnel, for https. */
  tunnel(proxy: URL): Dispatcher;
  /** What the service last showed on a direct connection; `validTo` is epoch ms. */
  certificate(url: URL): { readonly validTo: number } | undefined;
  close(): Promise<void>;
}

/** A connection attempt outlives the request that asked for it by this at most, ms. */
const connectTimeout = 60_000;
const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 } as const;

export function createConnections(ca: readonly string[] | undefined): Connections {
  const tls = { timeout: connectTimeout, ...(ca && { ca: [...ca] }) };
  const sockets = new Set<Socket>();
  const certificates = new Map<string, { readonly validTo: number }>();
  const dispatchers = new Map<string, Dispatcher>();
  const kept = (key: string, create: () => Dispatcher): Dispatcher => {
    const dispatcher = dispatchers.get(key) ?? create();
    dispatchers.set(key, dispatcher);
    return dispatcher;
  };
  return {
    direct: () =>
      kept('', () => new Agent({ ...limits, connect: tracked(witnessed(buildConnector(tls), certificates), sockets) })),
    tunnel: (proxy) =>
      kept(proxy.href, () => {
        const clientFactory = (origin: URL, { connect }: { connect?: unknown }): Dispatcher =>
          createTunnelPool(origin, { ...limits, connect: tracked(connect as buildConnector.connector, sockets) });
        return new ProxyAgent({ ...limits, ...login(proxy), clientFactory, requestTls: tls, proxyTls: tls });
      }),
    certificate: (url) => (url.protocol === 'https:' ? certificates.get(`${url.hostname}:${url.port}`) : undefined),
    close: async () => {
      const gone = [...dispatchers.values()].map((dispatcher) => dispatcher.destroy());
      // undici leaves a socket that is still connecting alone, and it would keep the process running.
      for (const socket of sockets) socket.destroy();
      await Promise.all(gone);
    },
  };
}

/**
 * Connections to a proxy. An Agent takes undici's own socket errors for passing and connects again at once, for ever: a proxy
 * that closed each connection was asked for a tunnel 1 800 times a second. Under another code the error ends the request.
 */
function createTunnelPool(origin: URL, options: Pool.Options): Pool {
  const pool = new Pool(origin, options);
  const open = pool.connect.bind(pool) as (params: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  return Object.assign(pool, {
    connect: (params: Dispatcher.ConnectOptions) =>
      open(params).catch((cause: unknown) => {
        throw isBreak(cause)
          ? Object.assign(new Error('the proxy broke off', { cause }), { code: proxyBroken })
          : cause;
      }),
  });
}

/** Closed, reset, or not HTTP, which undici leaves without a code. Other codes of the system say more than ours does. */
function isBreak(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code !== 'string' || /^UND_ERR_|^ECONNRESET$|^EPIPE$/.test(code);
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
    const socket = connect(named(options), callback) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

/** Remembers until when the certificate of each service is good. */
function witnessed(
  connect: buildConnector.connector,
  certificates: Map<string, { readonly validTo: number }>,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...outcome) => {
      const [, socket] = outcome;
      // A resumed session may not show it again: what it showed first stays.
      const validTo = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
      if (!Number.isNaN(validTo)) certificates.set(`${options.hostname}:${options.port}`, { validTo });
      callback(...outcome);
    });
}

/** An address is no server name (RFC 6066), and Node warns the user of it. */
function named(options: buildConnector.Options): buildConnector.Options {
  const { servername, ...rest } = options;
  return servername === undefined || isIP(servername) !== 0 ? rest : options;
}
