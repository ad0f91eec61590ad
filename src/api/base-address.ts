/** Finds the base address that a website publishes. Only asked after a request has shown that the address in use is wrong. */
import { readJson } from '../http/json.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import { addressOf } from './links.ts';

/** Sends one request; undefined if it gets no response. */
export type AskWebsite = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/** Where the interface often is. */
const usualPath = '/api/agent';
/** Bytes. Real descriptions have tens of thousands. */
const largest = 256 * 1024;

/**
 * The address in the OpenAPI description of the website: of the one that its manifest names, or at the usual place. Sends three
 * requests at most, all to the origin of `baseUrl`, and returns no address of another origin.
 */
export async function findBaseAddress(ask: AskWebsite, baseUrl: URL): Promise<URL | undefined> {
  const read = async (url: URL): Promise<unknown> => {
    const response = await ask({ url, endpoint: `GET ${url.pathname}` });
    return response?.status === 200 && response.body.byteLength <= largest ? parse(response, url) : undefined;
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
  return server && addressOf(server, depots.slice(0, -'/depots'.length));
}

/** An address of the same origin, without credentials, query and fragment. */
function ownAddress(address: unknown, base: URL): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, base.href)) return undefined;
  const { origin, pathname } = new URL(address, base);
  return origin === base.origin && pathname.length <= 200 ? new URL(pathname, origin) : undefined;
}

async function parse(response: HttpResponse, url: URL): Promise<unknown> {
  try {
    if (!/\.ya?ml$/.test(url.pathname)) return readJson(response);
    const yaml = await import('yaml');
    const options = { schema: 'core', logLevel: 'silent', prettyErrors: false, maxAliasCount: 100 } as const;
    return yaml.parse(new TextDecoder().decode(response.body), options) as unknown;
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
