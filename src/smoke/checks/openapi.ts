/** The OpenAPI description of the interface, in YAML and in JSON (section Versioning). */
import { isDeepStrictEqual } from 'node:util';
import { mediaTypeOf, type Exchange } from '../exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showText, showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { failure, NotChecked, note, SkipCheck, unless, unlessSkipped, type Finding } from '../finding.ts';
import { describeResponse, fieldOf, isObject, statusFinding, type JsonObject } from '../responses.ts';
import { endpoints, loadDescription, type DescriptionFormat } from './openapi-description.ts';

interface Description {
  readonly exchange: Exchange;
  readonly description: JsonObject;
}

export const openApiChecks: readonly Check[] = [
  descriptionCheck('yaml'),
  descriptionCheck('json'),
  defineCheck(
    'site-openapi-version',
    rules.version,
    'the OpenAPI description is of interface version 1.0.0',
    async (deployment) => {
      const descriptions = await loadAll(deployment);
      return descriptions.flatMap(({ exchange, description }) => {
        const version = fieldOf(description['info'], 'version');
        return version === '1.0.0' ? [] : [failure(exchange, 'info.version: "1.0.0"', showValue(version))];
      });
    },
  ),
  defineCheck(
    'site-openapi-agree',
    rules.description,
    'the YAML and the JSON description list the same operations',
    async (deployment) => {
      const yaml = await loadValid(deployment, 'yaml');
      const json = await loadValid(deployment, 'json');
      const [one, other] = [operationsOf(yaml.description), operationsOf(json.description)];
      const missing = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
      if (missing.length > 0) {
        return [failure(json.exchange, 'the operations of the YAML description', showText(missing.join(', '), 120))];
      }
      if (isDeepStrictEqual(yaml.description, json.description)) return [];
      const got = `another ${firstDifference(yaml.description, json.description)}`;
      return [note(json.exchange, 'the same as in YAML', got)];
    },
  ),
];

function descriptionCheck(format: DescriptionFormat): Check {
  const name = format.toUpperCase();
  const title = `the OpenAPI description in ${name} parses, is 3.0.3 and lists GET for the five paths`;
  return defineCheck(`site-openapi-${format}`, rules.description, title, async (deployment) => {
    const { exchange, tried, description, problem } = await loadDescription(deployment, format);
    if (exchange === undefined) throw notFound(name, tried);
    const status = statusFinding(exchange, 200);
    if (status !== undefined) return [status];
    if (mediaTypeOf(exchange) === 'text/html') return [failure(exchange, name, 'a web page')];
    if (problem !== undefined) return [failure(exchange, name, problem)];
    return descriptionFindings(exchange, description);
  });
}

/** Its address is not documented, so it may be elsewhere. */
function notFound(name: string, tried: readonly Exchange[]): NotChecked {
  const got = tried.map((exchange) => `${showText(exchange.request.url.pathname, 60)} ${describeResponse(exchange)}`);
  return new NotChecked(`no OpenAPI description in ${name} was found: ${got.join('; ')}`);
}

function descriptionFindings(exchange: Exchange, description: unknown): Finding[] {
  if (!isObject(description)) return [failure(exchange, 'an OpenAPI description', showValue(description))];
  const { openapi } = description;
  const operations = operationsOf(description);
  // If the server is the root of the site, the paths begin with the prefix of the interface.
  const missing = endpoints.filter((endpoint) => !operations.some((name) => name.endsWith(`${unnamed(endpoint)} get`)));
  return [
    ...unless(openapi === '3.0.3', failure(exchange, 'openapi: "3.0.3"', showValue(openapi))),
    ...unless(missing.length === 0, failure(exchange, `GET for ${missing.join(', ')}`, 'none')),
    ...undeclaredFindings(exchange, description, operations),
  ];
}

const ofTrip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];
/** Other endpoints have only parameters that may be left out, or in their path. */
const parameters = {
  '/vehicles/availability': ofTrip,
  '/quotes': [...ofTrip, 'vehicle_id', 'accessory_ids', 'insurance_id'],
};

