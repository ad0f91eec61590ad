/**
 * The connections of a transport: one agent, and one more for each proxy that opens tunnels. undici
 * is slow to load.
 */
import { isIP, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ProxyFault } from './transport-errors.ts';
import { proxyLogin } from './credentials.ts';
import { bodyCap } from './encodings.ts';
import { maxAttemptMs } from './rate-limit/policy.ts';
import type { Ask } from './ask.ts';

type Connector = buildConnector.connector;

/**
 * Undici goes on connecting after the attempt has ended; this ends it, ms. It is longer than any
 * attempt, which has its own timer.
 */
const connectTimeout = maxAttemptMs + 60_000;
const limits = { headersTimeout: 0, maxHeaderSize: 16_384, maxResponseSize: bodyCap } as const;

export function createConnections() {
  const sockets = new Set<Socket>();
  const connect = createConnector(sockets);
  const direct = new Agent({ ...limits, connect });
  const tunnels = new Map<string, Agent>();
  const tunnelOf = (proxy: URL): Agent => {
    const tunnel =
      tunnels.get(proxy.href) ??
      new Agent({ ...limits, connect: throughProxy(proxy, direct, connect) });
    tunnels.set(proxy.href, tunnel);
    return tunnel;
  };
  const ask: Ask = async ({ tunnel, ...request }, { signal, idleMs }) => {
    const { statusCode, headers, body } = await (tunnel ? tunnelOf(tunnel) : direct).request({
      ...request,
      method: 'GET',
      signal,
      bodyTimeout: idleMs,
      // Undici pauses the parser of a slow reader, and a connection that breaks while paused fails
      // an assertion that ends the process. This buffer is larger than the body cap, so the parser
      // never pauses.
      highWaterMark: 8 * bodyCap,
    });
    // Without a listener, an error of an abandoned body would end the process.
    body.on('error', () => {});
    return {
      status: statusCode,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
      ),
      bytes: () => body.bytes(),
      drop: () => void body.destroy(),
    };
  };
  const close = async (): Promise<void> => {
    const destroyed = [direct, ...tunnels.values()].map((agent) => agent.destroy());
    // undici does not destroy a socket that is still connecting, and that socket would keep the
    // process running.
    for (const socket of sockets) socket.destroy();
    await Promise.all(destroyed);
  };
  return { ask, close };
}

function createConnector(sockets: Set<Socket>): Connector {
  const connect = buildConnector({ timeout: connectTimeout });
  return ({ servername: _, ...options }, callback) => {
    const { hostname } = options;
    // The server is named by the host that we connect to: undici takes the Host header, which a
    // proxy gets with the name of the service. An IP address is not allowed as a server name (RFC
    // 6066), and Node would warn the user.
    const named = isIP(hostname) === 0 ? { ...options, servername: hostname } : options;
    // The connector returns the socket at once, although its type does not declare it.
    const socket = connect(named, callback) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Undici takes ECONNRESET, and only this code, for the end of a body without a length. Only a
    // FIN is that end.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') error.code = 'CUT_OFF';
    });
  };
}

/** Connects inside a tunnel that the proxy opens. */
function throughProxy(proxy: URL, agent: Agent, connect: Connector): Connector {
  return (options, callback) => {
    const { host = options.hostname, port } = options;
    const path = port ? host : `${host}:443`;
    const headers = { host: path, ...proxyLogin(proxy) };
    // An Agent treats undici's own socket errors as transient and reconnects at once, without end:
    // a proxy that closed each connection got 1 800 tunnel requests a second. Another error ends
    // the request.
    const fail = (cause: unknown): void => callback(new ProxyFault(cause), null);
    agent.connect({ origin: proxy.origin, path, headers }).then(({ statusCode, socket }) => {
      if (statusCode === 200)
        return connect({ ...options, httpSocket: socket as Socket }, callback);
      socket.on('error', () => {}).destroy();
      fail(statusCode);
    }, fail);
  };
}
