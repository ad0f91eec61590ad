/** The OpenAPI description of the interface, in YAML and in JSON (section Versioning). */
import { isDeepStrictEqual } from 'node:util';
import { mediaTypeOf, type Exchange } from '../../api/exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showText, showValue } from '../display.ts';
import { rules as document } from '../document.ts';
import { failure, note, SkipCheck, unless, unlessSkipped, type Finding } from '../finding.ts';
import { describeResponse, isObject, statusFinding, type JsonObject } from '../responses.ts';
import { endpoints, loadDocument, type DocumentFormat } from './openapi-document.ts';

interface OpenApiDocument {
  readonly exchange: Exchange;
  readonly document: JsonObject;
}

export const openApiChecks: readonly Check[] = [
  documentCheck('yaml'),
  documentCheck('json'),
  defineCheck(
    'site-openapi-version',
    document.version,
    'the OpenAPI description is of interface version 1.0.0',
    async (deployment) => {
      const documents = await loadAll(deployment);
      return documents.flatMap(({ exchange, document }) => {
        const version = isObject(document['info']) ? document['info']['version'] : undefined;
        return version === '1.0.0' ? [] : [failure(exchange, 'info.version: "1.0.0"', showValue(version))];
      });
    },
  ),
  defineCheck(
    'site-openapi-agree',
    document.description,
    'the YAML and the JSON description list the same operations',
    async (deployment) => {
      const yaml = await loadValid(deployment, 'yaml');
      const json = await loadValid(deployment, 'json');
      const [one, other] = [operationsOf(yaml.document), operationsOf(json.document)];
      const missing = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
      if (missing.length > 0) {
        return [failure(json.exchange, 'the operations of the YAML description', showText(missing.join(', '), 120))];
      }
      if (isDeepStrictEqual(yaml.document, json.document)) return [];
      const got = `another ${firstDifference(yaml.document, json.document)}`;
      return [note(json.exchange, 'the same as in YAML', got)];
    },
  ),
];

function documentCheck(format: DocumentFormat): Check {
  const name = format.toUpperCase();
  const title = `the OpenAPI description in ${name} parses, is 3.0.3 and lists GET for the five paths`;
  return defineCheck(`site-openapi-${format}`, document.description, title, async (deployment) => {
    const { exchange, tried, document, problem } = await loadDocument(deployment, format);
    if (exchange === undefined) return notFoundFindings(name, tried);
    const status = statusFinding(exchange, 200);
    if (status !== undefined) return [status];
    if (mediaTypeOf(exchange) === 'text/html') return [failure(exchange, name, 'a web page')];
    if (problem !== undefined) return [failure(exchange, name, problem)];
    return documentFindings(exchange, document);
  });
}

function notFoundFindings(name: string, tried: readonly Exchange[]): Finding[] {
  const [first] = tried;
  if (first === undefined) return [];
  const got = tried.map((exchange) => `${showText(exchange.request.url.pathname, 60)} ${describeResponse(exchange)}`);
  const expected = `an OpenAPI description in ${name}; its address is not documented`;
  return [note(first, expected, got.join('; '))];
}

function documentFindings(exchange: Exchange, document: unknown): Finding[] {
  if (!isObject(document)) return [failure(exchange, 'an OpenAPI description', showValue(document))];
  const { openapi } = document;
  const operations = operationsOf(document);
  // If the server is the root of the site, the paths begin with the prefix of the interface.
  const missing = endpoints.filter((endpoint) => !operations.some((name) => name.endsWith(`${endpoint} get`)));
  return [
    ...unless(openapi === '3.0.3', failure(exchange, 'openapi: "3.0.3"', showValue(openapi))),
    ...unless(missing.length === 0, failure(exchange, `GET for ${missing.join(', ')}`, 'none')),
  ];
}

/** `/quotes get`. */
function operationsOf(document: JsonObject): string[] {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    isObject(item) ? Object.keys(item).map((method) => `${path} ${method}`) : [],
  );
}

async function load(deployment: Deployment, format: DocumentFormat): Promise<OpenApiDocument> {
  const { exchange, document } = await loadDocument(deployment, format);
  if (exchange !== undefined && isObject(document)) return { exchange, document };
  throw new SkipCheck(`no description in ${format.toUpperCase()}`, `site-openapi-${format}`);
}

/** At least one. */
async function loadAll(deployment: Deployment): Promise<readonly OpenApiDocument[]> {
  const yaml = await unlessSkipped(load(deployment, 'yaml'));
  if (yaml === undefined) return [await load(deployment, 'json')];
  const json = await unlessSkipped(load(deployment, 'json'));
  return json === undefined ? [yaml] : [yaml, json];
}

/** Skips a description that breaks its own rules: comparing it would report the same problem twice. */
async function loadValid(deployment: Deployment, format: DocumentFormat): Promise<OpenApiDocument> {
  const loaded = await load(deployment, format);
  if (documentFindings(loaded.exchange, loaded.document).length === 0) return loaded;
  throw new SkipCheck(`the description in ${format.toUpperCase()} is wrong by itself`, `site-openapi-${format}`);
}

/** The path of the first difference: `paths./quotes.get`. */
function firstDifference(one: unknown, other: unknown, path = ''): string {
  if (!isObject(one) || !isObject(other)) return path === '' ? 'kind of document' : showText(path, 120);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const key = keys.find((name) => !isDeepStrictEqual(one[name], other[name])) ?? '';
  return firstDifference(one[key], other[key], path === '' ? key : `${path}.${key}`);
}
