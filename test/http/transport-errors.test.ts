/** The messages for errors that a test cannot provoke on every machine. */
import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../src/errors.ts';
import { stallError, timeoutError, toTransportError, TransportError } from '../../src/http/transport-errors.ts';

const state = {
  endpoint: 'GET /quotes',
  host: 'rentals.test',
  isLocal: false,
  proxy: undefined,
  tunnel: false,
  answered: false,
};
const coded = (code: string): Error => Object.assign(new Error('raw\nwords'), { code });

describe('toTransportError', () => {
  it.each([
    ['ENOTFOUND', 'cannot find rentals.test: no such host', false],
    ['EAI_AGAIN', 'cannot find rentals.test: the name server did not answer', true],
    ['ECONNREFUSED', 'cannot reach rentals.test: the connection was refused', false],
    ['ETIMEDOUT', 'cannot reach rentals.test: no connection in time', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'cannot reach rentals.test: no connection in time', true],
    ['EHOSTUNREACH', 'cannot reach rentals.test (EHOSTUNREACH)', false],
    ['ENETUNREACH', 'cannot reach rentals.test (ENETUNREACH)', false],
    ['EPERM', 'cannot reach rentals.test (EPERM)', false],
    ['EMFILE', 'cannot reach rentals.test (EMFILE)', false],
    ['ECONNRESET', 'rentals.test closed the connection without an answer to GET /quotes', true],
    ['EPIPE', 'rentals.test closed the connection without an answer to GET /quotes', true],
    ['CERT_NOT_YET_VALID', 'no secure connection to rentals.test: its certificate is not valid yet', false],
    [
      'CERT_CHAIN_TOO_LONG',
      'no secure connection to rentals.test: the TLS handshake failed (CERT_CHAIN_TOO_LONG)',
      false,
    ],
    ['EPROTO', 'no secure connection to rentals.test: the TLS handshake failed (EPROTO)', false],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'no secure connection to rentals.test: the TLS handshake failed (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
      false,
    ],
    [
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'no secure connection to rentals.test: its certificate comes from an authority unknown to this machine',
      false,
    ],
  ])('%s', (code, message, transient) => {
    const cause = coded(code);
    const fault = toTransportError(cause, state);
    expect(fault).toBeInstanceOf(TransportError);
    expect(fault).toBeInstanceOf(NetworkError);
    expect(fault).toMatchObject({ exitCode: 6, code: 'network', message, transient, cause });
  });

  it('names the proxy if it cannot reach the proxy', () => {
    const fault = toTransportError(coded('EAI_AGAIN'), { ...state, proxy: 'proxy.test:3128' });
    expect(fault).toMatchObject({ message: 'cannot find the proxy proxy.test:3128: the name server did not answer' });
  });

  it.each([
    new TypeError('x is not a function'),
    coded('UND_ERR_INVALID_ARG'),
    coded('ERR_ASSERTION'),
    Object.assign(new Error('odd'), { code: 'not a\ncode' }),
    'thrown text',
    undefined,
  ])('returns %s unchanged, because it is a bug', (error) => {
    expect(toTransportError(error, state)).toBe(error);
  });
});

describe('a time limit', () => {
  it.each([
    [80, '80 ms'],
    [999.4, '999 ms'],
    [1_000, '1 s'],
    [2_500, '2.5 s'],
    [90_000, '90 s'],
  ])('shows %i ms as %s', (ms, words) => {
    expect(timeoutError(state, ms).message).toBe(`rentals.test did not answer to GET /quotes within ${words}`);
    expect(stallError(state, ms).message).toBe(
      `rentals.test stopped in the middle of its answer to GET /quotes: nothing for ${words}`,
    );
  });
});
