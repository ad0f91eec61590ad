/** The interface's own description, in YAML and in JSON (section Versioning). */
import { isDeepStrictEqual } from 'node:util';
import { describeAnswer, failure, isRecord, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import type { Service } from '../service.ts';
import { plain, show } from '../show.ts';
import { find, parseOnce, type Kind } from './description.ts';

const section = 'Versioning';
const endpoints = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

export const openApiChecks: readonly Check[] = [
  ...(['yaml', 'json'] as const).map((kind): Check => ({
    id: `site-openapi-${kind}`,
    group: 'site',
    section,
    title: `the OpenAPI description in ${kind.toUpperCase()} parses, is 3.0.3 and lists the five paths`,
    run: async (service) => {
      const { answer, tried } = await find(service, kind);
      if (answer === undefined) return notFound(kind, tried);
      const parsed = await parseOnce(service, answer, kind);
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

function notFound(kind: Kind, tried: readonly Answer[]): Finding[] {
  const [first] = tried;
  if (first === undefined) return [];
  const got = tried.map((answer) => `${plain(answer.request.url.pathname, 60)} ${describeAnswer(answer)}`).join('; ');
  return [warning(first, `an OpenAPI description in ${kind.toUpperCase()}; its address is not documented`, got)];
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
