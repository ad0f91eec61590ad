/**
 * Turns faults between this machine and the service into typed errors: their words, what to try,
 * and whether to try again.
 */
import { ContractError, NetworkError, type ErrorDetails } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { codeOf, isUnavailable, meaningOf, type Fault } from './error-codes.ts';

/** A NetworkError that says whether the same request may be sent again. */
export class TransportError extends NetworkError {
  /**
   * Short, for messages, `<reason>, retry 1 of 2`, if the fault may end by itself; undefined if no
   * other attempt can succeed.
   */
  readonly retryReason: string | undefined;

  constructor(message: string, retryReason: string | undefined, details: ErrorDetails) {
    super(message, details);
    this.retryReason = retryReason;
  }
}

/**
 * What fails before a proxy has opened its tunnel. The cause is what was thrown, or the status with
 * which the proxy refused.
 */
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
  /** Whether it is on this machine. */
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
  readonly hint: (at: Place) => FieldText;
  readonly retryReason?: string;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const trust =
  'to trust a certificate authority, set NODE_EXTRA_CA_CERTS=<file.pem>; check the clock of this machine, too';

const unreachable: Words = {
  message: ({ peer, why }) => `cannot ${why.replace('PEER', () => peer)}`,
  hint: ({ proxy, isLocal }) => {
    if (proxy !== undefined) return checkProxy;
    if (isLocal) return 'is the service running? rental sandbox serves one with sample data';
    return 'check the address, and that this machine is online';
  },
};
const words: Readonly<Record<Fault | 'brokenProxy', Words>> = {
  unreachable,
  notNow: { ...unreachable, retryReason: 'cannot connect' },
  insecure: {
    message: ({ peer, why }) => `no secure connection to ${peer}: ${why}`,
    hint: ({ proxy }) =>
      proxy ? `check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ${trust}` : trust,
  },
  closed: {
    message: ({ answered, host, endpoint }) =>
      answered
        ? `the answer of ${host} to ${endpoint} was cut off`
        : `${host} closed the connection without an answer to ${endpoint}`,
    hint: () => 'try again later',
    retryReason: 'connection closed',
  },
  stalled: {
    message: ({ host, endpoint, idleMs }) =>
      `${host} stopped in the middle of its answer to ${endpoint}: nothing for ${seconds(idleMs)}`,
    hint: () => 'try again later',
    retryReason: 'answer stalled',
  },
  late: {
    message: ({ answered, host, endpoint, timeoutMs }) =>
      `${host} did not ${answered ? 'finish its answer' : 'answer'} to ${endpoint} within ${seconds(timeoutMs)}`,
    hint: () => fieldText('try again later, or allow more with {timeout}'),
    retryReason: 'no answer in time',
  },
  brokenProxy: {
    message: ({ peer }) => `${peer} closed the connection, or does not speak HTTP`,
    hint: () => checkProxy,
    retryReason: 'proxy failed',
  },
  notHttp: {
    message: ({ host }) => `what ${host} sent is not HTTP`,
    hint: () => 'check the address: its port, and http or https',
  },
  tooLarge: {
    message: ({ why }) => why,
    hint: () => 'the address does not seem to be that of the service',
  },
};

/**
 * The typed error for what undici or the socket threw. Returns errors that do not come from the
 * network unchanged: they are bugs.
 */
export function toTransportError(error: unknown, state: AttemptState): unknown {
  const isProxyFault = error instanceof ProxyFault;
  const cause = isProxyFault ? error.cause : error;
  if (isProxyFault && typeof cause === 'number') return refusal(cause, state.proxy);
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const { fault, why } = meaningOf(code);
  // Without a tunnel, this machine has a connection to the proxy only.
  const proxy = isProxyFault || !state.tunnel ? state.proxy : undefined;
  const at = {
    ...state,
    proxy,
    why,
    peer: proxy === undefined ? state.host : `the proxy ${proxy}`,
  };
  const isBroken = fault === 'notHttp' || fault === 'tooLarge';
  if (isBroken && !isProxyFault) {
    const { message, hint } = words[fault];
    return new ContractError(message(at), { endpoint: state.endpoint, hint: hint(at), cause });
  }
  const { message, hint, retryReason } =
    words[isProxyFault && (isBroken || fault === 'closed') ? 'brokenProxy' : fault];
  return new TransportError(message(at), retryReason, { hint: hint(at), cause });
}

/** A 407, or another answer with which a proxy opens no tunnel. */
function refusal(status: number, proxy = ''): TransportError {
  const reason = isUnavailable(status) ? 'proxy failed' : undefined;
  const [problem, hint] =
    status === 407
      ? ['asks for a login', 'put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY']
      : ['does not connect to the service', checkProxy];
  return new TransportError(`the proxy ${proxy} ${problem} (${status})`, reason, { hint });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
