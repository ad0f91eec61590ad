import { defineCommand } from '../../cli/command.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import type { ConfigFile } from '../../operators/config.ts';
import { entryOf } from '../../operators/operator.ts';
import type { Result } from '../../result.ts';

export default defineCommand({
  name: 'operators remove',
  summary: 'remove an operator, and list those that are left',
  purpose:
    'Removes an operator from the configuration file, and lists those that are left. Saved trips keep its address.',
  args: { name: { help: "the operator's name", required: true, offers: { names: 'operator' } } },
  flags: {},
  allowsMissingConfig: true,
  document,
  examples: [{ does: 'Forget an operator', line: 'rental operators remove lucky' }],
  see: ['operators'],
  async run({ name }, context): Promise<Result> {
    const { changeOperators } = await import('./change-operators.ts');
    entryOf(name, context.sources.config);
    const wasDefault = context.sources.config.default === name;
    const removeOperator = (file: ConfigFile): ConfigFile => {
      const { [name]: _removed, ...operators } = file.operators ?? {};
      return { ...file, default: file.default === name ? undefined : file.default, operators };
    };
    return changeOperators(
      removeOperator,
      `removed ${name}${wasDefault ? ', which was the default' : ''}`,
      context,
    );
  },
});
