/** Random documents of a shape, with texts that try to become markup. */
import type { Shape, SimpleType } from '../../src/shape.ts';
import fc from '../support/property.ts';

export const hostileTexts = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '</title><script>alert(1)</script>',
  '<!--',
  '<![CDATA[',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<base href="http://evil.test/">',
  'safe\u202Egpj.exe',
  '\u2066isolate\u2069 \u200Bzero',
  '\u0000\u0007\u001B[31m',
  '\uD800 alone',
  'x'.repeat(10_000),
  '</td></tr></table><h1>mine</h1>',
];

const hostileLinks = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://user:password@evil.test/',
  'https://evil.test/"onclick="alert(1)',
  'https://evil.test/\u202E',
  '//evil.test/',
];

/**
 * Each of the 65,536 units of a text, halves of pairs too; those of fast-check take a second to
 * prepare.
 */
const unit16 = fc.nat(0xffff).map((code) => String.fromCharCode(code));
const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: unit16, maxLength: 20 }));
const amount = fc.oneof(
  fc.integer({ min: -5, max: 5000 }),
  fc.double({ noNaN: true, min: 0, max: 1e6 }),
);
const day = fc.date({
  min: new Date('2026-12-01'),
  max: new Date('2027-01-20'),
  noInvalidDate: true,
});

const simple: Readonly<Record<SimpleType, fc.Arbitrary<unknown>>> = {
  id: fc.nat(9),
  integer: fc.integer({ min: -3, max: 30 }),
  count: fc.nat(30),
  number: amount,
  amount,
  text,
  link: fc.oneof(
    fc.constantFrom(...hostileLinks),
    text.map((words) => new URL(`https://rental.test/book?vehicle=${words}`).href),
  ),
  date: day.map((date) => date.toISOString().slice(0, 10)),
  instant: day.map((date) => date.toISOString()),
  flag: fc.boolean(),
  nothing: fc.constant(null),
  any: fc.jsonValue(),
};

export function documents(shape: Shape): fc.Arbitrary<unknown> {
  const found = plain(shape);
  if (shape.nullable === true) return fc.option(found, { freq: 8 });
  return shape.optional === true ? fc.option(found, { nil: undefined }) : found;
}

function plain(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.type === 'choice') return fc.constantFrom(...shape.values);
  if (shape.type === 'union') return fc.oneof(...shape.options.map(documents));
  if (shape.type === 'list') return fc.array(documents(shape.item), { maxLength: 6 });
  if (shape.type !== 'object') return simple[shape.type];
  return fc.record(
    Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, documents(field)])),
  );
}
