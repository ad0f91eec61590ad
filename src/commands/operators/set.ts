import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { camelCase } from '../../cli/flags.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import { shortName } from '../../base/words.ts';
import type { ConfigFile } from '../../operators/config.ts';
import {
  addressProblem,
  budgetUrlProblem,
  checkField,
  formatRateLimit,
  limitProblem,
  timeZoneProblem,
  type ProblemOf,
} from '../../operators/fields.ts';
import {
  defaultTimeZone,
  entryOf,
  unconfiguredOperator,
  type OperatorEntry,
} from '../../operators/operator.ts';
import type { Result } from '../../result.ts';

const namesByKey: Readonly<Record<keyof OperatorEntry, string>> = {
  baseUrl: 'base-url',
  siteUrl: 'site-url',
  timeZone: 'time-zone',
  limit: 'limit',
  budgetUrl: 'budget-url',
};
const fields = Object.values(namesByKey);
/** The error is about what was typed, so it does not name the configuration file. */
const typedProblems: Readonly<Partial<Record<string, ProblemOf>>> = {
  limit: limitProblem,
  'time-zone': timeZoneProblem,
  'site-url': addressProblem,
  'budget-url': budgetUrlProblem,
};

export default defineCommand({
  name: 'operators set',
  summary: 'change one field of an operator',
  purpose:
    `Changes one field of an operator: ${fields.join(', ')}. The other fields do not change. Flags work as well: --base-url, --site-url, ` +
    '--rate-limit. A new base address is checked and completed as with operators add.',
  args: {
    name: { help: "the operator's name", required: true, offers: { names: 'operator' } },
    field: { help: fields.join(', '), required: false, offers: { words: fields } },
    value: { help: 'the new value', required: false },
  },
  flags: {
    'no-check': { kind: 'switch', help: 'save a base address unchecked; it must be the full one' },
  },
  allowsMissingConfig: true,
  document,
  examples: [
    { does: 'The limit of the service', line: 'rental operators set lucky limit 60/60s' },
    { does: 'Its time zone', line: 'rental operators set lucky time-zone Pacific/Auckland' },
    { does: 'Another address', line: 'rental operators set lucky --base-url www.example.com' },
  ],
  see: ['operators', 'limits'],
  async run({ name, field, value, noCheck = false }, context): Promise<Result> {
    const { changeOperators, refuseRemoved, withOperatorFields } =
      await import('./change-operators.ts');
    const change = await changeOf({ field, value }, context);
    const entry = entryOf(name, context.sources.config);
    if (noCheck && change.field !== 'base-url')
      throw new UsageError(
        `--no-check has no effect on ${change.field}: only a base address is checked`,
        {
          hint: 'leave it out',
        },
      );
    const stored =
      change.field === 'base-url'
        ? await addressOf(change.value, { name, entry, noCheck }, context)
        : change.value;
    const problemOf = typedProblems[change.field];
    if (problemOf !== undefined) checkField(change.value, problemOf, errorSubject(change));
    const key = camelCase(change.field);
    const setField = (file: ConfigFile): ConfigFile => {
      refuseRemoved(name, file);
      return withOperatorFields(file, name, { [key]: stored });
    };
    return changeOperators(setField, `set ${change.field} of ${name}`, context);
  },
});

/** What an error begins with: the value or, because an address can hold a password, its field. */
function errorSubject({ field, value }: FieldChange): FieldText {
  return field.endsWith('-url') ? field : fieldText('{value}', { value: `"${shortName(value)}"` });
}

interface FieldChange {
  readonly field: string;
  readonly value: string;
}

type GivenChange = { readonly [Key in keyof FieldChange]: FieldChange[Key] | undefined };

/** The change that a field and its value ask for, or one flag. Throws UsageError. */
async function changeOf(given: GivenChange, { settings }: Context): Promise<FieldChange> {
  const { valueOfFlag } = await import('./change-operators.ts');
  const { baseUrl, siteUrl, rateLimit } = settings.operatorChoice;
  const flags = Object.entries({ 'base-url': baseUrl, 'site-url': siteUrl, limit: rateLimit });
  const changes = flags.flatMap(([field, setting]) => {
    const value = valueOfFlag(setting);
    return value === undefined ? [] : [{ field, value }];
  });
  const { field, value } = given;
  if (field !== undefined && !fields.includes(field))
    throw unknownWord('an operator has no field', field, fields, 'fields');
  if (field !== undefined && value !== undefined) changes.push({ field, value });
  if (changes.length > 1)
    throw new UsageError('operators set changes one field at a time', {
      hint: 'leave the others out',
    });
  const [change] = changes;
  const lacksValue = field !== undefined && value === undefined;
  if (change !== undefined && !lacksValue) return change;
  throw new UsageError(`rental operators set needs <${lacksValue ? 'value' : 'field'}>`, {
    hint: 'rental operators set --help shows how it is used',
  });
}

interface Target {
  readonly name: string;
  readonly entry: OperatorEntry;
  readonly noCheck: boolean;
}

/**
 * The base address to store. Throws what `findAddress` throws, and ConfigError for an address that
 * is not a full one.
 */
async function addressOf(
  given: string,
  { name, entry, noCheck }: Target,
  context: Context,
): Promise<string> {
  if (noCheck) {
    unconfiguredOperator(given);
    return given;
  }
  const { findAddress } = await import('./find-address.ts');
  const { timeZone = defaultTimeZone, limit, budgetUrl } = entry;
  return findAddress(
    { name, given, timeZone, rateLimit: limit && formatRateLimit(limit), budgetUrl },
    context,
  );
}
