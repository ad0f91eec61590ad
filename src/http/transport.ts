/** Sends one request once: over a connection, or to a service in this process. */
import { NetworkError } from '../errors.ts';
import type { Service } from '../service.ts';
import { isLoopback } from '../text.ts';
import { faultOf } from './error-codes.ts';
import type { ConnectionOptions } from './connections.ts';
import { basicAuth } from './credentials.ts';
import { bodyCap, decodeBody } from './encodings.ts';
import { proxyFor } from './proxy.ts';
import { redirectError } from './response-errors.ts';
import { ProxyFault, toTransportError } from './transport-errors.ts';
import type { HttpRequest, HttpResponse, Machine, SendOptions, Transport } from './types.ts';

export interface TransportOptions extends ConnectionOptions {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'env'>;
  /** Answers instead of any connection. */
  readonly service?: Service | undefined;
  /** `rental/1.2.3`. */
  readonly userAgent: string;
  /** What messages call the service; its host by default. */
  readonly serviceName?: (url: URL) => string;
  /** The longest silence inside a body, ms; 10 000 by default. */
  readonly idleMs?: number;
}

/** A request as it is sent: to the service, or to a proxy. */
interface Outgoing {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** An answer of which only the headers have arrived. */
interface Received extends Pick<HttpResponse, 'status' | 'tls'> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes(): Promise<Uint8Array>;
  /** Ends the connection if the body was not read. */
  drop(): void;
}

/** `tunnel` is a proxy that opens one. */
export type Ask = (
  request: Outgoing & { readonly tunnel?: URL | undefined },
  limits: { readonly signal: AbortSignal; readonly idleMs: number },
) => Promise<Received>;

/**
 * An attempt ends with a complete response of any status except a redirect, a NetworkError, or a ContractError (redirect, too
 * large, not HTTP). An abort ends it at once, in every phase, with the signal's reason.
 */
export function createTransport(options: TransportOptions): Transport {
  const { service } = options;
  let closed = false;
  let opening: Promise<{ readonly ask: Ask; close(): Promise<void> }> | undefined;
  const askNetwork: Ask = async (...request) => {
    opening ??= import('./connections.ts').then(({ createConnections }) => createConnections(options));
    return (await opening).ask(...request);
  };
  const ask = service === undefined ? askNetwork : askService(service);
  return {
    send: async (request, sendOptions) => {
      sendOptions.signal.throwIfAborted();
      if (closed) throw new NetworkError('the connection is closed already');
      return attempt(request, sendOptions, ask, options);
    },
    close: async () => {
      closed = true;
      await (await opening)?.close();
    },
  };
}

function askService(service: Service): Ask {
  return async ({ origin, path, tunnel: _, ...init }) => {
    const answer = await service(new Request(origin + path, init));
    return {
      status: answer.status,
      headers: Object.fromEntries([...answer.headers.keys()].map((name) => [name, answer.headers.get(name) ?? ''])),
      bytes: async () => new Uint8Array(await answer.arrayBuffer()),
      drop: () => {},
    };
  };
}

async function attempt(
  request: HttpRequest,
  { signal, timeoutMs, onHeaders }: SendOptions,
  ask: Ask,
  { machine, service, userAgent, serviceName = ({ host }) => host, idleMs = 10_000 }: TransportOptions,
): Promise<HttpResponse> {
  const { url, endpoint } = request;
  const proxy = service === undefined ? proxyFor(url, machine.env) : undefined;
  const tunnel = url.protocol === 'https:' ? proxy : undefined;
  const place = { endpoint, host: serviceName(url), isLocal: isLoopback(url.hostname), proxy: proxy?.host };
  const state = { ...place, tunnel: tunnel !== undefined, answered: false, timeoutMs, idleMs };
  const startedAt = machine.monotonic();
  const receive = async (ending: AbortSignal): Promise<HttpResponse> => {
    const outgoing =
      proxy === undefined || tunnel ? plain(request, userAgent) : throughProxy(proxy, request, userAgent);
    const received = await ask({ ...outgoing, tunnel }, { signal: ending, idleMs });
    try {
      const { status, tls } = received;
      if (status === 407 && proxy) throw new ProxyFault(status);
      state.answered = true;
      const answer = { status, headers: joinHeaders(received.headers), receivedAt: machine.now() };
      onHeaders(answer);
      if (status >= 300 && status < 400) throw redirectError(answer, request);
      if (Number(answer.headers['content-length']) > bodyCap) throw faultOf('UND_ERR_RES_EXCEEDED_MAX_SIZE');
      const body = await decodeBody(await received.bytes(), answer.headers['content-encoding'] ?? '', endpoint);
      return { ...answer, body, elapsedMs: machine.monotonic() - startedAt, ...(tls && { tls }) };
    } finally {
      received.drop();
    }
  };
  try {
    return await within(timeoutMs, signal, receive);
  } catch (error) {
    throw toTransportError(error, state);
  }
}

function plain({ url, accept = 'application/json', cookie, post }: HttpRequest, userAgent: string): Outgoing {
  const authorization = basicAuth(url);
  const headers = {
    accept,
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...(cookie !== undefined && { cookie }),
    ...(authorization !== undefined && { authorization }),
    ...(post && { 'content-type': post.type }),
  };
  const sent = post === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body: post.body } as const);
  return { ...sent, origin: url.origin, path: `${url.pathname}${url.search}`, headers };
}

/** Plain http goes to the proxy itself: few proxies open a tunnel to port 80. */
function throughProxy(proxy: URL, request: HttpRequest, userAgent: string): Outgoing {
  const { origin, path, headers, ...rest } = plain(request, userAgent);
  const login = basicAuth(proxy);
  const more = { host: request.url.host, ...(login !== undefined && { 'proxy-authorization': login }) };
  return { ...rest, origin: proxy.origin, path: `${origin}${path}`, headers: { ...headers, ...more } };
}

function joinHeaders(headers: Received['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]));
}

/** With a longer time, `setTimeout` fires at once. */
const longest = 2 ** 31 - 1;

/** Runs until the time is over or `signal` aborts, and then rejects at once: undici does not end a request that is still connecting. */
async function within<T>(ms: number, signal: AbortSignal, run: (ending: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const interrupted = (): void => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(faultOf('LATE')), Math.min(ms, longest));
  signal.addEventListener('abort', interrupted, { once: true });
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([run(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupted);
  }
}
