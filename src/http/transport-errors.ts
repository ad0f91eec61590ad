/** Turns faults between this machine and the service into typed errors, with their words and what to try. */
import { ContractError, NetworkError, type FieldText } from '../errors.ts';
import { codeOf, meaningOf, type Fault } from './error-codes.ts';
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

/** What fails before a proxy has opened its tunnel. The cause is what was thrown, or the status with which the proxy refused. */
export class ProxyFault extends Error {
  constructor(cause: unknown) {
    super('the proxy failed', { cause });
  }
}

/** How far an attempt was when it failed. */
export interface AttemptState {
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
  /** The longest attempt, and the longest silence inside a body, ms. */
  readonly timeoutMs: number;
  readonly idleMs: number;
}

/** `peer` is the other end of the connection; `proxy` is undefined if that is the service. */
type Place = AttemptState & { readonly peer: string; readonly why: string };

interface Words {
  readonly message: (at: Place) => string;
  /** As in TransportError. Undefined if what arrived breaks HTTP or the interface: a ContractError. */
  readonly reason?: string;
  readonly transient?: true;
  readonly hint: (at: Place) => FieldText;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const trust =
  'NODE_EXTRA_CA_CERTS=<file.pem> makes a certificate authority known; check the clock of this machine, too';
const later = { transient: true, hint: () => 'try again later' } as const;

const unreachable: Words = {
  message: ({ peer, why }) => `cannot ${why.replace('PEER', () => peer)}`,
  reason: 'cannot connect',
  hint: ({ proxy, isLocal }) => {
    if (proxy !== undefined) return checkProxy;
    if (isLocal) return 'is the service running? rental sandbox serves one with sample data';
    return 'check the address, and that this machine is online';
  },
};
const brokenProxy: Words = {
  message: ({ peer }) => `${peer} closed the connection, or does not speak HTTP`,
  reason: 'proxy failed',
  transient: true,
  hint: () => checkProxy,
};
const words: Readonly<Record<Fault, Words>> = {
  unreachable,
  notNow: { ...unreachable, transient: true },
  insecure: {
    message: ({ peer, why }) => `no secure connection to ${peer}: ${why}`,
    reason: 'TLS failed',
    hint: ({ proxy }) => (proxy ? `check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ${trust}` : trust),
  },
  closed: {
    message: ({ answered, host, endpoint }) =>
      answered
        ? `the answer of ${host} to ${endpoint} was cut off`
        : `${host} closed the connection without an answer to ${endpoint}`,
    reason: 'connection closed',
    ...later,
  },
  stalled: {
    message: ({ host, endpoint, idleMs }) =>
      `${host} stopped in the middle of its answer to ${endpoint}: nothing for ${seconds(idleMs)}`,
    reason: 'answer stalled',
    ...later,
  },
  late: {
    message: ({ answered, host, endpoint, timeoutMs }) =>
      `${host} did not ${answered ? 'finish its answer' : 'answer'} to ${endpoint} within ${seconds(timeoutMs)}`,
    reason: 'no answer in time',
    transient: true,
    hint: () => (name) => `try again later, or allow more with ${name('timeout')}`,
  },
  notHttp: {
    message: ({ host }) => `what ${host} sent is not HTTP`,
    hint: () => 'check the address: its port, and http or https',
  },
  tooLarge: { message: ({ why }) => why, hint: () => 'the address does not seem to be that of the service' },
};

/** The typed error for what undici or the socket threw. Returns errors that do not come from the network unchanged: they are bugs. */
export function toTransportError(error: unknown, state: AttemptState): unknown {
  const isProxyFault = error instanceof ProxyFault;
  const cause = isProxyFault ? error.cause : error;
  if (isProxyFault && typeof cause === 'number') return refusal(cause, state.proxy);
  const code = codeOf(cause);
  if (code === undefined) return cause;
  // Without a tunnel, this machine has a connection to the proxy only.
  const proxy = isProxyFault || !state.tunnel ? state.proxy : undefined;
  const { fault, why } = meaningOf(code);
  const at = { ...state, proxy, why, peer: proxy === undefined ? state.host : `the proxy ${proxy}` };
  const isBroken = ['closed', 'notHttp', 'tooLarge'].includes(fault);
  // A wrong length before the body begins means that the headers hold two lengths that differ.
  const twoLengths = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !state.answered;
  const {
    message,
    reason,
    transient = false,
    hint,
  } = isProxyFault && isBroken ? brokenProxy : words[twoLengths ? 'notHttp' : fault];
  const details = { endpoint: state.endpoint, hint: hint(at), transient, cause };
  if (reason === undefined) return new ContractError(message(at), details);
  return new TransportError(message(at), reason, details);
}

/** A 407, or another answer with which a proxy opens no tunnel. */
function refusal(status: number, proxy = ''): TransportError {
  const [message, hint] =
    status === 407
      ? [`the proxy ${proxy} asks for a login (407)`, 'put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY']
      : [`the proxy ${proxy} does not connect to the service (${status})`, checkProxy];
  return new TransportError(message, 'proxy failed', { hint, transient: isUnavailable(status) });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
