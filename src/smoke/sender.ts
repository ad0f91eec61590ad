/** Sends the requests of a run one after the other, each once, and stops when the service cannot be asked. */
import { addressOf } from '../api/links.ts';
import { remainingOf } from '../http/http.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import type { HttpRequest, Machine, OnEvent } from '../http/types.ts';
import { blocked, given, isThere, unchecked, type Answer, type Asked, type Missing } from './asked.ts';
import type { Right } from './requests.ts';
import { NoAnswer, noAnswerOrThrow, refusalOf, sendOnce, type SendRequest } from './send-once.ts';

/** The most requests a run sends, retries included, without those that exceed the limit on purpose. */
const mostRequests = 34;
/** The run stops if fewer requests are left of the limit and their number falls: others may share it. */
const fewestLeft = 10;
/** The run stops after this many failed requests in a row. */
const mostFailed = 2;
/** The website is not the interface: a wall against programs says nothing about it. */
const walls: readonly (number | undefined)[] = [401, 403, 429];

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

export type Sender = ReturnType<typeof createSender>;

export function createSender(options: SenderOptions) {
  const { baseUrl, siteUrl, overspend } = options;
  const { ask, askBeyond, ...log } = createAsker(options);
  const known = new Map<string, Asked>();
  let wall: Missing | undefined;

  async function askOnce(request: HttpRequest, isOfSite: boolean): Promise<Asked> {
    const asked = known.get(request.url.href) ?? (await ask(request, isOfSite));
    known.set(request.url.href, asked);
    return asked;
  }

  const requestOf = ({ path, parameters }: Right): HttpRequest => {
    return { url: addressOf(baseUrl, path, parameters), endpoint: `GET ${path}` };
  };
  return {
    baseUrl,
    siteUrl,
    api: async (right: Right | Missing): Promise<Asked> => given(right, (one) => askOnce(requestOf(one), false)),
    /** The same, although it was asked before. */
    apiAgain: (right: Right): Promise<Asked> => ask(requestOf(right), false),
    /** A page of the website; from its first 429 on, it is not asked. */
    page: async (url: URL, accept = 'text/html'): Promise<Asked> => {
      if (wall !== undefined) return wall;
      const asked = await askOnce({ url, endpoint: `GET ${url.pathname}`, accept }, true);
      if (!isThere(asked) || !walls.includes(asked.status)) return asked;
      const refused = unchecked(`the website answered ${asked.status} to this program`);
      if (asked.status === 429) wall = refused;
      return refused;
    },
    /** Sends beyond the limit, each time, and accepts a 429; undefined unless the user asked for it. */
    exceed: overspend && ((right: Right): Promise<Asked> => askBeyond(requestOf(right), overspend)),
    ...log,
  };
}

/** Sends, retries, and keeps account of what was sent and answered. */
function createAsker({ send, retries, maxWaitMs, machine, signal, onEvent }: SenderOptions) {
  const answers: Answer[] = [];
  const refusals: Answer[] = [];
  let requests = 0;
  let spentMs = 0;
  let failedInARow = 0;
  let stopped: Missing | undefined;

  const policy: RetryPolicy = {
    ...{ machine, signal, onEvent, maxWaitMs: () => maxWaitMs - spentMs, onTimeSpent: (ms) => (spentMs += ms) },
    retryOf: (error) =>
      error instanceof NoAnswer && error.retryAfter !== undefined && requests < mostRequests
        ? { reason: error.message, retries, earliestMs: error.retryAfter }
        : undefined,
  };

  async function attempt(request: HttpRequest, isOfSite: boolean): Promise<Answer> {
    requests += 1;
    const answer = await sendOnce(send, request);
    // A page of the website may answer 429: it is not the interface.
    const refusal = isOfSite && answer.status === 429 ? undefined : refusalOf(answer);
    if (refusal === undefined) return answer;
    if (!isOfSite) refusals.push(answer);
    throw refusal;
  }

  async function ask(request: HttpRequest, isOfSite: boolean): Promise<Asked> {
    if (stopped !== undefined) return stopped;
    if (requests >= mostRequests) return unchecked(`a run sends ${mostRequests} requests at most`);
    const got = await withRetries(() => attempt(request, isOfSite), policy).catch(noAnswerOrThrow);
    if (got instanceof NoAnswer) {
      failedInARow += 1;
      // A service that has never answered will not answer the next request either.
      if (got.retryAfter === undefined || answers.length === 0 || failedInARow >= mostFailed) stopped = got.missing;
      return got.missing;
    }
    failedInARow = 0;
    if (isOfSite) return got;
    answers.push(got);
    stopped = lowLimit(answers);
    return got;
  }

  async function askBeyond(request: HttpRequest, overspend: SendRequest): Promise<Asked> {
    if (stopped !== undefined && stopped.obstacle !== 'rate_limited') return stopped;
    requests += 1;
    const got = await sendOnce(overspend, request).catch(noAnswerOrThrow);
    return got instanceof NoAnswer ? got.missing : got;
  }

  return {
    ask,
    askBeyond,
    /** Every answer of the interface so far, in order, without those of `exceed`. */
    answers: answers as readonly Answer[],
    /** Every 429 and 502 to 504 of the interface that came unasked. */
    refusals: refusals as readonly Answer[],
    /** Attempts so far, retries included. */
    requests: () => requests,
  };
}

/** A number that does not fall with each request counts something else. */
function lowLimit(answers: readonly Answer[]): Missing | undefined {
  const [before, left] = answers.slice(-2).map(remainingOf);
  if (before === undefined || left === undefined || left >= fewestLeft || left >= before) return undefined;
  return blocked('rate_limited', `only ${left} requests are left of the limit, fewer than ${fewestLeft}`);
}
