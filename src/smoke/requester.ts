/** Sends the requests of a run one after the other, and stops when the service cannot be asked. */
import {
  exchangeOnce,
  exchangeWithRetries,
  isUnavailable,
  remainingRequests,
  resetWaitMs,
  retryWaitMs,
  type Exchange,
  type ExchangePolicy,
  type NoResponse,
  type SendRequest,
  type ServiceRequest,
} from './exchange.ts';
import { showText } from './display.ts';
import { NotChecked, ObstacleError } from './finding.ts';

/** The most requests a run sends, retries included. */
const requestCap = 40;
/** The run stops if fewer requests are left of the limit and their number falls: others may share it. */
const remainingFloor = 10;
/** The run stops after this many failed requests in a row. */
const failedRequestLimit = 2;

export interface RequesterOptions extends Pick<ExchangePolicy, 'machine' | 'signal' | 'onEvent'> {
  readonly send: SendRequest;
  /** Sends beyond the limit; absent unless the user asked for it. */
  readonly overspend: SendRequest | undefined;
  /** Retries of one request after a transient fault. */
  readonly retries: number;
  /** All waits and failed attempts of the run together, ms. */
  readonly maxWaitMs: number;
}

export function createRequester(options: RequesterOptions) {
  const { overspend, retries, maxWaitMs } = options;
  const exchanges: Exchange[] = [];
  const refusals: Exchange[] = [];
  let requests = 0;
  let spentMs = 0;
  let failedInARow = 0;
  let stopped: ObstacleError | undefined;

  const sendCapped: SendRequest = async (request) => {
    if (requests >= requestCap) throw new NotChecked(`a run sends ${requestCap} requests at most`);
    requests += 1;
    return options.send(request);
  };
  const policyFor = (isPage: boolean): ExchangePolicy => ({
    ...options,
    maxWaitMs: () => maxWaitMs - spentMs,
    onTimeSpent: (ms) => void (spentMs += ms),
    accept: (attempt) => {
      if ('cause' in attempt) throw noResponseError(attempt);
      const error = refusalOf(attempt);
      if (error === undefined || (isPage && attempt.response?.status === 429)) return attempt;
      if (!isPage) refusals.push(attempt);
      throw error;
    },
    retryOf: (error) =>
      error instanceof ObstacleError && error.transient
        ? { reason: error.message, retries, earliestMs: error.waitMs }
        : undefined,
  });

  /** A page of the website may answer 429: it is not the interface. Throws ObstacleError, and the signal's reason. */
  async function request(request: ServiceRequest, isPage: boolean): Promise<Exchange> {
    if (stopped !== undefined) throw stopped;
    try {
      const exchange = await exchangeWithRetries(sendCapped, request, policyFor(isPage));
      exchanges.push(exchange);
      failedInARow = 0;
      stopped = lowLimit(exchanges);
      return exchange;
    } catch (error) {
      if (!(error instanceof ObstacleError)) throw error;
      failedInARow += 1;
      // A deployment that has never answered will not answer the next request either.
      if (!error.transient || exchanges.length === 0 || failedInARow >= failedRequestLimit) stopped = error;
      throw error;
    }
  }

  async function exceed(request: ServiceRequest, send: SendRequest): Promise<Exchange> {
    if (stopped !== undefined && stopped.obstacle !== 'rate_limited') throw stopped;
    requests += 1;
    const attempt = await exchangeOnce(send, request);
    if ('cause' in attempt) throw noResponseError(attempt);
    return attempt;
  }

  return {
    request,
    /** Sends beyond the limit and accepts a 429; undefined unless the user asked for it. */
    exceed: overspend && ((request: ServiceRequest) => exceed(request, overspend)),
    /** Every exchange so far, in order, without those of `exceed`. */
    exchanges: exchanges as readonly Exchange[],
    /** Every 429 and 502 to 504 of the interface that came unasked. */
    refusals: refusals as readonly Exchange[],
    /** Attempts so far, retries included. */
    requests: () => requests,
    /** How many more the run may send. */
    spare: () => requestCap - requests,
  };
}

function noResponseError({ cause, message, transient }: NoResponse): ObstacleError {
  return new ObstacleError(cause, showText(message), transient);
}

/** A 429 and an unavailable service say nothing about the interface. */
function refusalOf(exchange: Exchange): ObstacleError | undefined {
  const { endpoint } = exchange.request;
  const status = exchange.response?.status ?? 0;
  if (status === 429) {
    const waitMs = resetWaitMs(exchange);
    const when = waitMs === undefined ? '' : `, again in ${Math.ceil(waitMs / 1000)} s`;
    return new ObstacleError('rate_limited', `429 at ${endpoint}: the request limit is used up${when}`);
  }
  if (!isUnavailable(status)) return undefined;
  const words = `${status} at ${endpoint}: the service is unavailable`;
  return new ObstacleError('unavailable', words, true, retryWaitMs(exchange));
}

/** A number that does not fall with each request counts something else. */
function lowLimit(exchanges: readonly Exchange[]): ObstacleError | undefined {
  const [before, left] = exchanges.slice(-2).map(remainingRequests);
  if (before === undefined || left === undefined || left >= remainingFloor || left >= before) return undefined;
  return new ObstacleError('rate_limited', `only ${left} requests are left of the limit, fewer than ${remainingFloor}`);
}
