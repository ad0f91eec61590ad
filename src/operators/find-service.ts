/** Finds a service by a part of its address: asks, and follows redirects within the site. */
import { baseText, movedBase, targetInSite, likelyBase } from '../api/base-address.ts';
import type { Depot } from '../api/types.ts';
import { isSameSite, shownAddress, urlOf } from '../base/addresses.ts';
import { ContractError, isTransient, RefusedError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';
import { resendWhenRefused } from '../http/refusals.ts';
import { RedirectError, responseError } from '../http/response-errors.ts';
import { statusWords } from '../http/status-words.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import { addressProblem, checkField, withScheme } from './fields.ts';
import type { OpenSession } from './session.ts';

/** Requests to all addresses together, retries included. */
const maxRequests = 4;

export interface GivenAddress {
  readonly baseUrl: URL;
  /** Why it differs from what was written. */
  readonly reasons: readonly string[];
}

/** `luckyrentals.co.nz`, `https://www.luckyrentals.co.nz/docs#depots`. Throws ConfigError. */
export function readAddress(text: string, field = fieldText('{baseUrl}')): GivenAddress {
  const written = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(written);
  const full = hasScheme ? written : withScheme(written);
  const url = urlOf(full);
  const isLonger = url !== undefined && (url.search !== '' || url.hash !== '');
  if (url !== undefined) [url.search, url.hash] = ['', ''];
  checkField(url?.href ?? full, addressProblem, field);
  const { origin, pathname, host, protocol } = new URL(url?.href ?? full);
  const [path, depots = ''] = splitDepots(pathname.replace(/\/+$/, ''));
  const reasons = [
    ...(hasScheme ? [] : [`${host} has no scheme, so ${protocol.slice(0, -1)} was used`]),
    ...(isLonger ? ['a base address has no query and no fragment'] : []),
    ...(depots === '' ? [] : [`${depots} is not part of it`]),
  ];
  return { baseUrl: new URL(origin + path), reasons };
}

/** A person may give the address of the list of depots. */
function splitDepots(path: string): readonly [base: string, depots?: string] {
  const depots = '/depots';
  return path.endsWith(depots) ? [path.slice(0, -depots.length), depots] : [path];
}

export interface FindOptions {
  readonly openAt: (baseUrl: URL) => OpenSession;
  readonly policy: RetryPolicy;
}

export interface FoundService {
  readonly session: OpenSession;
  readonly depots: readonly Depot[];
  /** What the addresses answered that were tried before this one. */
  readonly otherAnswers: readonly string[];
}

/** An address at which no interface answered. */
interface Miss {
  readonly error: RefusedError | ContractError;
  readonly words: string;
}

/** Tries the address, then the usual path at its origin. A transient error ends it at once. */
export async function findService(given: URL, options: FindOptions): Promise<FoundService> {
  const misses: Miss[] = [];
  const tried = new Set<string>();
  const requests = limitedRequests(options);
  const whyNotAsked = (base: URL): string | undefined => {
    if (tried.has(baseText(base))) return 'which was already tried';
    return requests.left() === 0 ? `and the limit is ${maxRequests} requests` : undefined;
  };
  /** `site` is where the last redirect has ended. */
  const follow = async (from: URL): Promise<FoundService | { readonly site: URL }> => {
    for (let at = from; ;) {
      tried.add(baseText(at));
      const answered = await requests.depotsAt(at, misses);
      if ('depots' in answered)
        return { ...answered, otherAnswers: misses.map(({ words }) => words) };
      const { error } = answered;
      const next = error instanceof RedirectError ? movedBase(at, error) : undefined;
      const whyNot = next && whyNotAsked(next);
      misses.push({
        error,
        words: missInWords(at, error, { isBase: next !== undefined, whyNotAsked: whyNot }),
      });
      if (next === undefined || whyNot !== undefined) return { site: siteAfter(at, error) };
      at = next;
    }
  };
  const found = await follow(given);
  if ('session' in found) return found;
  const likely = likelyBase(found.site);
  if (whyNotAsked(likely) === undefined) {
    const foundThere = await follow(likely);
    if ('session' in foundThere) return foundThere;
  }
  throw notFound(given, misses);
}

/** Sends within the request limit of each address, and at most `maxRequests` together. */
function limitedRequests({ openAt, policy }: FindOptions) {
  let left = maxRequests;
  const get = async (session: OpenSession, request: HttpRequest): Promise<HttpResponse> => {
    const { send } = await session.connection();
    const { windowMs } = session.operator.limit;
    let last: unknown;
    // A request that is sent again after a 429 is not counted as a retry, so this can be called more
    // often than `retries` allows. Undefined then ends it.
    const attempt = async (): Promise<HttpResponse | undefined> => {
      if (left === 0) return undefined;
      left -= 1;
      try {
        const response = await send(request);
        if (response.status !== 429 && response.status < 500) return response;
        throw responseError(response, request.endpoint, { windowMs });
      } catch (error) {
        throw (last = error);
      }
    };
    const bounded = { ...policy, retries: Math.min(policy.retries, left - 1) };
    const response = await withRetries(resendWhenRefused(attempt, bounded), bounded);
    if (response === undefined) throw last;
    return response;
  };
  const depotsAt = async (
    baseUrl: URL,
    misses: readonly Miss[],
  ): Promise<Omit<FoundService, 'otherAnswers'> | Pick<Miss, 'error'>> => {
    const session = openAt(baseUrl);
    const { createClient } = await import('../api/client.ts');
    const http = { get: (request: HttpRequest) => get(session, request) };
    try {
      const depots = await createClient({ http, baseUrl }).depots();
      session.keepDepots(depots);
      return { session, depots };
    } catch (error) {
      if (isTransient(error) && misses.length > 0) throw error.alsoTry(inSentence(misses));
      if (error instanceof RefusedError || error instanceof ContractError) return { error };
      throw error;
    }
  };
  return { left: () => left, depotsAt };
}

/** A redirect to another page, such as the home page at `www`, still shows where the site is. */
function siteAfter(at: URL, error: Miss['error']): URL {
  return (error instanceof RedirectError && targetInSite(error)) || at;
}

interface Redirection {
  /** Whether the error is a redirect to a base address. */
  readonly isBase: boolean;
  readonly whyNotAsked: string | undefined;
}

function missInWords(at: URL, error: Miss['error'], { isBase, whyNotAsked }: Redirection): string {
  const address = shownAddress(`${baseText(at)}/depots`);
  if (error instanceof RedirectError && error.target !== undefined) {
    const { target } = error;
    const why = isBase ? whyNotAsked : whyNoBase(at, target);
    const shown = shorten(shownAddress(target.href), 200);
    return `${address} redirects to ${shown}${why === undefined ? '' : `, ${why}`}`;
  }
  const { status = 0, served = statusWords(status) } = error;
  if (error instanceof RefusedError)
    return `${address} answered ${status}${served === '' ? '' : ` (${served})`}`;
  return `${address}: ${error.problem}`;
}

function whyNoBase(at: URL, target: URL): string {
  if (at.protocol === 'https:' && target.protocol === 'http:') return 'which is not https';
  if (!isSameSite(at, target)) return 'which is another site';
  return target.pathname.endsWith('/depots')
    ? 'which cannot be stored'
    : 'which is not a list of depots';
}

function inSentence(misses: readonly Miss[]): string {
  return misses.map(({ words }) => words).join('; ');
}

/** If there are several answers, the first decides the kind of error. */
function notFound(given: URL, misses: readonly Miss[]): RefusedError | ContractError {
  const error = misses[0]!.error;
  if (misses.length === 1) return error;
  const message = `no service answers at ${shownAddress(baseText(given))}: ${inSentence(misses)}`;
  const details = {
    status: error.status,
    hint: "give the base address that the operator's documentation names",
  };
  return error instanceof RefusedError
    ? new RefusedError(message, details)
    : new ContractError(message, details);
}
