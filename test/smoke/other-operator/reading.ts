/** Reads the parameters of a request as strictly as the document allows: an empty, unknown or odd one is refused. */
import type { Trip } from './calendar.ts';
import { readDay } from './dates.ts';
import type { OperatorOptions } from './options.ts';
import { textOf } from './texts.ts';

export interface Parameter {
  readonly name: string;
  readonly kind: 'integer' | 'integers' | 'date';
  readonly required: boolean;
}

export const dateParameters: readonly Parameter[] = [
  { name: 'pick_up_date', kind: 'date', required: true },
  { name: 'drop_off_date', kind: 'date', required: true },
];

export const tripParameters: readonly Parameter[] = [
  { name: 'pick_up_depot_id', kind: 'integer', required: true },
  { name: 'drop_off_depot_id', kind: 'integer', required: true },
  ...dateParameters,
];

export const quoteParameters: readonly Parameter[] = [
  ...tripParameters,
  { name: 'vehicle_id', kind: 'integer', required: true },
  { name: 'accessory_ids', kind: 'integers', required: false },
  { name: 'insurance_id', kind: 'integer', required: false },
];

export function isInteger(text: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(text);
}

export function isValid({ kind }: Parameter, value: string): boolean {
  if (kind === 'date') return readDay(value) !== undefined;
  return kind === 'integer' ? isInteger(value) : value.split(',').every(isInteger);
}

/** What is wrong with the parameters of a request. */
export function problemOf(
  query: URLSearchParams,
  wanted: readonly Parameter[],
  { missingNamed, language }: OperatorOptions,
): string | undefined {
  const missing = wanted.filter(({ name, required }) => required && !query.has(name)).map(({ name }) => name);
  const named = missingNamed === 'first' ? missing[0] : missing.at(-1);
  if (named !== undefined) return `Missing required query parameter: ${named}`;
  for (const [name, value] of query) {
    const parameter = wanted.find((one) => one.name === name);
    if (parameter === undefined) return textOf('unknown parameter', language);
    if (!isValid(parameter, value))
      return textOf(parameter.kind === 'date' ? 'not a date' : 'not an integer', language);
  }
  return undefined;
}

/** The trip of a query without problems. */
export function tripOf(query: URLSearchParams): Trip {
  const day = (name: string) => readDay(query.get(name) ?? '') ?? NaN;
  return {
    from: Number(query.get('pick_up_depot_id')),
    to: Number(query.get('drop_off_depot_id')),
    start: day('pick_up_date'),
    end: day('drop_off_date'),
  };
}
