/** Sends the requests of a run one after the other, and stops when the service cannot be asked. */
import type { CorrectBase } from '../api/base-address.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import { ContractError, isTransient } from '../base/errors.ts';
import { isGatewayStatus } from '../http/error-codes.ts';
import { resendWhenRefused } from '../http/refusals.ts';
import { RedirectError, responseError } from '../http/response-errors.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import type { HttpRequest, HttpResponse, Machine, OnEvent } from '../http/types.ts';
import {
  answerFromResponse,
  obstacle,
  brokenAnswer,
  ifThere,
  isThere,
  listOf,
  unchecked,
} from './answers.ts';
import type { ServiceAnswer, MaybeAnswer, Missing } from './answers.ts';
import { whyNoService } from './no-service.ts';

/** Retries included, without the requests that exceed the limit on purpose. */
const maxRequests = 40;
export const tooManyRequests = unchecked(`a run sends at most ${maxRequests} requests`);

/** A correct request of the interface, with a path below the base address. */
export interface InterfaceRequest {
  readonly path: string;
  readonly parameters: Parameters;
}

export interface SentRedirect {
  readonly from: URL;
  /** Undefined if the redirect names no target. */
  readonly to: URL | undefined;
  readonly status: number | undefined;
}

/** Sends a request once, within a budget. */
type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

