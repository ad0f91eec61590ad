import { stringify } from 'yaml';
import type { OperatorOptions } from './options.ts';
import { dateParameters, quoteParameters, tripParameters, type Parameter } from './reading.ts';

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

/** The five paths and their parameters. */
export function description(base: URL, options: OperatorOptions): Plain {
  const prefix = base.pathname === '/' ? '' : base.pathname;
  const inPaths = options.servers === 'root and longer paths' ? prefix : '';
  const servers = {
    'base address': base.origin + prefix,
    'root and longer paths': base.origin,
    relative: prefix === '' ? '/' : prefix,
  };
  const id = options.references ? 'id' : 'vehicleId';
  const vehicle: Plain = { name: id, in: 'path', required: true, schema: { type: 'integer' } };
  const dates = (required: boolean) => [vehicle, ...dateParameters.map((date) => parameter({ ...date, required }))];
  const paths: readonly (readonly [string, Plain])[] = [
    ['/depots', operation('The active depots', [], ['200', '429', '503'])],
    ['/vehicles/availability', operation('Free vehicles', tripParameters.map(parameter), CHECKED)],
    [`/vehicles/{${id}}/accessories`, operation('Accessories', dates(options.extrasDates === 'required'), CHECKED)],
    [`/vehicles/{${id}}/insurance-types`, operation('Insurance plans', dates(false), CHECKED)],
    ['/quotes', operation('A quote', quoteParameters.map(parameter), [...CHECKED, '404'])],
  ];
  return {
    openapi: '3.0.3',
    info: { title: 'Rentals', version: '1.0.0', description: 'Plan a rental. "Prices": NZD dollars.' },
    servers: [{ url: servers[options.servers] }],
    ...placed(
      paths.map(([path, get]) => [inPaths + path, { get }] as const),
      options.references,
    ),
  };
}

function placed(items: readonly (readonly [string, Plain])[], references: boolean) {
  if (!references) return { paths: Object.fromEntries(items) };
  const names = items.map(([path], index) => [path, `item-${index}/x~`] as const);
  const pointer = (name: string) => `#/x-items/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return {
    'x-items': Object.fromEntries(items.map(([, item], index) => [names[index]?.[1] ?? '', item])),
    paths: Object.fromEntries(names.map(([path, name]) => [path, { $ref: pointer(name) }])),
  };
}

const CHECKED = ['200', '400', '429', '503'];

function operation(summary: string, parameters: readonly Plain[], statuses: readonly string[]): Plain {
  return { summary, parameters, responses: Object.fromEntries(statuses.map((one) => [one, { description: one }])) };
}

function parameter({ name, kind, required }: Parameter): Plain {
  const schemas = {
    integer: { type: 'integer' },
    date: { type: 'string', format: 'date' },
    integers: { type: 'string' },
  };
  return { name, in: 'query', required, schema: schemas[kind] };
}

/** The same description with keys in another order and with another summary of each endpoint. */
export function reworded(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(reworded);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(
    entries.map(([key, field]) => [key, key === 'summary' ? 'Other words' : reworded(field as Plain)]),
  );
}

export function writeYaml(value: Plain, style: OperatorOptions['yaml']): string {
  // JSON is YAML too, in flow style.
  if (style === 'flow') return `%YAML 1.2\n---\n${JSON.stringify(value, null, 2)}\n...\n`;
  return style === 'merged' ? mergedYaml(value as { readonly [key: string]: Plain }) : stringify(value);
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
