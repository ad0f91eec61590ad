import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';

/** What the document says about answers. Each function takes an answer and fails if it breaks a sentence. */

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Row = Readonly<Record<string, unknown>>;

export function jsonOf({ headers, text }: Answered): unknown {
  expect(headers['content-type']).toMatch(/^application\/json(;|$)/i);
  return JSON.parse(text);
}

export function listOf(answered: Answered): readonly Row[] {
  expect(answered.status).toBe(200);
  const list = jsonOf(answered);
  expect(list).toBeInstanceOf(Array);
  return list as readonly Row[];
}

/** An error: 400, 404 or 503. */
export function errorOf(answered: Answered, ...statuses: readonly number[]): string {
  expect(statuses).toContain(answered.status);
  const { error } = jsonOf(answered) as Row;
  expect(error).toBeTypeOf('string');
  expect(error).not.toBe('');
  return error as string;
}

export function isDepot(row: Row): void {
  isInteger(row['id']);
  expect(row['name']).toBeTypeOf('string');
  expect(row['opening_hours_description']).toBeTypeOf('string');
  for (const field of ['pickup_times', 'drop_off_times']) {
    for (const { time, day } of row[field] as readonly Row[]) {
      expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(day).toBeTypeOf('string');
    }
  }
}

export function isVehicle(row: Row): void {
  isInteger(row['vehicleId']);
  expect(row['name']).toBeTypeOf('string');
  isAmount(row['rentalDailyRate']);
  expect(new URL(row['imageUrl'] as string).protocol).toMatch(/^(https|data):$/);
}

export function isExtra(row: Row): void {
  isInteger(row['id']);
  expect(row['name']).toBeTypeOf('string');
  isAmount(row['price']);
}

export interface Selected {
  readonly now: number;
  /** The selected accessories, each one once. */
  readonly accessories: readonly unknown[];
  readonly insurance: unknown;
}

export function isQuote(answered: Answered, { now, accessories, insurance }: Selected): string {
  expect(answered.status).toBe(200);
  const quote = jsonOf(answered) as Row;
  expect(quote['quoteId']).toBeTypeOf('string');
  expect(quote['expiresAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)$/);
  expect(Date.parse(quote['expiresAt'] as string)).toBeGreaterThan(now);
  expect(quote['currency']).toBe('NZD');
  expect(quote['note']).toMatch(/NZD dollars/);
  isAmount(quote['totalAmount']);
  const breakdown = quote['priceBreakdown'] as Row;
  for (const fee of ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee']) isAmount(breakdown[fee]);
  const entries = breakdown['accessories'] as readonly Row[];
  expect(entries.map(({ id }) => id).sort()).toEqual([...accessories].sort());
  for (const entry of entries) isEntry(entry, true);
  if (insurance === null) expect(breakdown['insurance']).toBeNull();
  else {
    isEntry(breakdown['insurance'] as Row, false);
    expect(breakdown['insurance']).toMatchObject({ id: insurance });
  }
  return quote['quoteId'] as string;
}

function isEntry(entry: Row, counted: boolean): void {
  isInteger(entry['id']);
  expect(entry['name']).toBeTypeOf('string');
  isAmount(entry['cost']);
  if (counted) isInteger(entry['quantity']);
}

export function isTooMany({ status, headers, text }: Answered): void {
  expect(status).toBe(429);
  expect(text).toBe('Too Many Requests');
  expect(headers['content-type']).toMatch(/^text\/plain(;|$)/i);
  expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/);
  expect(headers['x-ratelimit-remaining']).toMatch(/^-?\d+$/);
  expect(headers['x-ratelimit-reset']).toMatch(/./);
}

export function areUnique(values: readonly unknown[]): void {
  expect(new Set(values).size).toBe(values.length);
}

function isInteger(value: unknown): void {
  expect(Number.isSafeInteger(value)).toBe(true);
}

/** A number with two decimal places at most, because JSON does not keep more zeros. */
function isAmount(value: unknown): void {
  expect(value).toBeTypeOf('number');
  expect(Number((value as number).toFixed(2))).toBe(value);
}
