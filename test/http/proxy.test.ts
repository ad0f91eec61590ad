import { connect, createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConfigError, NetworkError } from '../../src/errors.ts';
import { proxyFor } from '../../src/http/proxy.ts';
import { answer, ca, client, rejection, serve, tls } from './support.ts';
import type { Handler } from './support.ts';

describe('proxyFor', () => {
  const direct = undefined;
  it.each<[string, Record<string, string>, string | undefined]>([
    ['https://a.test/', { HTTPS_PROXY: 'http://s.test', HTTP_PROXY: 'http://p.test' }, 'http://s.test/'],
    ['https://a.test/', { HTTP_PROXY: 'http://p.test:3128' }, direct],
    ['http://a.test/', { HTTP_PROXY: 'http://p.test:3128' }, 'http://p.test:3128/'],
    ['http://a.test/', { http_proxy: 'http://low.test', HTTP_PROXY: 'http://up.test' }, 'http://low.test/'],
    ['http://a.test/', { http_proxy: '', HTTP_PROXY: 'http://up.test' }, 'http://up.test/'],
    ['http://a.test/', { HTTP_PROXY: 'p.test:3128' }, 'http://p.test:3128/'],
    // This machine
    ['http://127.9.9.9/', { HTTP_PROXY: 'http://p.test' }, direct],
    ['http://a.localhost/', { HTTP_PROXY: 'http://p.test' }, direct],
    ['http://[::1]:8080/', { HTTP_PROXY: 'http://p.test' }, direct],
    ['http://127.0.0.1.evil.test/', { HTTP_PROXY: 'http://p.test' }, 'http://p.test/'],
    // NO_PROXY
    ['http://a.test/', { HTTP_PROXY: 'http://p.test', NO_PROXY: '*' }, direct],
    ['http://A.test./', { HTTP_PROXY: 'http://p.test', NO_PROXY: 'b.test, a.TEST' }, direct],
    ['http://www.a.test/', { HTTP_PROXY: 'http://p.test', no_proxy: '.a.test' }, direct],
    ['http://bana.test/', { HTTP_PROXY: 'http://p.test', NO_PROXY: 'a.test' }, 'http://p.test/'],
    ['http://a.test:81/', { HTTP_PROXY: 'http://p.test', NO_PROXY: 'a.test:81' }, direct],
    ['http://10.1.2.3/', { HTTP_PROXY: 'http://p.test', NO_PROXY: '10.0.0.0/8' }, 'http://p.test/'],
    ['http://[fd00::1]/', { HTTP_PROXY: 'http://p.test', NO_PROXY: '[fd00::1]:80' }, direct],
    ['http://[fd00::1]/', { HTTP_PROXY: 'http://p.test', NO_PROXY: 'fd00::1' }, direct],
  ])('%s with %j is %s', (url, env, proxy) => {
    expect(proxyFor(new URL(url), env)?.href).toBe(proxy);
  });

  it.each(['socks5://ann:s3cret@p.test', 'http://', '::', 'file:///etc/passwd', 'http://ann:s3cret@p.test:port'])(
    'refuses %s without repeating it',
    (HTTPS_PROXY) => {
      const call = (): unknown => proxyFor(new URL('https://a.test/'), { HTTPS_PROXY });
      expect(call).toThrow(ConfigError);
      expect(call).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy$/);
    },
  );
});

/** Opens every tunnel to one port of this machine. */
const tunnelTo =
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

const through = (proxy: string) => client({ ca, machine: { env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } } as never });

