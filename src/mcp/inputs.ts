/** The inputs that several tools share, and from their words to the requests of the planner. */
import * as z from 'zod/mini';
import { UsageError } from '../errors.ts';
import type { ExtrasRequest } from '../planner/extras.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import type { TripRequest } from '../planner/trip.ts';
import { joinWords, shorten } from '../text.ts';
import type { JsonSchema } from '../documents/json-schema.ts';
import { inputSchema } from './json-schema.ts';

export function text(description: string) {
  return z.string('a text').check(z.describe(description));
}

export function texts(description: string) {
  return z.array(z.string('a text'), 'a list of texts').check(z.describe(description));
}

export function count(from: number, to: number, description?: string) {
  const range = z.int(`a whole number from ${from} to ${to}`).check(z.minimum(from), z.maximum(to));
  return description === undefined ? range : range.check(z.describe(description));
}

export function yesNo(description: string) {
  return z.boolean('true or false').check(z.describe(description));
}

export const limitsInput = {
  berths: z.optional(count(1, 99, 'At least, as names say it')),
  max_rate: z.optional(text('NZD a day')),
};

/** A vehicle takes no part of a name, because a list of free vehicles is not the fleet; a date is any that the command line reads. */
export const tripInput = {
  pick_up: text('Depot: id or name'),
  drop_off: z.optional(text('Depot; default: pick_up')),
  from: text('Pick-up date: 2026-12-20, +30d, fri'),
  to: text('Drop-off date, or +7d'),
};

export const vehicleInput = text('Id or whole name');

export const extrasInput = {
  accessories: z.optional(texts('Ids or names; twice for two')),
  insurance: z.optional(text('Id or name; default: none')),
};

type TripInput = z.infer<z.ZodMiniObject<typeof tripInput>>;
type ExtrasInput = z.infer<z.ZodMiniObject<typeof extrasInput>>;

export function tripRequest({ pick_up, drop_off, from, to }: TripInput): TripRequest {
  return { pickUp: pick_up, dropOff: drop_off, from, to };
}

export function extrasRequest({ accessories, insurance }: ExtrasInput): ExtrasRequest {
  return { accessory: accessories, insurance };
}

interface SweepInput {
  readonly pick_up: readonly string[];
  readonly drop_off?: readonly string[] | undefined;
  readonly from: string;
  readonly flex?: number | undefined;
  readonly nights?: string | undefined;
  readonly to?: string | undefined;
  readonly vehicle?: readonly string[] | undefined;
  readonly berths?: number | undefined;
  readonly max_rate?: string | undefined;
  readonly accessories?: readonly string[] | undefined;
  readonly insurance?: readonly string[] | undefined;
  readonly quote?: string | undefined;
  readonly dry_run: boolean;
  readonly max_requests: number;
}

/** Throws UsageError if the input does not say how long the rental is: the planner would take it for a mistake in nights. */
export function sweepRequest({ pick_up, drop_off, max_rate, accessories, dry_run, max_requests, ...same }: SweepInput) {
  if (same.nights === undefined && same.to === undefined) throw new UsageError('nights or to is needed');
  const names = { pickUp: pick_up, dropOff: drop_off, maxRate: max_rate, accessory: accessories };
  return { ...same, ...names, dryRun: dry_run, maxRequests: max_requests } satisfies SweepRequest;
}

/** Checks the arguments of a call. Throws UsageError naming every input that is missing, unknown or wrong. */
export function readInput<I extends z.ZodMiniObject>(schema: I, given: unknown): z.infer<I> {
  const properties = inputSchema(schema).properties ?? {};
  const input = withWords(given ?? {}, properties);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const isMissing = ({ code, path: [name] }: z.core.$ZodIssue): boolean =>
    (code === 'invalid_type' || code === 'invalid_value') && name !== undefined && !Object.hasOwn(Object(input), name);
  const missing = issues.filter(isMissing).map(({ path }) => path.join('.'));
  const wrong = issues.filter((issue) => issue.code !== 'unrecognized_keys' && !isMissing(issue));
  const problems = [
    ...(unknown.length === 0 ? [] : [`there is no input ${unknown.map((key) => `"${shorten(key, 60)}"`).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`${joinWords(missing)} ${missing.length === 1 ? 'is' : 'are'} needed`]),
    ...wrong.map((issue) => `${issue.path.join('.') || 'the input'}: expected ${expectedAt(issue)}`),
  ];
  const names = missing.includes('operator') ? properties['operator']?.['enum'] : undefined;
  const operators = Array.isArray(names) ? `operators: ${names.join(', ')}` : undefined;
  const hint = unknown.length > 0 ? `inputs: ${Object.keys(properties).join(', ')}` : operators;
  throw new UsageError(shorten(problems.join('; '), 900), {
    ...(hint !== undefined && { hint }),
  });
}

function expectedAt(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `one of ${issue.values.map(String).join(', ')}` : issue.message;
}

/** A model often gives an id as a number, one item without its list, and null for nothing: what it means is clear. */
function withWords(given: unknown, properties: Readonly<Record<string, JsonSchema>>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const read = (value: unknown, schema: JsonSchema | undefined): unknown => {
    if (schema?.type === 'array') return (Array.isArray(value) ? value : [value]).map((one) => read(one, schema.items));
    return schema?.type === 'string' && Number.isSafeInteger(value) ? String(value) : value;
  };
  const values = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(values.map(([name, value]) => [name, read(value, properties[name])]));
}
