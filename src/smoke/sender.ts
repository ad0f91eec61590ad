/** Sends the requests of a run one after the other, each once, and stops when the service cannot be asked. */
import { ContractError, NetworkError, RateLimitedError } from '../errors.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import { remainingOf } from '../http/http.ts';
import { RedirectError } from '../http/response-errors.ts';
import { readReset, retryAfterMs } from '../http/reset.ts';
import { isUnavailable, retryDelay } from '../http/retry.ts';
import { TransportError } from '../http/transport-errors.ts';
import type { HttpRequest, HttpResponse, Machine, OnEvent } from '../http/types.ts';
import { answerOf, blocked, brokenAnswer, unchecked, type Answer, type Asked, type Missing } from './asked.ts';
import { showText } from './display.ts';

/** The most requests a run sends, retries included, without those that exceed the limit on purpose. */
const mostRequests = 34;
/** The run stops if fewer requests are left of the limit and their number falls: others may share it. */
const fewestLeft = 10;
/** The run stops after this many failed requests in a row. */
const mostFailed = 2;

/** Sends a request once, within a budget. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

export interface SenderOptions {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
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

/** An attempt that got no answer to judge. */
interface Failure {
  readonly missing: Missing;
  readonly isTransient: boolean;
  /** How long it lasts at least, by Retry-After, ms. */
  readonly waitMs?: number | undefined;
}

interface PageOptions {
  readonly parameters?: Parameters;
  /** Media type. */
  readonly accept?: string;
}

/** Asks with retries until the run has to stop, and keeps what came. */
function createAsker({ send, retries, maxWaitMs, machine, signal, onEvent }: SenderOptions) {
  const answers: Answer[] = [];
  const refusals: Answer[] = [];
  let requests = 0;
  let spentMs = 0;
  let failedInARow = 0;
  let stopped: Missing | undefined;

  async function attempt(request: HttpRequest, isOfSite: boolean): Promise<Answer | Failure> {
    requests += 1;
    const startedAt = machine.monotonic();
    const got = await sendOnce(send, request);
    // A page of the website may answer 429: it is not the interface.
    const isRefused = !('missing' in got) && !(isOfSite && got.status === 429);
    const failure = 'missing' in got ? got : isRefused ? refusalOf(got) : undefined;
    if (failure === undefined) return got;
    if (isRefused && !isOfSite) refusals.push(got);
    spentMs += machine.monotonic() - startedAt;
    return failure;
  }

  /** False if no wait is left. */
  async function waitToRetry({ missing, isTransient, waitMs }: Failure, made: number): Promise<boolean> {
    const isWorthIt = isTransient && made < retries;
    const delay = isWorthIt ? retryDelay(made, waitMs, maxWaitMs - spentMs, machine.random()) : undefined;
    if (delay === undefined) return false;
    spentMs += delay;
    const reason = `${missing.reason}, retry ${made + 1} of ${retries}`;
    onEvent({ type: 'wait', reason, until: machine.now() + delay });
    await machine.sleep(delay, signal).finally(() => onEvent({ type: 'wait-end' }));
    return true;
  }

  async function ask(request: HttpRequest, isOfSite: boolean): Promise<Asked> {
    for (let made = 0; stopped === undefined; made += 1) {
      if (requests >= mostRequests) return unchecked(`a run sends ${mostRequests} requests at most`);
      const got = await attempt(request, isOfSite);
      if (!('missing' in got)) {
        failedInARow = 0;
        if (isOfSite) return got;
        answers.push(got);
        stopped = lowLimit(answers);
        return got;
      }
      if (await waitToRetry(got, made)) continue;
      failedInARow += 1;
      // A service that has never answered will not answer the next request either.
      if (!got.isTransient || answers.length === 0 || failedInARow >= mostFailed) stopped = got.missing;
      return got.missing;
    }
    return stopped;
  }

  /** Sends beyond the limit, and accepts a 429. */
  async function exceed(overspend: SendRequest, request: HttpRequest): Promise<Asked> {
    if (stopped !== undefined && stopped.obstacle !== 'rate_limited') return stopped;
    requests += 1;
    const got = await sendOnce(overspend, request);
    return 'missing' in got ? got.missing : got;
  }

  return {
    ask,
    exceed,
    /** Every answer of the interface so far, in order, without those of `exceed`. */
    answers: answers as readonly Answer[],
    /** Every 429 and 502 to 504 of the interface that came unasked. */
    refusals: refusals as readonly Answer[],
    /** Attempts so far, retries included. */
    requests: () => requests,
  };
}