describe('a proxy', () => {
  it('opens a tunnel for https with its login, and gets no other request', async () => {
    const service = await serve(answer('200 OK'), tls(), 'secureConnection');
    const proxy = await serve(tunnelTo(service.port));
    const { get } = through(`http://ann:s3%40cret@127.0.0.1:${proxy.port}`);
    expect((await get('https://rentals.test/depots')).status).toBe(200);
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatch(/^CONNECT rentals\.test:443 HTTP\/1\.1\r\n/);
    expect(proxy.requests[0]).toContain(`Basic ${Buffer.from('ann:s3@cret').toString('base64')}`);
    expect(service.requests[0]).toMatch(/^GET \/depots HTTP\/1\.1\r\n/);
    expect(service.requests[0]).not.toMatch(/proxy-authorization/i);
  });

  it('gets the whole address over plain http', async () => {
    const proxy = await serve(answer('200 OK'));
    const { get } = through(`http://ann@127.0.0.1:${proxy.port}`);
    expect((await get('http://rentals.test:8080/depots?a=b')).status).toBe(200);
    expect(proxy.requests[0]).toMatch(/^GET http:\/\/rentals\.test:8080\/depots\?a=b HTTP\/1\.1\r\n/);
    expect(proxy.requests[0]).toMatch(/\r\nhost: rentals\.test:8080(\r\n|$)/i);
    expect(proxy.requests[0]).toMatch(/\r\nproxy-authorization: Basic YW5uOg==(\r\n|$)/i);
  });

  const login = answer('407 Proxy Authentication Required', '<html>', [
    'Content-Type: text/html',
    'Proxy-Authenticate: Basic',
  ]);

  it.each(['http', 'https'])('that asks for a login is an error, for %s', async (scheme) => {
    const proxy = await serve(login);
    const { get, budget } = through(`http://ann:s3cret@127.0.0.1:${proxy.port}`);
    const error = (await rejection(get(`${scheme}://rentals.test/depots`))) as NetworkError;
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ exitCode: 6, message: `the proxy 127.0.0.1:${proxy.port} asks for a login (407)` });
    expect(error.hint).toBe('put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY');
    expect(proxy.requests).toHaveLength(1);
    expect(budget.counts).toEqual({ acquired: 1, answered: 0, lost: 1 });
  });

  it.each([
    ['403 Forbidden', 1],
    ['502 Bad Gateway', 3],
  ])('that answers %s to a tunnel gets %i requests', async (status, requests) => {
    const proxy = await serve(answer(status));
    const error = await rejection(through(proxy.origin).get('https://rentals.test/depots'));
    expect(error).toBeInstanceOf(NetworkError);
    expect((error as Error).message).toBe(
      `the proxy 127.0.0.1:${proxy.port} does not connect to the service (${status.slice(0, 3)})`,
    );
    expect(proxy.requests).toHaveLength(requests);
  });

  it('that refuses connections is an error', async () => {
    for (const scheme of ['http', 'https']) {
      const error = await rejection(through('http://127.0.0.1:1').get(`${scheme}://rentals.test/depots`));
      expect(error).toMatchObject({
        exitCode: 6,
        message: 'cannot reach the proxy 127.0.0.1:1: the connection was refused',
      });
    }
  });

  it.each<[string, Handler]>([
    ['closes', (socket) => void socket.end()],
    ['speaks no HTTP', (socket) => void socket.end('SSH-2.0\r\n\r\n')],
  ])('that %s gets three requests, not an endless number', async (_, handler) => {
    const proxy = await serve(handler);
    const error = await rejection(through(proxy.origin).get('https://rentals.test/depots'));
    expect(error).toMatchObject({ exitCode: 6 });
    expect((error as Error).message).toMatch(
      /^the proxy 127\.0\.0\.1:\d+ closed the connection, or does not speak HTTP$/,
    );
    expect(proxy.requests).toHaveLength(3);
  });

  const silent: Handler = () => {};
  const speaksNoTls = () =>
    createTcpServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')));

  it.each([
    ['http', 'a certificate that has expired', () => tls('expired'), 'its certificate has expired'],
    ['https', 'no TLS', speaksNoTls, 'it does not speak TLS; is the address http rather than https?'],
  ])('is named if TLS to it fails, for %s: %s', async (scheme, _, makeServer, words) => {
    const proxy = await serve(silent, makeServer());
    const error = await rejection(through(`https://127.0.0.1:${proxy.port}`).get(`${scheme}://rentals.test/depots`));
    expect(error).toMatchObject({
      exitCode: 6,
      message: `no secure connection to the proxy 127.0.0.1:${proxy.port}: ${words}`,
      hint:
        'check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ' +
        'NODE_EXTRA_CA_CERTS=<file.pem> makes a certificate authority known; check the clock of this machine, too',
    });
    expect(proxy.connections()).toBe(1);
  });

  it('that speaks TLS gets plain http, with a certificate for its own name', async () => {
    const proxy = await serve(answer('200 OK'), tls(), 'secureConnection');
    const { get } = through(`https://127.0.0.1:${proxy.port}`);
    expect((await get('http://elsewhere.test/depots')).status).toBe(200);
    expect(proxy.requests[0]).toMatch(/^GET http:\/\/elsewhere\.test\/depots HTTP/);
  });

  it('does not hide a wrong certificate of the service', async () => {
    const service = await serve(answer('200 OK'), tls(), 'secureConnection');
    const proxy = await serve(tunnelTo(service.port));
    const { get } = through(proxy.origin);
    expect(await rejection(get('https://elsewhere.test/depots'))).toMatchObject({
      exitCode: 6,
      message: 'no secure connection to elsewhere.test: its certificate is for another host',
      hint: expect.stringMatching(/^NODE_EXTRA_CA_CERTS/) as string,
    });
    expect(proxy.requests).toHaveLength(1);
  });
});
