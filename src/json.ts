/** JSON that keeps the digits of large integers: an integer that a number cannot hold is a bigint. */
import { randomUUID } from 'node:crypto';

/** Integers of fewer digits fit into a number. Outside of strings, they can only be at these places. */
const manyDigits = /(?:^|[[,:\s])-?\d{16}/;
/** Converting a much longer integer takes seconds, so it stays the number that JSON.parse makes of it. */
const largeInteger = /^-?\d{16,1000}$/;
const anyNumber = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** As `JSON.parse`, but integers that would change their digits become a bigint. Throws what `JSON.parse` throws. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!manyDigits.test(text)) return value;
  const mark = randomUUID();
  const marked = markIntegers(text, mark);
  if (marked === text) return value;
  return JSON.parse(marked, (_, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith(mark) ? BigInt(inner.slice(mark.length)) : inner,
  );
}

/** As `JSON.stringify`, but a bigint becomes a number with all its digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify refuses a bigint.
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = randomUUID();
  const keepDigits = (_: string, inner: unknown) => (typeof inner === 'bigint' ? `${mark}${inner}` : inner);
  return JSON.stringify(value, keepDigits, indent).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Makes each large integer a string that begins with the mark. No text from outside can know the mark. */
function markIntegers(json: string, mark: string): string {
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
  return json.replace(anyNumber, (number) =>
    largeInteger.test(number) && String(Number(number)) !== number ? `"${mark}${number}"` : number,
  );
}

/** The place after the string that begins at `start`. A regular expression can run out of stack in a long string. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}
