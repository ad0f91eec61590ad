import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { acceptTest, issuesOf } from '../../src/api/validate.ts';
import * as schemas from '../../src/api/schemas.ts';
import fc from '../support/property.ts';
import { accessories, depots, insurancePlans, quote, vehicles } from './samples.ts';

const odd: readonly unknown[] = [
  ...[undefined, null, true, '', 'x', 0, -1, 1.5, 1e400, 2 ** 53, [], {}, [null], { id: 1 }],
];

/** Every value that differs from the sample in one place: another value, or a missing field. */
function variants(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, index) => variants(item).map((other) => value.with(index, other)));
    return [...odd, ...inner, [...(value as unknown[]), null]];
  }
  if (typeof value !== 'object' || value === null) return [...odd];
  const fields = Object.entries(value).flatMap(([key, inner]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
    ...variants(inner).map((other) => ({ ...value, [key]: other })),
  ]);
  return [...odd, ...fields, { ...value, unknown: [1] }];
}

const lists = [
  ['depotsSchema', depots],
  ['vehiclesSchema', vehicles],
  ['extrasSchema', accessories],
  ['extrasSchema', insurancePlans],
] as const;

test.each(lists)('the quick test of %s agrees with zod', (name, sample) => {
  const accepts = acceptTest(schemas[name]);
  for (const value of [sample, ...variants(sample)]) {
    const { success, error } = schemas[name].safeParse(value);
    expect([value, accepts(value)]).toEqual([value, success]);
    expect(issuesOf(schemas[name], value)).toEqual(error?.issues ?? []);
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { success, error } = schemas[name].safeParse(value);
      expect(accepts(value)).toBe(success);
      expect(issuesOf(schemas[name], value)).toEqual(error?.issues ?? []);
    }),
  );
});

test('the quick test of a quote, whose instant only zod can check, accepts nothing', () => {
  expect(acceptTest(schemas.quoteSchema)(quote)).toBe(false);
});

test.each([
  ['a strict object', z.strictObject({ a: z.string() }), { a: 'x', b: 1 }],
  ['a list instead of an object', z.looseObject({}), []],
  ['a field that may be any value', z.looseObject({ a: z.unknown() }), {}],
  ['a length', z.array(z.string()).check(z.maxLength(1)), ['a', 'b']],
  ['a format', z.email(), 'x'],
  ['a choice', z.enum(['a']), 'b'],
  ['a small integer', z.uint32(), -1],
])('the quick test leaves %s to zod', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
  expect(acceptTest(schema)(value)).toBe(false);
});
