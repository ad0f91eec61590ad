/** The connections of a transport: one undici agent, and one more for each proxy with tunnels. */
import { isIP, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ProxyFault } from './transport-errors.ts';
import { proxyLogin } from './credentials.ts';
import { bodyCap } from './encodings.ts';
import { maxAttemptMs } from './rate-limit/policy.ts';
import type { Exchange } from './exchange.ts';

type Connector = buildConnector.connector;

/**
 * Undici goes on connecting after the attempt has run out of time: this ends it. It is longer than
 * the longest attempt, so that it never ends one.
 */
const connectTimeoutMs = maxAttemptMs + 60_000;
const agentLimits = { headersTimeout: 0, maxHeaderSize: 16_384, maxResponseSize: bodyCap } as const;

export function createConnections() {
  const sockets = new Set<Socket>();
  const connect = createConnector(sockets);
  const direct = new Agent({ ...agentLimits, connect });
  const tunnels = new Map<string, Agent>();
  const agentFor = (proxy: URL | undefined): Agent => {
    if (proxy === undefined) return direct;
    const tunnel =
      tunnels.get(proxy.href) ??
      new Agent({ ...agentLimits, connect: throughProxy(proxy, direct, connect) });
    tunnels.set(proxy.href, tunnel);
    return tunnel;
  };
  const exchange: Exchange = async ({ tunnelProxy, ...request }, { signal, idleMs }) => {
    const { statusCode, headers, body } = await agentFor(tunnelProxy).request({
      ...request,
      method: 'GET',
      signal,
      bodyTimeout: idleMs,
      // When a full buffer pauses undici's parser, and the connection then breaks, an assertion
      // ends the process. A buffer larger than the body cap is never full.
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
    // Undici leaves a socket that is still connecting, which would keep the process running.
    for (const socket of sockets) socket.destroy();
    await Promise.all(destroyed);
  };
  return { exchange, close };
}

function createConnector(sockets: Set<Socket>): Connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return ({ servername: _, ...options }, callback) => {
    const { hostname } = options;
    // TLS checks the host that we connect to. Undici would check the name in the Host header, which
    // names the service even if a proxy gets the request. An IP address is no server name (RFC
    // 6066): Node would warn.
    const withServerName = isIP(hostname) === 0 ? { ...options, servername: hostname } : options;
    // The connector returns the socket at once, although its type does not declare it.
    const socket = connect(withServerName, callback) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Undici takes ECONNRESET for the end of a body without a length, but only a FIN is that end.
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
    // With the socket error that it gets here, undici would reconnect at once, without end: a proxy
    // that closed each connection got 1,800 tunnel requests a second. A ProxyFault ends the request.
    const fail = (fault: ProxyFault): void => callback(fault, null);
    agent.connect({ origin: proxy.origin, path, headers }).then(
      ({ statusCode, socket }) => {
        if (statusCode === 200)
          return connect({ ...options, httpSocket: socket as Socket }, callback);
        socket.on('error', () => {}).destroy();
        fail(new ProxyFault({ status: statusCode }));
      },
      (cause: unknown) => fail(new ProxyFault({ cause })),
    );
  };
}
