/** Query parameters, one at a time. A message names the parameter and never repeats its value, which is hostile. */
import { parseDay, type Day } from './calendar.ts';
import { Refusal } from './refusal.ts';

/** Throws for the first of `names`, in their order, that is absent or empty. */
export function requireAll(query: URLSearchParams, names: readonly string[]): void {
  for (const name of names) if (valueOf(query, name) === undefined) throw missing(name);
}

/** Throws when the parameter is absent, empty, given twice or no integer. */
export function integer(query: URLSearchParams, name: string): number {
  const value = optionalInteger(query, name);
  if (value === undefined) throw missing(name);
  return value;
}

export function optionalInteger(query: URLSearchParams, name: string): number | undefined {
  const text = valueOf(query, name);
  if (text === undefined) return undefined;
  const value = parseInteger(text);
  if (value === undefined) throw invalid(name, 'must be an integer');
  return value;
}

/** Comma-separated; absent or empty is the empty list. */
export function integers(query: URLSearchParams, name: string): number[] {
  const text = valueOf(query, name);
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const value = parseInteger(part.trim());
    if (value === undefined) throw invalid(name, 'must be integers separated by commas');
    return value;
  });
}

export function optionalDay(query: URLSearchParams, name: string): Day | undefined {
  const text = valueOf(query, name);
  if (text === undefined) return undefined;
  const value = parseDay(text);
  if (value === undefined) throw invalid(name, 'must be a date of the calendar in the format YYYY-MM-DD');
  return value;
}

export function parseInteger(text: string): number | undefined {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

export function invalid(name: string, reason: string): Refusal {
  return new Refusal(400, `Invalid query parameter ${name}: ${reason}`);
}

function missing(name: string): Refusal {
  return new Refusal(400, `Missing required query parameter: ${name}`);
}

function valueOf(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid(name, 'must be given only once');
  return values[0] === '' ? undefined : values[0];
}
