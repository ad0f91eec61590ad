import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';

/** What the document says about answers. Each function takes an answer and fails if it breaks a sentence. */

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Row = Readonly<Record<string, unknown>>;

export function jsonOf({ headers, text }: Answered): unknown {
  assert.match(String(headers['content-type']), /^application\/json(;|$)/i);
  return JSON.parse(text);
}

export function listOf(answered: Answered): readonly Row[] {
  assert.equal(answered.status, 200);
  const list = jsonOf(answered);
  assert.ok(Array.isArray(list));
  return list as readonly Row[];
}

/** An error: 400, 404 or 503. */
export function errorOf(answered: Answered, ...statuses: readonly number[]): string {
  assert.ok(statuses.includes(answered.status), `${answered.status}: ${answered.text}`);
  const { error } = jsonOf(answered) as Row;
  assert.equal(typeof error, 'string');
  if (answered.status !== 503) assert.notEqual(error, '');
  return error as string;
}

export function isDepot(row: Row): void {
  isInteger(row['id']);
  assert.equal(typeof row['name'], 'string');
  assert.equal(typeof row['opening_hours_description'], 'string');
  for (const field of ['pickup_times', 'drop_off_times']) {
    for (const { time, day } of row[field] as readonly Row[]) {
      assert.match(String(time), /^([01]\d|2[0-3]):[0-5]\d$/);
      assert.equal(typeof day, 'string');
    }
  }
}

export function isVehicle(row: Row): void {
  isInteger(row['vehicleId']);
  assert.equal(typeof row['name'], 'string');
  isAmount(row['rentalDailyRate']);
  assert.match(new URL(row['imageUrl'] as string).protocol, /^(https|data):$/);
}

export function isExtra(row: Row): void {
  isInteger(row['id']);
  assert.equal(typeof row['name'], 'string');
  isAmount(row['price']);
}

export interface Selected {
  readonly now: number;
  /** The selected accessories, each one once. */
  readonly accessories: readonly unknown[];
  readonly insurance: unknown;
}

export function isQuote(answered: Answered, { now, accessories, insurance }: Selected): string {
  assert.equal(answered.status, 200);
  const quote = jsonOf(answered) as Row;
  assert.equal(typeof quote['quoteId'], 'string');
  const expiry = String(quote['expiresAt']).replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  assert.match(expiry, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)$/);
  assert.ok(Date.parse(expiry) > now);
  assert.equal(quote['currency'], 'NZD');
  assert.match(String(quote['note']), /NZD dollars/);
  isAmount(quote['totalAmount']);
  const breakdown = quote['priceBreakdown'] as Row;
  for (const fee of ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee']) isAmount(breakdown[fee]);
  const entries = breakdown['accessories'] as readonly Row[];
  assert.deepEqual(entries.map(({ id }) => id).sort(), [...accessories].sort());
  for (const entry of entries) isEntry(entry, true);
  if (insurance === null) assert.equal(breakdown['insurance'], null);
  else {
    isEntry(breakdown['insurance'] as Row, false);
    assert.equal((breakdown['insurance'] as Row)['id'], insurance);
  }
  return quote['quoteId'] as string;
}

function isEntry(entry: Row, counted: boolean): void {
  isInteger(entry['id']);
  assert.equal(typeof entry['name'], 'string');
  isAmount(entry['cost']);
  if (counted) isInteger(entry['quantity']);
}

export function isTooMany({ status, headers, text }: Answered): void {
  assert.equal(status, 429);
  assert.equal(text, 'Too Many Requests');
  assert.match(String(headers['content-type']), /^text\/plain(;|$)/i);
  assert.match(String(headers['x-ratelimit-limit']), /^\d+$/);
  assert.match(String(headers['x-ratelimit-remaining']), /^-?\d+$/);
  assert.equal(typeof headers['x-ratelimit-reset'], 'string');
  assert.notEqual(headers['x-ratelimit-reset'], '');
}

export function areUnique(values: readonly unknown[]): void {
  assert.equal(new Set(values).size, values.length);
}

function isInteger(value: unknown): void {
  assert.equal(Number.isSafeInteger(value), true);
}

/** A number with two decimal places at most, because JSON does not keep more zeros. */
function isAmount(value: unknown): void {
  assert.equal(typeof value, 'number');
  assert.equal(Number((value as number).toFixed(2)), value);
}
