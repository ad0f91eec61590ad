/** Turns faults between this machine and the service into typed errors, and decides which ones a retry may cure. */
import { ContractError, NetworkError, type FieldText } from '../errors.ts';
import { codeOf, isCutOff, refusalOf, tlsProblem } from './error-codes.ts';
import { isUnavailable } from './retry.ts';

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

/** Everything that fails before a proxy has opened its tunnel. The cause is what undici threw. */
export class ProxyFault extends Error {
  constructor(cause: unknown) {
    super('the proxy failed', { cause });
  }
}

/** How far an attempt was when it failed. */
interface AttemptState {
  readonly endpoint: string;
  /** `host:port` of the service, or what messages call it. */
  readonly host: string;
  /** Whether the service is on this machine. */
  readonly isLocal: boolean;
  /** `host:port` of the proxy, if there is one. */
  readonly proxy: string | undefined;
  /** True if a proxy opens a tunnel to the service; false if it gets the request itself. */
  readonly tunnel: boolean;
  /** True from the arrival of the headers on. */
  readonly answered: boolean;
}

const checkAddress = 'check the address, and that this machine is online';
const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const tryLater = 'try again later';
const caHint =
  'NODE_EXTRA_CA_CERTS=<file.pem> makes a certificate authority known; check the clock of this machine, too';

/** The typed error for what undici or the socket threw. Returns errors that do not come from the network unchanged: they are bugs. */
export function toTransportError(error: unknown, state: AttemptState): unknown {
  const beforeTunnel = error instanceof ProxyFault;
  const cause = beforeTunnel ? error.cause : error;
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const refusal = refusalOf(cause);
  if (refusal !== undefined) return proxyError(refusal, state, cause);
  // Without a tunnel, this machine has a connection to the proxy only.
  const proxy = beforeTunnel || !state.tunnel ? state.proxy : undefined;
  const fault = { ...state, code, cause, proxy, beforeTunnel, peer: proxy ? `the proxy ${proxy}` : state.host };
  return (
    tlsError(fault) ?? brokenProxyError(fault) ?? protocolError(fault) ?? cutOffError(fault) ?? unreachableError(fault)
  );
}

interface Fault extends AttemptState {
  readonly code: string;
  readonly cause: unknown;
  /** The proxy if the connection that failed goes to it; undefined if the connection goes to the service. */
  readonly proxy: string | undefined;
  readonly beforeTunnel: boolean;
  /** The other end of the connection, for messages. */
  readonly peer: string;
}

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
  return new TransportError(message, 'proxy failed', { hint, transient: isUnavailable(status), cause });
}

function tlsError({ code, cause, peer, proxy }: Fault): TransportError | undefined {
  const problem = tlsProblem(code);
  if (problem === undefined) return undefined;
  const hint = proxy === undefined ? caHint : `check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ${caHint}`;
  return new TransportError(`no secure connection to ${peer}: ${problem}`, 'TLS failed', {
    hint,
    transient: false,
    cause,
  });
}

function brokenProxyError({ code, cause, peer, beforeTunnel }: Fault): TransportError | undefined {
  if (!beforeTunnel || !(isCutOff(code) || /^(HPE|UND)_/.test(code))) return undefined;
  const message = `${peer} closed the connection, or does not speak HTTP`;
  return new TransportError(message, 'proxy failed', { hint: checkProxy, transient: true, cause });
}

function protocolError({ code, cause, endpoint, host, answered }: Fault): ContractError | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ContractError('the headers of the answer are larger than 16 KiB', { endpoint, cause });
  }
  // A wrong length before the body begins means that the headers hold two lengths that differ.
  const twoLengths = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !answered;
  if (code !== 'HPE_ERROR' && !twoLengths) return undefined;
  const hint = 'check the address: its port, and http or https';
  return new ContractError(`what ${host} sent is not HTTP`, { endpoint, hint, cause });
}

function cutOffError({ code, cause, endpoint, host, answered }: Fault): TransportError | undefined {
  if (!isCutOff(code)) return undefined;
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

function unreachableError({ code, cause, peer, proxy, isLocal }: Fault): TransportError {
  const check = isLocal ? 'is the service running? rental sandbox serves one with sample data' : checkAddress;
  const hint = proxy === undefined ? check : checkProxy;
  const problem = connectProblems[code];
  const message = problem ? `cannot ${problem.cannot} ${peer}: ${problem.because}` : `cannot reach ${peer} (${code})`;
  return new TransportError(message, 'cannot connect', { hint, transient: problem?.transient ?? false, cause });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
