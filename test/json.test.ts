import { describe, expect, test } from 'vitest';
import { Decimal, numberText, parseJson, stringifyJson } from '../src/json.ts';
import fc from './support/property.ts';

const past = (json: string): string => stringifyJson(parseJson(json));

describe('parseJson and stringifyJson', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '[12345678901234567890,{"a":-98765432109876543210123}]',
    '{"12345678901234567890":12345678901234567891,"text":"12345678901234567890"}',
    '{"a":"\\\\\\"12345678901234567891","b":12345678901234567892,"c":"\\\\"}',
    '["12345678901234567891, ",12345678901234567893]',
    '{"a":0.1234567890123456789,"b":-12345678901234567.89,"c":[12345678901234567890.50]}',
    '[0.0000001,-0.00000000000000000000123,1000000000000000000000]',
    '1.12345678901234567890',
  ])('keep the digits of %s', (json) => {
    expect(past(json)).toBe(json);
  });

  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['100000000000000000000', 1e20],
    ['110.30000000000001', 110.30000000000001],
    ['1.50000000000000000000', 1.5],
    ['[-0.30000000000000004,0.1]', [-0.30000000000000004, 0.1]],
    ['[0.0000010,1e-7,1E+21,1234567890123456.5e-10]', [0.000001, 1e-7, 1e21, 123456.78901234565]],
    ['[0.0000001e1,1e400,1e-400]', [0.000001, Infinity, 0]],
    ['"12345678901234567891"', '12345678901234567891'],
    ['{"a":"12345678901234567891"}', { a: '12345678901234567891' }],
  ])('read %s as JSON.parse does', (json, expected) => {
    expect(parseJson(json)).toEqual(expected);
  });

  test.each([
    ['12345678901234567891e0', '12345678901234567891'],
    ['-1.2345678901234567891E+3', '-1234.5678901234567891'],
    ['12345678901234567891e3', '12345678901234567891000'],
    ['-12345678901234567891e-22', '-0.0012345678901234567891'],
  ])('write %s without an exponent', (json, expected) => {
    expect(past(json)).toBe(expected);
  });

  test('keep a thousand digits', () => {
    expect(past(`[-${'9'.repeat(1_000)}]`)).toBe(`[-${'9'.repeat(1_000)}]`);
    expect(parseJson('9'.repeat(1_002))).toBe(Infinity);
  });

  test('give a Decimal only where a number would change the digits', () => {
    expect(parseJson('{"id":7,"booking":9007199254740993}')).toEqual({
      id: 7,
      booking: new Decimal(9007199254740993n, 0),
    });
  });

  test('find large integers between blanks', () => {
    const json = '[\n\t12345678901234567891 ,\r-12345678901234567892,{"a" : 12345678901234567893}]';
    const [a, b, c] = [12345678901234567891n, -12345678901234567892n, 12345678901234567893n].map(
      (digits) => new Decimal(digits, 0),
    );
    expect(parseJson(json)).toEqual([a, b, { a: c }]);
    expect(parseJson(' 12345678901234567891')).toEqual(a);
  });

  test('indent as JSON.stringify does', () => {
    expect(stringifyJson({ a: [new Decimal(1n, 0), 'x'] }, 2)).toBe('{\n  "a": [\n    1,\n    "x"\n  ]\n}');
  });

  test.each(['', '[1,]', '{"a":12345678901234567891', '012345678901234567891', '[12345678901234567891 2]'])(
    'refuse %j as JSON.parse does',
    (json) => {
      expect(() => parseJson(json)).toThrow(SyntaxError);
    },
  );

  test('refuse a value that contains itself', () => {
    const value: unknown[] = [new Decimal(1n, 0)];
    value.push(value);
    expect(() => stringifyJson(value)).toThrow(TypeError);
  });

  test('are needed for a Decimal: JSON.stringify refuses it', () => {
    expect(() => JSON.stringify([new Decimal(1n, 0)])).toThrow(TypeError);
  });

  test.each([
    [1e-7, '0.0000001'],
    [-1.5e-10, '-0.00000000015'],
    [1e21, '1000000000000000000000'],
    [12.5, '12.5'],
    [0, '0'],
    [new Decimal(-5n, 3), '-0.005'],
  ])('numberText writes %s as %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  test(
    'read an integer of millions of digits, a long string and a long row of backslashes quickly',
    { tags: ['long'] },
    () => {
      for (const json of [`[${'9'.repeat(4e6)}]`, `["${'x'.repeat(4e6)}",12345678901234567891]`]) parseJson(json);
      expect(past(`["${'\\'.repeat(4e6)}",12345678901234567891]`)).toContain(',12345678901234567891]');
      expect(past(`[${'"\\\\",'.repeat(5e5)}12345678901234567891]`)).toContain(',12345678901234567891]');
    },
  );

  test('keep a __proto__ key a key', () => {
    const value = parseJson('{"__proto__":12345678901234567891}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('change no document', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('null', 'true', 'false'),
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
        fc
          .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 1, max: 60 }))
          .map(([digits, decimals]) => `${String(new Decimal(digits, decimals))}1`),
        fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
        fc.constantFrom('"\\\\"', '"\\""', '"12345678901234567891"', '-0.5', '123456.75'),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(fc.string({ unit: 'binary' }), tie('value')), { maxLength: 4 })
          .map((entries) => new Map(entries.filter(([key]) => !/^\d+$/.test(key))))
          .map((map) => `{${[...map].map(([key, item]) => `${JSON.stringify(key)}:${String(item)}`).join(',')}}`),
      ),
    }));
    fc.assert(fc.property(value, (json) => past(String(json)) === json));
  });
});
