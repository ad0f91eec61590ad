/** Used by bin/build.mjs: source maps by line: a trace needs no columns and no names, which are four fifths of a map. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Keeps the first segment of each line of the source, in each line of the bundle. */
export function shortMap(json) {
  const map = JSON.parse(json);
  const [source, line] = [
    { read: 0, written: 0 },
    { read: 0, written: 0 },
  ];
  const lines = map.mappings.split(';').map((segments) => {
    const column = { read: 0, written: 0 };
    let last;
    return segments.split(',').flatMap((segment) => {
      const [columns = 0, sources, lines] = decode(segment);
      column.read += columns;
      if (sources === undefined) return [];
      source.read += sources;
      line.read += lines;
      if (last === `${source.read} ${line.read}`) return [];
      last = `${source.read} ${line.read}`;
      return [[column, source, line].map(step).join('') + encode(0)];
    });
  });
  return JSON.stringify({ ...map, names: [], mappings: lines.map((segments) => segments.join(',')).join(';') });
}

/** What a field has changed since it was written. */
function step(field) {
  const change = field.read - field.written;
  field.written = field.read;
  return encode(change);
}

function decode(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}
