/**
 * The OpenAPI descriptions that the operator publishes: where deployments have them, and which
 * addresses they name.
 */
import { parse } from 'yaml';
import { addressOf } from '../api/links.ts';
import { urlOf, withoutWww } from '../base/addresses.ts';
import {
  fieldOf,
  given,
  isObject,
  isThere,
  skip,
  unchecked,
  type ServiceAnswer,
  type MaybeAnswer,
  type Missing,
} from './asked.ts';
import { describe } from './findings.ts';
import type { Sender } from './sender.ts';

/**
 * Characters. Parsing longer YAML can be made to take minutes; real descriptions have tens of
 * thousands.
 */
const maxYamlLength = 64 * 1024;
/** Servers, and prefixes of endpoints, that count: each of one with each of the other. */
const maxParts = 20;

export const descriptionFormats = ['yaml', 'json'] as const;
export type DescriptionFormat = (typeof descriptionFormats)[number];

/** An answer whose `json` is the description, in whatever format it came. */
export type Description = ServiceAnswer & { readonly format: DescriptionFormat };

/** Where deployments have a description. */
interface Place {
  readonly address: URL;
  /** Those that its name allows. */
  readonly formats: readonly DescriptionFormat[];
  /** Not of the website, which may be elsewhere. */
  readonly isOfInterface: boolean;
}

export interface SearchedPlace extends Place {
  readonly found: Description | Missing;
  /** What came is a web page. */
  readonly isPage: boolean;
}

export async function findDescriptions(send: Sender): Promise<readonly SearchedPlace[]> {
  const places = placesOf(send);
  const asked = new Set(places.map(({ address }) => address.href));
  const searched: SearchedPlace[] = [];
  for (const place of places) {
    const found = given(await askPlace(send, place, asked), readDescription);
    searched.push({ ...place, found, isPage: !isThere(found) && found.missing === 'skip' });
  }
  return searched;
}

/** The document does not say where descriptions are. */
function placesOf({ siteUrl, baseUrl }: Sender): readonly Place[] {
  const ofSite = (path: string, ...some: readonly DescriptionFormat[]): Place => {
    return { address: addressOf(siteUrl, path), formats: some, isOfInterface: false };
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
  send: Sender,
  { address, isOfInterface }: Place,
  asked: Set<string>,
): Promise<MaybeAnswer> {
  const ask = async (url: URL): Promise<MaybeAnswer> =>
    isOfInterface ? send.file(url, '*/*') : send.page(url, '*/*');
  const answer = await ask(address);
  const target = isThere(answer) ? answer.redirect : undefined;
  if (target?.origin !== address.origin || asked.has(target.href)) return answer;
  asked.add(target.href);
  return ask(target);
}

function readDescription(answer: ServiceAnswer): Description | Missing {
  const path = answer.request.url.pathname;
  const text = answer.text.replace(/^\uFEFF/, '').trimStart();
  if (answer.status === 200 && text.startsWith('<')) return skip(`a web page is at ${path}`);
  if (answer.status !== 200 || !/openapi"?\s*:\s*["']?\d|\/quotes/.test(text))
    return unchecked(`no OpenAPI description was found at ${path}: ${describe(answer)}`);
  if (text.startsWith('{')) return { ...answer, format: 'json' };
  if (text.length > maxYamlLength) return unchecked('the description is too long to parse');
  return { ...answer, ...readYaml(text), format: 'yaml' };
}

function readYaml(text: string) {
  // Pretty errors, and looking for equal keys, take time that grows with the square of their
  // number.
  const options = {
    schema: 'core',
    merge: true,
    logLevel: 'error',
    prettyErrors: false,
    uniqueKeys: false,
  } as const;
  try {
    return { json: parse(text, { ...options, maxAliasCount: 100 }) as unknown, notJson: undefined };
  } catch (error) {
    // It has a mistake, is nested too deeply, or its aliases have no end.
    return { notJson: (error as Error).message };
  }
}

/** Why no description in this format was found: the most telling reason of its places. */
export function whyMissing(places: readonly SearchedPlace[], format: DescriptionFormat): Missing {
  const possible = places.filter((place) => place.formats.includes(format));
  const reasons = possible.flatMap(({ found }) => (isThere(found) ? [] : [found]));
  const isNone = ({ reason }: Missing): boolean => reason.startsWith('no OpenAPI description');
  const page = reasons.find(({ missing }) => missing === 'skip');
  const decisive =
    reasons.find(({ exitCode }) => exitCode !== undefined) ??
    page ??
    reasons.find((one) => !isNone(one));
  const paths = possible.map(({ address }) => address.pathname).join(', ');
  return (
    decisive ?? unchecked(`no OpenAPI description in ${format.toUpperCase()} was found at ${paths}`)
  );
}

/** A description lists a GET for each. No request shows which names parameters have. */
export const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{}/accessories',
  '/vehicles/{}/insurance-types',
  '/quotes',
];

interface Operation {
  readonly method: string;
  /** Without the names of parameters, and without the prefix if it is one of the endpoints. */
  readonly path: string;
  readonly prefix: string;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * If a server is the root of the site, the paths begin with the prefix of the interface. What a
 * reference stands for counts as a GET.
 */
export function operationsIn(description: unknown): readonly Operation[] {
  const paths = fieldOf(description, 'paths');
  const entries = Object.entries(isObject(paths) ? paths : {}).filter(([path]) =>
    path.startsWith('/'),
  );
  return entries.flatMap(([path, item]) => {
    const unnamed = path.replace(/\{[^{}/]*\}/g, '{}');
    const endpoint = endpoints.find((one) => unnamed.endsWith(one)) ?? unnamed;
    const prefix = unnamed.slice(0, unnamed.length - endpoint.length);
    const named =
      fieldOf(item, '$ref') === undefined ? methods.filter((name) => fieldOf(item, name)) : ['get'];
    return named.map((method) => ({ method, path: endpoint, prefix }));
  });
}

/** A base address that a description names. */
export interface NamedBase {
  /**
   * With and without `www` are the same; undefined if the server is relative, so that it is
   * wherever the description is.
   */
  readonly host: string | undefined;
  readonly path: string;
  readonly href: string;
}

/** Each server with each prefix of the endpoints; none if the description names neither. */
export function basesIn({ json, request }: Description): readonly NamedBase[] {
  const operations = operationsIn(json).filter(({ path }) => endpoints.includes(path));
  const prefixes = [...new Set(operations.map(({ prefix }) => prefix))].slice(0, maxParts);
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
  return urls.filter((url) => url !== undefined).slice(0, maxParts);
}

export function areSameBase(one: NamedBase, other: NamedBase): boolean {
  const isSameHost = one.host === undefined || other.host === undefined || one.host === other.host;
  return isSameHost && one.path === other.path;
}