export type Sender = ReturnType<typeof createSender>;

export function createSender(options: SenderOptions) {
  const { baseUrl, siteUrl, overspend } = options;
  const { ask, exceed, answers, refusals, requests } = createAsker(options);
  const known = new Map<string, Asked>();
  let wall: Missing | undefined;
  const askOnce = async (request: HttpRequest, isOfSite: boolean): Promise<Asked> => {
    const asked = known.get(request.url.href) ?? (await ask(request, isOfSite));
    known.set(request.url.href, asked);
    return asked;
  };
  const requestOf = (path: string, parameters?: Parameters): HttpRequest => {
    return { url: addressOf(baseUrl, path, parameters), endpoint: `GET ${path}` };
  };
  return {
    baseUrl,
    siteUrl,
    /** GET below base_url. */
    api: (path: string, parameters?: Parameters): Promise<Asked> => askOnce(requestOf(path, parameters), false),
    /** The same, although it was asked before. */
    apiAgain: (path: string, parameters: Parameters): Promise<Asked> => ask(requestOf(path, parameters), false),
    /** GET of a path below site_url, or of an address; from the first 429 on, the website is not asked. */
    page: async (path: string | URL, { parameters, accept = 'text/html' }: PageOptions = {}): Promise<Asked> => {
      if (wall !== undefined) return wall;
      const url = path instanceof URL ? path : addressOf(siteUrl, path, parameters);
      const asked = await askOnce({ url, endpoint: `GET ${url.pathname}`, accept }, true);
      if (!('status' in asked) || asked.status !== 429) return asked;
      return (wall = unchecked(`the website answered 429 at ${showText(url.pathname, 60)}`));
    },
    /** Each time; undefined unless the user asked for it. */
    exceed: overspend && ((path: string): Promise<Asked> => exceed(overspend, requestOf(path))),
    ...{ answers, refusals, requests },
  };
}

/** Throws errors that are neither the service's nor the network's: interruptions and bugs. */
async function sendOnce(send: SendRequest, request: HttpRequest): Promise<Answer | Failure> {
  try {
    return answerOf(request, await send(request));
  } catch (error) {
    if (error instanceof ContractError)
      return brokenAnswer(request, error.problem, error instanceof RedirectError ? error.target : undefined);
    const isTransient = error instanceof TransportError && error.retryReason !== undefined;
    if (error instanceof NetworkError) return { missing: blocked('network', showText(error.message)), isTransient };
    if (!(error instanceof RateLimitedError)) throw error;
    return { missing: blocked('rate_limited', showText(error.message)), isTransient };
  }
}

/** A 429 and an unavailable service say nothing about the interface. */
function refusalOf({ request, status = 0, headers, receivedAt }: Answer): Failure | undefined {
  if (status === 429) {
    const reset = readReset(headers, receivedAt);
    const when = typeof reset === 'object' ? `, again in ${Math.ceil(reset.waitMs / 1000)} s` : '';
    const reason = `429 at ${request.endpoint}: the request limit is used up${when}`;
    return { missing: blocked('rate_limited', reason), isTransient: false };
  }
  if (!isUnavailable(status)) return undefined;
  const reason = `${status} at ${request.endpoint}: the service is unavailable`;
  return { missing: blocked('unavailable', reason), isTransient: true, waitMs: retryAfterMs(headers, receivedAt) };
}

/** A number that does not fall with each request counts something else. */
function lowLimit(answers: readonly Answer[]): Missing | undefined {
  const [before, left] = answers.slice(-2).map(remainingOf);
  if (before === undefined || left === undefined || left >= fewestLeft || left >= before) return undefined;
  return blocked('rate_limited', `only ${left} requests are left of the limit, fewer than ${fewestLeft}`);
}
