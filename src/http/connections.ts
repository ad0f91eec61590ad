/** The connections of a transport: one agent, and one more for each proxy. `close` ends all of them. */
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Agent, buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { basicAuth } from './credentials.ts';
import { longestAttemptMs } from './rate-limit/policy.ts';
import { ServiceDispatcher } from './service-dispatcher.ts';
import { correctSocket, maxHeaderSize } from './sockets.ts';
import { ProxyFault } from './transport-errors.ts';
import type { Service } from '../service.ts';
import type { HttpResponse } from './types.ts';

export type Connections = ReturnType<typeof createConnections>;
type Certificate = NonNullable<HttpResponse['tls']>;

/** Undici goes on connecting after the attempt has ended; this ends it, ms. It is longer than any attempt, which has its own timer. */
const connectTimeout = longestAttemptMs + 60_000;
const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize } as const;

export interface ConnectionOptions {
  /** Answers instead of any connection. */
  readonly service?: Service | undefined;
  /** Certificate authorities (PEM) to trust instead of those of the machine. */
  readonly ca?: readonly string[];
  /** Instead of Node's own, which asks once for each connection. */
  readonly lookup?: LookupFunction;
}

export function createConnections({ ca, lookup, service }: ConnectionOptions) {
  const tls = { timeout: connectTimeout, ...(ca && { ca: [...ca] }), ...(lookup && { lookup }) };
  const sockets = new Set<Socket>();
  const certificates = new Map<string, Certificate>();
  const dispatchers = new Map<string, Dispatcher>();
  const reuse = (key: string, create: () => Dispatcher): Dispatcher => {
    const dispatcher = dispatchers.get(key) ?? create();
    dispatchers.set(key, dispatcher);
    return dispatcher;
  };
  const createAgent = (): Dispatcher => {
    const connect = onConnected(buildConnector(tls), (socket, { hostname, port }) => {
      correctSocket(socket);
      // A resumed session may not show the certificate again, so the stored date stays.
      const validTo = isSecure(socket) ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
      if (!Number.isNaN(validTo)) certificates.set(`${hostname}:${port}`, { validTo });
    });
    return new Agent({ ...limits, connect: trackSockets(connect, sockets) });
  };
  const createTunnel = (proxy: URL): Dispatcher => {
    const corrected = ({ connect }: Pool.Options): buildConnector.connector =>
      onConnected(connect as buildConnector.connector, correctSocket);
    const clientFactory = (origin: URL, options: Pool.Options): Dispatcher =>
      createTunnelPool(origin, { ...limits, connect: trackSockets(corrected(options), sockets) });
    const factory = (origin: string | URL, options: Pool.Options): Dispatcher =>
      new Pool(origin, { ...options, connect: corrected(options) });
    const token = basicAuth(proxy);
    const login = { uri: proxy.origin, ...(token !== undefined && { token }) };
    return new ProxyAgent({ ...limits, ...login, clientFactory, factory, requestTls: tls, proxyTls: tls });
  };
  return {
    direct: (): Dispatcher => reuse('', service === undefined ? createAgent : () => new ServiceDispatcher(service)),
    /** Through a CONNECT tunnel, for https. */
    tunnel: (proxy: URL): Dispatcher => reuse(proxy.href, () => createTunnel(proxy)),
    /** The certificate of the service on a direct connection. */
    certificate: (url: URL): Certificate | undefined =>
      url.protocol === 'https:' ? certificates.get(`${url.hostname}:${url.port}`) : undefined,
    close: async (): Promise<void> => {
      const destroyed = [...dispatchers.values()].map((dispatcher) => dispatcher.destroy());
      // undici does not destroy a socket that is still connecting, and that socket would keep the process running.
      for (const socket of sockets) socket.destroy();
      await Promise.all(destroyed);
    },
  };
}

/**
 * Connections to a proxy. An Agent treats undici's own socket errors as transient and reconnects at once, without end: a
 * proxy that closed each connection got 1 800 tunnel requests a second. Another error ends the request.
 */
function createTunnelPool(origin: URL, options: Pool.Options): Pool {
  const pool = new Pool(origin, options);
  const open = pool.connect.bind(pool) as (params: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  return Object.assign(pool, {
    connect: (params: Dispatcher.ConnectOptions) =>
      open(params).catch((cause: unknown) => {
        throw new ProxyFault(cause);
      }),
  });
}

function trackSockets(connect: buildConnector.connector, sockets: Set<Socket>): buildConnector.connector {
  return (options, callback) => {
    // The connector returns the socket at once, although its type does not declare it.
    const socket = connect(withServerName(options), callback) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

/** Calls `prepare` with each connected socket before undici uses it. */
function onConnected(
  connect: buildConnector.connector,
  prepare: (socket: Socket, options: buildConnector.Options) => void,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      const [, socket] = connected;
      if (socket) prepare(socket, options);
      callback(...connected);
    });
}

/** Without `instanceof`, because the class would be loaded for plain http too. */
function isSecure(socket: Socket): socket is TLSSocket {
  return 'encrypted' in socket;
}

/**
 * The server is named by the host that we connect to: undici takes the Host header, which a proxy gets with the name of the
 * service. An IP address is not allowed as a server name (RFC 6066), and Node would warn the user.
 */
function withServerName({ servername: _, ...options }: buildConnector.Options): buildConnector.Options {
  return isIP(options.hostname) === 0 ? { ...options, servername: options.hostname } : options;
}
