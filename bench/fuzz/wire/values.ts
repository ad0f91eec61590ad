/** Odd texts, numbers and values for JSON, and odd values for headers. */
import { startedAt } from '../clock.ts';
import type { Dice } from '../../../test/support/dice.ts';

/** A number as JSON text that no number of JavaScript writes. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const texts: readonly string[] = [
  ...['', ' ', '-', '0', '-5', '1e5', 'null', 'true', ',', '"', "'", '\\', '%s', '$&', '$1', '=1+1', '../..'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '--json',
    'a,b',
    'a;b',
    'a|b',
    '<b>',
    ']]>',
    '<!--',
    '&amp;',
    '::error::x',
  ],
  ...[
    '\u0000',
    'a\nb',
    'a\r\nb',
    'tab\there',
    '\u001b[2J\u001b[31mred',
    '\u001b]8;;http://x.test\u0007x',
    'ding\u0007',
  ],
  ...['\u009b31m', '\u0085', '\u2028', '\u202egpj.exe', '\u2066x', '\ufeffx', '\u00ad', '\u200b', '\uffff', '\ue000'],
  ...['\ud83d', 'x\udc00y', '😀', '👨‍👩‍👧‍👦', '🇳🇿', '奥克兰', 'ｆｕｌｌ', 'مطار', 'e\u0301', 'ﷺ', '\u{e0041}\u{e007f}'],
  ...[
    'a\ufe0f\ufe0f\ufe0f',
    'z\u0300'.repeat(60),
    '👩‍'.repeat(40),
    'x'.repeat(3000),
    'word '.repeat(300),
    '奥'.repeat(700),
  ],
  ...[
    '09:00',
    '9:00',
    '24:00',
    '25:99',
    '00:00',
    '99:99',
    '-1:00',
    '09:00:00',
    'weekday',
    'weekend',
    'Weekday',
    'monday',
  ],
  ...['2026-11-20T22:30:00Z', '2026-11-20T22:30:00+13:00', '2026-11-20T21:00:00.123456789Z', '2026-02-30T00:00:00Z'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59', '2016-12-31T23:59:60Z'],
  ...[
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '2026-11-20',
    '2026-11-20T22:30:00',
    '1970-01-01T00:00:00z',
  ],
  ...[
    'http://x.test/v.png',
    'http://[',
    'javascript:alert(1)',
    'https://user:pw@x.test/',
    '//x.test',
    'data:,x',
    'NZD',
    'nzd',
  ],
];

const integers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  10,
  99,
  101,
  255,
  2 ** 31,
  2 ** 32 + 1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
];
const decimals: readonly number[] = [0.1, 0.005, 1.005, -0.01, 99.999, 1e-7, 5e-324, 1e15, 1e16, 1e20, 1e21, 1e300];
const digits: readonly string[] = [
  ...['-0', '-0.0', '1.0', '1E2', '1e-2', '1e400', '-1e400', '1e99999', '0e0', '1.7976931348623157e308', '2e308'],
  ...['9007199254740992', '9007199254740993', '-9007199254740993', '12345678901234567890', '1234567890123456789.5'],
  ...['100000000000000000000000.00', `1${'0'.repeat(400)}`, '9'.repeat(999), '9'.repeat(1500), `0.${'3'.repeat(500)}`],
];

export function oddText(dice: Dice): string {
  const text = dice.pick(texts);
  return dice.chance(0.2) ? `${text}${dice.pick(texts)}` : text;
}

export function oddNumber(dice: Dice): number | Digits {
  return dice.chance(0.3) ? new Digits(dice.pick(digits)) : dice.pick(dice.chance(0.5) ? integers : decimals);
}

/** Of any type. */
export function oddValue(dice: Dice): unknown {
  const makers: readonly (() => unknown)[] = [
    () => oddText(dice),
    () => oddNumber(dice),
    () => dice.pick([null, null, true, false]),
    () => dice.pick([[], {}, [[]], [null], [{}], { '': '' }, [1, 'a', null]]),
    () => ({ [dice.pick(oddKeys)]: dice.pick([1, null, 'x', { polluted: true }, []]) }),
    () => nested(dice.pick([3, 20, 99, 101, 400]), dice.chance(0.5)),
    () => Array.from({ length: dice.pick([2, 50, 3000]) }, () => dice.pick([0, 'x', {}])),
  ];
  return dice.pick(makers)();
}

export const oddKeys: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', 'length', 'valueOf', 'hasOwnProperty'],
  ...['', ' ', '0', '-1', 'id', 'name', 'kind', 'price', 'cost', 'error', 'vehicle', 'selection', 'checkoutUrl', 'a.b'],
  ...['\u001b[31m', 'a\tb', 'a\nb', '\u202e', '\ud800', 'x'.repeat(500), '奥克兰'],
];

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = isList ? [value] : { a: value };
  return value;
}

const date = (ms: number): string => new Date(startedAt + ms).toUTCString();
/** Of headers that tell how many requests are left or when to come back, and of `Date`. */
export const limitValues: readonly string[] = [
  ...['0', '1', '2', '5', '10', '60', '61', '65', '66', '90', '99', '100', '101', '3600', '3601', '65000', '86400'],
  ...['-1', '-0', '+5', '1.5', '0.000000001', '1e3', '0x10', 'nan', 'Infinity', '', ' ', 'soon', '1, 2', '1;w=60', '٣'],
  ...['9'.repeat(9), '9'.repeat(16), '9'.repeat(400), '99999999999', '4294967296', '1.'.repeat(30)],
  ...[0, 1, 30_000, 60_000, -5_000, 3_600_000, 864e5 * 400].map(date),
  ...[0, 30_000, 61_000, -1].map((ms) => String(startedAt + ms)),
  ...[0, 30_000, 61_000, -1].map((ms) => String((startedAt + ms) / 1000)),
  ...['2026-11-20T22:00:30Z', '2026-11-20 22:00', '2026-11-20T22:00:30+99:99', '2026-13-40T99:99:99Z', '2026-11-20'],
  ...['Friday, 20-Nov-26 22:00:30 GMT', 'Fri Nov 20 22:00:30 2026', 'Fri, 31 Feb 2026 22:00:30 GMT'],
  ...['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Mon, 01 Jan 0000 00:00:00 GMT', '\u001b[31m'],
];
