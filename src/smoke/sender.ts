/** Sends the requests of a run one after the other, and stops when the service cannot be asked. */
import type { MendWith } from '../api/base-address.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import { ContractError, isTransient } from '../base/errors.ts';
import { isUnavailable } from '../http/error-codes.ts';
import { RedirectError, responseError } from '../http/response-errors.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import type { HttpRequest, HttpResponse, Machine, OnEvent } from '../http/types.ts';
import { answerOf, blocked, brokenAnswer, given, isThere, unchecked } from './asked.ts';
import type { Answer, Asked, Missing } from './asked.ts';
import { elsewhere } from './elsewhere.ts';

/** The most requests a run sends, retries included, without those that exceed the limit on purpose. */
const maxRequests = 40;

/** Below the base address. */
export interface Right {
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

export type Sender = ReturnType<typeof createSender>;

export function createSender({ baseUrl, send, overspend, retries, maxWaitMs, ...options }: SenderOptions) {
  const answers: Answer[] = [];
  const refusals: Answer[] = [];
  const redirects: SentRedirect[] = [];
  let [requests, spentMs, failedInARow] = [0, 0, 0];
  /** Why nothing more is asked, of the service and of its website. */
  let [stopped, wall]: (Missing | undefined)[] = [];
  /** The wall is a limit, which the interface may share. */
  let isLimited = false;

  const policy: RetryPolicy = {
    ...{ ...options, retries, maxWaitMs: () => maxWaitMs - spentMs, onTimeSpent: (ms) => (spentMs += ms) },
  };

  /** A 429 and an unavailable service say nothing about the interface, so they are errors, unless any answer will do. */
  async function attempt(sendOne: SendRequest, request: HttpRequest, isAnyRight: boolean): Promise<Answer> {
    requests += 1;
    try {
      const response = await sendOne(request);
      const answer = answerOf(request, response);
      if (isAnyRight || (response.status !== 429 && !isUnavailable(response.status))) return answer;
      refusals.push(answer);
      throw responseError(response, request.endpoint);
    } catch (error) {
      if (error instanceof RedirectError) redirects.push({ from: request.url, to: error.target, status: error.status });
      if (error instanceof ContractError) return brokenAnswer(request, error);
      throw error;
    }
  }

  async function ask(request: HttpRequest, isOfSite = false): Promise<Asked> {
    if (stopped !== undefined) return stopped;
    const isOver = unchecked(`a run sends at most ${maxRequests} requests`);
    const attemptOrStop = async () => (requests < maxRequests ? attempt(send, request, isOfSite) : isOver);
    const asked = await withRetries<Asked>(attemptOrStop, policy).catch(missingOf);
    failedInARow = isThere(asked) ? 0 : failedInARow + 1;
    // A service that has never answered will not answer the next request either.
    if (!isThere(asked) && (answers.length === 0 || failedInARow > 1)) stopped = asked;
    if (!isThere(asked) || isOfSite) return asked;
    if (answers.length === 0) stopped = elsewhere(asked, baseUrl, options.mendWith);
    answers.push(asked);
    return stopped ?? asked;
  }

  const requestOf = ({ path, parameters }: Right): HttpRequest => {
    return { url: addressOf(baseUrl, path, parameters), endpoint: `GET ${path}` };
  };
  return {
    ...{ baseUrl, siteUrl: options.siteUrl, siteIsAssumed: options.siteIsAssumed },
    api: async (right: Right | Missing): Promise<Asked> => given(right, (one) => ask(requestOf(one))),
    /** What is published below the base address, beside the interface. */
    file: async (url: URL, accept: string): Promise<Asked> =>
      isLimited && wall !== undefined ? wall : ask({ url, endpoint: `GET ${url.pathname}`, accept }, true),
    /** A page of the website. A wall against programs says nothing about the interface: from then on, the website is not asked. */
    page: async (url: URL, accept = 'text/html'): Promise<Asked> => {
      const asked = wall ?? (await ask({ url, endpoint: `GET ${url.pathname}`, accept }, true));
      if (!isThere(asked) || !isWall(asked)) return asked;
      isLimited = asked.status === 429;
      return (wall = unchecked(`the website answered ${asked.status} to this program`));
    },
    /** Sends beyond the limit, each time, and accepts a 429; undefined unless the user asked for it. */
    exceed:
      overspend && ((right: Right): Promise<Asked> => attempt(overspend, requestOf(right), true).catch(missingOf)),
    /** Every answer of the interface so far, in order, without those of `exceed`. */
    answers: answers as readonly Answer[],
    /** Every 429 and 502 to 504 of the interface that came unasked. */
    refusals: refusals as readonly Answer[],
    /** Every redirect so far, of the interface and of the website. */
    redirects: redirects as readonly SentRedirect[],
    /** Attempts so far, retries included. */
    requests: () => requests,
  };
}

/** Throws errors that are neither the service's nor the network's: interruptions and bugs. */
function missingOf(error: unknown): Missing {
  if (isTransient(error)) return blocked(error.message, error.exitCode);
  throw error;
}

function isWall({ status = 0 }: Answer): boolean {
  return [401, 403, 429].includes(status) || isUnavailable(status);
}
