/** The messages for errors that a test cannot provoke on every machine. */
import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../src/errors.ts';
import { toTransportError, TransportError } from '../../src/http/transport-errors.ts';

const state = {
  endpoint: 'GET /quotes',
  host: 'rentals.test',
  isLocal: false,
  proxy: undefined,
  tunnel: false,
  answered: false,
  timeoutMs: 1_000,
  idleMs: 1_000,
};
const coded = (code: string): Error => Object.assign(new Error('raw\nwords'), { code });

describe('toTransportError', () => {
  const insecure = 'no secure connection to rentals.test: ';

  it.each([
    ['EAI_AGAIN', 'cannot find rentals.test: the name server did not answer', true],
    ['ETIMEDOUT', 'cannot reach rentals.test: no connection in time', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'cannot reach rentals.test: no connection in time', true],
    ['EHOSTUNREACH', 'cannot reach rentals.test (EHOSTUNREACH)', false],
    ['EMFILE', 'cannot reach rentals.test (EMFILE)', false],
    ['EPIPE', 'rentals.test closed the connection without an answer to GET /quotes', true],
    ['CERT_NOT_YET_VALID', `${insecure}its certificate is not valid yet`, false],
    ['CERT_CHAIN_TOO_LONG', `${insecure}the TLS handshake failed (CERT_CHAIN_TOO_LONG)`, false],
    ['EPROTO', `${insecure}the TLS handshake failed (EPROTO)`, false],
    ['ERR_SSL_ALERT', `${insecure}the TLS handshake failed (ERR_SSL_ALERT)`, false],
  ])('%s', (code, message, transient) => {
    const cause = coded(code);
    const fault = toTransportError(cause, state);
    expect(fault).toBeInstanceOf(TransportError);
    expect(fault).toBeInstanceOf(NetworkError);
    expect(fault).toMatchObject({ exitCode: 6, code: 'network', message, cause });
    expect((fault as TransportError).retryReason !== undefined).toBe(transient);
  });

  it('names the proxy if it cannot reach the proxy', () => {
    const fault = toTransportError(coded('EAI_AGAIN'), { ...state, proxy: 'proxy.test:3128' });
    expect(fault).toMatchObject({ message: 'cannot find the proxy proxy.test:3128: the name server did not answer' });
  });

  it.each([
    new TypeError('x is not a function'),
    coded('UND_ERR_INVALID_ARG'),
    Object.assign(new Error('odd'), { code: 'not a\ncode' }),
    'thrown text',
    undefined,
  ])('returns %s unchanged, because it is a bug', (error) => {
    expect(toTransportError(error, state)).toBe(error);
  });
});

it.each([
  [999.4, '999 ms'],
  [2_500, '2.5 s'],
  [90_000, '90 s'],
])('a time limit of %i ms is shown as %s', (ms, words) => {
  const said = (code: string) => toTransportError(coded(code), { ...state, timeoutMs: ms, idleMs: ms });
  expect(said('LATE')).toMatchObject({ message: `rentals.test did not answer to GET /quotes within ${words}` });
  expect(said('UND_ERR_BODY_TIMEOUT')).toMatchObject({
    message: expect.stringContaining(`: nothing for ${words}`) as string,
  });
});
