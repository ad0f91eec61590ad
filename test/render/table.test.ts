import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/result.ts';
import type { Row } from '../../src/shape.ts';
import { textWidth } from '../../src/terminal/width.ts';
import fc from '../support/property.ts';
import { hostileText, rawControl, widePieces } from '../terminal/text.ts';
import { render, renderLines } from './support.ts';
import { tries } from '../support/thorough.ts';

const columns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'hours', header: 'OPENING HOURS' },
  { key: 'rate', header: 'RATE', kind: 'money' },
  { key: 'hidden' },
];
const rows: readonly Row[] = [
  { id: 1, name: 'Auckland Airport', hours: 'Weekdays 9am-5pm, Weekends 10am-4pm', rate: 1234.5 },
  { id: 22, name: '東京レンタカー', hours: 'שָׁלוֹם 👨‍👩‍👧', rate: 89 },
  { id: 3, name: 'a\u001B]8;;https://evil.example\u0007b', hours: null, rate: 0.125 },
];
const table = (rows: readonly Row[], from = columns) =>
  ({ rows, view: [{ kind: 'table', columns: from, rows }] }) as const;

describe('a table', () => {
  it('aligns amounts right, with at least two decimals', async () => {
    expect(await renderLines(table(rows), { columns: 100 })).toEqual([
      'ID  DEPOT                                       OPENING HOURS                            RATE',
      ' 1  Auckland Airport                            Weekdays 9am-5pm, Weekends 10am-4pm  1,234.50',
      '22  東京レンタカー                              שָׁלוֹם 👨‍👩‍👧                                 89.00',
      ' 3  a<U+001B>]8;;https://evil.example<U+0007>b                                          0.125',
    ]);
  });

  it('of names with thousands of letters takes no minutes', { timeout: 20_000 }, async () => {
    const long = Array.from({ length: 50 }, (_, id) => ({ id, name: 'x'.repeat(1_900) }));
    const lines = await renderLines(table(long), { columns: 80 });
    expect(lines.filter((line) => line.includes('xxx')).length).toBeGreaterThan(50 * 20);
  });

  it('ends after its 1,000th row, and says so', async () => {
    const many = Array.from({ length: 1_025 }, (_, id) => ({
      id,
      name: 'Tūī '.repeat(id % 5).trim(),
    }));
    const lines = await renderLines(table(many, columns.slice(0, 2)), { columns: 80 });
    expect(lines.slice(0, 3)).toEqual([' ID  DEPOT', '  0', '  1  Tūī']);
    expect(lines.slice(-3)).toEqual([
      '999  Tūī Tūī Tūī Tūī',
      '',
      'The first 1000 of 1025 rows: --format csv prints all.',
    ]);
    expect(lines).toHaveLength(1003);
  });

  it('wraps its widest texts if it does not fit', async () => {
    expect(await renderLines(table(rows.slice(0, 2)), { columns: 49 })).toEqual([
      'ID  DEPOT             OPENING HOURS          RATE',
      ' 1  Auckland Airport  Weekdays 9am-5pm,  1,234.50',
      '                      Weekends 10am-4pm',
      '22  東京レンタカー    שָׁלוֹם 👨‍👩‍👧               89.00',
    ]);
  });

  it('lists each record as pairs if wrapping is not enough, and cuts no amount', async () => {
    expect(await renderLines(table(rows.slice(0, 2)), { columns: 36 })).toEqual([
      'ID             1',
      'DEPOT          Auckland Airport',
      'OPENING HOURS  Weekdays 9am-5pm,',
      '               Weekends 10am-4pm',
      'RATE           1,234.50',
      '',
      'ID             22',
      'DEPOT          東京レンタカー',
      'OPENING HOURS  שָׁלוֹם 👨‍👩‍👧',
      'RATE           89.00',
    ]);
  });

  it.each([
    ['12.5', '12.50'],
    ['1234567.891', '1,234,567.891'],
    [-1234.5, '-1,234.50'],
    [1e21, '1e+21'],
    ['on request', 'on request'],
    [null, ''],
  ])('shows the amount %s as %s', async (rate, expected) => {
    const [, line = ''] = await renderLines(table([{ rate }], columns.slice(3, 4)), {
      columns: 40,
    });
    expect(line.trim()).toBe(expected);
  });

  it('shows objects as JSON, or as the text of the column’s show', async () => {
    const odd: readonly Column[] = [
      { key: 'list', header: 'LIST' },
      { key: 'day', header: 'DAY', show: ({ day }) => `day ${String(day)}\n` },
    ];
    const lines = await renderLines(table([{ list: [1, { a: '\u202E' }], day: 3 }], odd), {
      columns: 60,
    });
    expect(lines[1]).toBe('[1,{"a":"\\u202e"}]  day 3<U+000A>');
  });

  it.each([
    [80, {}],
    [40, { env: { COLUMNS: '40' } }],
    [80, { env: { COLUMNS: 'wide' } }],
    [80, { columns: 0 }],
    [30, { columns: 30, env: { COLUMNS: '40' } }],
  ])('is %i columns wide with %j', async (expected, options) => {
    const long = table([{ name: 'x'.repeat(300) }], columns.slice(1, 2));
    const lines = await renderLines(long, { format: 'table', ...options });
    expect(Math.max(...lines.map(textWidth))).toBe(expected);
  });

  it('aligns its columns for any text', async () => {
    const odd = widePieces
      // Its letters join, so packages count its columns differently.
      .filter((text) => text !== 'हिन्दी')
      .map((name, id) => ({ id, name, hours: name + name, rate: 1.5 }));
    const lines = await renderLines(table(odd), { columns: 80 });
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(lines.slice(1).every((line) => line.endsWith('  1.50'))).toBe(true);
  });
});

