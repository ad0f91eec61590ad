/** Says that the base address is wrong if an answer cannot come from the interface, and finds the one that the website publishes. */
import { ContractError, RefusedError, type FieldText, type RentalError } from '../errors.ts';
import { isWebPage, mediaType } from '../http/json.ts';
import { responseError, serverMessage } from '../http/response-errors.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import { addressOf } from './links.ts';
import { readPublished } from './published.ts';
import { shownAddress, urlOf } from '../text.ts';

/** Sends one request; undefined if it gets no response. */
export type AskWebsite = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/** Where the interface often is. */
const usualPath = '/api/agent';

/** Makes the error for a wrong base address. Asks the website for the right one once, when the first such answer comes. */
export function createAddressCheck(baseUrl: URL, askWebsite: AskWebsite) {
  let search: Promise<URL | undefined> | undefined;
  const hint = async (otherwise: string): Promise<FieldText> => {
    const found = await (search ??= findBaseAddress(askWebsite, baseUrl));
    if (found !== undefined) return (_, __, theirs) => `the website names another base address: ${theirs(found.href)}`;
    const usual = usualBaseAddress(baseUrl);
    return usual === undefined ? otherwise : `${otherwise}; often it is ${usual}`;
  };
  return async (response: HttpResponse, path: string): Promise<RentalError | undefined> => {
    const endpoint = `GET ${path}`;
    if (isPage(response)) {
      const why = await hint('check whether a network asks for a login first, and the base address');
      return new ContractError('the answer is a web page, not JSON', { endpoint, hint: why });
    }
    if (!isMissing(response, path)) return undefined;
    const { message, served } = responseError(response, endpoint);
    const depots = shownAddress(addressOf(baseUrl, '/depots').href);
    return new RefusedError(message, {
      status: 404,
      served,
      hint: await hint(`check the base address: ${depots} must exist`),
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

/**
 * The address in the OpenAPI description of the website: of the one that its manifest names, or at the usual place. Sends three
 * requests at most, all to the origin of `baseUrl`, and returns no address of another origin.
 */
export async function findBaseAddress(ask: AskWebsite, baseUrl: URL): Promise<URL | undefined> {
  const read = async (url: URL): Promise<unknown> => {
    const response = await ask({ url, endpoint: `GET ${url.pathname}` });
    return response?.status === 200 ? parse(response, url) : undefined;
  };
  const manifest = await read(new URL('/.well-known/ai-plugin.json', baseUrl));
  const named = ownAddress(fieldOf(fieldOf(manifest, 'api'), 'url'), baseUrl);
  const usual = new URL('/openapi.json', baseUrl);
  for (const url of named === undefined || named.href === usual.href ? [usual] : [named, usual]) {
    const found = describedBase(await read(url), url);
    if (found !== undefined && found.href !== addressOf(baseUrl, '').href) return found;
  }
  return undefined;
}

/** Where to look if no description helps; undefined if `baseUrl` is such an address already. */
export function usualBaseAddress({ origin, pathname }: URL): string | undefined {
  return pathname.replace(/\/+$/, '').endsWith(usualPath) ? undefined : origin + usualPath;
}

/** The first server of a description, with what its paths have before `/depots`. */
function describedBase(description: unknown, url: URL): URL | undefined {
  const depots = Object.keys(Object(fieldOf(description, 'paths'))).find((path) => path.endsWith('/depots'));
  if (depots === undefined) return undefined;
  const servers = fieldOf(description, 'servers');
  const address = (Array.isArray(servers) && fieldOf(servers[0], 'url')) || '/';
  const server = ownAddress(address, url);
  return server && ownAddress(addressOf(server, depots.slice(0, -'/depots'.length)).href, url);
}

/** An address of the same origin, without credentials, query and fragment. */
function ownAddress(address: unknown, base: URL): URL | undefined {
  const url = typeof address === 'string' ? urlOf(address, base) : undefined;
  if (url === undefined) return undefined;
  const { origin, pathname } = url;
  return origin === base.origin && pathname.length <= 200 ? new URL(pathname, origin) : undefined;
}

async function parse(response: HttpResponse, url: URL): Promise<unknown> {
  try {
    return await readPublished(response, /\.ya?ml$/.test(url.pathname) ? 'yaml' : 'json');
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
