import { quoteParameters, tripParameters, dateParameters } from './parameters.ts';
import type { Parameter } from './reading.ts';

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

export interface DescriptionOptions {
  /** Where the described paths start: at the base address; at the root, with longer paths; or at a relative address. */
  readonly servers: 'base address' | 'root and longer paths' | 'relative';
  /** The YAML and the JSON differ in the order of keys, in texts and in `servers`. */
  readonly descriptionsDiffer: boolean;
  /** The items of paths stand there, or in another place of the document. */
  readonly pathItems: 'in place' | 'references';
  /** The name of `vehicleId` in paths, which no request shows. */
  readonly pathParameter: 'vehicleId' | 'id';
  /** The style of the YAML; `merged` has items of paths that take all from an anchor. */
  readonly yaml: 'block' | 'flow' | 'merged';
}

export const descriptionDefaults: DescriptionOptions = {
  servers: 'base address',
  descriptionsDiffer: false,
  pathItems: 'in place',
  pathParameter: 'vehicleId',
  yaml: 'block',
};

/** The five paths and their parameters. */
export function description(base: URL, options: DescriptionOptions, datesRequired: boolean): Plain {
  const prefix = base.pathname === '/' ? '' : base.pathname;
  const inPaths = options.servers === 'root and longer paths' ? prefix : '';
  const servers = {
    'base address': base.origin + prefix,
    'root and longer paths': base.origin,
    relative: prefix === '' ? '/' : prefix,
  };
  const vehicle: Plain = { name: options.pathParameter, in: 'path', required: true, schema: { type: 'integer' } };
  const dates = (required: boolean) => [vehicle, ...dateParameters.map((date) => parameter({ ...date, required }))];
  const paths: readonly (readonly [string, Plain])[] = [
    ['/depots', operation('The active depots', [], ['200', '429', '503'])],
    ['/vehicles/availability', operation('Free vehicles', tripParameters.map(parameter), CHECKED)],
    [`/vehicles/{${options.pathParameter}}/accessories`, operation('Accessories', dates(datesRequired), CHECKED)],
    [`/vehicles/{${options.pathParameter}}/insurance-types`, operation('Insurance plans', dates(false), CHECKED)],
    ['/quotes', operation('A quote', quoteParameters.map(parameter), [...CHECKED, '404'])],
  ];
  return {
    openapi: '3.0.3',
    info: { title: 'Rentals', version: '1.0.0', description: 'Plan a rental. "Prices": NZD dollars.' },
    servers: [{ url: servers[options.servers] }],
    ...placed(
      paths.map(([path, get]) => [inPaths + path, { get }] as const),
      options.pathItems,
    ),
  };
}

function placed(items: readonly (readonly [string, Plain])[], place: DescriptionOptions['pathItems']) {
  if (place === 'in place') return { paths: Object.fromEntries(items) };
  const names = items.map(([path], index) => [path, `item-${index}/x~`] as const);
  const pointer = (name: string) => `#/x-items/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return {
    'x-items': Object.fromEntries(items.map(([, item], index) => [names[index]?.[1] ?? '', item])),
    paths: Object.fromEntries(names.map(([path, name]) => [path, { $ref: pointer(name) }])),
  };
}

const CHECKED = ['200', '400', '429', '503'];

function operation(summary: string, parameters: readonly Plain[], statuses: readonly string[]): Plain {
  const responses = Object.fromEntries(statuses.map((status) => [status, response(status)]));
  return { summary, parameters, responses };
}

function response(status: string): Plain {
  if (status === '429') return { description: 'Too many', content: { 'text/plain': { schema: { type: 'string' } } } };
  const error = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
  return { description: status, content: { 'application/json': { schema: status === '200' ? {} : error } } };
}

function parameter({ name, kind, required }: Parameter): Plain {
  const schemas = { integer: { type: 'integer' }, date: { type: 'string', format: 'date' }, text: { type: 'string' } };
  return { name, in: 'query', required, schema: schemas[kind] };
}

/** The same description with keys in another order and with other texts. */
export function reworded(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(reworded);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(
    entries.map(([key, field]) => [
      key,
      TEXTS.includes(key) && typeof field === 'string' ? `${field} (other words)` : reworded(field),
    ]),
  );
}

const TEXTS = ['description', 'summary', 'title'];

export function writeYaml(value: Plain, style: DescriptionOptions['yaml']): string {
  // JSON is YAML too, in flow style.
  if (style === 'flow') return `%YAML 1.2\n---\n${JSON.stringify(value, null, 2)}\n...\n`;
  if (style === 'merged') return mergedYaml(value as { readonly [key: string]: Plain });
  return `# Rentals\n${block(value, '')}\n`;
}

function mergedYaml({ paths, ...rest }: { readonly [key: string]: Plain }): string {
  const items = Object.entries(paths ?? {});
  return [
    'x-items:',
    ...items.map(([, item], index) => `- &item${index} ${JSON.stringify(item)}`),
    ...Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    'paths:',
    ...items.map(([path], index) => `  "${path}": { <<: *item${index} }`),
    '',
  ].join('\n');
}

function block(value: Plain, indent: string): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : value.map((item: Plain) => `\n${indent}- ${inItem(item, indent)}`).join('');
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return entries
    .map(
      ([key, field]) =>
        `\n${indent}${key.match(/^[a-z]+$/i) ? key : JSON.stringify(key)}: ${block(field, `${indent}  `)}`,
    )
    .join('');
}

/** The first field of an object stands on the line of its dash. */
function inItem(item: Plain, indent: string): string {
  return block(item, `${indent}  `).trimStart();
}
