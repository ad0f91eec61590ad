/** JSON that keeps the digits of numbers: one whose digits a number would change is a `Decimal`. */
import { randomUUID } from 'node:crypto';

/** A number with all its digits, `decimals` of them after the point. */
export class Decimal {
  /** JSON.stringify refuses a bigint, so no code rounds a Decimal by mistake. */
  readonly digits: bigint;
  readonly decimals: number;

  constructor(digits: bigint, decimals: number) {
    this.digits = digits;
    this.decimals = decimals;
  }

  /** Never with an exponent. */
  toString(): string {
    const sign = this.digits < 0n ? '-' : '';
    const text = String(this.digits)
      .slice(sign.length)
      .padStart(this.decimals + 1, '0');
    const point = text.length - this.decimals;
    return `${sign}${text.slice(0, point)}${this.decimals === 0 ? '' : `.${text.slice(point)}`}`;
  }
}

/** A number as served. */
export type Numeric = number | Decimal;

export function isNumeric(value: unknown): value is Numeric {
  return Number.isFinite(value) || value instanceof Decimal;
}

/** `1e-7` → `0.0000001`. */
export function numberText(value: Numeric): string {
  const text = String(value);
  return exponentOf.test(text) ? String(readDecimal(text)) : text;
}

/** Outside of strings, numbers whose digits can change are only at these places: many digits, or zeros that become an exponent. */
const candidate = /(?:^|[[,:\s])-?(?:\d[\d.]{15}|0\.0{6})/;
/** Converting a much longer number takes seconds, so it stays the number that JSON.parse makes of it. */
const longest = 1001;
/** So many digits never change. */
const safeDigits = 15;
const anyNumber = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const exponentOf = /[eE]([+-]?\d{1,3})$/;

/** As `JSON.parse`, but a number whose digits would change becomes a Decimal. Throws what `JSON.parse` throws. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!candidate.test(text)) return value;
  const mark = randomUUID();
  const marked = markChanged(text, mark);
  if (marked === text) return value;
  return JSON.parse(marked, (_, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith(mark) ? readDecimal(inner.slice(mark.length)) : inner,
  );
}

/** As `JSON.stringify`, but a Decimal becomes a number with all its digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify refuses a bigint.
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = randomUUID();
  const keepDigits = (_: string, inner: unknown) => (inner instanceof Decimal ? `${mark}${inner}` : inner);
  return JSON.stringify(value, keepDigits, indent).replace(new RegExp(`"${mark}([-\\d.]+)"`, 'g'), '$1');
}

/** Makes each number whose digits would change a string that begins with the mark. No text from outside can know the mark. */
function markChanged(json: string, mark: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let quote = json.indexOf('"'); quote >= 0; quote = json.indexOf('"', at)) {
    parts.push(markOutside(json.slice(at, quote), mark));
    at = endOfString(json, quote);
    parts.push(json.slice(quote, at));
  }
  return [...parts, markOutside(json.slice(at), mark)].join('');
}

/** `json` holds no strings. */
function markOutside(json: string, mark: string): string {
  return json.replace(anyNumber, (number) => (isChanged(number) ? `"${mark}${number}"` : number));
}

/** Whether a number of JavaScript has other digits, or writes them with an exponent that was not sent. */
function isChanged(number: string): boolean {
  const read = Number(number);
  if (String(read) === number || number.length > longest) return false;
  if (!/e/i.test(number)) return withoutZeros(number) !== String(read);
  const canTell = number.length > safeDigits && exponentOf.test(number) && Number.isFinite(read);
  return canTell && withoutZeros(String(readDecimal(number))) !== numberText(read);
}

/** `1.50` → `1.5`. */
function withoutZeros(number: string): string {
  if (!number.includes('.')) return number;
  let end = number.length;
  while (number[end - 1] === '0') end -= 1;
  return number.slice(0, number[end - 1] === '.' ? end - 1 : end);
}

/** Reads a number of JSON with an exponent of three digits at most. */
function readDecimal(number: string): Decimal {
  const exponent = Number(exponentOf.exec(number)?.[1] ?? 0);
  const [whole = '', fraction = ''] = number.replace(exponentOf, '').split('.');
  const decimals = fraction.length - exponent;
  const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -decimals));
  return new Decimal(digits, Math.max(0, decimals));
}

/** The place after the string that begins at `start`. A regular expression can run out of stack in a long string. */
export function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}
