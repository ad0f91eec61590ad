/** The interface's own description, in YAML and in JSON (section Versioning). */
import { isDeepStrictEqual } from 'node:util';
import { mediaType } from '../../http/json.ts';
import { addressOf } from '../../interface/query.ts';
import { bodyOf, describeAnswer, failure, isRecord, jsonOf, textOf, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import type { Service } from '../service.ts';
import { plain, show } from '../show.ts';

const section = 'Versioning';
/** Bytes; real ones have tens of thousands. A YAML parser can be kept busy, or run out of memory, with one million. */
const largest = 256 * 1024;

const endpoints = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

type Kind = 'yaml' | 'json';
type Parsed = { readonly document: unknown } | { readonly problem: string };

export const openApiChecks: readonly Check[] = [
  ...(['yaml', 'json'] as const).map((kind): Check => ({
    id: `site-openapi-${kind}`,
    group: 'site',
    section,
    title: `the OpenAPI description in ${kind.toUpperCase()} parses, is 3.0.3 and lists the five paths`,
    run: async (service) => {
      const { answer, tried } = await find(service, kind);
      if (answer === undefined) return notFound(kind, tried);
      const parsed = await parse(answer, kind);
      if ('problem' in parsed) return [failure(answer, kind.toUpperCase(), parsed.problem)];
      return documentFindings(answer, parsed.document);
    },
  })),
  {
    id: 'site-openapi-version',
    group: 'site',
    section,
    title: 'the OpenAPI description is of interface version 1.0.0',
    run: async (service) => {
      const { answer, document } = await either(service);
      const info = isRecord(document) ? document['info'] : undefined;
      const version = isRecord(info) ? info['version'] : undefined;
      return version === '1.0.0' ? [] : [failure(answer, 'info.version: "1.0.0"', show(version))];
    },
  },
  {
    id: 'site-openapi-agree',
    group: 'site',
    section,
    title: 'the YAML and the JSON description say the same',
    run: async (service) => {
      const yaml = await sound(service, 'yaml');
      const json = await sound(service, 'json');
      if (isDeepStrictEqual(yaml.document, json.document)) return [];
      return [failure(json.answer, 'the same as in YAML', `another ${differing(yaml.document, json.document)}`)];
    },
  },
];

/** Where it is published is not documented: what the manifest names, then where it usually is. */
async function find(service: Service, kind: Kind): Promise<{ answer: Answer | undefined; tried: readonly Answer[] }> {
  const tried: Answer[] = [];
  for (const url of [...(await namedAddress(service, kind)), ...usualAddresses(service, kind)]) {
    if (tried.some((answer) => answer.request.url.href === url.href)) continue;
    const accept = kind === 'yaml' ? 'application/yaml' : 'application/json';
    const answer = await service.page(url, {}, accept);
    const type = mediaType(answer.response?.headers['content-type']);
    if (answer.response?.status === 200 && type !== 'text/html') return { answer, tried };
    tried.push(answer);
  }
  return { answer: undefined, tried };
}

function usualAddresses({ siteUrl, baseUrl }: Service, kind: Kind): URL[] {
  return kind === 'yaml'
    ? [addressOf(siteUrl, '/openapi.yaml'), addressOf(baseUrl, '/openapi')]
    : [addressOf(siteUrl, '/openapi.json'), addressOf(siteUrl, '/.well-known/openapi')];
}

/** Only one of the operator's own: a manifest is not followed to strangers. */
async function namedAddress(service: Service, kind: Kind): Promise<URL[]> {
  const manifest = bodyOf(await service.page('/.well-known/ai-plugin.json', {}, 'application/json'));
  const api = isRecord(manifest) ? manifest['api'] : undefined;
  const named = isRecord(api) ? api['url'] : undefined;
  if (typeof named !== 'string' || !URL.canParse(named, service.siteUrl.href)) return [];
  const url = new URL(named, service.siteUrl);
  const own = [service.siteUrl.origin, service.baseUrl.origin].includes(url.origin);
  const isYaml = /\.ya?ml$/.test(url.pathname);
  return own && isYaml === (kind === 'yaml') ? [new URL(url.pathname + url.search, url.origin)] : [];
}

function notFound(kind: Kind, tried: readonly Answer[]): Finding[] {
  const [first] = tried;
  if (first === undefined) return [];
  const got = tried.map((answer) => `${plain(answer.request.url.pathname, 60)} ${describeAnswer(answer)}`).join('; ');
  return [warning(first, `an OpenAPI description in ${kind.toUpperCase()}; its address is not documented`, got)];
}

function parseOnce(service: Service, answer: Answer, kind: Kind): Promise<Parsed> {
  return service.kept(`openapi-${kind}`, () => parse(answer, kind));
}

async function parse(answer: Answer, kind: Kind): Promise<Parsed> {
  if ((answer.response?.body.byteLength ?? 0) > largest) return { problem: 'more than 256 KiB' };
  if (kind === 'json') {
    const json = jsonOf(answer);
    return json.ok ? { document: json.value } : { problem: json.got };
  }
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  try {
    // Pretty errors are made for each of them, in time that grows with their square.
    const options = { schema: 'core', logLevel: 'silent', prettyErrors: false, lineCounter } as const;
    const document = parseDocument(textOf(answer), options);
    const [error] = document.errors;
    if (error === undefined) return { document: document.toJS({ maxAliasCount: 100 }) as unknown };
    return { problem: `line ${lineCounter.linePos(error.pos[0]).line}: ${plain(error.message, 120)}` };
  } catch (error) {
    // Nested too deeply, or aliases without end.
    return { problem: plain(error instanceof Error ? error.message : String(error), 120) };
  }
}

function documentFindings(answer: Answer, document: unknown): Finding[] {
  if (!isRecord(document)) return [failure(answer, 'an OpenAPI description', show(document))];
  const found: Finding[] = [];
  if (document['openapi'] !== '3.0.3') found.push(failure(answer, 'openapi: "3.0.3"', show(document['openapi'])));
  const paths = isRecord(document['paths']) ? Object.keys(document['paths']) : [];
  // Below a server at the root of the site the paths carry the prefix of the interface.
  const missing = endpoints.filter((endpoint) => !paths.some((path) => path.endsWith(endpoint)));
  if (missing.length > 0) found.push(failure(answer, `paths: ${missing.join(', ')}`, 'none of that name'));
  return found;
}

async function load(service: Service, kind: Kind): Promise<{ answer: Answer; document: unknown }> {
  const { answer } = await find(service, kind);
  const parsed = answer && (await parseOnce(service, answer, kind));
  if (answer === undefined || parsed === undefined || 'problem' in parsed || !isRecord(parsed.document)) {
    throw new Skip(`no description in ${kind.toUpperCase()}`, `site-openapi-${kind}`);
  }
  return { answer, document: parsed.document };
}

/** One that breaks a rule of its own says nothing more by being unlike the other. */
async function sound(service: Service, kind: Kind): Promise<{ answer: Answer; document: unknown }> {
  const loaded = await load(service, kind);
  if (documentFindings(loaded.answer, loaded.document).length === 0) return loaded;
  throw new Skip(`the description in ${kind.toUpperCase()} is wrong by itself`, `site-openapi-${kind}`);
}

async function either(service: Service): Promise<{ answer: Answer; document: unknown }> {
  try {
    return await load(service, 'yaml');
  } catch (error) {
    if (!(error instanceof Skip)) throw error;
    return load(service, 'json');
  }
}

/** The first place at which they differ: `paths./quotes.get`. */
function differing(one: unknown, other: unknown, path = ''): string {
  if (!isRecord(one) || !isRecord(other)) return path === '' ? 'kind of document' : plain(path, 120);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const key = keys.find((name) => !isDeepStrictEqual(one[name], other[name])) ?? '';
  return differing(one[key], other[key], path === '' ? key : `${path}.${key}`);
}
