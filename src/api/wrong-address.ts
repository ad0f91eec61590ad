/** The error for an answer that cannot come from the interface, so that the base address must be wrong. */
import { ContractError, RefusedError, type RentalError } from '../errors.ts';
import { isWebPage, mediaType } from '../http/json.ts';
import { responseError, serverMessage, withoutCredentials } from '../http/response-errors.ts';
import type { HttpResponse } from '../http/types.ts';
import { findBaseAddress, usualBaseAddress, type AskWebsite } from './base-address.ts';
import { addressOf } from './links.ts';

export type AddressCheck = (response: HttpResponse, path: string) => Promise<RentalError | undefined>;

/** Asks the website for the right address once, when the first such answer comes. */
export function createAddressCheck(baseUrl: URL, askWebsite: AskWebsite): AddressCheck {
  let search: Promise<URL | undefined> | undefined;
  const hint = async (otherwise: string): Promise<string> => {
    const found = await (search ??= findBaseAddress(askWebsite, baseUrl));
    if (found !== undefined) return `the website names another base address: ${found.href}`;
    const usual = usualBaseAddress(baseUrl);
    return usual === undefined ? otherwise : `${otherwise}; often it is ${usual}`;
  };
  return async (response, path) => {
    const endpoint = `GET ${path}`;
    if (isPage(response)) {
      const why = await hint('check whether a network asks for a login first, and the base address');
      return new ContractError('the answer is a web page, not JSON', { endpoint, hint: why });
    }
    if (!isMissing(response, path)) return undefined;
    const { message } = responseError(response, endpoint);
    const { href } = withoutCredentials(addressOf(baseUrl, '/depots'));
    return new RefusedError(message, {
      status: 404,
      hint: await hint(`check the base address: ${href} must exist`),
    });
  };
}

function isPage({ status, headers }: HttpResponse): boolean {
  return status === 200 && isWebPage(mediaType(headers['content-type']));
}

/** A 404 that the interface does not know: it has the depots, and an error body for a vehicle. */
function isMissing(response: HttpResponse, path: string): boolean {
  return response.status === 404 && (path === '/depots' || serverMessage(response) === undefined);
}
