/** Says that the base address is wrong if an answer cannot come from the interface, and where it often is. */
import { shownAddress } from '../base/addresses.ts';
import { RefusedError, type RentalError } from '../base/errors.ts';
import { isWebPage, mediaType, webPageError } from '../http/json.ts';
import { responseError, serverMessage } from '../http/response-errors.ts';
import type { HttpResponse } from '../http/types.ts';
import { addressOf } from './links.ts';

/** Where the interface often is. */
const usualPath = '/api/agent';

/** The error for a wrong base address; undefined if the answer can be that of the interface. */
export function addressError(baseUrl: URL, path: string, response: HttpResponse): RentalError | undefined {
  const endpoint = `GET ${path}`;
  if (response.status === 200 && isWebPage(mediaType(response.headers['content-type'])))
    return webPageError(endpoint, pageHint(baseUrl));
  if (!isMissing(response, path)) return undefined;
  const { message, served } = responseError(response, endpoint);
  return new RefusedError(message, { status: 404, served, hint: addressHint(baseUrl) });
}

/** For a web page in the place of JSON. */
export function pageHint(baseUrl: URL): string {
  return `check whether a network asks for a login first, and the base address${oftenAt(baseUrl)}`;
}

/** For a 404 that can mean that the interface is somewhere else. */
export function addressHint(baseUrl: URL): string {
  const depots = shownAddress(addressOf(baseUrl, '/depots').href);
  return `check the base address: ${depots} must exist${oftenAt(baseUrl)}`;
}

/** Empty if `baseUrl` is such an address already. */
function oftenAt({ origin, pathname }: URL): string {
  return pathname.replace(/\/+$/, '').endsWith(usualPath) ? '' : `; often it is ${origin}${usualPath}`;
}

/** A 404 that the interface does not know: it has the depots, and an error body for a vehicle. */
function isMissing(response: HttpResponse, path: string): boolean {
  return response.status === 404 && (path === '/depots' || serverMessage(response) === undefined);
}
