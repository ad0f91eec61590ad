/** Sends one request over a real connection. Import it only where a request is made: undici is slow to load. */
import type { Dispatcher } from 'undici';
import { NetworkError } from '../errors.ts';
import { decodeBody, readBody } from './body.ts';
import { createConnections, type ConnectionOptions, type Connections } from './connections.ts';
import { basicAuth } from './credentials.ts';
import { isLoopback } from '../text.ts';
import { proxyFor } from './proxy.ts';
import { redirectError } from './response-errors.ts';
import { proxyError, stallError, timeoutError, toTransportError } from './transport-errors.ts';
import type { HttpRequest, HttpResponse, Machine, SendOptions, Transport } from './types.ts';

export interface TransportOptions extends ConnectionOptions {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'env'>;
  /** `rental/1.2.3`. */
  readonly userAgent: string;
  /** What messages call the service; its host by default. */
  readonly serviceName?: (url: URL) => string;
  /** The longest silence inside a body, ms; 10 000 by default. */
  readonly idleMs?: number;
}

/**
 * Sends with undici. An attempt ends with a complete response of any status except a redirect, a NetworkError, or a
 * ContractError (redirect, too large, not HTTP). An abort ends it at once, in every phase, with the signal's reason.
 */
export function createTransport(options: TransportOptions): Transport {
  const connections = createConnections(options);
  let closed = false;
  return {
    send: async (request, sendOptions) => {
      sendOptions.signal.throwIfAborted();
      if (closed) throw new NetworkError('the connection is closed already');
      const timers = createTimers(sendOptions.signal);
      try {
        const response = attempt(request, sendOptions, { ...options, connections, timers });
        return await Promise.race([response, timers.stopped]);
      } finally {
        timers.end();
      }
    },
    close: async () => {
      closed = true;
      await connections.close();
    },
  };
}

interface AttemptParts extends TransportOptions {
  readonly connections: Connections;
  readonly timers: ReturnType<typeof createTimers>;
}

async function attempt(request: HttpRequest, options: SendOptions, parts: AttemptParts): Promise<HttpResponse> {
  const { url, endpoint } = request;
  const { machine, connections, timers, service, serviceName = ({ host }) => host, idleMs = 10_000 } = parts;
  const proxy = service === undefined ? proxyFor(url, machine.env) : undefined;
  const tunnel = url.protocol === 'https:';
  const state = {
    endpoint,
    host: serviceName(url),
    isLocal: isLoopback(url.hostname),
    proxy: proxy?.host,
    tunnel,
    answered: false,
  };
  timers.start(options.timeoutMs, () => timeoutError(state, options.timeoutMs));
  const startedAt = machine.monotonic();
  let body: Dispatcher.ResponseData['body'] | undefined;
  try {
    const response = await dispatch(request, proxy, parts);
    // Without a listener, an error of an abandoned body would end the process.
    body = response.body.on('error', () => {});
    if (response.statusCode === 407 && proxy) throw proxyError(407, state);
    state.answered = true;
    const answer = { status: response.statusCode, headers: joinHeaders(response.headers), receivedAt: machine.now() };
    options.onHeaders(answer);
    if (answer.status >= 300 && answer.status < 400) throw redirectError(answer, request);
    const restartIdle = timers.start(idleMs, () => stallError(state, idleMs));
    const sent = await readBody(body, answer.headers['content-length'], endpoint, restartIdle);
    const decoded = await decodeBody(sent, answer.headers['content-encoding'] ?? '', endpoint);
    const tls = proxy === undefined ? connections.certificate(url) : undefined;
    return { ...answer, body: decoded, elapsedMs: machine.monotonic() - startedAt, ...(tls && { tls }) };
  } catch (error) {
    throw toTransportError(error, state);
  } finally {
    body?.destroy();
  }
}

function dispatch(
  request: HttpRequest,
  proxy: URL | undefined,
  { connections, timers: { signal }, userAgent }: AttemptParts,
): Promise<Dispatcher.ResponseData> {
  const { url, post } = request;
  const path = `${url.pathname}${url.search}`;
  const headers = headersFor(request, userAgent);
  // Undici pauses the parser of a slow reader, and a connection that breaks while paused fails an assertion that ends the
  // process. This buffer is larger than the body cap, so the parser never pauses.
  const highWaterMark = 64 * 1024 * 1024;
  const sent = post === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body: post.body } as const);
  const options = { ...sent, signal, highWaterMark, origin: url.origin, path, headers };
  if (proxy === undefined) return connections.direct().request(options);
  if (url.protocol === 'https:') return connections.tunnel(proxy).request(options);
  // Plain http goes to the proxy itself: few proxies open a tunnel to port 80.
  const login = basicAuth(proxy);
  return connections.direct().request({
    ...options,
    origin: proxy.origin,
    path: `${url.origin}${path}`,
    headers: { ...headers, host: url.host, ...(login !== undefined && { 'proxy-authorization': login }) },
  });
}

function headersFor(
  { url, accept = 'application/json', cookie, post }: HttpRequest,
  userAgent: string,
): Record<string, string> {
  const authorization = basicAuth(url);
  return {
    accept,
    'accept-encoding': 'identity',
    ...(cookie !== undefined && { cookie }),
    'user-agent': userAgent,
    ...(authorization !== undefined && { authorization }),
    ...(post && { 'content-type': post.type }),
  };
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** With a longer time, `setTimeout` fires at once. */
const longest = 2 ** 31 - 1;

/** The timers of one attempt. Undici's own are coarse, and it ends a request that is still connecting too late. */
function createTimers(signal: AbortSignal) {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const interrupted = (): void => stop.abort(signal.reason);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  stopped.catch(() => {});
  signal.addEventListener('abort', interrupted, { once: true });
  return {
    /** Aborts when the attempt ends early, with its reason. */
    signal: stop.signal,
    /** Never resolves; rejects with the reason of `signal`. */
    stopped,
    /** Ends the attempt with an error after `ms`. The returned function restarts the timer. */
    start: (ms: number, timeout: () => Error): (() => void) => {
      const timer = setTimeout(() => stop.abort(timeout()), Math.min(ms, longest));
      timers.push(timer);
      return () => void timer.refresh();
    },
    /** Stops the timers. */
    end: (): void => {
      signal.removeEventListener('abort', interrupted);
      timers.forEach(clearTimeout);
    },
  };
}
