import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface HttpOptions {
  /** The type of JSON answers. */
  readonly jsonType: 'application/json' | 'application/json; charset=utf-8' | 'Application/JSON;charset="UTF-8"';
  /** Compresses answers for clients that ask for it. */
  readonly gzip: boolean;
  /** Sends answers in several pieces of unknown length. */
  readonly chunked: boolean;
  /** Closes each connection after one answer. */
  readonly closeConnections: boolean;
  readonly headerNames: 'usual' | 'lower case' | 'upper case';
  /** Sends a Date header. */
  readonly date: boolean;
  /** Sends headers for caches, browsers and cookies. */
  readonly moreHeaders: boolean;
  /** Waits before each answer, in milliseconds. */
  readonly delay: number;
  /** The status for methods other than GET and HEAD. */
  readonly otherMethods: 404 | 405 | 501;
}

export const httpDefaults: HttpOptions = {
  jsonType: 'application/json',
  gzip: false,
  chunked: false,
  closeConnections: false,
  headerNames: 'usual',
  date: true,
  moreHeaders: false,
  delay: 0,
  otherMethods: 405,
};

/** An answer as the wire has it. */
export interface Message {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Listening {
  readonly origin: string;
  /** Says how to answer. `record` sees every request. */
  answerWith(record: (request: IncomingMessage) => void, answer: (request: IncomingMessage) => Message): void;
  close(): Promise<void>;
}

export async function listen(options: HttpOptions, now: () => number): Promise<Listening> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith(record, answer) {
      server.on('request', (request, response) => {
        record(request);
        const other = request.method !== 'GET' && request.method !== 'HEAD';
        const message = other
          ? { status: options.otherMethods, type: 'text/plain', body: 'GET only' }
          : answer(request);
        if (options.delay === 0) send(request, response, message, options, now());
        else setTimeout(() => send(request, response, message, options, now()), options.delay);
      });
    },
    async close() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  message: Message,
  options: HttpOptions,
  now: number,
): void {
  const zip = options.gzip && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = zip ? gzipSync(message.body) : Buffer.from(message.body);
  const headers: Record<string, string> = {
    'Content-Type': message.type,
    ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
    ...(options.chunked ? {} : { 'Content-Length': String(body.length) }),
    ...(options.closeConnections ? { Connection: 'close' } : {}),
    ...(options.date ? { Date: new Date(now).toUTCString() } : {}),
    ...(options.moreHeaders ? MORE_HEADERS : {}),
    ...message.headers,
  };
  response.sendDate = false;
  response.writeHead(
    message.status,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [cased(name, options), value])),
  );
  // Three pieces cut characters of several bytes and JSON in the middle.
  const piece = options.chunked ? Math.ceil(body.length / 3) : 0;
  if (piece > 0) for (const start of [0, piece]) response.write(body.subarray(start, start + piece));
  response.end(body.subarray(piece * 2));
}

const MORE_HEADERS = {
  ETag: 'W/"0"',
  'Cache-Control': 'private, max-age=30, stale-while-revalidate=5',
  Vary: 'Accept-Encoding, User-Agent',
  'Set-Cookie': 'visit=1; Path=/; HttpOnly',
  'Strict-Transport-Security': 'max-age=31536000',
  Link: '</help>; rel="help"',
  Server: 'kea/0.3 (a "very" small server)',
};

function cased(name: string, { headerNames }: HttpOptions): string {
  if (headerNames === 'usual') return name;
  return headerNames === 'lower case' ? name.toLowerCase() : name.toUpperCase();
}
