/**
 * Every fault between this machine and the service, over real sockets: the exit code, the message,
 * and how often it is tried.
 */
import { createServer as createTcpServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ContractError, NetworkError, type RentalError } from '../../src/base/errors.ts';
import { readJson } from '../../src/http/json.ts';
import { freePort } from '../support/server.ts';
import {
  respond,
  ca,
  client,
  drip,
  flood,
  head,
  pem,
  rejection,
  send,
  sendAndEnd,
  serve,
  through,
  tls,
  tunnelTo,
} from './support.ts';
import { sample } from '../support/thorough.ts';
import type { Handler, Options } from './support.ts';

const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';
const tenBytes = 'Content-Length: 10';
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, ' ');
const encoded = (encoding: string, body: Uint8Array) =>
  send(
    head('200 OK', json, `Content-Encoding: ${encoding}`, `Content-Length: ${body.byteLength}`),
    body,
  );
const moved = (target: string, status = 302) =>
  respond(`${status} Moved`, '', [`Location: ${target}`]);
// Reset only after the client has read, or the bytes are lost.
const sendAndReset =
  (text: string): Handler =>
  (socket) =>
    void socket.write(text, () => setImmediate(() => socket.resetAndDestroy()));
interface Place {
  readonly url: string;
  /** How often the server with the fault was asked. */
  readonly asked?: () => number;
  readonly options?: Options;
}
type Setup = () => Promise<Place>;

const at =
  (handler: Handler, options: Options = {}): Setup =>
  async () => {
    const { origin, requests } = await serve(handler);
    return { url: `${origin}/depots`, asked: () => requests.length, options };
  };
const secure =
  (server: () => Server, trusted = ca): Setup =>
  async () => {
    const { port, connections } = await serve(respond('200 OK'), server(), 'secureConnection');
    return {
      url: `https://127.0.0.1:${port}/depots`,
      asked: connections,
      options: { ca: trusted },
    };
  };
const nowhere =
  (url: string | (() => Promise<string>)): Setup =>
  async () => ({ url: typeof url === 'string' ? url : await url() });
const proxied =
  (scheme: string, handler: Handler, server?: () => Server, host = 'rentals.test'): Setup =>
  async () => {
    const { port, connections, requests } = await serve(handler, server?.());
    const proxy = `${server ? 'https' : 'http'}://ann:s3cret@127.0.0.1:${port}`;
    return {
      url: `${scheme}://${host}/depots`,
      asked: server ? connections : () => requests.length,
      options: through(proxy),
    };
  };
const speaksNoTls = () =>
  createTcpServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')));
const overTls = (name: string) => () => tls(name);
const silent: Handler = () => {};

interface Fault {
  readonly exitCode: 6 | 7;
  readonly attempts: number;
  readonly message: RegExp;
  readonly hint?: RegExp | undefined;
}
const service = '127\\.0\\.0\\.1:\\d+';
const wholeMessage = (text: string) => new RegExp(`^${text.replace('SERVICE', service)}$`);
const again = /^try again later$/;
const networkFault = (attempts: number, message: RegExp, hint?: RegExp): Fault => {
  return { exitCode: 6, attempts, message, hint };
};
const contractFault = (message: RegExp, hint?: RegExp): Fault => {
  return { exitCode: 7, attempts: 1, message, hint };
};
const cutOff = networkFault(
  3,
  wholeMessage('the answer of SERVICE to GET /depots was cut off'),
  again,
);
const closed = networkFault(
  3,
  wholeMessage('SERVICE closed the connection without an answer to GET /depots'),
  again,
);
const broken = (problem: string, hint?: RegExp) =>
  contractFault(wholeMessage(`GET /depots: ${problem}`), hint);
const tooLarge = broken(
  'the answer is larger than 8 MiB',
  /does not seem to be that of the service/,
);
const headersTooLarge = broken('the headers of the answer are larger than 16 KiB');
const notHttp = broken('what SERVICE sent is not HTTP', /its port, and http or https/);
const badGzip = broken('the answer is not the gzip that its headers say');
const stalled = wholeMessage(
  'SERVICE stopped in the middle of its answer to GET /depots: nothing for 60 ms',
);
const lateIn = (did: string) => wholeMessage(`SERVICE did not ${did} to GET /depots within 120 ms`);
const otherEncoding = broken('the answer has a content encoding other than gzip and br');
const late = (did: string) => networkFault(1, lateIn(did), /allow more with/);
const trust = /NODE_EXTRA_CA_CERTS/;
const insecure = (problem: string) =>
  networkFault(1, wholeMessage(`no secure connection to SERVICE: ${problem}`), trust);
