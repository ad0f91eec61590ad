/**
 * Real servers on loopback that write every byte, and a client with an unlimited budget and waits
 * that take no time.
 */
import { readFileSync } from 'node:fs';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import nodeTls from 'node:tls';
import { onTestFinished, vi } from 'vitest';
import { createHttp, type HttpOptions } from '../../src/http/http.ts';
import { createRetryAllowance } from '../../src/http/retry.ts';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import type { ResponseHead, Budget, HttpEvent, Machine } from '../../src/http/types.ts';

export interface TestServer {
  readonly port: number;
  readonly origin: string;
  /** The requests so far, unchanged. */
  readonly requests: readonly string[];
  /** Connections so far, with or without a request. */
  readonly connections: () => number;
  /** Connections that have not ended. */
  readonly open: () => number;
  /** Ends every connection with an RST alone; `resetAndDestroy` sends a FIN before it. */
  readonly reset: () => void;
}

export type Handler = (socket: Socket, request: string, seen: number) => void;

/**
 * Collects complete request heads on each connection; the handler writes every byte of the
 * response.
 */
export async function serve(
  handler: Handler,
  server: Server = createTcpServer(),
  event = 'connection',
): Promise<TestServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on(event, (socket: Socket) => {
    socket.on('error', () => {});
    let head = '';
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
        requests.push(head.slice(0, end));
        head = head.slice(end + 4);
        handler(socket, requests.at(-1) ?? '', requests.length);
      }
    });
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const reset = (): void => {
    for (const socket of sockets) Object.assign(socket, { resetAndClosing: true }).destroy();
  };
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    reset,
  };
}

export const pem = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8');

/** For `serve`, with its event `secureConnection`. */
export const tls = (name = 'good') =>
  nodeTls.createServer({ cert: pem(name), key: pem(`${name}.key`) });

/** The authority of the certificates. */
export const ca = pem('ca');
const connectTls = nodeTls.connect;

/** Writes a response with a JSON body, or with the given `headers` and `body`. */
export function respond(
  status: string,
  body: string | Uint8Array = '[]',
  headers: readonly string[] = ['Content-Type: application/json'],
): Handler {
  return send(head(status, ...headers, `Content-Length: ${Buffer.byteLength(body)}`), body);
}

export const head = (status: string, ...headers: string[]) =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

export const send =
  (...parts: (string | Uint8Array)[]): Handler =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

export const sendAndEnd =
  (text: string): Handler =>
  (socket) =>
    void socket.end(text);

/** Sends the start, then a piece every 10 ms. */
export const drip =
  (start: string, piece: string): Handler =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(piece), 10);
    socket.on('close', () => clearInterval(timer));
  };

/** Sends the start, then the text again and again, as fast as it is read. */
export const flood =
  (start: string, text: string): Handler =>
  (socket) => {
    socket.write(start);
    const piece = Buffer.from(text.repeat(10_000));
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

/** Opens every tunnel to one port of this machine. */
export const tunnelTo =
  (port: number): Handler =>
  (socket, request) => {
    if (!request.startsWith('CONNECT ')) return;
    socket.removeAllListeners('data');
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
    far.on('error', () => socket.destroy());
    socket.on('close', () => far.destroy());
  };

/** A client behind this proxy. */
export const through = (proxy: string): Options => ({
  ca,
  machine: { env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } },
});

/** The real clocks. Sleeps end at once, or throw if already aborted. */
export const testMachine: Machine = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (_ms, signal) => signal?.throwIfAborted(),
  random: () => 0.5,
  env: {},
};

/** Ends only when its signal aborts. */
export function sleepForever(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error)),
  );
}

interface CountingBudget extends Budget {
  readonly answers: ResponseHead[];
  readonly counts: { acquired: number; answered: number; lost: number };
}

function unlimitedBudget(): CountingBudget {
  const answers: ResponseHead[] = [];
  const counts = { acquired: 0, answered: 0, lost: 0 };
  return {
    answers,
    counts,
    acquire: async (signal) => {
      signal.throwIfAborted();
      counts.acquired += 1;
      return {
        settle: async (given) => {
          counts[given ? 'answered' : 'lost'] += 1;
          if (given) answers.push(given);
        },
      };
    },
  };
}

/**
 * `ca` is trusted instead of the authorities of the machine: Node reads NODE_EXTRA_CA_CERTS only
 * when it starts.
 */
export type Options = Partial<
  Omit<HttpOptions & TransportOptions, 'machine'> & {
    readonly ca: string;
    /** The rest is that of `testMachine`. */
    readonly machine: Partial<Machine>;
  }
>;

/** Closed at the end of the test. */
export function client(options: Options = {}) {
  const machine = { ...testMachine, ...options.machine };
  vi.spyOn(nodeTls, 'connect').mockImplementation(((given: object) =>
    connectTls({ ...given, ca: options.ca })) as typeof nodeTls.connect);
  const transport = createTransport({ userAgent: 'rental/1.2.3', ...options, machine });
  const events: HttpEvent[] = [];
  const budget = unlimitedBudget();
  const abort = new AbortController();
  const http = createHttp({
    transport,
    budget,
    timeoutMs: 5_000,
    maxWaitMs: 90_000,
    retries: 2,
    windowMs: 60_000,
    retryAllowance: createRetryAllowance(),
    signal: abort.signal,
    onEvent: (event) => events.push(event),
    ...options,
    machine,
  });
  onTestFinished(() => transport.close());
  const get = (url: string) => http.get({ url: new URL(url), endpoint: 'GET /depots' });
  return { http, get, transport, budget, events, abort };
}

/** What a promise rejects with; fails if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
}
