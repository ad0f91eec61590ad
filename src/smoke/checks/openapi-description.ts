/** Finds and parses the OpenAPI description that an operator publishes. */
import { mediaTypeOf, publishedOf, textOf, type Exchange } from '../exchange.ts';
import { addressOf } from '../../api/links.ts';
import type { Deployment } from '../deployment.ts';
import { showText } from '../display.ts';
import { fieldOf, isObject } from '../responses.ts';
import { urlOf } from '../../text.ts';

/** A description lists them all; one that lists none of them is not of this interface. */
export const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

export type DescriptionFormat = 'yaml' | 'json';

interface Parsed {
  readonly description?: unknown;
  /** Why the description does not parse. */
  readonly problem?: string;
}

interface LoadedDescription extends Parsed {
  /** Undefined if no address has a description. */
  readonly exchange?: Exchange;
  /** The other addresses. */
  readonly tried: readonly Exchange[];
}

/** Tries the address in the manifest, then the usual ones: the document does not say where the description is. */
export async function loadDescription(deployment: Deployment, format: DescriptionFormat): Promise<LoadedDescription> {
  const tried: Exchange[] = [];
  const named = await manifestAddress(deployment, format);
  for (const url of [...named, ...usualAddresses(deployment, format)]) {
    if (tried.some(({ request }) => request.url.href === url.href)) continue;
    const exchange = await deployment.page(url, { accept: '*/*' });
    const isNamed = named.includes(url);
    const isFound = exchange.response?.status === 200 && mediaTypeOf(exchange) !== 'text/html';
    const parsed = await deployment.cached(`openapi ${url.href}`, () => parse(exchange, format));
    // Whatever it is about, an object that does not parse is a broken file.
    const isBroken =
      isFound && format === 'json' && 'problem' in parsed && textOf(exchange).trimStart().startsWith('{');
    const isOurs = listsEndpoint(exchange) || isEmpty(parsed.description);
    if (isNamed || isBroken || (isFound && isOurs)) return { exchange, tried, ...parsed };
    tried.push(exchange);
  }
  return { tried };
}

/** A file at an address that was guessed may describe something else. */
function listsEndpoint(exchange: Exchange): boolean {
  const text = textOf(exchange);
  return endpoints.some((endpoint) => text.includes(endpoint.replace(/\{.*/, '')));
}

/** An OpenAPI description of nothing. */
function isEmpty(description: unknown): boolean {
  const paths = fieldOf(description, 'paths');
  return fieldOf(description, 'openapi') !== undefined && isObject(paths) && Object.keys(paths).length === 0;
}

function usualAddresses({ siteUrl, baseUrl }: Deployment, format: DescriptionFormat): URL[] {
  return format === 'yaml'
    ? [addressOf(siteUrl, '/openapi.yaml'), addressOf(baseUrl, '/openapi')]
    : [addressOf(siteUrl, '/openapi.json'), addressOf(siteUrl, '/.well-known/openapi')];
}

/** The plugin manifest for agents; undefined if there is none. */
export async function loadManifest(deployment: Deployment) {
  const exchange = await deployment.page('/.well-known/ai-plugin.json', { accept: '*/*' });
  const read = exchange.response?.status === 200 ? await publishedOf(exchange, 'json') : {};
  return { exchange, manifest: 'value' in read && isObject(read.value) ? read.value : undefined };
}

/** Only an address of this operator: the checks send no requests to other hosts. */
async function manifestAddress(deployment: Deployment, format: DescriptionFormat): Promise<URL[]> {
  const { siteUrl, baseUrl } = deployment;
  const { manifest } = await loadManifest(deployment);
  const address = fieldOf(fieldOf(manifest, 'api'), 'url');
  const url = typeof address === 'string' ? urlOf(address, siteUrl) : undefined;
  if (url === undefined) return [];
  const isOwn = [siteUrl.origin, baseUrl.origin].includes(url.origin);
  const path = url.pathname + url.search;
  const isYaml = /\.ya?ml$/.test(url.pathname);
  // Logs and reports show it.
  return isOwn && path.length <= 200 && isYaml === (format === 'yaml') ? [new URL(path, url.origin)] : [];
}

async function parse(exchange: Exchange, format: DescriptionFormat): Promise<Parsed> {
  const parsed = await publishedOf(exchange, format);
  if ('problem' in parsed) return { problem: showText(parsed.problem, 120) };
  return { description: parsed.value };
}
