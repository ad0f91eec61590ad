/** Each fault over a real socket: the error class, the exit code, the message, and the requests that the server received. */
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RentalError } from '../../src/errors.ts';
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
const interim = head('100 Continue') + head('103 Early Hints', 'Link: </x>');

const answerAfter = (before: string, body: string) =>
  send(`${before}${head('200 OK', json, `Content-Length: ${body.length}`)}${body}`);

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
  readonly name: string;
  readonly serve: Handler;
  readonly code: string;
  readonly exit: number;
  readonly message: RegExp;
  readonly requests: number;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

const cutOff = {
  code: 'network',
  exit: 6,
  requests: 3,
  message: /^the answer of 127\.0\.0\.1:\d+ to GET \/depots was cut off$/,
};
const closed = {
  code: 'network',
  exit: 6,
  requests: 3,
  message: /closed the connection without an answer to GET \/depots$/,
};
const contract = { code: 'contract', exit: 7, requests: 1 };
const tooLarge = { ...contract, message: /^GET \/depots: the answer is larger than 8 MiB$/ };
const late = { code: 'network', exit: 6, requests: 3, timeoutMs: 120 };
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, ' ');
const encoded = (encoding: string, body: Uint8Array) =>
  send(head('200 OK', json, `Content-Encoding: ${encoding}`, `Content-Length: ${body.byteLength}`), body);