const unknownAuthority = 'its certificate comes from an authority unknown to this machine';
const noTls = 'it does not speak TLS; is the address http rather than https\\?';
const redirect = (to: string, hint = /^redirects are not followed/) =>
  contractFault(wholeMessage(`the service redirects ${to}`), hint);
const proxyFault = (attempts: number, problem: string, hint = /./) =>
  networkFault(attempts, wholeMessage(problem), hint);
const refusedLogin = proxyFault(
  1,
  'the proxy SERVICE asks for a login \\(407\\)',
  /user:password@/,
);
const brokenProxy = proxyFault(
  3,
  'the proxy SERVICE closed the connection, or does not speak HTTP',
  /NO_PROXY/,
);
const noTunnel = (attempts: number, status: number) =>
  proxyFault(attempts, `the proxy SERVICE does not connect to the service \\(${status}\\)`);
const insecureProxy = (problem: string) =>
  proxyFault(1, `no secure connection to the proxy SERVICE: ${problem}`, /^check HTTPS_PROXY/);
const once = { retries: 0, timeoutMs: 120 };
/** A label longer than allowed: no resolver is needed, with or without a network. */
const noHost = `${'x'.repeat(64)}.invalid`;

const faults: readonly (readonly [name: string, setup: Setup, fault: Fault])[] = [
  ['a connection closed before an answer', at(sendAndEnd('')), closed],
  ['a reset before an answer', at((socket) => void socket.resetAndDestroy()), closed],
  [
    'a connection closed inside the headers',
    at(sendAndEnd('HTTP/1.1 200 OK\r\nContent-Ty')),
    closed,
  ],
  [
    'a body that is cut off, with a length',
    at(sendAndEnd(`${head('200 OK', json, tenBytes)}[1`)),
    cutOff,
  ],
  [
    'a body that is cut off, chunked',
    at(sendAndEnd(`${head('200 OK', json, chunked)}2\r\n[]\r\n`)),
    cutOff,
  ],
  ['a reset in the body', at(sendAndReset(`${head('200 OK', json, tenBytes)}[1`)), cutOff],
  ['no answer', at(silent, { ...once, retries: 2 }), networkFault(3, lateIn('answer'))],
  ['slow headers', at(drip('HTTP/1.1 200 OK\r\n', 'X-Slow: 1\r\n'), once), late('answer')],
  [
    'a slow body',
    at(drip(head('200 OK', 'Content-Length: 100000'), ' '), once),
    late('finish its answer'),
  ],
  [
    'a body that stalls',
    at(send(head('200 OK', json, tenBytes), '['), { retries: 0, idleMs: 60 }),
    networkFault(1, stalled, again),
  ],
  // What breaks HTTP or its limits
  [
    'headers over 16 KiB',
    at(send(head('200 OK', `X-Big: ${'x'.repeat(17_000)}`))),
    headersTooLarge,
  ],
  ['endless headers', at(flood('HTTP/1.1 200 OK\r\n', 'X-Flood: 1\r\n')), headersTooLarge],
  [
    'an endless body without a length',
    at(flood(head('200 OK', json, 'Connection: close'), ' ')),
    tooLarge,
  ],
  [
    'Content-Length over the cap',
    at(send(head('200 OK', json, 'Content-Length: 99999999999'))),
    tooLarge,
  ],
  ['a gzip bomb', at(encoded('gzip', gzipSync(megabytes(9)))), tooLarge],
  ['a body that is not the gzip it claims', at(encoded('gzip', Buffer.from('[]'))), badGzip],
  ['an unknown encoding', at(encoded('gzip, br\u009b31m', Buffer.from('[]'))), otherEncoding],
  [
    'a service that does not speak HTTP',
    at(sendAndEnd('SSH-2.0-OpenSSH_9.2\r\n\u001b]0;owned\u0007\r\n')),
    notHttp,
  ],
  [
    'a broken chunk size',
    at(send(`${head('200 OK', json, chunked)}zz\r\n[]\r\n0\r\n\r\n`)),
    notHttp,
  ],
  ['no content', at(send(head('204 No Content'))), broken('the answer is empty')],
  // Redirects: the target is named and gets no request
  [
    'a redirect',
    at(moved('http://elsewhere.test/v1', 301)),
    redirect('to http://elsewhere\\.test/v1'),
  ],
  ['a redirect to nothing', at(respond('302 Moved', '', [])), redirect('without naming a target')],
  [
    'a redirect with a password',
    at(moved('http://ann:s3cret@other.test/')),
    redirect('to http://…@other\\.test/'),
  ],
  ['a redirect to another scheme', at(moved('javascript:alert(1)')), redirect('to javascript:…')],
  [
    'a redirect with control bytes',
    at(moved('/a\u009b31m\tb')),
    redirect('to http://SERVICE/a%C3%82%C2%9B31mb'),
  ],
  [
    'a redirect to https',
    at(moved('https://127.0.0.1/')),
    redirect('to https://127.0.0.1/', /give the address with https$/),
  ],
  // No connection
  [
    'no such host',
    nowhere(`http://${noHost}/depots`),
    networkFault(1, wholeMessage(`cannot find ${noHost}: no such host`), /online/),
  ],
  [
    'a closed port',
    nowhere(async () => `http://hugo:s3cret@127.0.0.1:${await freePort()}/depots`),
    networkFault(
      1,
      wholeMessage('cannot reach SERVICE: the connection was refused'),
      /rental sandbox serves one/,
    ),
  ],
  [
    'a TLS handshake without an end',
    async () => ({ url: `https://127.0.0.1:${(await serve(silent)).port}/depots`, options: once }),
    late('answer'),
  ],
  [
    'a self-signed certificate',
    secure(overTls('self-signed')),
    insecure('its certificate is self-signed'),
  ],
  [
    'a certificate of an unknown authority',
    secure(overTls('good'), pem('self-signed')),
    insecure(unknownAuthority),
  ],
  ['an expired certificate', secure(overTls('expired')), insecure('its certificate has expired')],
  [
    'a certificate for another host',
    secure(overTls('elsewhere')),
    insecure('its certificate is for another host'),
  ],
  ['a service without TLS', secure(speaksNoTls), insecure(noTls)],
  // Proxies
  ['a proxy that asks for a login, http', proxied('http', respond('407 Login')), refusedLogin],
  ['a proxy that asks for a login, https', proxied('https', respond('407 Login')), refusedLogin],
  ['a tunnel refused', proxied('https', respond('403 Forbidden')), noTunnel(1, 403)],
  ['a tunnel that fails', proxied('https', respond('502 Bad')), noTunnel(3, 502)],
  ['a proxy that closes', proxied('https', sendAndEnd('')), brokenProxy],
  ['a proxy without HTTP', proxied('https', sendAndEnd('SSH-2.0\r\n\r\n')), brokenProxy],
  [
    'a proxy without an end of headers',
    proxied('https', flood('HTTP/1.1 200 OK\r\n', 'X-Flood: 1\r\n')),
    brokenProxy,
  ],
  [
    'a proxy that is down, http',
    async () => ({ url: 'http://rentals.test/', options: through('http://127.0.0.1:1') }),
    proxyFault(1, 'cannot reach the proxy SERVICE: the connection was refused', /NO_PROXY/),
  ],
  [
    'a proxy with an expired certificate',
    proxied('http', silent, overTls('expired')),
    insecureProxy('its certificate has expired'),
  ],
  ['a proxy without TLS', proxied('https', silent, speaksNoTls), insecureProxy(noTls)],
  [
    'a certificate for another host in a tunnel',
    async () => {
      const { port } = await serve(respond('200 OK'), tls(), 'secureConnection');
      return proxied('https', tunnelTo(port), undefined, 'elsewhere.test')();
    },
    networkFault(
      1,
      /^no secure connection to elsewhere\.test: its certificate is for another host$/,
      trust,
    ),
  ],
];

