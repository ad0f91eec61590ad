import { expect, test } from 'vitest';
import {
  messageFields,
  fieldText,
  inWords,
  joinTexts,
  type Field,
} from '../../src/base/field-text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { camelCase, flagOf } from '../../src/cli/flags.ts';
import { globalFlags } from '../../src/cli/global-flags.ts';
import { withSubcommands } from '../../src/cli/command.ts';
import { commands } from '../../src/commands/index.ts';

const tool = (list: string) => `list_${list}`;

test('fields and lists have the names of the caller, or else plain ones', () => {
  const text = fieldText('{from} and {dropOff}: {list:depots} lists depots');
  expect(inWords(text)).toBe('from and dropOff: rental depots lists depots');
  expect(inWords(text, flagOf, tool)).toBe('--from and --drop-off: list_depots lists depots');
});

test.each([
  '{from}',
  '{list:depots}',
  '{given}',
  '{',
  '}{',
  '{{from}}',
  '$&',
  '$1',
  '{constructor}',
  '{__proto__}',
])('the text %s from outside is shown unchanged', (given) => {
  expect(inWords(given, flagOf)).toBe(given);
  expect(inWords(fieldText('{from}: "{given}"{after}', { given, after: given }), flagOf)).toBe(
    `--from: "${given}"${given}`,
  );
});

test('a value never stands for a field, also if its name is that of one', () => {
  const values = { given: 'x', from: 'y' };
  expect(inWords(fieldText('{from}: {given}', values), flagOf)).toBe('--from: x');
});

test('values can be numbers and texts with fields of their own', () => {
  const inner = fieldText('{maxWait} {seconds}s', { seconds: 40 });
  expect(
    inWords(fieldText('wait with {inner}, not {given}', { inner, given: '{inner}' }), flagOf),
  ).toBe('wait with --max-wait 40s, not {inner}');
});

test('texts are joined with their fields', () => {
  const texts = [fieldText('{sandbox}'), '{from}', fieldText('{operator}')];
  expect(inWords(joinTexts(texts, ', ', ' and '), flagOf)).toBe('--sandbox, {from} and --operator');
  expect(inWords(joinTexts(['only {from}'], ', '), flagOf)).toBe('only {from}');
  expect(joinTexts([], ', ')).toBe('');
});

test('an error keeps its fields through every addition to its hint', () => {
  const error = new UsageError(fieldText('{jq}: {why}', { why: '{from}' }), {
    hint: fieldText('leave {jq} out'),
  });
  error.alsoTry('or {to}').alsoTry(fieldText('or set {config}'));
  expect(error.message).toBe('jq: {from}');
  expect(error.hint).toBe('leave jq out; or {to}; or set config');
  expect(error.describe(flagOf)).toEqual({
    message: '--jq: {from}',
    hint: 'leave --jq out; or {to}; or set --config',
  });
});

test('the compiler refuses a template with an unfilled hole, and one that is not a literal', () => {
  const given: string = 'x';
  const field = 'maxTotal' as 'maxTotal' | 'target';
  const refused = () => [
    // @ts-expect-error there is no such field, and no value
    fieldText('{form} is not a date'),
    // @ts-expect-error there is no such list
    fieldText('{list:vehicles} lists all'),
    // @ts-expect-error a value is missing
    fieldText('{from}: {given} and {other}', { given }),
    // @ts-expect-error the template has no such hole
    fieldText('{from}: {given}', { given, other: given }),
    // @ts-expect-error a value cannot stand for a field
    fieldText('{from}: {given}', { given, from: given }),
    // @ts-expect-error there are no values to put in
    fieldText('{from}', { given }),
    // @ts-expect-error undefined is not a text
    fieldText('{from}: {given}', { given: undefined }),
    // @ts-expect-error any text can be in it
    fieldText(given),
    // @ts-expect-error any text can be in it
    fieldText(`{from}: ${given}`),
    // @ts-expect-error any number can be in it, and so can any text
    fieldText(`{from}: ${1 as number} ${given}`),
    // @ts-expect-error one of the two can be any text
    fieldText(given === '' ? '{from}' : `{from} ${given}`),
    // @ts-expect-error any field name can be in it, but only fields may
    fieldText(`{${given}}`),
    // @ts-expect-error made by hand
    inWords({ template: '{from}', values: {} }),
  ];
  expect(refused).toBeTypeOf('function');
  expect(inWords(fieldText(`{${field}} is too high: {given}`, { given }), flagOf)).toBe(
    '--max-total is too high: x',
  );
});

test('every field is the key of a flag or of an argument', () => {
  const named = withSubcommands(commands).flatMap(({ flags, args }) => [
    ...Object.keys(flags),
    ...Object.keys(args),
  ]);
  const known = new Set([...Object.keys(globalFlags), ...named].map(camelCase));
  expect(messageFields.filter((field: Field) => !known.has(field))).toEqual([]);
});
