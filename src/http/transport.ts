/** Sends one request once. */
import { isLoopback } from '../base/addresses.ts';
import { NetworkError } from '../base/errors.ts';
import { exchangeInProcess, toOutgoing, type Exchange, type Incoming } from './exchange.ts';
import { bodyCap, decodeBody } from './encodings.ts';
import { errorWithCode } from './error-codes.ts';
import { proxyFor } from './proxy.ts';
import { RedirectError } from './response-errors.ts';
import { ProxyFault, toTransportError } from './transport-errors.ts';
import type { HttpRequest, HttpResponse, Machine, ResponseHead, Service } from './types.ts';

export interface TransportOptions {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'env'>;
  /** Answers each request within this process: nothing is connected. */
  readonly service?: Service | undefined;
  /** `rental/1.2.3`. */
  readonly userAgent: string;
  /** What messages call the service; its host by default. */
  readonly serviceName?: (url: URL) => string;
  /** The longest silence inside a body, ms; 10 000 by default. */
  readonly idleMs?: number;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** How long after the abort an answer is still waited for, ms; 0 by default. */
  readonly graceMs?: number | undefined;
  /** The whole attempt: connect, headers and body, ms. */
  readonly timeoutMs: number;
  /** The budget counts from the arrival of the headers. */
  readonly onHeaders: (answer: ResponseHead) => void;
}

/** Never retries, never waits for a budget. */
export interface Transport {
  /**
   * Resolves with a complete response of any status except a redirect. Throws NetworkError,
   * ContractError (redirect, too large, not HTTP), or the signal's reason.
   */
  send(request: HttpRequest, options: SendOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const { service } = options;
  let closed = false;
  let opened: Promise<{ readonly exchange: Exchange; close(): Promise<void> }> | undefined;
  const exchangeOverNetwork: Exchange = async (...request) => {
    // Undici is slow to load, and a service in this process does not need it.
    opened ??= import('./connections.ts').then(({ createConnections }) => createConnections());
    return (await opened).exchange(...request);
  };
  const exchange = service === undefined ? exchangeOverNetwork : exchangeInProcess(service);
  return {
    send: async (request, sendOptions) => {
      sendOptions.signal.throwIfAborted();
      if (closed) throw new NetworkError('the connection is closed already');
      return attempt(request, sendOptions, exchange, options);
    },
    close: async () => {
      closed = true;
      await (await opened)?.close();
    },
  };
}

async function attempt(
  request: HttpRequest,
  { signal, graceMs = 0, timeoutMs, onHeaders }: SendOptions,
  exchange: Exchange,
  {
    machine,
    service,
    userAgent,
    serviceName = ({ host }) => host,
    idleMs = 10_000,
  }: TransportOptions,
): Promise<HttpResponse> {
  const { url, endpoint } = request;
  const proxy = service === undefined ? proxyFor(url, machine.env) : undefined;
  const sent = toOutgoing(request, userAgent, proxy);
  const state = {
    endpoint,
    serviceName: serviceName(url),
    isLocal: isLoopback(url.hostname),
    proxy: proxy?.host,
    hasTunnel: sent.tunnelProxy !== undefined,
    isAnswered: false,
    timeoutMs,
    idleMs,
  };
  const startedAt = machine.monotonic();
  const receive = async (ending: AbortSignal): Promise<HttpResponse> => {
    const incoming = await exchange(sent, { signal: ending, idleMs });
    try {
      const { status, headers } = incoming;
      if (status === 407 && proxy) throw new ProxyFault({ status });
      state.isAnswered = true;
      const answer = { status, headers, receivedAt: machine.now() };
      onHeaders(answer);
      if (status >= 300 && status < 400) throw new RedirectError(answer, request);
      const body = await readBody(incoming, endpoint);
      return { ...answer, body, elapsedMs: machine.monotonic() - startedAt };
    } finally {
      incoming.drop?.();
    }
  };
  try {
    return await inTime({ timeoutMs, signal, graceMs, machine }, receive);
  } catch (error) {
    throw toTransportError(error, state);
  }
}

async function readBody({ headers, bytes }: Incoming, endpoint: string): Promise<Uint8Array> {
  if (Number(headers['content-length']) > bodyCap)
    throw errorWithCode('UND_ERR_RES_EXCEEDED_MAX_SIZE');
  return decodeBody(await bytes(), headers['content-encoding'] ?? '', endpoint);
}

interface AttemptTime {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly graceMs: number;
  readonly machine: Pick<Machine, 'sleep'>;
}

/** Rejects as soon as the time is over: undici does not end a request that is still connecting. */
async function inTime<T>(
  { timeoutMs, signal, graceMs, machine }: AttemptTime,
  run: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const ending = controller.signal;
  // A real timer, because the sleeps of tests end at once.
  const timer = setTimeout(() => controller.abort(errorWithCode('LATE')), timeoutMs);
  const end = (): void => controller.abort(signal.reason);
  const endLater = (): void => void machine.sleep(graceMs, ending).then(end, () => {});
  signal.addEventListener('abort', graceMs > 0 ? endLater : end, { signal: ending });
  const ended = new Promise<never>((_, reject) => {
    ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true });
  });
  try {
    return await Promise.race([run(ending), ended]);
  } finally {
    clearTimeout(timer);
    // Removes the listeners that are left.
    controller.abort();
  }
}