const faults: Fault[] = [
  { name: 'closed before an answer', serve: sendAndEnd(''), ...closed },
  { name: 'reset before an answer', serve: (socket) => void socket.resetAndDestroy(), ...closed },
  { name: 'closed inside the headers', serve: sendAndEnd('HTTP/1.1 200 OK\r\nContent-Ty'), ...closed },
  {
    name: 'body cut off, with a length',
    serve: sendAndEnd(head('200 OK', json, 'Content-Length: 10') + '[1'),
    ...cutOff,
  },
  {
    name: 'body cut off, with a length and Connection: close',
    serve: sendAndEnd(head('200 OK', json, 'Content-Length: 10', 'Connection: close') + '[1'),
    ...cutOff,
  },
  {
    name: 'body cut off, chunked',
    serve: sendAndEnd(head('200 OK', json, 'Transfer-Encoding: chunked') + '2\r\n[]\r\n'),
    ...cutOff,
  },
  {
    name: 'body cut off, chunked and with Connection: close',
    serve: sendAndEnd(head('200 OK', json, 'Transfer-Encoding: chunked', 'Connection: close') + '2\r\n[]\r\n'),
    ...cutOff,
  },
  { name: 'reset in the body', serve: sendAndReset(head('200 OK', json, 'Content-Length: 10') + '[1'), ...cutOff },
  {
    name: 'reset in a chunked body',
    serve: sendAndReset(head('200 OK', json, 'Transfer-Encoding: chunked') + '2\r\n[]\r\n'),
    ...cutOff,
  },
  {
    name: 'reset after a first piece larger than any buffer',
    serve: sendAndReset(head('200 OK', json, 'Connection: close', 'Content-Length: 8000000') + ' '.repeat(1_000_000)),
    ...cutOff,
  },
  { name: 'no answer', serve: () => {}, ...late, message: /did not answer to GET \/depots within 120 ms$/ },
  {
    name: 'slow headers',
    serve: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Slow: 1\r\n'),
    ...late,
    message: /did not answer to GET \/depots within 120 ms$/,
  },
  {
    name: 'slow interim answers',
    serve: (socket) => drip(socket, '', head('100 Continue')),
    ...late,
    message: /did not answer to GET \/depots within 120 ms$/,
  },
  {
    name: 'endless interim answers',
    serve: (socket) => flood(socket, head('100 Continue')),
    ...contract,
    message: /^GET \/depots: the headers of the answer are larger than 16 KiB$/,
  },
  {
    name: 'one endless interim answer',
    serve: (socket) => {
      socket.write('HTTP/1.1 100 Continue\r\nX: ');
      flood(socket, 'x');
    },
    ...contract,
    message: /^GET \/depots: the headers of the answer are larger than 16 KiB$/,
  },
  { name: 'closed after an interim answer', serve: sendAndEnd(interim), ...closed },
  {
    name: 'slow drip of a body',
    serve: (socket) => drip(socket, head('200 OK', json, 'Content-Length: 100000'), ' '),
    ...late,
    message: /did not finish its answer to GET \/depots within 120 ms$/,
  },
  {
    name: 'a body that stalls',
    serve: send(head('200 OK', json, 'Content-Length: 100'), '['),
    ...late,
    timeoutMs: 5_000,
    idleMs: 60,
    message: /stopped in the middle of its answer to GET \/depots: nothing for 60 ms$/,
  },
  {
    name: 'endless body without a length',
    serve: (socket) => {
      socket.write(head('200 OK', json, 'Connection: close'));
      flood(socket, ' ');
    },
    ...tooLarge,
  },
  {
    name: 'Content-Length over the cap',
    serve: send(head('200 OK', json, 'Content-Length: 99999999999')),
    ...tooLarge,
  },
  { name: 'gzip bomb', serve: encoded('gzip', gzipSync(megabytes(9))), ...tooLarge },
  { name: 'brotli bomb', serve: encoded('br', brotliCompressSync(megabytes(9))), ...tooLarge },
  { name: 'deflate bomb', serve: encoded('deflate', deflateSync(megabytes(9))), ...tooLarge },
  {
    name: 'a gzip header without gzip',
    serve: encoded('gzip', Buffer.from('[]')),
    ...contract,
    message: /^GET \/depots: the answer is not the gzip that its headers say$/,
  },
  {
    name: 'gzip cut off inside a whole answer',
    serve: encoded('gzip', gzipSync('[1,2,3]').subarray(0, 20)),
    ...contract,
    message: /is not the gzip that its headers say$/,
  },
  {
    name: 'an unknown encoding',
    serve: encoded('gzip, br\u009b31m', Buffer.from('[]')),
    ...contract,
    message: /^GET \/depots: the answer has a content encoding that was not asked for$/,
  },
  {
    name: 'headers over 16 KiB',
    serve: send(head('200 OK', json, `X-Big: ${'x'.repeat(17_000)}`, 'Content-Length: 2') + '[]'),
    ...contract,
    message: /^GET \/depots: the headers of the answer are larger than 16 KiB$/,
  },
  {
    name: 'many small headers',
    serve: send(
      head('200 OK', json, ...Array.from({ length: 5_000 }, (_, i) => `X-${i}: x`), 'Content-Length: 2') + '[]',
    ),
    ...contract,
    message: /^GET \/depots: the headers of the answer are larger than 16 KiB$/,
  },
  {
    name: 'garbage that is not HTTP',
    serve: sendAndEnd('SSH-2.0-OpenSSH_9.2\r\n\u001b]0;owned\u0007\r\n'),
    ...contract,
    message: /^GET \/depots: what 127\.0\.0\.1:\d+ sent is not HTTP$/,
  },
  {
    name: 'two lengths that differ',
    serve: send(head('200 OK', json, 'Content-Length: 2', 'Content-Length: 3') + '[]'),
    ...contract,
    message: /is not HTTP$/,
  },
  {
    name: 'a broken chunk size',
    serve: send(head('200 OK', json, 'Transfer-Encoding: chunked') + 'zz\r\n[]\r\n0\r\n\r\n'),
    ...contract,
    message: /is not HTTP$/,
  },
  ...[
    head('101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade'),
    `${interim}${head('101 Switching Protocols').repeat(2)}`,
    head('099 Odd'),
    'HTTP/2.0 000 Odd\r\n\r\n',
  ].map((text) => ({ name: JSON.stringify(text), serve: send(text), ...contract, message: /is not HTTP$/ })),
  {
    name: 'wrong type',
    serve: answer('200 OK', 'hello', ['Content-Type: text/plain']),
    ...contract,
    message: /is text\/plain, not JSON$/,
  },
  { name: 'no type', serve: answer('200 OK', '[]', []), ...contract, message: /is of no known type, not JSON$/ },
  {
    name: 'the web page of a captive portal',
    serve: answer('200 OK', '<html>Log in</html>', ['Content-Type: text/html; charset=utf-8']),
    ...contract,
    message: /is a web page, not JSON$/,
  },
  {
    name: 'invalid UTF-8',
    serve: answer('200 OK', Buffer.from('["\xff"]', 'latin1')),
    ...contract,
    message: /is not valid UTF-8$/,
  },
  { name: 'invalid JSON', serve: answer('200 OK', '{"a":\n\u001b[31m'), ...contract, message: /is not valid JSON$/ },
  { name: 'an empty body', serve: answer('200 OK', ''), ...contract, message: /is empty$/ },
  { name: '204', serve: send(head('204 No Content')), ...contract, message: /is empty$/ },
];

