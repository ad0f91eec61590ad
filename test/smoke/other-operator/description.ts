import { quoteParameters, tripParameters, dateParameters } from './parameters.ts';
import type { Parameter } from './reading.ts';

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

export interface DescriptionOptions {
  /** Where the described paths start: at the base address; at the root, with longer paths; or at a relative address. */
  readonly servers: 'base address' | 'root and longer paths' | 'relative';
  /** The YAML and the JSON differ in the order of keys, in texts and in `servers`. */
  readonly descriptionsDiffer: boolean;
  /** The style of the YAML. */
  readonly yaml: 'block' | 'flow';
}

export const descriptionDefaults: DescriptionOptions = {
  servers: 'base address',
  descriptionsDiffer: false,
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
  const vehicle: Plain = { name: 'vehicleId', in: 'path', required: true, schema: { type: 'integer' } };
  const dates = (required: boolean) => [vehicle, ...dateParameters.map((date) => parameter({ ...date, required }))];
  const paths: readonly (readonly [string, Plain])[] = [
    ['/depots', operation('The active depots', [], ['200', '429', '503'])],
    ['/vehicles/availability', operation('Free vehicles', tripParameters.map(parameter), CHECKED)],
    ['/vehicles/{vehicleId}/accessories', operation('Accessories', dates(datesRequired), CHECKED)],
    ['/vehicles/{vehicleId}/insurance-types', operation('Insurance plans', dates(false), CHECKED)],
    ['/quotes', operation('A quote', quoteParameters.map(parameter), [...CHECKED, '404'])],
  ];
  return {
    openapi: '3.0.3',
    info: { title: 'Rentals', version: '1.0.0', description: 'Plan a rental. "Prices": NZD dollars.' },
    servers: [{ url: servers[options.servers] }],
    paths: Object.fromEntries(paths.map(([path, get]) => [inPaths + path, { get }])),
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
  return `# Rentals\n${block(value, '')}\n`;
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
