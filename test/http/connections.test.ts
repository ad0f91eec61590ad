/**
 * Requests over real sockets: unusual answers, proxies, many requests at once, and the end of the
 * program.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { readJson } from '../../src/http/json.ts';
import {
  respond,
  client,
  head,
  rejection,
  send,
  sendAndEnd,
  serve,
  through,
  tls,
  tunnelTo,
} from './support.ts';
import type { Handler } from './support.ts';

const json = 'Content-Type: application/json';
const body = '[{"id":1}]';
const whole = head('200 OK', json, 'Content-Length: 10') + body;
const interim = head('102 Processing') + head('103 Early Hints', 'Link: </x>');
const encoded = (name: string, bytes: Uint8Array) =>
  respond('200 OK', bytes, [json, `Content-Encoding: ${name}`]);

it.each<[string, Handler]>([
  ['HTTP/1.0 without a length', sendAndEnd(`HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}`)],
  ['HTTP/1.1 that ends by closing', sendAndEnd(head('200 OK', json, 'Connection: close') + body)],
  ['one byte a packet', send(...interim, ...whole)],
  ['interim answers before the answer', send(interim, interim, whole)],
  ['unrequested gzip', encoded('gzip', gzipSync(body))],
  ['gzip by its old name', encoded('X-GZIP', gzipSync(body))],
  ['unrequested brotli', encoded('BR', brotliCompressSync(body))],
  ['an encoding that is none', encoded('identity', Buffer.from(body))],
  [
    'headers named like properties',
    respond('200 OK', body, [json, '__proto__: x', 'constructor: y', 'constructor: z']),
  ],
])('reads %s', async (_, handler) => {
  const server = await serve(handler);
  const response = await client({ timeoutMs: 5_000 }).get(`${server.origin}/depots`);
  expect(readJson(response, 'GET /depots')).toEqual([{ id: 1 }]);
  expect(server.requests).toHaveLength(1);
});

it('reads a body of exactly 8 MiB', async () => {
  const server = await serve(respond('200 OK', Buffer.alloc(8 * 1024 * 1024, ' ')));
  expect((await client().get(`${server.origin}/depots`)).body.byteLength).toBe(8 * 1024 * 1024);
});

it('sends the headers of the interface', async () => {
  const server = await serve(respond('200 OK', '[]', [json, 'X-A: 1', 'X-A: 2']));
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

it('takes a slow body as long as bytes keep coming', { tags: ['long'] }, async () => {
  const server = await serve((socket) => {
    const pieces = [head('200 OK', 'Content-Length: 13'), ...'[1,2,3,4,5,6]'];
    const timer = setInterval(() => {
      socket.write(pieces.shift() ?? '');
      if (pieces.length === 0) clearInterval(timer);
    }, 40);
  });
  const response = await client({ timeoutMs: 600_000, idleMs: 400, retries: 0 }).get(server.origin);
  expect(Buffer.from(response.body).toString()).toBe('[1,2,3,4,5,6]');
});

it('shares connections with parallel requests and loses nothing', async () => {
  const server = await serve(respond('200 OK', JSON.stringify('x'.repeat(200_000))));
  const { get, budget } = client();
  const warned = vi.spyOn(process, 'emitWarning');
  const urls = Array.from({ length: 20 }, (_, i) => `${server.origin}/vehicles/${i}`);
  const responses = await Promise.all(urls.map((url) => get(url)));
  expect(responses.map(({ body: bytes }) => bytes.byteLength)).toEqual(urls.map(() => 200_002));
  expect(new Set(server.requests.map((request) => request.split(' ')[1])).size).toBe(20);
  expect(budget.counts).toEqual({ acquired: 20, answered: 20, lost: 0 });
  expect(warned).not.toHaveBeenCalled();
});

describe('a proxy', () => {
  it('opens a tunnel for https with its login, and gets no other request', async () => {
    const service = await serve(respond('200 OK'), tls(), 'secureConnection');
    const proxy = await serve(tunnelTo(service.port));
    const { get } = client(through(`http://ann:s3%40cret@127.0.0.1:${proxy.port}`));
    expect((await get('https://rentals.test/depots')).status).toBe(200);
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatch(/^CONNECT rentals\.test:443 HTTP\/1\.1\r\n/);
    expect(proxy.requests[0]).toContain(`Basic ${Buffer.from('ann:s3@cret').toString('base64')}`);
    expect(service.requests[0]).toMatch(/^GET \/depots HTTP\/1\.1\r\n/);
    expect(service.requests[0]).not.toMatch(/proxy-authorization/i);
  });

  it('gets the whole address over plain http', async () => {
    const proxy = await serve(respond('200 OK'));
    const { get } = client(through(`http://ann@127.0.0.1:${proxy.port}`));
    expect((await get('http://rentals.test:8080/depots?a=b')).status).toBe(200);
    expect(proxy.requests[0]).toMatch(
      /^GET http:\/\/rentals\.test:8080\/depots\?a=b HTTP\/1\.1\r\n/,
    );
    expect(proxy.requests[0]).toMatch(/\r\nhost: rentals\.test:8080(\r\n|$)/i);
    expect(proxy.requests[0]).toMatch(/\r\nproxy-authorization: Basic YW5uOg==(\r\n|$)/i);
  });

  it('with TLS gets plain http, and shows a certificate for its own host', async () => {
    const proxy = await serve(respond('200 OK'), tls(), 'secureConnection');
    const { get } = client(through(`https://127.0.0.1:${proxy.port}`));
    expect((await get('http://elsewhere.test/depots')).status).toBe(200);
    expect(proxy.requests[0]).toMatch(/^GET http:\/\/elsewhere\.test\/depots HTTP/);
  });
});

it('does not wait for the body of a redirect, and closes it', async () => {
  let gone = false;
  const server = await serve((socket) => {
    socket.on('close', () => (gone = true));
    socket.write('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 100\r\n\r\n');
  });
  expect(await rejection(client().get(server.origin))).toMatchObject({ exitCode: 7 });
  // The limits of the body would also end it, much later.
  await expect.poll(() => gone, { interval: 5, timeout: 3_000 }).toBe(true);
});

it('closing ends requests and handshakes, and no request begins after it', async () => {
  const server = await serve(() => {});
  const { get, transport } = client({ retries: 0 });
  const outcomes = ['http', 'https'].map((scheme) =>
    rejection(get(`${scheme}://127.0.0.1:${server.port}/`)),
  );
  await expect.poll(() => server.connections(), { interval: 5 }).toBe(2);
  await Promise.all([transport.close(), transport.close()]);
  for (const outcome of outcomes) expect(await outcome).toMatchObject({ exitCode: 6 });
  await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  expect(await rejection(get(server.origin))).toMatchObject({
    message: 'the connection is closed already',
  });
});
