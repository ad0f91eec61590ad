/** Each fault over a real socket: the error class, the exit code, the message, and the requests that the server received. */
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { ContractError, NetworkError } from '../../src/errors.ts';
import { readJson } from '../../src/http/json.ts';
import { answer, client, rejection, serve } from './support.ts';
import type { Handler } from './support.ts';

const head = (status: string, ...headers: string[]) => [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
const send =
  (...parts: (string | Uint8Array)[]): Handler =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const sendAndEnd =
  (text: string): Handler =>
  (socket) =>
    void socket.end(text);
const sendAndReset =
  (text: string): Handler =>
  (socket) =>
    // Reset only after the client has read, or the bytes are lost.
    void socket.write(text, () => setImmediate(() => socket.resetAndDestroy()));
const interim = head('102 Processing') + head('103 Early Hints', 'Link: </x>');

function drip(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket, text: string): void {
  const piece = Buffer.alloc(256 * 1024, text);
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

interface Fault {
  readonly exit: 6 | 7;
  readonly requests: number;
  readonly message: RegExp;
  /** 2 unless given. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

const cutOff: Fault = { exit: 6, requests: 3, message: /^the answer of 127\.0\.0\.1:\d+ to GET \/depots was cut off$/ };
const closed: Fault = { exit: 6, requests: 3, message: /closed the connection without an answer to GET \/depots$/ };
const broken = (message: RegExp): Fault => ({ exit: 7, requests: 1, message });
const late = (message: RegExp): Fault => ({ exit: 6, requests: 3, timeoutMs: 120, message });
const tooLarge = broken(/^GET \/depots: the answer is larger than 8 MiB$/);
const headersTooLarge = broken(/^GET \/depots: the headers of the answer are larger than 16 KiB$/);
const notHttp = broken(/^GET \/depots: what 127\.0\.0\.1:\d+ sent is not HTTP$/);
// Waiting takes time, so only one of these faults is met three times.
const once = { requests: 1, retries: 0 };
const unanswered = late(/did not answer to GET \/depots within 120 ms$/);
const unfinished = late(/did not finish its answer to GET \/depots within 120 ms$/);
const stalls = /stopped in the middle of its answer to GET \/depots: nothing for 60 ms$/;

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, ' ');
const encoded = (encoding: string, body: Uint8Array) =>
  send(head('200 OK', json, `Content-Encoding: ${encoding}`, `Content-Length: ${body.byteLength}`), body);
const chunked = 'Transfer-Encoding: chunked';
const tenBytes = 'Content-Length: 10';
const flooding =
  (start: string, text: string): Handler =>
  (socket) => {
    socket.write(start);
    flood(socket, text);
  };

const faults: readonly (readonly [string, Handler, Fault])[] = [
  ['closed before an answer', sendAndEnd(''), closed],
  ['reset before an answer', (socket) => void socket.resetAndDestroy(), closed],
  ['closed inside the headers', sendAndEnd('HTTP/1.1 200 OK\r\nContent-Ty'), closed],
  ['body cut off, with a length', sendAndEnd(`${head('200 OK', json, tenBytes)}[1`), cutOff],
  ['body cut off, chunked', sendAndEnd(`${head('200 OK', json, chunked)}2\r\n[]\r\n`), cutOff],
  ['reset in the body', sendAndReset(`${head('200 OK', json, tenBytes)}[1`), cutOff],
  ['no answer', () => {}, unanswered],
  ['slow headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Slow: 1\r\n'), { ...unanswered, ...once }],
  [
    'slow drip of a body',
    (socket) => drip(socket, head('200 OK', 'Content-Length: 100000'), ' '),
    { ...unfinished, ...once },
  ],
  [
    'a body that stalls',
    send(head('200 OK', json, 'Content-Length: 100'), '['),
    { exit: 6, ...once, idleMs: 60, message: stalls },
  ],
  ['endless interim answers', flooding('', head('103 Early Hints')), headersTooLarge],
  ['a 100 that nobody asked for', send(head('100 Continue')), notHttp],
  ['headers over 16 KiB', send(head('200 OK', `X-Big: ${'x'.repeat(17_000)}`)), headersTooLarge],
  ['endless body without a length', flooding(head('200 OK', json, 'Connection: close'), ' '), tooLarge],
  ['Content-Length over the cap', send(head('200 OK', json, 'Content-Length: 99999999999')), tooLarge],
  ['gzip bomb', encoded('gzip', gzipSync(megabytes(9))), tooLarge],
  ['brotli bomb', encoded('br', brotliCompressSync(megabytes(9))), tooLarge],
  ['no gzip', encoded('gzip', Buffer.from('[]')), broken(/: the answer is not the gzip that its headers say$/)],
  ['half a gzip', encoded('gzip', gzipSync('[1]').subarray(0, 20)), broken(/is not the gzip that its headers say$/)],
  [
    'an unknown encoding',
    encoded('gzip, br\u009b31m', Buffer.from('[]')),
    broken(/^GET \/depots: the answer has another content encoding than gzip and br$/),
  ],
  ['not HTTP', sendAndEnd('SSH-2.0-OpenSSH_9.2\r\n\u001b]0;owned\u0007\r\n'), notHttp],
  ['two lengths', send(`${head('200 OK', 'Content-Length: 2', 'Content-Length: 3')}[]`), notHttp],
  ['a broken chunk size', send(`${head('200 OK', json, chunked)}zz\r\n[]\r\n0\r\n\r\n`), notHttp],
  ['an upgrade', send(head('101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade')), notHttp],
  ['an odd status', send(head('099 Odd')), notHttp],
  ['no content', send(head('204 No Content')), broken(/is empty$/)],
];

describe('a fault of the transport', () => {
  it.each(faults)('%s', async (_, handler, { exit, requests, message, ...times }) => {
    const server = await serve(handler);
    const { get, budget } = client({ timeoutMs: 5_000, idleMs: 5_000, ...times });
    const error = await rejection(get(`${server.origin}/depots`).then((response) => readJson(response, 'GET /depots')));
    expect(error).toBeInstanceOf(exit === 6 ? NetworkError : ContractError);
    expect(error).toMatchObject({ exitCode: exit, message: expect.stringMatching(message) as string });
    expect((error as Error).message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(server.requests).toHaveLength(requests);
    expect(budget.counts.acquired).toBe(requests);
    expect(budget.counts.answered + budget.counts.lost).toBe(requests);
  });
});

it('a reset in a body that ends by closing is not its end', async () => {
  const server = await serve(send(`HTTP/1.0 200 OK\r\n${json}\r\n\r\n[]`));
  const { get, budget } = client({ retries: 1 });
  const outcome = rejection(get(`${server.origin}/depots`));
  for (const attempt of [1, 2]) {
    // If data and an RST arrive together, Node reports the end of the data, and no error.
    await expect.poll(() => budget.counts.answered, { interval: 5 }).toBe(attempt);
    server.reset();
  }
  const message = expect.stringMatching(cutOff.message) as string;
  expect(await outcome).toMatchObject({ exitCode: cutOff.exit, message });
});

describe('an unusual but valid response', () => {
  const body = '[{"id":1}]';
  it.each<[string, Handler]>([
    ['HTTP/1.0 without a length', sendAndEnd(`HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}`)],
    ['HTTP/1.1 that ends by closing', sendAndEnd(head('200 OK', json, 'Connection: close') + body)],
    [
      'one byte a packet',
      (socket) => [...`${interim}${head('200 OK', json, tenBytes)}${body}`].forEach((byte) => socket.write(byte)),
    ],
    ['interim answers before the answer', send(interim, interim, head('200 OK', json, 'Content-Length: 10'), body)],
    ['unrequested gzip', encoded('gzip', gzipSync(body))],
    ['unrequested brotli', encoded('br', brotliCompressSync(body))],
    [
      'headers named like properties',
      answer('200 OK', body, [json, '__proto__: x', 'constructor: y', 'constructor: z']),
    ],
  ])('%s', async (_, handler) => {
    const server = await serve(handler);
    const response = await client({ timeoutMs: 5_000 }).get(`${server.origin}/depots`);
    expect(readJson(response, 'GET /depots')).toEqual([{ id: 1 }]);
    expect(server.requests).toHaveLength(1);
  });

  it('a body of exactly 8 MiB', async () => {
    const server = await serve(answer('200 OK', megabytes(8)));
    const response = await client().get(`${server.origin}/depots`);
    expect(response.body.byteLength).toBe(8 * 1024 * 1024);
  });
});

describe('a request', () => {
  it('has the headers of the interface', async () => {
    const server = await serve(answer('200 OK', '[]', [json, 'X-A: 1', 'X-A: 2']));
    const response = await client().get(`${server.origin}/depots?a=b%20c#never-sent`);
    expect(response).toMatchObject({ status: 200, headers: { 'x-a': '1, 2' } });
    const lines = server.requests[0]?.split('\r\n').map((line) => line.toLowerCase()) ?? [];
    expect(lines[0]).toBe('get /depots?a=b%20c http/1.1');
    expect(lines.slice(1).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      'connection: keep-alive',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: rental/1.2.3',
    ]);
  });

  it('may have more time than setTimeout allows, and a slow body whose bytes do not stop', async () => {
    const server = await serve((socket) => {
      const pieces = [head('200 OK', 'Content-Length: 13'), ...'[1,2,3,4,5,6]'];
      const timer = setInterval(() => {
        socket.write(pieces.shift() ?? '');
        if (pieces.length === 0) clearInterval(timer);
      }, 40);
    });
    const response = await client({ timeoutMs: 2 ** 40, idleMs: 400, retries: 0 }).get(server.origin);
    expect(Buffer.from(response.body).toString()).toBe('[1,2,3,4,5,6]');
  });

  it('shares connections with parallel ones and loses nothing', async () => {
    const server = await serve(answer('200 OK', JSON.stringify('x'.repeat(200_000))));
    const { get, budget } = client();
    const warned = vi.spyOn(process, 'emitWarning');
    const urls = Array.from({ length: 20 }, (_, i) => `${server.origin}/vehicles/${i}`);
    const responses = await Promise.all(urls.map((url) => get(url)));
    expect(responses.map(({ body }) => body.byteLength)).toEqual(urls.map(() => 200_002));
    expect(new Set(server.requests.map((request) => request.split(' ')[1])).size).toBe(20);
    expect(budget.counts).toEqual({ acquired: 20, answered: 20, lost: 0 });
    expect(warned).not.toHaveBeenCalled();
  });
});
