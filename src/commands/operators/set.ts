import { defineCommand } from '../../cli/command.ts';
import { camelCase } from '../../cli/flags.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { operators as document } from '../../documents/operators.ts';
import { entryOf, type OperatorEntry } from '../../operators/operator.ts';
import type { Result } from '../../result.ts';

/** As they are typed. */
const fieldNames: Readonly<Record<keyof OperatorEntry, string>> = {
  baseUrl: 'base-url',
  siteUrl: 'site-url',
  timeZone: 'time-zone',
  limit: 'limit',
  budgetUrl: 'budget-url',
};
const fields = Object.values(fieldNames);

export default defineCommand({
  name: 'operators set',
  summary: 'change one field of an operator',
  purpose: `Changes one field of an operator: ${fields.join(', ')}. The others stay as they are.`,
  args: {
    name: { help: "the operator's name", required: true, offers: { names: 'operator' } },
    field: { help: fields.join(', '), required: true, offers: { words: fields } },
    value: { help: 'the new value', required: true },
  },
  flags: {},
  makesConfig: true,
  document,
  examples: [
    { does: 'The limit of the service', line: 'rental operators set lucky limit 60/60s' },
    { does: 'Its time zone', line: 'rental operators set lucky time-zone Pacific/Auckland' },
  ],
  see: ['operators', 'limits'],
  async run({ name, field, value }, context): Promise<Result> {
    const { changeOperators, withFields } = await import('./list-operators.ts');
    if (!fields.includes(field)) throw unknownWord('an operator has no field', field, fields, 'fields');
    entryOf(name, context.sources.config);
    const key = camelCase(field);
    return changeOperators((file) => withFields(file, name, { [key]: value }), `set ${field} of ${name}`, context);
  },
});