describe('a fault of the transport', () => {
  it.each(faults)('$name', async ({ serve: handler, timeoutMs = 5_000, idleMs = 5_000, ...expected }) => {
    const server = await serve(handler);
    const { get, budget } = client({ timeoutMs, idleMs });
    const error = await rejection(get(`${server.origin}/depots`).then((response) => readJson(response, 'GET /depots')));
    expect(error).toBeInstanceOf(RentalError);
    const { code, exitCode, message } = error as RentalError;
    expect({ code, exitCode, requests: server.requests.length }).toEqual({
      code: expected.code,
      exitCode: expected.exit,
      requests: expected.requests,
    });
    expect(message).toMatch(expected.message);
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(budget.counts.answered + budget.counts.lost).toBe(budget.counts.acquired);
    expect(budget.counts.acquired).toBe(expected.requests);
  });
});

describe('a reset in a body that ends by closing', () => {
  it.each(['HTTP/1.0 200 OK\r\n', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nConnection: close\r\n'])(
    '%j',
    async (start) => {
      const server = await serve(send(`${start}${json}\r\n\r\n[]`));
      const { get, budget } = client({ retries: 1 });
      const outcome = rejection(get(`${server.origin}/depots`));
      for (const attempt of [1, 2]) {
        // If data and an RST arrive together, Node reports the end of the data, and no error.
        await expect.poll(() => budget.counts.answered, { interval: 5 }).toBe(attempt);
        server.reset();
      }
      const error = (await outcome) as RentalError;
      expect(error).toMatchObject({ exitCode: cutOff.exit, code: cutOff.code });
      expect(error.message).toMatch(cutOff.message);
    },
  );
});

describe('an unusual but valid response', () => {
  const body = '[{"id":1}]';
  it.each<[string, Handler]>([
    ['HTTP/1.0 without a length', sendAndEnd(`HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}`)],
    ['HTTP/1.1 that ends by closing', sendAndEnd(head('200 OK', json, 'Connection: close') + body)],
    [
      'one byte a packet',
      (socket) => [...(head('200 OK', json, 'Content-Length: 10') + body)].forEach((byte) => socket.write(byte)),
    ],
    [
      'interim answers before the answer',
      send(head('102 Processing'), interim, head('200 OK', json, 'Content-Length: 10'), body),
    ],
    ['interim answers in one packet with the answer', answerAfter(interim, body)],
    ['an interim answer with bare line feeds', answerAfter('HTTP/1.1 100 Continue\nX: y\n\n', body)],
    [
      'an interim answer in single bytes',
      (socket) =>
        [...`${interim}${head('200 OK', json, 'Content-Length: 10')}${body}`].forEach((byte) => socket.write(byte)),
    ],
    ['unrequested gzip', encoded('gzip', gzipSync(body))],
    ['unrequested x-gzip', encoded('X-GZIP', gzipSync(body))],
    ['unrequested brotli', encoded('br', brotliCompressSync(body))],
    ['unrequested deflate', encoded('deflate', deflateSync(body))],
    ['deflate without its wrapper', encoded('deflate', deflateRawSync(body))],
    ['an identity header', encoded('identity', Buffer.from(body))],
    ['a problem type', answer('200 OK', body, ['Content-Type: application/vnd.rental+json; charset=utf-8'])],
    ['a byte order mark', answer('200 OK', `\ufeff${body}`)],
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

  it('interim answers to each request of a connection, and a body that looks like one', async () => {
    const looksInterim = `"${head('100 Continue')}"`;
    const server = await serve(answerAfter(interim, JSON.stringify(looksInterim)));
    const split = await serve((socket) => {
      socket.write(interim + head('200 OK', json, `Content-Length: ${interim.length}`));
      // In a piece of its own, so that the piece begins like an interim answer.
      setImmediate(() => socket.write(interim));
    });
    const { get } = client();
    for (let sent = 0; sent < 3; sent += 1) {
      expect(readJson(await get(server.origin), 'GET /depots')).toBe(looksInterim);
      expect(Buffer.from((await get(split.origin)).body).toString()).toBe(interim);
    }
    expect([server.connections(), split.connections()]).toEqual([1, 1]);
  });

  it('a body of exactly 8 MiB', async () => {
    const server = await serve(answer('200 OK', megabytes(8)));
    const response = await client().get(`${server.origin}/depots`);
    expect(response.body.byteLength).toBe(8 * 1024 * 1024);
  });
});
