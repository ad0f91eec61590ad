/** One request, once, over a real connection. Import it only where a request is made: undici is slow to load. */
import type { Dispatcher } from 'undici';
import { NetworkError } from '../errors.ts';
import { decodeBody, readBody } from './body.ts';
import { basic, createConnections } from './connections.ts';
import type { Connections } from './connections.ts';
import { proxyRefused, stalled, timedOut, toFault } from './faults.ts';
import { createWatch } from './watch.ts';
import type { Watch } from './watch.ts';
import { proxyFor } from './proxy.ts';
import { redirected } from './redirect.ts';
import type { HttpRequest, HttpResponse, Machine, SendOptions, Transport } from './types.ts';

export interface TransportOptions {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'env'>;
  /** `rental/1.2.3`. */
  readonly userAgent: string;
  /** The longest silence inside a body, ms; 10 000 unless told. */
  readonly idleMs?: number;
  /** Certificate authorities (PEM) to trust instead of the machine's. */
  readonly ca?: readonly string[];
}

/**
 * Sends with undici. An attempt ends with a whole answer of any status but a redirect, a NetworkError, a ContractError
 * (redirect, too large, not HTTP), or the reason of the signal, at once whatever it was waiting for.
 */
export function createTransport(options: TransportOptions): Transport {
  const connections = createConnections(options.ca);
  let closed = false;
  return {
    send: async (request, sendOptions) => {
      sendOptions.signal.throwIfAborted();
      if (closed) throw new NetworkError('the connection is closed already');
      const watch = createWatch(sendOptions);
      try {
        const exchanged = exchange(request, sendOptions, { ...options, connections, watch });
        return await Promise.race([exchanged, watch.stopped]);
      } finally {
        watch.end();
      }
    },
    close: async () => {
      closed = true;
      await connections.close();
    },
  };
}

interface Tools extends TransportOptions {
  readonly connections: Connections;
  readonly watch: Watch;
}

async function exchange(request: HttpRequest, options: SendOptions, tools: Tools): Promise<HttpResponse> {
  const { url, endpoint } = request;
  const { machine, connections, watch, idleMs = 10_000 } = tools;
  const proxy = proxyFor(url, machine.env);
  const attempted = { endpoint, host: url.host, proxy: proxy?.host, answered: false };
  watch.start(options.timeoutMs, () => timedOut(attempted, options.timeoutMs));
  const startedAt = machine.monotonic();
  let body: Dispatcher.ResponseData['body'] | undefined;
  try {
    const response = await dispatch(url, proxy, connections, headersFor(request, tools.userAgent), watch.signal);
    // An error of a body that nobody reads any more is no error of the process.
    body = response.body.on('error', () => {});
    if (response.statusCode === 407 && proxy) throw proxyRefused(407, attempted);
    attempted.answered = true;
    const answer = { status: response.statusCode, headers: flat(response.headers), receivedAt: machine.now() };
    options.onHeaders(answer);
    if (answer.status >= 300 && answer.status < 400) throw redirected(answer, request);
    const idle = watch.idle(idleMs, () => stalled(attempted, idleMs));
    const sent = await readBody(body, answer.headers['content-length'], endpoint, idle);
    const decoded = await decodeBody(sent, answer.headers['content-encoding'] ?? '', endpoint);
    const tls = proxy === undefined ? connections.certificate(url) : undefined;
    return { ...answer, body: decoded, elapsedMs: machine.monotonic() - startedAt, ...(tls && { tls }) };
  } catch (error) {
    throw toFault(error, attempted);
  } finally {
    body?.destroy();
  }
}

function dispatch(
  url: URL,
  proxy: URL | undefined,
  connections: Connections,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const path = `${url.pathname}${url.search}`;
  // Undici pauses a parser whose reader is slow, and a connection that breaks while paused fails an assertion that takes
  // the process down. The body is read at once and capped, so nothing is ever paused.
  const common = { method: 'GET', signal, highWaterMark: 64 * 1024 * 1024 } as const;
  if (proxy === undefined) return connections.direct().request({ ...common, origin: url.origin, path, headers });
  if (url.protocol === 'https:') {
    return connections.tunnel(proxy).request({ ...common, origin: url.origin, path, headers });
  }
  // Plain http is asked of the proxy itself: few of them open a tunnel to port 80.
  const authorization = basic(proxy);
  return connections.direct().request({
    ...common,
    origin: proxy.origin,
    path: `${url.origin}${path}`,
    headers: {
      ...headers,
      host: url.host,
      ...(authorization !== undefined && { 'proxy-authorization': authorization }),
    },
  });
}

function headersFor({ url, accept = 'application/json' }: HttpRequest, userAgent: string): Record<string, string> {
  const authorization = basic(url);
  return {
    accept,
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...(authorization !== undefined && { authorization }),
  };
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
