/** Makes typed errors of faults between this machine and the service, with hints. */
import { ContractError, NetworkError, type ErrorDetails } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { codeOf, isGatewayStatus, meaningOf, type Fault } from './error-codes.ts';

export class TransportError extends NetworkError {
  /** For `<reason>, retry 1 of 2`; undefined if no other attempt can succeed. */
  readonly retryReason: string | undefined;

  constructor(message: string, retryReason: string | undefined, details: ErrorDetails) {
    super(message, details);
    this.retryReason = retryReason;
  }
}

/** A proxy opened no tunnel: it refused with `status`, or the connection to it failed by `cause`. */
export class ProxyFault extends Error {
  readonly status: number | undefined;

  constructor({ status, cause }: { readonly status?: number; readonly cause?: unknown }) {
    super('the proxy failed', { cause });
    this.status = status;
  }
}

/** How far an attempt was when it failed. */
export interface AttemptState {
  readonly endpoint: string;
  /** What messages call the service: `host:port`, or with a name, `lucky (host:port)`. */
  readonly serviceName: string;
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

interface FaultState extends Omit<AttemptState, 'proxy'> {
  /** The other end of the connection that failed, as messages call it. */
  readonly peer: string;
  /** `host:port` of that end if it is a proxy. */
  readonly failedProxy: string | undefined;
  readonly why: string;
}

interface FaultWords {
  readonly message: (state: FaultState) => string;
  readonly hint: (state: FaultState) => FieldText;
  readonly retryReason?: string;
}

const checkProxy = 'check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY';
const trust =
  'to trust a certificate authority, set NODE_EXTRA_CA_CERTS=<file.pem>; check the clock of this machine, too';

const unreachable: FaultWords = {
  message: ({ peer, why }) => `cannot ${why.replace('{peer}', () => peer)}`,
  hint: ({ failedProxy, isLocal }) => {
    if (failedProxy !== undefined) return checkProxy;
    if (isLocal) return 'is the service running? rental sandbox serves one with sample data';
    return 'check the address, and that this machine is online';
  },
};
const words: Readonly<Record<Fault | 'brokenProxy', FaultWords>> = {
  unreachable,
  unreachableForNow: { ...unreachable, retryReason: 'cannot connect' },
  insecure: {
    message: ({ peer, why }) => `no secure connection to ${peer}: ${why}`,
    hint: ({ failedProxy }) =>
      failedProxy ? `check HTTPS_PROXY and HTTP_PROXY: http:// or https://; ${trust}` : trust,
  },
  closed: {
    message: ({ isAnswered, serviceName, endpoint }) =>
      isAnswered
        ? `the answer of ${serviceName} to ${endpoint} was cut off`
        : `${serviceName} closed the connection without an answer to ${endpoint}`,
    hint: () => 'try again later',
    retryReason: 'connection closed',
  },
  stalled: {
    message: ({ serviceName, endpoint, idleMs }) =>
      `${serviceName} stopped in the middle of its answer to ${endpoint}: nothing for ${seconds(idleMs)}`,
    hint: () => 'try again later',
    retryReason: 'answer stalled',
  },
  late: {
    message: ({ isAnswered, serviceName, endpoint, timeoutMs }) =>
      `${serviceName} did not ${isAnswered ? 'finish its answer' : 'answer'} to ${endpoint} within ${seconds(timeoutMs)}`,
    hint: () => fieldText('try again later, or allow more with {timeout}'),
    retryReason: 'no answer in time',
  },
  brokenProxy: {
    message: ({ peer }) => `${peer} closed the connection, or does not speak HTTP`,
    hint: () => checkProxy,
    retryReason: 'proxy failed',
  },
  notHttp: {
    message: ({ serviceName }) => `what ${serviceName} sent is not HTTP`,
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
  if (isProxyFault && error.status !== undefined) return proxyRefusal(error.status, state.proxy);
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const { fault, why } = meaningInState(code, state);
  // If a proxy gets the request itself, every connection is one to the proxy.
  const failedProxy = isProxyFault || !state.hasTunnel ? state.proxy : undefined;
  const peer = failedProxy === undefined ? state.serviceName : `the proxy ${failedProxy}`;
  const faultState = { ...state, failedProxy, why, peer };
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

/** After the headers, `ECONNREFUSED` or `ETIMEDOUT` means that the connection has broken. */
function meaningInState(code: string, { isAnswered }: AttemptState): ReturnType<typeof meaningOf> {
  const meaning = meaningOf(code);
  const isUnconnected = meaning.fault === 'unreachable' || meaning.fault === 'unreachableForNow';
  return isAnswered && isUnconnected ? { ...meaning, fault: 'closed' } : meaning;
}

/** A proxy answered with this status instead of opening a tunnel. */
function proxyRefusal(status: number, proxy = ''): TransportError {
  const reason = isGatewayStatus(status) ? 'proxy failed' : undefined;
  const [problem, hint] =
    status === 407
      ? ['asks for a login', 'put user:password@ before the host in HTTPS_PROXY or HTTP_PROXY']
      : ['does not connect to the service', checkProxy];
  return new TransportError(`the proxy ${proxy} ${problem} (${status})`, reason, { hint });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
