/** Turns faults between this machine and the service into typed errors, and decides which ones a retry may cure. */
import { ContractError, NetworkError, type FieldText } from '../errors.ts';

/** A NetworkError that says whether the same request may be sent again. */
export class TransportError extends NetworkError {
  /** True for faults that end by themselves: resets, cut-off bodies, timeouts. */
  readonly transient: boolean;
  /** Short, for messages: `<reason>, retry 1 of 2`. */
  readonly reason: string;

  constructor(message: string, reason: string, details: { hint: FieldText; transient: boolean; cause?: unknown }) {
    super(message, details);
    this.reason = reason;
    this.transient = details.transient;
  }
}

/** The code of the error for a proxy that closes connections or does not speak HTTP. */
export const proxyBroken = 'ERR_PROXY_BROKEN';

/** How far an attempt was when it failed. */
export interface AttemptState {
  readonly endpoint: string;
  /** `host:port` of the service. */
  readonly host: string;
  /** `host:port` of the proxy, if there is one. */
  readonly proxy: string | undefined;
  /** True from the arrival of the headers on. */
  readonly answered: boolean;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const tryLater = 'try again later';
const caHint =
  'NODE_EXTRA_CA_CERTS=<file.pem> makes a certificate authority known; check the clock of this machine, too';

/** The typed error for what undici or the socket threw. Returns errors that do not come from the network unchanged: they are bugs. */
export function toTransportError(error: unknown, state: AttemptState): unknown {
  const code = codeOf(error);
  if (code === undefined || code === 'UND_ERR_INVALID_ARG' || code === 'ERR_ASSERTION') return error;
  const fault = { ...state, code, cause: error };
  return tunnelError(fault) ?? tlsError(fault) ?? protocolError(fault) ?? cutOffError(fault) ?? unreachableError(fault);
}

type Fault = AttemptState & { readonly code: string; readonly cause: unknown };

export function timeoutError({ endpoint, host, answered }: AttemptState, timeoutMs: number): TransportError {
  const did = answered ? 'did not finish its answer' : 'did not answer';
  return new TransportError(`${host} ${did} to ${endpoint} within ${seconds(timeoutMs)}`, 'no answer in time', {
    hint: (name) => `${tryLater}, or allow more with ${name('timeout')}`,
    transient: true,
  });
}

export function stallError({ endpoint, host }: AttemptState, idleMs: number): TransportError {
  const message = `${host} stopped in the middle of its answer to ${endpoint}: nothing for ${seconds(idleMs)}`;
  return new TransportError(message, 'answer stalled', { hint: tryLater, transient: true });
}

/** For a 407, and for every other refusal of a proxy to open a tunnel. */
export function proxyError(status: number, { proxy }: AttemptState, cause?: unknown): TransportError {
  const [message, hint] =
    status === 407
      ? [`the proxy ${proxy} asks for a login (407)`, 'put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY']
      : [`the proxy ${proxy} does not connect to the service (${status})`, checkProxy];
  return new TransportError(message, 'proxy failed', { hint, transient: status >= 502 && status <= 504, cause });
}

function tunnelError(fault: Fault): TransportError | undefined {
  const { code, cause, proxy } = fault;
  if (code === proxyBroken) {
    const message = `the proxy ${proxy} closed the connection, or does not speak HTTP`;
    return new TransportError(message, 'proxy failed', { hint: checkProxy, transient: true, cause });
  }
  // undici tells the status only in its message.
  const status = /^Proxy response \((\d{3})\)/.exec(cause instanceof Error ? cause.message : '')?.[1];
  return status === undefined ? undefined : proxyError(Number(status), fault, cause);
}

const unknownAuthority = 'its certificate comes from an authority unknown to this machine';
const noTls = 'it does not speak TLS; is the address http rather than https?';
const certificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate is revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  UND_ERR_PRX_TLS: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO$)/;

function tlsError({ code, cause, host }: Fault): TransportError | undefined {
  const problem = certificates[code] ?? (tlsCode.test(code) ? `the TLS handshake failed (${code})` : undefined);
  if (problem === undefined) return undefined;
  const message = `no secure connection to ${host}: ${problem}`;
  return new TransportError(message, 'TLS failed', { hint: caHint, transient: false, cause });
}

function protocolError({ code, cause, endpoint, host, answered }: Fault): ContractError | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ContractError(`${endpoint}: the headers of the answer are larger than 16 KiB`, { cause });
  }
  // A wrong length before the body begins means that the headers hold two lengths that differ.
  const twoLengths = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !answered;
  if (code !== 'HPE_ERROR' && !twoLengths) return undefined;
  const hint = 'check the address: its port, and http or https';
  return new ContractError(`${endpoint}: what ${host} sent is not HTTP`, { hint, cause });
}

const cutOffCodes = new Set([
  ...['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED', 'UND_ERR_INFO'],
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'ERR_STREAM_PREMATURE_CLOSE'],
]);

function cutOffError({ code, cause, endpoint, host, answered }: Fault): TransportError | undefined {
  if (!cutOffCodes.has(code)) return undefined;
  const [message, reason] = answered
    ? [`the answer of ${host} to ${endpoint} was cut off`, 'answer cut off']
    : [`${host} closed the connection without an answer to ${endpoint}`, 'connection closed'];
  return new TransportError(message, reason, { hint: tryLater, transient: true, cause });
}

const connectProblems: Readonly<Record<string, { cannot: string; because: string; transient: boolean }>> = {
  ENOTFOUND: { cannot: 'find', because: 'no such host', transient: false },
  EAI_AGAIN: { cannot: 'find', because: 'the name server did not answer', transient: true },
  ECONNREFUSED: { cannot: 'reach', because: 'the connection was refused', transient: false },
  ETIMEDOUT: { cannot: 'reach', because: 'no connection in time', transient: true },
  UND_ERR_CONNECT_TIMEOUT: { cannot: 'reach', because: 'no connection in time', transient: true },
};

function unreachableError({ code, cause, host, proxy }: Fault): TransportError {
  const peer = proxy === undefined ? host : `the proxy ${proxy}`;
  const hint = proxy === undefined ? 'check the address, and that this machine is online' : checkProxy;
  const problem = connectProblems[code];
  const message = problem ? `cannot ${problem.cannot} ${peer}: ${problem.because}` : `cannot reach ${peer} (${code})`;
  return new TransportError(message, 'cannot connect', { hint, transient: problem?.transient ?? false, cause });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // undici intends to set a code on the parser's errors, but does not.
  if (error.name === 'HTTPParserError') {
    return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_ERROR';
  }
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
