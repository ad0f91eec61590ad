/** Odd values for every layer of an answer. */

/** The texts between the bars. */
function texts(list: string): string[] {
  return list.split('|');
}

const digits400 = '9'.repeat(400);

export const oddTexts = [
  // For a terminal.
  ...texts(
    '\u0000|a\nb|a\r\nb|a\tb|\u001b[2J\u001b[31mred|\u001b]8;;http://x.test\u0007x|\u009b31m',
  ),
  // Of Unicode.
  ...texts('\u2028|\u202egpj.exe|\ufeffx|\u200b|\ud83d|x\udc00y|👨‍👩‍👧‍👦|奥克兰'),
  // Like dates and times.
  ...texts('2026-02-30T00:00:00Z|9999-12-31T23:59:59-23:59|+275760-09-13T00:00:00Z'),
  ...texts('2026-11-20|25:99'),
  // For programs that take a text apart.
  ...texts('| |-5|null|"|\\|%s|$&|=1+1|--json|a,b|<b>|::error::x|http://[|javascript:alert(1)'),
  'z\u0300'.repeat(60),
  'x'.repeat(3000),
];

/** Digits that no number of JavaScript writes. */
const digits = texts('-0|1.0|1e400|9007199254740993|1234567890123456789.5');
const deep = JSON.parse('['.repeat(99) + ']'.repeat(99)) as unknown;
const polluting = JSON.parse('{"__proto__": {"polluted": true}}') as unknown;
const numbers = [0, 1, -1, 101, 2 ** 53 - 1, 0.1, 0.005, -0.01, 5e-324, 1e15, 1e21];
const structures = [null, true, [], {}, [[]], [null], [{}], { '': '' }, { toJSON: 1, then: 2 }];

export const oddValues: readonly unknown[] = [
  ...oddTexts,
  ...[...digits, '9'.repeat(1500)].map(rawDigits),
  ...numbers,
  ...structures,
  deep,
  polluting,
];

/** A text in a value that `withRawDigits` makes a number of its JSON. */
function rawDigits(digits: string): string {
  return `digits:${digits}`;
}

export function withRawDigits(json: string): string {
  return json.replaceAll(/"digits:([^"]*)"/g, '$1');
}

export const oddKeys = texts('constructor|toString||0|id|error|a.b|\u001b[31m|a\nb|\u202e');
/** 8388609 is beyond the cap on a body. */
export const oddLengths = [...texts('0|1|-1|5, 5|0x10||8388609'), digits400];

export const oddStatuses = [
  ...texts('200|201|204|206|301|304|400|404|418|429|431|500|503|599'),
  ...texts('999|100|101|0|1000|099|2OO'),
];

export const oddLimits = [
  ...texts('0|1|60|61|100|101|3600|65000|-1|1.5|1e3|nan|Infinity|soon|1;w=60|4294967296'),
  ...texts('1795212030|1795212030000||1, 2'),
  digits400,
  ...texts('\u001b[31m|2026-11-20T22:00:30Z|Fri, 20 Nov 2026 22:00:30 GMT'),
];

export const oddTypes = [
  ...texts('application/json;charset=utf-16|application/problem+json|text/plain|text/html|'),
  ...texts('\u001b[31m|application/json, text/html|application/json; charset="'),
  `application/${'x.'.repeat(2000)}+json`,
];
