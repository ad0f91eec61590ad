/** Makes typed errors of faults between this machine and the service, with hints. */
import { ContractError, NetworkError, type ErrorDetails } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { codeOf, isUnavailable, meaningOf, type Fault } from './error-codes.ts';

export class TransportError extends NetworkError {
  /** For `<reason>, retry 1 of 2`; undefined if no other attempt can succeed. */
  readonly retryReason: string | undefined;

  constructor(message: string, retryReason: string | undefined, details: ErrorDetails) {
    super(message, details);
    this.retryReason = retryReason;
  }
}

/** A proxy opened no tunnel. The cause is what was thrown, or the status of its refusal. */
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
  /** Whether a proxy opens a tunnel; otherwise a proxy gets the request itself. */
  readonly hasTunnel: boolean;
  /** Whether the headers have arrived. */
  readonly isAnswered: boolean;
  readonly timeoutMs: number;
  /** The longest silence inside a body. */
  readonly idleMs: number;
}

/** `proxy` is undefined if `peer`, the other end of the connection, is the service. */
type FaultState = AttemptState & { readonly peer: string; readonly why: string };

interface FaultWords {
  readonly message: (state: FaultState) => string;
  readonly hint: (state: FaultState) => FieldText;
  readonly retryReason?: string;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const trust =
  'to trust a certificate authority, set NODE_EXTRA_CA_CERTS=<file.pem>; check the clock of this machine, too';

const unreachable: FaultWords = {
  message: ({ peer, why }) => `cannot ${why.replace('PEER', () => peer)}`,
  hint: ({ proxy, isLocal }) => {
    if (proxy !== undefined) return checkProxy;
    if (isLocal) return 'is the service running? rental sandbox serves one with sample data';
    return 'check the address, and that this machine is online';
  },
};
const words: Readonly<Record<Fault | 'brokenProxy', FaultWords>> = {
  unreachable,
  notNow: { ...unreachable, retryReason: 'cannot connect' },
  insecure: {
    message: ({ peer, why }) => `no secure connection to ${peer}: ${why}`,
    hint: ({ proxy }) =>
      proxy ? `check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ${trust}` : trust,
  },
  closed: {
    message: ({ isAnswered, host, endpoint }) =>
      isAnswered
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
    message: ({ isAnswered, host, endpoint, timeoutMs }) =>
      `${host} did not ${isAnswered ? 'finish its answer' : 'answer'} to ${endpoint} within ${seconds(timeoutMs)}`,
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

/** Errors that do not come from the network are bugs: it returns them unchanged. */
export function toTransportError(error: unknown, state: AttemptState): unknown {
  const isProxyFault = error instanceof ProxyFault;
  const cause = isProxyFault ? error.cause : error;
  if (isProxyFault && typeof cause === 'number') return proxyRefusal(cause, state.proxy);
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const { fault, why } = faultIn(code, state);
  // Without a tunnel, this machine has a connection to the proxy only.
  const proxy = isProxyFault || !state.hasTunnel ? state.proxy : undefined;
  const peer = proxy === undefined ? state.host : `the proxy ${proxy}`;
  const faultState = { ...state, proxy, why, peer };
  const isBroken = fault === 'notHttp' || fault === 'tooLarge';
  if (isBroken && !isProxyFault) {
    const { message, hint } = words[fault];
    return new ContractError(message(faultState), {
      endpoint: state.endpoint,
      hint: hint(faultState),
      cause,
    });
  }
  const { message, hint, retryReason } =
    words[isProxyFault && (isBroken || fault === 'closed') ? 'brokenProxy' : fault];
  return new TransportError(message(faultState), retryReason, { hint: hint(faultState), cause });
}

/** Once headers have arrived, there was a connection: an error that says otherwise has ended it. */
function faultIn(code: string, { isAnswered }: AttemptState): ReturnType<typeof meaningOf> {
  const meaning = meaningOf(code);
  const isUnconnected = meaning.fault === 'unreachable' || meaning.fault === 'notNow';
  return isAnswered && isUnconnected ? { ...meaning, fault: 'closed' } : meaning;
}

/** A proxy answered with this status instead of opening a tunnel. */
function proxyRefusal(status: number, proxy = ''): TransportError {
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
