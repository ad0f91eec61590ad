/** The OpenAPI descriptions that the operator publishes, and the addresses that they name. */
import { parse } from 'yaml';
import { addressOf } from '../api/links.ts';
import { urlOf, withoutWww } from '../base/addresses.ts';
import {
  fieldOf,
  ifThere,
  isObject,
  isThere,
  unchecked,
  type ServiceAnswer,
  type MaybeAnswer,
  exitCodeOfMissing,
  type Missing,
} from './answers.ts';
import { answerText } from './findings.ts';
import type { Sender } from './sender.ts';

/** Characters: longer hostile YAML takes minutes to parse. Real descriptions have fewer. */
const maxYamlLength = 64 * 1024;
/** Servers, and prefixes of endpoints: every pair of them is a base address. */
const maxServers = 20;

export const descriptionFormats = ['yaml', 'json'] as const;
export type DescriptionFormat = (typeof descriptionFormats)[number];

/** `json` is the description, also if the text is YAML. */
export type Description = ServiceAnswer & { readonly format: DescriptionFormat };

interface Place {
  readonly address: URL;
  /** The formats that a description can have there. */
  readonly formats: readonly DescriptionFormat[];
  /** Below the base address, and not on the website. */
  readonly isOfInterface: boolean;
}

export interface SearchedPlace extends Place {
  readonly found: Description | Missing;
}

export async function findDescriptions(sender: Sender): Promise<readonly SearchedPlace[]> {
  const places = placesOf(sender);
  const asked = new Set(places.map(({ address }) => address.href));
  const searched: SearchedPlace[] = [];
  for (const place of places) {
    searched.push({
      ...place,
      found: ifThere(await askPlace(sender, place, asked), readDescription),
    });
  }
  return searched;
}

/** Where deployments have descriptions: the interface document does not say it. */
function placesOf({ siteUrl, baseUrl }: Sender): readonly Place[] {
  const ofSite = (path: string, ...formats: readonly DescriptionFormat[]): Place => {
    return { address: addressOf(siteUrl, path), formats, isOfInterface: false };
  };
  const last = {
    address: addressOf(baseUrl, '/openapi'),
    formats: descriptionFormats,
    isOfInterface: true,
  };
  const all = [
    ofSite('/openapi.yaml', 'yaml'),
    ofSite('/openapi.json', 'json'),
    ofSite('/.well-known/openapi', ...descriptionFormats),
    last,
  ];
  return [...new Map(all.map((place) => [place.address.href, place])).values()];
}

/** One redirect to another place of the same website is followed. */
async function askPlace(
  sender: Sender,
  { address, isOfInterface }: Place,
  asked: Set<string>,
): Promise<MaybeAnswer> {
  const ask = async (url: URL): Promise<MaybeAnswer> =>
    isOfInterface ? sender.description(url, '*/*') : sender.page(url, '*/*');
  const answer = await ask(address);
  const target = isThere(answer) ? answer.redirect : undefined;
  if (target?.origin !== address.origin || asked.has(target.href)) return answer;
  asked.add(target.href);
  return ask(target);
}

