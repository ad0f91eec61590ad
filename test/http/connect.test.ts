/** What can fail before a response: names, connections, TLS, redirects. */
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/server.ts';
import { ContractError, NetworkError } from '../../src/errors.ts';
import { redirectError } from '../../src/http/response-errors.ts';
import { answer, ca, client, pem, rejection, serve, tls } from './support.ts';

const tlsServer = (name: string) => serve(answer('200 OK'), tls(name), 'secureConnection');

async function fails(promise: Promise<unknown>): Promise<NetworkError> {
  const error = await rejection(promise);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ code: 'network', exitCode: 6 });
  expect((error as NetworkError).message).not.toMatch(/\n/);
  return error as NetworkError;
}

describe('TLS', () => {
  it.each([
    ['self-signed', 'its certificate is self-signed'],
    ['good', 'its certificate comes from an authority unknown to this machine', [pem('self-signed')]],
    ['expired', 'its certificate has expired'],
    ['elsewhere', 'its certificate is for another host'],
  ])('%s: %s', async (name, words, trusted = ca) => {
    const server = await tlsServer(name);
    const { get } = client({ ca: trusted });
    const error = await fails(get(`https://127.0.0.1:${server.port}/depots`));
    expect(error.message).toBe(`no secure connection to 127.0.0.1:${server.port}: ${words}`);
    expect(error.hint).toContain('NODE_EXTRA_CA_CERTS');
    expect(server.requests).toHaveLength(0);
    expect(server.connections()).toBe(1);
  });

  it('fails if the server does not speak it', async () => {
    const plain = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const { port } = await serve(() => {}, plain);
    const { get, budget } = client();
    const error = await fails(get(`https://127.0.0.1:${port}/depots`));
    expect(error.message).toBe(
      `no secure connection to 127.0.0.1:${port}: it does not speak TLS; is the address http rather than https?`,
    );
    expect(budget.counts.acquired).toBe(1);
  });
});

describe('no connection', () => {
  it('does not retry a name that cannot exist', async () => {
    // The label is longer than allowed, so no resolver is needed, with or without a network.
    const host = `${'x'.repeat(64)}.invalid`;
    const { get, budget } = client();
    expect((await fails(get(`http://${host}/depots`))).message).toBe(`cannot find ${host}: no such host`);
    expect(budget.counts).toEqual({ acquired: 1, answered: 0, lost: 1 });
  });

  it('a closed port, without the login of its address', async () => {
    const { get, budget, events } = client();
    const port = await freePort();
    const error = await fails(get(`http://hugo:s3cret@127.0.0.1:${port}/depots`));
    expect(error.message).toBe(`cannot reach 127.0.0.1:${port}: the connection was refused`);
    expect(error.hint).toBe('is the service running? rental sandbox serves one with sample data');
    expect(JSON.stringify(events)).not.toMatch(/s3cret|hugo/);
    expect(budget.counts.acquired).toBe(1);
  });

  it('a handshake without an end stops at the deadline and leaves nothing behind', async () => {
    const server = await serve(() => {});
    const { get, transport } = client({ timeoutMs: 80, retries: 1 });
    const error = await fails(get(`https://127.0.0.1:${server.port}/depots`));
    expect(error.message).toMatch(/did not answer to GET \/depots within 80 ms$/);
    await transport.close();
    await transport.close();
    expect((await fails(get(server.origin))).message).toBe('the connection is closed already');
  });
});

describe('a redirect', () => {
  const from = (status: number, ...headers: string[]) => answer(`${status} Moved`, '', headers);

  it.each([301, 302, 307])('does not follow %i, and names the target', async (status) => {
    const target = await serve(answer('200 OK'));
    const server = await serve(from(status, `Location: ${target.origin}/elsewhere`));
    const { get, budget, events } = client();
    const error = await rejection(get(`${server.origin}/depots`));
    expect(error).toBeInstanceOf(ContractError);
    const message = `GET /depots: the service answered with a redirect (${status}) to ${target.origin}/elsewhere`;
    expect(error).toMatchObject({ exitCode: 7, status, message });
    expect([server.requests.length, target.requests.length]).toEqual([1, 0]);
    expect(budget.counts).toEqual({ acquired: 1, answered: 1, lost: 0 });
    expect(events.map(({ type }) => type)).toEqual(['failure']);
  });

  it.each<[string, string[], RegExp]>([
    ['a relative target', ['Location: ../login?next=/depots'], /to http:\/\/127\.0\.0\.1:\d+\/login\?…$/],
    ['no target', [], /that names no target$/],
    ['credentials', ['Location: http://ann:s3cret@other.test/'], /to http:\/\/…@other\.test\/$/],
    ['another scheme', ['Location: javascript:alert(1)'], /to javascript:…$/],
    ['control bytes', ['Location: /a\u009b31m\tb'], /to http:\/\/127\.0\.0\.1:\d+\/a%C3%82%C2%9B31mb$/],
    ['a very long target', [`Location: /${'x'.repeat(5_000)}`], /to http:\/\/127\.0\.0\.1:\d+\/x{100,200}…$/],
  ])('%s', async (_, headers, message) => {
    const server = await serve(from(302, ...headers));
    const error = (await rejection(client().get(`${server.origin}/v1/depots`))) as ContractError;
    expect(error).toBeInstanceOf(ContractError);
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(300);
    expect(server.requests).toHaveLength(1);
  });

  it('to https on the same host has a hint', async () => {
    const server = await serve(from(301, 'Location: https://127.0.0.1/depots'));
    const error = (await rejection(client().get(`${server.origin}/depots`))) as ContractError;
    expect(error.hint).toBe('redirects are not followed: give the address with https');
  });

  it('from https has another hint', () => {
    const request = { url: new URL('https://a.test/depots'), endpoint: 'GET /depots' };
    const { hint } = redirectError({ status: 302, headers: { location: 'https://a.test/login' } }, request);
    expect(hint).toMatch(/^redirects are not followed: check the address, or whether a network asks for a login/);
  });

  it('does not wait for its body, and closes it', async () => {
    let gone = false;
    const server = await serve((socket) => {
      socket.on('close', () => (gone = true));
      socket.write('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 100\r\n\r\n');
    });
    expect(await rejection(client().get(server.origin))).toBeInstanceOf(ContractError);
    await expect.poll(() => gone, { interval: 5 }).toBe(true);
  });
});
