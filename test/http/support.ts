/** Real servers on loopback, and an Http whose budget is endless and whose waits take no time. */
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttp } from '../../src/http/http.ts';
import type { HttpOptions } from '../../src/http/http.ts';
import { createTransport } from '../../src/http/transport.ts';
import type { TransportOptions } from '../../src/http/transport.ts';
import type { Answer, Budget, HttpEvent, Machine } from '../../src/http/types.ts';

export interface TestServer {
  readonly port: number;
  readonly origin: string;
  /** The requests it has seen, as they came. */
  readonly requests: readonly string[];
  /** How often somebody connected, whether or not a request followed. */
  readonly connections: () => number;
}

export type Handler = (socket: Socket, request: string, seen: number) => void;

/** Counts whole request heads on each connection and leaves every byte of the answer to the handler. */
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
  return { port, origin: `http://127.0.0.1:${port}`, requests, connections: () => connections };
}

/** Writes an answer with a JSON body, or with `headers` and `body` as given. */
export function answer(
  status: string,
  body: string | Uint8Array = '[]',
  headers: readonly string[] = ['Content-Type: application/json'],
): Handler {
  return (socket) => {
    socket.write([`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'));
    socket.write(body);
  };
}

/** The real clocks; sleeps end at once, or when aborted if that comes first. */
function testMachine(over: Partial<Machine> = {}): Machine {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (_ms, signal) => signal?.throwIfAborted(),
    random: () => 0.5,
    env: {},
    ...over,
  };
}

/** Never ends before its signal, as a long wait does. */
export function sleepForever(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
}

interface Permits extends Budget {
  readonly answers: Answer[];
  readonly counts: { acquired: number; answered: number; lost: number };
}

function endlessBudget(): Permits {
  const answers: Answer[] = [];
  const counts = { acquired: 0, answered: 0, lost: 0 };
  return {
    answers,
    counts,
    acquire: async (signal) => {
      signal.throwIfAborted();
      counts.acquired += 1;
      return {
        answered: (given) => {
          counts.answered += 1;
          answers.push(given);
        },
        lost: () => {
          counts.lost += 1;
        },
      };
    },
  };
}

type Options = Partial<HttpOptions> & Partial<TransportOptions>;

/** Closed at the end of the test. */
export function client(options: Options = {}) {
  const machine = options.machine ? { ...testMachine(), ...options.machine } : testMachine();
  const { idleMs = 10_000, userAgent = 'rental/1.2.3' } = options;
  const transport = createTransport({ userAgent, idleMs, ...(options.ca && { ca: options.ca }), machine });
  const events: HttpEvent[] = [];
  const budget = endlessBudget();
  const abort = new AbortController();
  const http = createHttp({
    transport,
    budget,
    timeoutMs: 5_000,
    maxWaitMs: 90_000,
    retries: 2,
    signal: abort.signal,
    onEvent: (event) => events.push(event),
    ...options,
    machine,
  });
  onTestFinished(() => http.close());
  const get = (url: string) => http.get({ url: new URL(url), endpoint: 'GET /depots' });
  return { http, get, transport, budget, events, abort };
}

/** What a promise rejects with; fails where it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
}