export interface SenderOptions {
  readonly baseUrl: URL;
  /** How a hint says to give another base address. */
  readonly correctBase?: CorrectBase | undefined;
  readonly siteUrl: URL;
  /** The website may be at another address, because nothing named it. */
  readonly siteIsAssumed: boolean;
  readonly send: SendRequest;
  /** Sends beyond the limit, if the user wants that. */
  readonly exceedLimit: SendRequest | undefined;
  /** Retries of one request after a transient fault. */
  readonly retries: number;
  /** All waits and failed attempts of the run together, ms. */
  readonly maxWaitMs: number;
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

export interface Sender extends Pick<SenderOptions, 'baseUrl' | 'siteUrl' | 'siteIsAssumed'> {
  api(request: InterfaceRequest | Missing): Promise<MaybeAnswer>;
  /** A description below the base address, beside the interface. */
  description(url: URL, accept: string): Promise<MaybeAnswer>;
  /** A page of the website, which is asked no more once it refuses programs. */
  page(url: URL, accept?: string): Promise<MaybeAnswer>;
  /** Sends beyond the limit and accepts a 429, if the user wants that. */
  readonly exceedLimit: ((request: InterfaceRequest) => Promise<MaybeAnswer>) | undefined;
  /** All answers of the interface so far, without those of `exceedLimit`. */
  readonly answers: readonly ServiceAnswer[];
  /** Every 429 and 502 to 504 of the interface, without those of `exceedLimit`. */
  readonly busyAnswers: readonly ServiceAnswer[];
  /** Redirects of the interface and of the website. */
  readonly redirects: readonly SentRedirect[];
  /** The number of requests sent so far, retries included. */
  requests(): number;
}

export function createSender(options: SenderOptions): Sender {
  const { baseUrl, siteUrl, siteIsAssumed, exceedLimit } = options;
  const attempts = createAttempts();
  const { ask, answers } = createAsker(options, attempts);
  return {
    baseUrl,
    siteUrl,
    siteIsAssumed,
    api: async (wanted) => ifThere(wanted, (request) => ask(requestAt(baseUrl, request))),
    // A rule or a fact says what the website answers, so a 429 of it is an answer.
    ...createSiteAsker((request) => ask(request, { isOfSite: true })),
    exceedLimit:
      exceedLimit &&
      ((request) =>
        attempts
          .attempt(exceedLimit, requestAt(baseUrl, request), { acceptsBusy: true })
          .catch(missingOf)),
    answers,
    busyAnswers: attempts.busyAnswers,
    redirects: attempts.redirects,
    requests: attempts.count,
  };
}

interface Attempts {
  /** A 429 and an unavailable service say nothing about the interface, so they throw by default. */
  attempt(
    send: SendRequest,
    request: HttpRequest,
    rules: { readonly acceptsBusy: boolean },
  ): Promise<ServiceAnswer>;
  readonly busyAnswers: readonly ServiceAnswer[];
  readonly redirects: readonly SentRedirect[];
  count(): number;
}

/** Single attempts, and what they show besides answers. */
function createAttempts(): Attempts {
  const busyAnswers: ServiceAnswer[] = [];
  const redirects: SentRedirect[] = [];
  let count = 0;
  const attempt: Attempts['attempt'] = async (send, request, { acceptsBusy }) => {
    count += 1;
    try {
      const response = await send(request);
      const answer = answerFromResponse(request, response);
      const isBusy = response.status === 429 || isGatewayStatus(response.status);
      if (acceptsBusy || !isBusy) return answer;
      busyAnswers.push(answer);
      throw responseError(response, request.endpoint);
    } catch (error) {
      if (error instanceof RedirectError)
        redirects.push({ from: request.url, to: error.target, status: error.status });
      if (error instanceof ContractError) return brokenAnswer(request, error);
      throw error;
    }
  };
  return { attempt, busyAnswers, redirects, count: () => count };
}

/** Asks with retries, until the service cannot be asked any more. */
function createAsker(options: SenderOptions, { attempt, count }: Attempts) {
  const { baseUrl, correctBase, send, retries, machine, signal, onEvent } = options;
  const answers: ServiceAnswer[] = [];
  let spentMs = 0;
  let failuresInARow = 0;
  let stopped: Missing | undefined;
  const policy: RetryPolicy = {
    retries,
    machine,
    signal,
    onEvent,
    maxWaitMs: () => options.maxWaitMs - spentMs,
    onTimeSpent: (ms) => (spentMs += ms),
  };
  const answersAt = async (base: URL): Promise<boolean> => {
    if (count() >= maxRequests) return false;
    const request = requestAt(base, { path: '/depots', parameters: {} });
    return (
      listOf(await attempt(send, request, { acceptsBusy: true }).catch(missingOf)) !== undefined
    );
  };
  const ask = async (request: HttpRequest, { isOfSite = false } = {}): Promise<MaybeAnswer> => {
    if (stopped !== undefined) return stopped;
    const attemptOrStop = async () =>
      count() < maxRequests ? attempt(send, request, { acceptsBusy: isOfSite }) : tooManyRequests;
    const resending = resendWhenRefused<MaybeAnswer>(attemptOrStop, policy);
    const answer = await withRetries(resending, policy).catch(missingOf);
    failuresInARow = isThere(answer) ? 0 : failuresInARow + 1;
    // A service that has never answered will not answer the next request either.
    if (!isThere(answer) && (answers.length === 0 || failuresInARow > 1)) stopped = answer;
    if (!isThere(answer) || isOfSite) return answer;
    if (answers.length === 0)
      stopped = await whyNoService(answer, { baseUrl, correctBase, answersAt });
    answers.push(answer);
    return stopped ?? answer;
  };
  return { ask, answers };
}

function createSiteAsker(
  ask: (request: HttpRequest) => Promise<MaybeAnswer>,
): Pick<Sender, 'description' | 'page'> {
  let pagesBlocked: Missing | undefined;
  /** After a 429 of the website, which may share its limit with the base address. */
  let descriptionsBlocked: Missing | undefined;
  const requestOf = (url: URL, accept: string): HttpRequest => ({
    url,
    endpoint: `GET ${url.pathname}`,
    accept,
  });
  return {
    description: async (url, accept) => descriptionsBlocked ?? ask(requestOf(url, accept)),
    page: async (url, accept = 'text/html') => {
      const answer = pagesBlocked ?? (await ask(requestOf(url, accept)));
      if (!isThere(answer) || !refusesPrograms(answer)) return answer;
      pagesBlocked = unchecked(`the website answered ${answer.status} to this program`);
      if (answer.status === 429) descriptionsBlocked = pagesBlocked;
      return pagesBlocked;
    },
  };
}

function requestAt(base: URL, { path, parameters }: InterfaceRequest): HttpRequest {
  return { url: addressOf(base, path, parameters), endpoint: `GET ${path}` };
}

/** Why a request has no answer. Throws interruptions and bugs. */
function missingOf(error: unknown): Missing {
  if (isTransient(error)) return obstacle(error.message, error.exitCode);
  throw error;
}

function refusesPrograms({ status = 0 }: ServiceAnswer): boolean {
  return [401, 403, 429].includes(status) || isGatewayStatus(status);
}
