/** Sends the requests of a run one after the other, and stops when the service cannot be asked. */
import type { MendWith } from '../api/base-address.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import { ContractError, isTransient } from '../base/errors.ts';
import { isUnavailable } from '../http/error-codes.ts';
import { RedirectError, responseError } from '../http/response-errors.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import type { HttpRequest, HttpResponse, Machine, OnEvent } from '../http/types.ts';
import {
  answerFromResponse,
  blocked,
  brokenAnswer,
  given,
  isThere,
  listOf,
  unchecked,
} from './asked.ts';
import type { ServiceAnswer, MaybeAnswer, Missing } from './asked.ts';
import { elsewhere } from './elsewhere.ts';

/**
 * The most requests a run sends, retries included, without those that exceed the limit on purpose.
 */
const maxRequests = 40;
const tooManyRequests = unchecked(`a run sends at most ${maxRequests} requests`);

/** Below the base address. */
export interface InterfaceRequest {
  readonly path: string;
  readonly parameters: Parameters;
}

export interface SentRedirect {
  readonly from: URL;
  /** Undefined if it names none. */
  readonly to: URL | undefined;
  readonly status: number | undefined;
}

/** Sends a request once, within a budget. */
type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

export interface SenderOptions {
  readonly baseUrl: URL;
  /** What hints say about how to give another one. */
  readonly mendWith?: MendWith | undefined;
  readonly siteUrl: URL;
  /** Nothing named the website, so it may be elsewhere. */
  readonly siteIsAssumed: boolean;
  readonly send: SendRequest;
  /** Sends beyond the limit; absent unless the user asked for it. */
  readonly overspend: SendRequest | undefined;
  /** Retries of one request after a transient fault. */
  readonly retries: number;
  /** All waits and failed attempts of the run together, ms. */
  readonly maxWaitMs: number;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

export interface Sender extends Pick<SenderOptions, 'baseUrl' | 'siteUrl' | 'siteIsAssumed'> {
  api(right: InterfaceRequest | Missing): Promise<MaybeAnswer>;
  /** What is published below the base address, beside the interface. */
  file(url: URL, accept: string): Promise<MaybeAnswer>;
  /**
   * A page of the website. A wall against programs says nothing about the interface: from then on,
   * the website is not asked.
   */
  page(url: URL, accept?: string): Promise<MaybeAnswer>;
  /**
   * Sends beyond the limit, each time, and accepts a 429; undefined unless the user asked for it.
   */
  readonly exceed: ((right: InterfaceRequest) => Promise<MaybeAnswer>) | undefined;
  /** Every answer of the interface so far, in order, without those of `exceed`. */
  readonly answers: readonly ServiceAnswer[];
  /** Every 429 and 502 to 504 of the interface that came unasked. */
  readonly refusals: readonly ServiceAnswer[];
  /** Every redirect so far, of the interface and of the website. */
  readonly redirects: readonly SentRedirect[];
  /** Attempts so far, retries included. */
  requests(): number;
}

export function createSender({
  baseUrl,
  send,
  overspend,
  maxWaitMs,
  ...options
}: SenderOptions): Sender {
  const answers: ServiceAnswer[] = [];
  const refusals: ServiceAnswer[] = [];
  const redirects: SentRedirect[] = [];
  let [requests, spentMs, failedInARow] = [0, 0, 0];
  /**
   * Why nothing more is asked: of the service, of its website, and, because the interface may share
   * a limit, of files.
   */
  let [stopped, wall, limit]: (Missing | undefined)[] = [];

  const policy: RetryPolicy = {
    ...options,
    maxWaitMs: () => maxWaitMs - spentMs,
    onTimeSpent: (ms) => (spentMs += ms),
  };

  /**
   * A 429 and an unavailable service say nothing about the interface, so they are errors, unless
   * any answer will do.
   */
  async function attempt(
    sendOne: SendRequest,
    request: HttpRequest,
    isAnyRight: boolean,
  ): Promise<ServiceAnswer> {
    requests += 1;
    try {
      const response = await sendOne(request);
      const answer = answerFromResponse(request, response);
      if (isAnyRight || (response.status !== 429 && !isUnavailable(response.status))) return answer;
      refusals.push(answer);
      throw responseError(response, request.endpoint);
    } catch (error) {
      if (error instanceof RedirectError)
        redirects.push({ from: request.url, to: error.target, status: error.status });
      if (error instanceof ContractError) return brokenAnswer(request, error);
      throw error;
    }
  }

  async function ask(request: HttpRequest, isOfSite = false): Promise<MaybeAnswer> {
    if (stopped !== undefined) return stopped;
    const attemptOrStop = async () =>
      requests < maxRequests ? attempt(send, request, isOfSite) : tooManyRequests;
    const asked = await withRetries<MaybeAnswer>(attemptOrStop, policy).catch(missingOf);
    failedInARow = isThere(asked) ? 0 : failedInARow + 1;
    // A service that has never answered will not answer the next request either.
    if (!isThere(asked) && (answers.length === 0 || failedInARow > 1)) stopped = asked;
    if (!isThere(asked) || isOfSite) return asked;
    if (answers.length === 0)
      stopped = await elsewhere(asked, { baseUrl, mendWith: options.mendWith, answersAt });
    answers.push(asked);
    return stopped ?? asked;
  }

  const answersAt = async (base: URL): Promise<boolean> =>
    requests < maxRequests &&
    listOf(
      await attempt(send, requestAt(base, { path: '/depots', parameters: {} }), true).catch(
        missingOf,
      ),
    ) !== undefined;

  return {
    baseUrl,
    siteUrl: options.siteUrl,
    siteIsAssumed: options.siteIsAssumed,
    api: async (right) => given(right, (one) => ask(requestAt(baseUrl, one))),
    file: async (url, accept) =>
      limit ?? ask({ url, endpoint: `GET ${url.pathname}`, accept }, true),
    page: async (url, accept = 'text/html') => {
      const asked = wall ?? (await ask({ url, endpoint: `GET ${url.pathname}`, accept }, true));
      if (!isThere(asked) || !isWall(asked)) return asked;
      wall = unchecked(`the website answered ${asked.status} to this program`);
      if (asked.status === 429) limit = wall;
      return wall;
    },
    exceed:
      overspend &&
      ((right) => attempt(overspend, requestAt(baseUrl, right), true).catch(missingOf)),
    answers,
    refusals,
    redirects,
    requests: () => requests,
  };
}

function requestAt(base: URL, { path, parameters }: InterfaceRequest): HttpRequest {
  return { url: addressOf(base, path, parameters), endpoint: `GET ${path}` };
}

/** Throws errors that are neither the service's nor the network's: interruptions and bugs. */
function missingOf(error: unknown): Missing {
  if (isTransient(error)) return blocked(error.message, error.exitCode);
  throw error;
}

function isWall({ status = 0 }: ServiceAnswer): boolean {
  return [401, 403, 429].includes(status) || isUnavailable(status);
}