/** What the interface does not have: methods besides GET, credentials; and parameters that are left out. */
function undeclaredFindings(exchange: Exchange, description: JsonObject, operations: readonly string[]): Finding[] {
  const others = operations.filter((name) => /(?: put| post| delete| patch)$/.test(name));
  const quote = operationAt(description, '/quotes');
  const isSecured = [description, quote].some((owner) => asksForCredentials(fieldOf(owner, 'security')));
  return [
    ...unless(others.length === 0, failure(exchange, 'only GET', showText(others.join(', '), 120))),
    ...unless(!isSecured, failure(exchange, 'no security', 'a scheme that is required')),
    ...Object.entries(parameters).flatMap(([endpoint, names]) => {
      const listed = parametersOf(operationAt(description, endpoint), description);
      const missing = names.filter((name) => listed?.includes(name) === false);
      const got = showText(listed?.join(', ') ?? '', 200);
      return unless(missing.length === 0, failure(exchange, `GET ${endpoint} with ${missing.join(', ')}`, got));
    }),
  ];
}

function operationAt(description: JsonObject, endpoint: string): unknown {
  const paths = isObject(description['paths']) ? description['paths'] : {};
  const found = Object.entries(paths).find(([path]) => path.endsWith(endpoint));
  const item = resolve(found?.[1], description);
  const shared = fieldOf(item, 'parameters');
  const get = resolve(fieldOf(item, 'get'), description);
  if (!isObject(get)) return undefined;
  const own = get['parameters'];
  return { ...get, parameters: [shared, own].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])) };
}

/** Their names; undefined if there are none, one stands in another document, or an object stands for several. */
function parametersOf(operation: unknown, description: JsonObject): readonly string[] | undefined {
  const list = fieldOf(operation, 'parameters');
  const names = (Array.isArray(list) ? list : []).map((one) => {
    const parameter = resolve(one, description);
    const schema = resolve(fieldOf(parameter, 'schema'), description);
    return fieldOf(schema, 'type') === 'object' ? undefined : fieldOf(parameter, 'name');
  });
  return names.length > 0 && names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
}

/** An empty alternative makes credentials optional. */
function asksForCredentials(security: unknown): boolean {
  if (!Array.isArray(security) || security.length === 0) return false;
  return security.every((one) => isObject(one) && Object.keys(one).length > 0);
}

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** `/vehicles/{}/accessories get`. A path in another document counts as a GET, because nobody can tell. */
function operationsOf(description: JsonObject): string[] {
  const paths = isObject(description['paths']) ? description['paths'] : {};
  return Object.entries(paths).flatMap(([path, value]) => {
    const item = resolve(value, description);
    const names = isObject(item) ? Object.keys(item).filter((key) => methods.includes(key)) : [];
    const isElsewhere = isObject(item) && typeof item['$ref'] === 'string' && names.length === 0;
    return (isElsewhere ? ['get'] : names).map((method) => `${unnamed(path)} ${method}`);
  });
}

/** Which name a parameter of a path has, no request shows. */
function unnamed(path: string): string {
  return path.replace(/\{[^{}/]*\}/g, '{}');
}

/** What a reference into the same document (`#/paths/~1quotes`) stands for. */
function resolve(value: unknown, description: JsonObject, most = 10): unknown {
  const reference = fieldOf(value, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/') || most === 0) return value;
  const keys = reference
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = keys.reduce<unknown>((inner, key) => fieldOf(inner, key), description);
  return resolve(target, description, most - 1);
}

async function load(deployment: Deployment, format: DescriptionFormat): Promise<Description> {
  const { exchange, description } = await loadDescription(deployment, format);
  if (exchange !== undefined && isObject(description)) return { exchange, description };
  const Reason = exchange === undefined ? NotChecked : SkipCheck;
  throw new Reason(`no description in ${format.toUpperCase()}`, `site-openapi-${format}`);
}

/** At least one. */
async function loadAll(deployment: Deployment): Promise<readonly Description[]> {
  const yaml = await unlessSkipped(load(deployment, 'yaml'));
  if (yaml === undefined) return [await load(deployment, 'json')];
  const json = await unlessSkipped(load(deployment, 'json'));
  return json === undefined ? [yaml] : [yaml, json];
}

/** Skips a description that breaks its own rules: comparing it would report the same problem twice. */
async function loadValid(deployment: Deployment, format: DescriptionFormat): Promise<Description> {
  const loaded = await load(deployment, format);
  if (descriptionFindings(loaded.exchange, loaded.description).length === 0) return loaded;
  throw new SkipCheck(`the description in ${format.toUpperCase()} is wrong by itself`, `site-openapi-${format}`);
}

/** The path of the first difference: `paths./quotes.get`. */
function firstDifference(one: unknown, other: unknown, path = ''): string {
  if (!isObject(one) || !isObject(other)) return path === '' ? 'kind of document' : showText(path, 120);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const key = keys.find((name) => !isDeepStrictEqual(one[name], other[name])) ?? '';
  return firstDifference(one[key], other[key], path === '' ? key : `${path}.${key}`);
}