describe('a bar', () => {
  const bars: readonly Column[] = [
    { key: 'rate', header: 'RATE', kind: 'money' },
    { key: 'rate', header: '', kind: 'bar' },
    { key: 'name', header: 'VEHICLE' },
  ];
  const rates = [
    { rate: 100, name: 'Kea' },
    { rate: 50, name: 'Moa' },
    { rate: null, name: 'Tui' },
  ];
  const env = { LANG: 'C.UTF-8' };

  it('shows an amount next to the largest one', async () => {
    expect(await renderLines(table(rates, bars), { columns: 40, env })).toEqual([
      '  RATE         VEHICLE',
      '100.00  █████  Kea',
      ' 50.00  ██▌    Moa',
      '               Tui',
    ]);
    expect(await render(table(rates, bars), { columns: 40, env, colour: true })).toContain(
      '\u001B[36m██▌\u001B[39m',
    );
  });

  it.each([
    ['a table of one record', { columns: 40, env }, rates.slice(0, 1)],
    ['records one below the other', { columns: 12, env }],
  ] as const)('is not in %s', async (_, options, shown = rates) => {
    expect(await render(table(shown, bars), options)).not.toMatch(/[█-▏]/);
  });
});

it('an address stays whole while other columns wrap, on a line of its own if need be', async () => {
  const url = 'https://www.example.com/api/agent';
  const named: readonly Column[] = [
    { key: 'name', header: 'OPERATOR' },
    { key: 'url', header: 'ADDRESS' },
    { key: 'zone', header: 'TIME ZONE' },
  ];
  const operators = table(
    [{ name: 'The lucky campers of Aotearoa', url, zone: 'America/Argentina' }],
    named,
  );
  expect(await renderLines(operators, { columns: 68 })).toEqual([
    'OPERATOR        ADDRESS                            TIME ZONE',
    `The lucky       ${url}  America/Argentina`,
    'campers of',
    'Aotearoa',
  ]);
  expect(await renderLines(operators, { columns: 40 })).toEqual([
    'OPERATOR   The lucky campers of Aotearoa',
    'ADDRESS',
    url,
    'TIME ZONE  America/Argentina',
  ]);
});

const anyRows = fc.array(
  fc.record({
    id: fc.oneof(fc.integer(), hostileText),
    name: hostileText,
    hours: fc.oneof(hostileText, fc.constant(null)),
    rate: fc.oneof(fc.double(), fc.integer({ min: 0, max: 9999 })),
  }),
  { maxLength: 4 },
);

it('any table fits any terminal and contains no raw control character', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      fc.integer({ min: 2, max: 130 }),
      fc.boolean(),
      async (rows, width, colour) => {
        const text = await render(table(rows), { columns: width, colour });
        const unstyled = text.replace(/\u001B\[\d+m/g, '');
        expect(unstyled).not.toMatch(rawControl);
        for (const line of unstyled.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    { numRuns: tries(150) },
  );
});
