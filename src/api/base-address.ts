/** Hints about the base address, for an answer that cannot come from the interface. */
import { isSameSite, mayHaveLogin, shownAddress, urlOf } from '../base/addresses.ts';
import { RefusedError, type RentalError } from '../base/errors.ts';
import { isWebPage, mediaType, webPageError } from '../http/json.ts';
import { responseError, serverMessage, type RedirectError } from '../http/response-errors.ts';
import type { HttpResponse } from '../http/types.ts';
import { addressOf } from './links.ts';

const likelyPath = '/api/agent';

/** How to give the operator another base address: a command line, or else words. */
export interface BaseCorrection {
  readonly text: string;
  readonly isCommand: boolean;
}

export type CorrectBase = (baseUrl: string) => BaseCorrection;

interface Hint {
  readonly text: string;
  /** The text ends with it. */
  readonly command?: string | undefined;
}

/** Undefined if the answer can come from the interface. */
export function notInterfaceError(
  baseUrl: URL,
  path: string,
  response: HttpResponse,
  correctBase?: CorrectBase,
): RentalError | undefined {
  const endpoint = `GET ${path}`;
  if (response.status === 200 && isWebPage(mediaType(response.headers['content-type']))) {
    const { text, command } = pageHint(baseUrl, correctBase);
    return webPageError(endpoint).withHint(text, command);
  }
  if (!showsWrongBase(response, path)) return undefined;
  const { message, served } = responseError(response, endpoint);
  const { text, command } = addressHint(baseUrl, correctBase);
  return new RefusedError(message, { status: 404, served }).withHint(text, command);
}

/** For a web page in the place of JSON. */
export function pageHint(baseUrl: URL, correctBase?: CorrectBase): Hint {
  const network = 'check whether the network requires a login first';
  const likely = likelyHint(baseUrl, correctBase);
  return likely === undefined
    ? { text: `${network}, and the base address` }
    : { ...likely, text: `${network}; ${likely.text}` };
}

/** For a 404 that can mean that the interface is somewhere else. */
export function addressHint(baseUrl: URL, correctBase?: CorrectBase): Hint {
  const depots = shownAddress(addressOf(baseUrl, '/depots').href);
  return (
    likelyHint(baseUrl, correctBase) ?? { text: `check the base address: ${depots} must exist` }
  );
}

/** Undefined if `baseUrl` is that address already. */
function likelyHint(baseUrl: URL, correctBase?: CorrectBase): Hint | undefined {
  if (baseUrl.pathname.replace(/\/+$/, '').endsWith(likelyPath)) return undefined;
  const likely = likelyBase(baseUrl).href;
  const where = `the interface is usually at ${likely}`;
  const correction = correctBase?.(likely);
  if (correction === undefined) return { text: where };
  return {
    text: `${where}: ${correction.text}`,
    command: correction.isCommand ? correction.text : undefined,
  };
}

/** Where the interface often is, at the same origin. */
export function likelyBase({ origin }: URL): URL {
  return new URL(`${origin}${likelyPath}`);
}

/** The interface has no 404 of depots, and none without an error body. */
function showsWrongBase(response: HttpResponse, path: string): boolean {
  return response.status === 404 && (path === '/depots' || serverMessage(response) === undefined);
}

const redirectStatuses = [301, 302, 303, 307, 308];
/** Characters of an address that is followed or put into a command, without its query. */
const maxAddressLength = 200;

/** Undefined if it leads to another site, may have a login, or is no redirect to follow. */
export function targetInSite({ url, target, status = 0 }: RedirectError): URL | undefined {
  const isInSite =
    target !== undefined && redirectStatuses.includes(status) && isSameSite(url, target);
  return isInSite && !mayHaveLogin(target.href) ? target : undefined;
}

/** The base address to which a redirect leads, if it is within the site and keeps the endpoint. */
export function movedBase(baseUrl: URL, error: RedirectError): URL | undefined {
  const { url } = error;
  const target = targetInSite(error);
  const endpoint = endpointBelow(baseUrl, url);
  if (target === undefined || endpoint === undefined) return undefined;
  const hasEndpoint = target.pathname.endsWith(endpoint) && target.search === url.search;
  const length = target.href.length - target.search.length;
  if (!hasEndpoint || length > maxAddressLength) return undefined;
  const moved = urlOf(target.origin + target.pathname.slice(0, -endpoint.length));
  return moved?.href === baseUrl.href ? undefined : moved;
}

/** `/depots` for an address of depots; undefined for one that is not below `baseUrl`. */
function endpointBelow({ origin, pathname }: URL, url: URL): string | undefined {
  const start = pathname.replace(/\/+$/, '');
  const path = url.pathname.slice(start.length);
  const isBelow = url.origin === origin && url.pathname.startsWith(start) && path.startsWith('/');
  return isBelow ? path : undefined;
}

/** The hint gives the address to which the redirect leads, if that is the same interface. */
export function withMovedBase(
  error: RedirectError,
  baseUrl: URL,
  correctBase: CorrectBase,
): RedirectError {
  const moved = movedBase(baseUrl, error);
  if (moved === undefined) return error;
  const { text, isCommand } = correctBase(baseText(moved));
  return error.withHint(text, isCommand ? text : undefined);
}

/** Without a slash at the end. */
export function baseText({ href }: URL): string {
  return href.replace(/\/+$/, '');
}