it.each(sample(faults, 4))(
  '%s ends with the right message and attempts',
  async (_, setup, fault) => {
    const { exitCode, attempts, message, hint } = fault;
    const { url, asked, options } = await setup();
    const { get, budget } = client({ timeoutMs: 5_000, idleMs: 5_000, ...options });
    const error = await rejection(get(url).then((response) => readJson(response, 'GET /depots')));
    expect(error).toBeInstanceOf(exitCode === 6 ? NetworkError : ContractError);
    expect(error).toMatchObject({
      exitCode,
      message: expect.stringMatching(message) as string,
    });
    if (hint) expect((error as RentalError).hint).toMatch(hint);
    expect((error as Error).message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(asked?.() ?? attempts).toBe(attempts);
    expect(budget.counts.acquired).toBe(attempts);
    expect(budget.counts.answered + budget.counts.lost).toBe(attempts);
    expect([(error as Error).message, (error as RentalError).hint].join(' ')).not.toMatch(
      /s3cret|hugo/,
    );
  },
);

it('a body without a length is cut off, and not ended, by a reset of its connection', async () => {
  const server = await serve(send(`HTTP/1.0 200 OK\r\n${json}\r\n\r\n[]`));
  const { get, budget } = client({ retries: 1 });
  const outcome = rejection(get(`${server.origin}/depots`));
  for (const attempt of [1, 2]) {
    // If data and an RST arrive together, Node reports the end of the data, and no error.
    await expect.poll(() => budget.counts.answered, { interval: 5 }).toBe(attempt);
    server.reset();
  }
  expect(await outcome).toMatchObject({
    exitCode: 6,
    message: expect.stringMatching(cutOff.message) as string,
  });
});
