/** The words for faults that a test cannot cause on every machine. */
import { expect, it } from 'vitest';
import { toTransportError, TransportError } from '../../src/http/transport-errors.ts';

const limits = { timeoutMs: 999.4, idleMs: 90_000 };
const state = {
  endpoint: 'GET /quotes',
  serviceName: 'a.test',
  isLocal: false,
  proxy: undefined,
  hasTunnel: false,
  ...limits,
};
const coded = (code: string): Error => Object.assign(new Error('raw\nwords'), { code });
const behindProxy = { proxy: 'p.test:3128' };
const insecure = 'no secure connection to a.test: ';

it.each<[string, string, boolean, { proxy?: string; isAnswered?: boolean }?]>([
  ['EAI_AGAIN', 'cannot find a.test: the name server did not answer', true],
  [
    'EAI_AGAIN',
    'cannot find the proxy p.test:3128: the name server did not answer',
    true,
    behindProxy,
  ],
  ['ETIMEDOUT', 'cannot reach a.test: no connection in time', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'cannot reach a.test: no connection in time', true],
  ['EHOSTUNREACH', 'cannot reach a.test (EHOSTUNREACH)', false],
  ['EMFILE', 'cannot reach a.test (EMFILE)', false],
  ['EPIPE', 'a.test closed the connection without an answer to GET /quotes', true],
  ['ETIMEDOUT', 'the answer of a.test to GET /quotes was cut off', true, { isAnswered: true }],
  ['EHOSTUNREACH', 'the answer of a.test to GET /quotes was cut off', true, { isAnswered: true }],
  ['LATE', 'a.test did not answer to GET /quotes within 999 ms', true],
  [
    'LATE',
    'a.test did not finish its answer to GET /quotes within 999 ms',
    true,
    { isAnswered: true },
  ],
  [
    'UND_ERR_BODY_TIMEOUT',
    'a.test stopped in the middle of its answer to GET /quotes: nothing for 90 s',
    true,
  ],
  ['CERT_NOT_YET_VALID', `${insecure}its certificate is not valid yet`, false],
  ['CERT_CHAIN_TOO_LONG', `${insecure}the TLS handshake failed (CERT_CHAIN_TOO_LONG)`, false],
  ['UNABLE_TO_GET_CRL', `${insecure}the TLS handshake failed (UNABLE_TO_GET_CRL)`, false],
  ['EPROTO', `${insecure}the TLS handshake failed (EPROTO)`, false],
  ['ERR_SSL_ALERT', `${insecure}the TLS handshake failed (ERR_SSL_ALERT)`, false],
])('%s is "%s", transient: %s', (code, message, transient, more = {}) => {
  const cause = coded(code);
  const fault = toTransportError(cause, { ...state, isAnswered: false, ...more });
  expect(fault).toBeInstanceOf(TransportError);
  expect(fault).toMatchObject({ exitCode: 6, code: 'network', message, cause });
  expect((fault as TransportError).retryReason !== undefined).toBe(transient);
});

it.each([
  new TypeError('x is not a function'),
  coded('UND_ERR_INVALID_ARG'),
  coded('ERR_INVALID_URL'),
  coded('ERR_INVALID_ARG_TYPE'),
  coded('ERR_MODULE_NOT_FOUND'),
  coded('not a\ncode'),
  'thrown text',
  undefined,
])('returns %s unchanged, because it is a bug', (error) => {
  expect(toTransportError(error, { ...state, isAnswered: false })).toBe(error);
});
