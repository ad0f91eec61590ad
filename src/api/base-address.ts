/**
 * Says that the base address is wrong if an answer cannot come from the interface, where the
 * interface is, and how to give that address.
 */
import { isSameSite, mayHaveLogin, shownAddress, urlOf } from '../base/addresses.ts';
import { RefusedError, type RentalError } from '../base/errors.ts';
import { isWebPage, mediaType, webPageError } from '../http/json.ts';
import { responseError, serverMessage, type RedirectError } from '../http/response-errors.ts';
import type { HttpResponse } from '../http/types.ts';
import { addressOf } from './links.ts';

/** Where the interface often is. */
const likelyPath = '/api/agent';

/** What gives the operator another base address: a command line, or else words. */
export interface Mend {
  readonly text: string;
  readonly isCommand: boolean;
}

/** Gets the other base address. */
export type MendWith = (baseUrl: string) => Mend;

/** What to try. */
interface Hint {
  readonly text: string;
  /** A command line with which the text ends. */
  readonly command?: string | undefined;
}

/** The error for a wrong base address; undefined if the answer can be that of the interface. */
export function addressError(
  baseUrl: URL,
  path: string,
  response: HttpResponse,
  mendWith?: MendWith,
): RentalError | undefined {
  const endpoint = `GET ${path}`;
  if (response.status === 200 && isWebPage(mediaType(response.headers['content-type']))) {
    const { text, command } = pageHint(baseUrl, mendWith);
    return webPageError(endpoint).withHint(text, command);
  }
  if (!isMissing(response, path)) return undefined;
  const { message, served } = responseError(response, endpoint);
  const { text, command } = addressHint(baseUrl, mendWith);
  return new RefusedError(message, { status: 404, served }).withHint(text, command);
}

/** For a web page in the place of JSON. */
export function pageHint(baseUrl: URL, mendWith?: MendWith): Hint {
  const network = 'check whether the network requires a login first';
  const likely = likelyHint(baseUrl, mendWith);
  return likely === undefined
    ? { text: `${network}, and the base address` }
    : { ...likely, text: `${network}; ${likely.text}` };
}

/** For a 404 that can mean that the interface is somewhere else. */
export function addressHint(baseUrl: URL, mendWith?: MendWith): Hint {
  const depots = shownAddress(addressOf(baseUrl, '/depots').href);
  return likelyHint(baseUrl, mendWith) ?? { text: `check the base address: ${depots} must exist` };
}

/** Undefined if `baseUrl` is such an address already. */
function likelyHint(baseUrl: URL, mendWith?: MendWith): Hint | undefined {
  if (baseUrl.pathname.replace(/\/+$/, '').endsWith(likelyPath)) return undefined;
  const likely = likelyBase(baseUrl).href;
  const where = `the interface is usually at ${likely}`;
  const mend = mendWith?.(likely);
  if (mend === undefined) return { text: where };
  return { text: `${where}: ${mend.text}`, command: mend.isCommand ? mend.text : undefined };
}

/** Where the interface often is, at the same origin. */
export function likelyBase({ origin }: URL): URL {
  return new URL(`${origin}${likelyPath}`);
}

/** A 404 that the interface does not know: it has the depots, and an error body for a vehicle. */
function isMissing(response: HttpResponse, path: string): boolean {
  return response.status === 404 && (path === '/depots' || serverMessage(response) === undefined);
}

/** 300, 304 and others are no redirects of a GET. */
const redirectStatuses = [301, 302, 303, 307, 308];
/** Characters of an address that is followed or stands in a command. */
const maxAddress = 200;

/** Where a redirect leads, if that is within the site. Every other target can be anything. */
export function targetInSite({ url, target, status = 0 }: RedirectError): URL | undefined {
  const isInSite =
    target !== undefined && redirectStatuses.includes(status) && isSameSite(url, target);
  return isInSite && !mayHaveLogin(target.href) ? target : undefined;
}

/**
 * The base address to which a redirect leads within the site: the endpoint is the same, below
 * another base address. Undefined for every other redirect.
 */
export function movedBase(baseUrl: URL, error: RedirectError): URL | undefined {
  const { url } = error;
  const target = targetInSite(error);
  const start = baseUrl.pathname.replace(/\/+$/, '');
  const path = url.pathname.slice(start.length);
  const isBelow =
    url.origin === baseUrl.origin && url.pathname.startsWith(start) && path.startsWith('/');
  const isSame = target?.pathname.endsWith(path) === true && target.search === url.search;
  if (
    target === undefined ||
    !isBelow ||
    !isSame ||
    target.href.length > maxAddress + url.search.length
  )
    return undefined;
  const moved = urlOf(target.origin + target.pathname.slice(0, -path.length));
  return moved?.href === baseUrl.href ? undefined : moved;
}

/** The error with what gives the address to which it leads, if that is the same interface. */
export function withMovedBase(
  error: RedirectError,
  baseUrl: URL,
  mendWith: MendWith,
): RedirectError {
  const moved = movedBase(baseUrl, error);
  if (moved === undefined) return error;
  const { text, isCommand } = mendWith(baseText(moved));
  return error.withHint(text, isCommand ? text : undefined);
}

/** Without a slash at the end. */
export function baseText({ href }: URL): string {
  return href.replace(/\/+$/, '');
}
