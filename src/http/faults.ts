/** What goes wrong between this machine and the service, in words and with the decision whether to try again. */
import { ContractError, NetworkError } from '../errors.ts';
import type { RentalError } from '../errors.ts';

/** A NetworkError that knows whether the same request may be sent again. */
export class Fault extends NetworkError {
  /** True for what passes by itself: resets, cut-off bodies, timeouts. */
  readonly passing: boolean;
  /** Short, for `<what>, retry 1 of 2`. */
  readonly what: string;

  constructor(message: string, what: string, details: { hint?: string; passing: boolean; cause?: unknown }) {
    super(message, details);
    this.what = what;
    this.passing = details.passing;
  }
}

/** The code of an error of a proxy that closed or does not speak HTTP. */
export const proxyBroken = 'ERR_PROXY_BROKEN';

/** Where an attempt was when it failed. */
export interface Attempted {
  readonly endpoint: string;
  /** `host:port` of the service. */
  readonly host: string;
  /** `host:port` of the proxy in between. */
  readonly proxy: string | undefined;
  /** True once the headers were there. */
  readonly answered: boolean;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const checkAddress = 'check the address, and that this machine is online';
const caHint =
  'NODE_EXTRA_CA_CERTS=<file.pem> makes a certificate authority known; check the clock of this machine, too';

/** What undici or the socket threw, as a typed error. Anything that is no fault of the network comes back as it is: a bug. */
export function toFault(error: unknown, attempted: Attempted): unknown {
  const code = codeOf(error);
  if (code === undefined || code === 'UND_ERR_INVALID_ARG' || code === 'ERR_ASSERTION') return error;
  return (
    tunnelFault(code, error, attempted) ??
    tlsFault(code, error, attempted) ??
    protocolFault(code, error, attempted) ??
    brokenOff(code, error, attempted) ??
    unreachable(code, error, attempted)
  );
}

export function timedOut(attempted: Attempted, timeoutMs: number): Fault {
  const did = attempted.answered ? 'did not finish its answer' : 'did not answer';
  return new Fault(
    `${attempted.host} ${did} to ${attempted.endpoint} within ${seconds(timeoutMs)}`,
    'no answer in time',
    {
      hint: 'try again later, or allow more with --timeout',
      passing: true,
    },
  );
}

export function stalled({ endpoint, host }: Attempted, idleMs: number): Fault {
  const message = `${host} stopped in the middle of its answer to ${endpoint}: nothing for ${seconds(idleMs)}`;
  return new Fault(message, 'answer stalled', { hint: 'try again later', passing: true });
}

/** 407, or any refusal of the proxy to open a tunnel. */
export function proxyRefused(status: number, { proxy }: Attempted, cause?: unknown): Fault {
  const login = status === 407;
  return new Fault(
    login
      ? `the proxy ${proxy} asks for a login (407)`
      : `the proxy ${proxy} does not connect to the service (${status})`,
    'proxy failed',
    {
      hint: login ? 'put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY' : checkProxy,
      passing: status >= 502 && status <= 504,
      cause,
    },
  );
}

function tunnelFault(code: string, error: unknown, attempted: Attempted): Fault | undefined {
  if (code === proxyBroken) {
    const message = `the proxy ${attempted.proxy} closed the connection, or does not speak HTTP`;
    return new Fault(message, 'proxy failed', { hint: checkProxy, passing: true, cause: error });
  }
  // undici has no property for it, only words.
  const status = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1];
  return status === undefined ? undefined : proxyRefused(Number(status), attempted, error);
}

const certificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority unknown to this machine',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority unknown to this machine',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority unknown to this machine',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority unknown to this machine',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate is revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  UND_ERR_PRX_TLS: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; is the address http rather than https?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS; is the address http rather than https?',
};
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO$)/;

function tlsFault(code: string, cause: unknown, { host }: Attempted): Fault | undefined {
  const words = certificates[code] ?? (tlsCode.test(code) ? `the TLS handshake failed (${code})` : undefined);
  if (words === undefined) return undefined;
  return new Fault(`no secure connection to ${host}: ${words}`, 'TLS failed', { hint: caHint, passing: false, cause });
}

function protocolFault(code: string, cause: unknown, { endpoint, host, answered }: Attempted): RentalError | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ContractError(`${endpoint}: the headers of the answer are larger than 16 KiB`, { cause });
  }
  // A length that is wrong before there is a body: two that differ.
  const twoLengths = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !answered;
  if (code !== 'HPE_ERROR' && !twoLengths) return undefined;
  return new ContractError(`${endpoint}: what ${host} sent is not HTTP`, {
    hint: 'check the address: its port, and http or https',
    cause,
  });
}

const brokenOffCodes = new Set([
  ...['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED', 'UND_ERR_INFO'],
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'ERR_STREAM_PREMATURE_CLOSE'],
]);

function brokenOff(code: string, cause: unknown, { endpoint, host, answered }: Attempted): Fault | undefined {
  if (!brokenOffCodes.has(code)) return undefined;
  const [message, what] = answered
    ? [`the answer of ${host} to ${endpoint} was cut off`, 'answer cut off']
    : [`${host} closed the connection without an answer to ${endpoint}`, 'connection closed'];
  return new Fault(message, what, { hint: 'try again later', passing: true, cause });
}

function unreachable(code: string, cause: unknown, { host, proxy }: Attempted): Fault {
  const peer = proxy === undefined ? host : `the proxy ${proxy}`;
  const hint = proxy === undefined ? checkAddress : checkProxy;
  const fault = (message: string, passing: boolean): Fault =>
    new Fault(message, 'cannot connect', { hint, passing, cause });
  switch (code) {
    case 'ENOTFOUND':
      return fault(`cannot find ${peer}: no such host`, false);
    case 'EAI_AGAIN':
      return fault(`cannot find ${peer}: the name server did not answer`, true);
    case 'ECONNREFUSED':
      return fault(`cannot reach ${peer}: the connection was refused`, false);
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return fault(`cannot reach ${peer}: no connection in time`, true);
    default:
      return fault(`cannot reach ${peer} (${code})`, false);
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // undici means to give the parser's errors a code, and gives them none.
  if (error.name === 'HTTPParserError') {
    return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_ERROR';
  }
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
