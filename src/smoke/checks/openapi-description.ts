/** Finds and parses the OpenAPI description that an operator publishes. */
import { jsonOf, mediaTypeOf, textOf, type Exchange } from '../../api/exchange.ts';
import { addressOf } from '../../api/links.ts';
import { stringifyJson } from '../../json.ts';
import type { Deployment } from '../deployment.ts';
import { showText } from '../display.ts';
import { bodyOf, fieldOf } from '../responses.ts';
import { urlOf } from '../../text.ts';

/** Bytes. Real descriptions have tens of thousands; a million can keep a YAML parser busy or exhaust its memory. */
const largest = 256 * 1024;

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
    const exchange = await deployment.page(url, {}, `application/${format}`);
    const isNamed = named.includes(url);
    const isFound = exchange.response?.status === 200 && mediaTypeOf(exchange) !== 'text/html';
    if (isNamed || (isFound && listsEndpoint(exchange))) {
      const parsed = await deployment.cached(`openapi ${url.href}`, () => parse(exchange, format));
      return { exchange, tried, ...parsed };
    }
    tried.push(exchange);
  }
  return { tried };
}

/** A file at an address that was guessed may describe something else. */
function listsEndpoint(exchange: Exchange): boolean {
  const text = textOf(exchange);
  return endpoints.some((endpoint) => text.includes(endpoint));
}

function usualAddresses({ siteUrl, baseUrl }: Deployment, format: DescriptionFormat): URL[] {
  return format === 'yaml'
    ? [addressOf(siteUrl, '/openapi.yaml'), addressOf(baseUrl, '/openapi')]
    : [addressOf(siteUrl, '/openapi.json'), addressOf(siteUrl, '/.well-known/openapi')];
}

/** Only an address of this operator: the checks send no requests to other hosts. */
async function manifestAddress(deployment: Deployment, format: DescriptionFormat): Promise<URL[]> {
  const { siteUrl, baseUrl } = deployment;
  const manifest = bodyOf(await deployment.page('/.well-known/ai-plugin.json', {}, 'application/json'));
  const address = fieldOf(fieldOf(manifest, 'api'), 'url');
  const url = typeof address === 'string' ? urlOf(address, siteUrl) : undefined;
  if (url === undefined) return [];
  const isOwn = [siteUrl.origin, baseUrl.origin].includes(url.origin);
  const isYaml = /\.ya?ml$/.test(url.pathname);
  return isOwn && isYaml === (format === 'yaml') ? [new URL(url.pathname + url.search, url.origin)] : [];
}

async function parse(exchange: Exchange, format: DescriptionFormat): Promise<Parsed> {
  if ((exchange.response?.body.byteLength ?? 0) > largest) return { problem: 'more than 256 KiB' };
  if (format === 'json') {
    const json = jsonOf(exchange);
    if ('problem' in json) return { problem: showText(json.problem) };
    // The YAML parser keeps no more digits than a number, and the two descriptions are compared.
    return { description: JSON.parse(stringifyJson(json.value)) as unknown };
  }
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  try {
    // Pretty errors take time that grows with the square of their number.
    const options = { schema: 'core', logLevel: 'silent', prettyErrors: false, lineCounter } as const;
    const parsed = yaml.parseDocument(textOf(exchange), options);
    const [error] = parsed.errors;
    if (error === undefined) return { description: parsed.toJS({ maxAliasCount: 100 }) as unknown };
    return { problem: `line ${lineCounter.linePos(error.pos[0]).line}: ${showText(error.message, 120)}` };
  } catch (error) {
    // It is nested too deeply, or its aliases have no end.
    return { problem: showText(error instanceof Error ? error.message : String(error), 120) };
  }
}
