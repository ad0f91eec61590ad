import { defineCommand } from '../../cli/command.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import type { ConfigFile } from '../../operators/config.ts';
import { entryOf } from '../../operators/operator.ts';
import type { Result } from '../../result.ts';

export default defineCommand({
  name: 'operators default',
  summary: 'set the operator that commands use if none is named',
  purpose:
    'Makes an operator the default, which commands use unless a flag or a variable names another.',
  args: { name: { help: "the operator's name", required: true, offers: { names: 'operator' } } },
  flags: {},
  allowsMissingConfig: true,
  document,
  examples: [{ does: 'Use this one from now on', line: 'rental operators default lucky' }],
  see: ['operators'],
  async run({ name }, context): Promise<Result> {
    const { changeOperators, refuseRemoved } = await import('./change-operators.ts');
    entryOf(name, context.sources.config);
    const setDefault = (file: ConfigFile): ConfigFile => {
      refuseRemoved(name, file);
      return { ...file, default: name };
    };
    return changeOperators(setDefault, `${name} is now the default`, context);
  },
});
