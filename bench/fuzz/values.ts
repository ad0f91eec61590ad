/** Odd values for every layer of an answer. */
const terminal =
  '\u0000|a\nb|a\r\nb|a\tb|\u001b[2J\u001b[31mred|\u001b]8;;http://x.test\u0007x|\u009b31m'.split(
    '|',
  );
const unicode = '\u2028|\u202egpj.exe|\ufeffx|\u200b|\ud83d|x\udc00y|👨‍👩‍👧‍👦|奥克兰'.split('|');
const dates =
  '2026-02-30T00:00:00Z|9999-12-31T23:59:59-23:59|+275760-09-13T00:00:00Z|2026-11-20|25:99'.split(
    '|',
  );
const syntax =
  '| |-5|null|"|\\|%s|$&|=1+1|--json|a,b|<b>|::error::x|http://[|javascript:alert(1)'.split('|');
const long = ['z\u0300'.repeat(60), 'x'.repeat(3000)];

export const oddTexts = [...terminal, ...unicode, ...dates, ...syntax, ...long];

/** Digits that no number of JavaScript writes; they replace such a text in the JSON. */
const digits = [
  '-0',
  '1.0',
  '1e400',
  '9007199254740993',
  '1234567890123456789.5',
  '9'.repeat(1500),
];
const deep = JSON.parse('['.repeat(99) + ']'.repeat(99)) as unknown;
const polluting = JSON.parse('{"__proto__": {"polluted": true}}') as unknown;

export const oddValues: readonly unknown[] = [
  ...oddTexts,
  ...digits.map((text) => `digits:${text}`),
  ...[0, 1, -1, 101, 2 ** 53 - 1, 0.1, 0.005, -0.01, 5e-324, 1e15, 1e21],
  ...[null, true, [], {}, [[]], [null], [{}], { '': '' }, { toJSON: 1, then: 2 }, deep, polluting],
];

export const oddKeys = 'constructor|toString||0|id|error|a.b|\u001b[31m|a\nb|\u202e'.split('|');

export const oddStatuses =
  '200 201 204 206 301 304 400 404 418 429 431 500 503 599 999 100 101 0 1000 099 2OO'.split(' ');

export const oddLimits = [
  ...'0 1 60 61 100 101 3600 65000 -1 1.5 1e3 nan Infinity soon 1;w=60 4294967296 1795212030 1795212030000'.split(
    ' ',
  ),
  ...[
    '',
    '1, 2',
    '9'.repeat(400),
    '\u001b[31m',
    '2026-11-20T22:00:30Z',
    'Fri, 20 Nov 2026 22:00:30 GMT',
  ],
];

export const oddTypes = [
  ...'application/json;charset=utf-16|application/problem+json|text/plain|text/html||\u001b[31m'.split(
    '|',
  ),
  ...[
    'application/json, text/html',
    'application/json; charset="',
    `application/${'x.'.repeat(2000)}+json`,
  ],
];
