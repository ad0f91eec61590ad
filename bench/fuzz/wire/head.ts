/** Status lines and headers: correct ones with something changed. */
import type { Dice } from '../../../test/support/dice.ts';
import { limitValues, oddKeys, oddText } from './values.ts';

export type Header = readonly [name: string, value: string];

export interface Head {
  /** Without its line end. */
  readonly statusLine: string;
  readonly headers: readonly Header[];
}

const statuses: readonly (number | string)[] = [
  ...[200, 200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304, 305, 307, 308, 399],
  ...[
    400, 401, 402, 403, 404, 404, 405, 406, 407, 408, 409, 410, 413, 415, 418, 421, 422, 425, 426, 428, 429, 429, 431,
    451,
  ],
  ...[499, 500, 500, 501, 502, 503, 503, 504, 505, 511, 520, 599, 600, 700, 999],
  ...[100, 101, 102, 103, 199, 0, 1, 99, 1000, '099', '00200', '2OO', '-1', '20', '', '+200', '٢٠٠'],
];
const versions = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'http/1.1',
  'HTTP/1.10',
  'ICY',
  'HTTP',
  '',
];
const reasons = ['OK', '', ' ', 'Very Long'.repeat(500), 'é\u00ff', '\u001b[31m', '\u0000', 'OK\r', '200', 'a\tb'];

const contentTypes: readonly string[] = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-16', 'APPLICATION/JSON'],
  ...['application/problem+json', 'text/plain', 'text/html', 'application/xhtml+xml', 'application/octet-stream', ''],
  ...[
    ';',
    ',',
    '/',
    'application/json, text/html',
    'text/html, application/json',
    'application/json; charset="',
    'json',
  ],
  ...[
    'application/json\t',
    'application/j\u00e9son',
    `application/${'x.'.repeat(2000)}+json`,
    'x'.repeat(8000),
    '\u001b[31m',
  ],
];
const encodings = [
  'gzip',
  'br',
  'deflate',
  'identity',
  'x-gzip',
  'zstd',
  'gzip, br',
  'GZIP',
  ' ',
  'compress',
  '\u001b[31m',
];
const locations: readonly string[] = [
  ...[
    '/',
    '',
    '//x.test',
    'https://user:pw@x.test/',
    'http://[',
    'javascript:x',
    '\u001b[31mx',
    'x'.repeat(5000),
    '?',
    '#',
  ],
  ...['http://127.0.0.1:1/', 'https://127.0.0.1/', 'é'],
];
const others: readonly Header[] = [
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Transfer-Encoding', 'identity'],
  ['Connection', 'close'],
  ['Connection', 'upgrade'],
  ['Connection', 'keep-alive, close, x'],
  ['Upgrade', 'h2c'],
  ['Keep-Alive', 'timeout=0'],
  ['Keep-Alive', 'timeout=99999999999999999999, max=-1'],
  ['Keep-Alive', 'timeout=x'],
  ['Trailer', 'Content-Length'],
  ['Set-Cookie', 'a=b; '.repeat(200)],
  ['WWW-Authenticate', 'Basic realm="\u001b[31m"'],
  ['Proxy-Authenticate', 'Basic'],
  ['Alt-Svc', 'h3=":443"'],
  ['Content-Range', 'bytes 0-1/2'],
  ['X-Large', 'x'.repeat(17_000)],
  ['X-Almost', 'x'.repeat(15_000)],
  ['', 'no name'],
  [' X-Space', 'x'],
  ['X Space', 'x'],
  ['X-Colon:', 'x'],
  ['X-Fold', 'a\r\n b'],
  ['X-Nul', 'a\u0000b'],
  ['X-Cr', 'a\rb'],
  ['X-Lf', 'a\nb'],
];

/** The status, headers, or both. */
export function changedHead({ statusLine, headers }: Head, dice: Dice): Head {
  const isStatus = dice.chance(0.5);
  const changed = isStatus && dice.chance(0.5) ? headers : headersWith(headers, dice);
  return { statusLine: isStatus ? oddStatusLine(dice) : statusLine, headers: changed };
}

function oddStatusLine(dice: Dice): string {
  const status = dice.pick(statuses);
  // Most wrong statuses should be seen as a status.
  if (dice.chance(0.7)) return `HTTP/1.1 ${status} Any`;
  return [dice.pick(versions), status, dice.pick(reasons)].join(dice.pick([' ', ' ', ' ', '  ', '\t', '']));
}

function headersWith(headers: readonly Header[], dice: Dice): Header[] {
  const changed = [...headers];
  for (let count = dice.pick([1, 1, 2, 5]); count > 0; count--) {
    const at = dice.below(changed.length + 1);
    const old = changed[at];
    if (old !== undefined && dice.chance(0.15)) changed.splice(at, 1);
    else if (old !== undefined && dice.chance(0.15)) changed.splice(at, 0, old);
    else changed.splice(dice.chance(0.5) ? at : 0, 0, oddHeader(dice));
  }
  if (dice.chance(0.03)) changed.push(...Array.from({ length: 400 }, (_, index): Header => [`X-${index}`, 'x']));
  return changed;
}

function oddHeader(dice: Dice): Header {
  const makers: readonly (() => Header)[] = [
    () => ['Content-Type', dice.pick(contentTypes)],
    () => ['Content-Encoding', dice.pick(encodings)],
    () => ['Location', dice.pick(locations)],
    () => ['Date', dice.pick(limitValues)],
    () => ['Content-Length', dice.pick(lengths)],
    () => [dice.pick(oddKeys), oddText(dice)],
    () => dice.pick(others),
    () => dice.pick(others),
  ];
  return dice.pick(makers)();
}

/** Values of Content-Length. */
export const lengths: readonly string[] = [
  ...[
    '0',
    '1',
    '-1',
    '+5',
    ' 5',
    '5 ',
    '5, 5',
    '5, 6',
    '0x10',
    '1e3',
    '5.0',
    '',
    'five',
    '٣',
    '00000005',
    '8388608',
    '8388609',
  ],
  ...['4294967296', '9007199254740993', '18446744073709551615', '18446744073709551616', '9'.repeat(400)],
];

/** Headers about the limit, with a status that goes with them. */
export function limitedHead({ statusLine, headers }: Head, dice: Dice): Head {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After', 'Date'];
  const chosen = names.filter(() => dice.chance(0.5)).map((name): Header => [name, dice.pick(limitValues)]);
  const twice = chosen.filter(() => dice.chance(0.05));
  const status = dice.pick([
    '',
    '',
    '429 Too Many Requests',
    '503 Service Unavailable',
    '500 Oh',
    '502 Bad',
    '301 Moved',
  ]);
  return {
    statusLine: status === '' ? statusLine : `HTTP/1.1 ${status}`,
    headers: dice.shuffled([...headers.filter(([name]) => !names.includes(name)), ...chosen, ...twice]),
  };
}