function readDescription(answer: ServiceAnswer): Description | Missing {
  const path = answer.request.url.pathname;
  const text = answer.text.replace(/^\uFEFF/, '').trimStart();
  if (answer.status === 200 && text.startsWith('<'))
    return { missing: 'web-page', reason: `a web page is at ${path}` };
  // It names a version of OpenAPI or, at least, an endpoint.
  if (answer.status !== 200 || !/openapi"?\s*:\s*["']?\d|\/quotes/.test(text))
    return {
      missing: 'no-description',
      reason: `no OpenAPI description was found at ${path}: ${answerText(answer)}`,
    };
  if (text.startsWith('{')) return { ...answer, format: 'json' };
  if (text.length > maxYamlLength) return unchecked('the description is too long to parse');
  return { ...answer, ...readYaml(text), format: 'yaml' };
}

function readYaml(text: string) {
  // Pretty errors and unique keys take time that grows with the square of the length.
  const options = {
    schema: 'core',
    merge: true,
    logLevel: 'error',
    prettyErrors: false,
    uniqueKeys: false,
  } as const;
  try {
    return { json: parse(text, { ...options, maxAliasCount: 100 }) as unknown, problem: undefined };
  } catch (error) {
    // A mistake in YAML, too deep nesting, or aliases without an end.
    return { problem: (error as Error).message };
  }
}

/**
 * Why no description in this format was found: the most useful reason. No answer comes first, then a
 * web page, then a description that cannot be read.
 */
export function whyMissing(places: readonly SearchedPlace[], format: DescriptionFormat): Missing {
  const possible = places.filter((place) => place.formats.includes(format));
  const reasons = possible.flatMap(({ found }) => (isThere(found) ? [] : [found]));
  const noAnswer = reasons.find((reason) => exitCodeOfMissing(reason) !== undefined);
  const page = reasons.find(({ missing }) => missing === 'web-page');
  const other = reasons.find(({ missing }) => missing !== 'no-description');
  const paths = possible.map(({ address }) => address.pathname).join(', ');
  return (
    noAnswer ??
    page ??
    other ??
    unchecked(`no OpenAPI description in ${format.toUpperCase()} was found at ${paths}`)
  );
}

/** Each with a GET. The names of parameters are left out, because no request shows them. */
export const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{}/accessories',
  '/vehicles/{}/insurance-types',
  '/quotes',
];

interface Operation {
  readonly method: string;
  /** The path without the names of parameters; for an endpoint, also without its prefix. */
  readonly path: string;
  readonly prefix: string;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** A reference in the place of operations counts as a GET. */
export function operationsIn(description: unknown): readonly Operation[] {
  const paths = fieldOf(description, 'paths');
  const entries = Object.entries(isObject(paths) ? paths : {}).filter(([path]) =>
    path.startsWith('/'),
  );
  return entries.flatMap(([path, item]) => {
    const unnamed = path.replace(/\{[^{}/]*\}/g, '{}');
    const endpoint = endpoints.find((one) => unnamed.endsWith(one)) ?? unnamed;
    const prefix = unnamed.slice(0, unnamed.length - endpoint.length);
    const isReference = fieldOf(item, '$ref') !== undefined;
    const named = isReference ? ['get'] : methods.filter((name) => fieldOf(item, name));
    return named.map((method) => ({ method, path: endpoint, prefix }));
  });
}

export interface NamedBase {
  /** Without `www`; undefined for a server that is relative to the description. */
  readonly host: string | undefined;
  readonly path: string;
  readonly href: string;
}

/** Combines servers with prefixes of the endpoints. Empty if the description names neither. */
export function basesIn({ json, request }: Description): readonly NamedBase[] {
  const operations = operationsIn(json).filter(({ path }) => endpoints.includes(path));
  const prefixes = [...new Set(operations.map(({ prefix }) => prefix))].slice(0, maxServers);
  const servers = serversIn(json);
  const bases = (servers.length === 0 ? ['/'] : servers).flatMap((server) =>
    prefixes.flatMap((prefix): NamedBase[] => {
      const url = urlOf(server, request.url);
      if (url === undefined || (servers.length === 0 && prefix === '')) return [];
      const path = (url.pathname.replace(/\/+$/, '') + prefix).replace(/\/+$/, '');
      const host = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(server) ? withoutWww(url.host) : undefined;
      return [{ host, path, href: url.origin + path }];
    }),
  );
  return [...new Map(bases.map((base) => [base.href, base])).values()];
}

/** Addresses of servers, with the default values of their variables. */
function serversIn(description: unknown): readonly string[] {
  const servers = fieldOf(description, 'servers');
  const urls = (Array.isArray(servers) ? servers : []).map((server: unknown) => {
    const variables = fieldOf(server, 'variables');
    const url = fieldOf(server, 'url');
    if (typeof url !== 'string') return undefined;
    return url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const value = fieldOf(fieldOf(variables, name), 'default');
      return typeof value === 'string' ? value : whole;
    });
  });
  return urls.filter((url) => url !== undefined).slice(0, maxServers);
}

export function areSameBase(one: NamedBase, other: NamedBase): boolean {
  const isSameHost = one.host === undefined || other.host === undefined || one.host === other.host;
  return isSameHost && one.path === other.path;
}
