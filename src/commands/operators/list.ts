import { defineCommand } from '../../cli/command.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import { type Result } from '../../result.ts';

export default defineCommand({
  name: 'operators list',
  summary: 'list the configured operators',
  purpose:
    'Lists the operators in the configuration file, with the defaults for what the file leaves out.',
  args: {},
  flags: {},
  allowsMissingConfig: true,
  document,
  examples: [{ does: 'Names and addresses', line: 'rental operators list --fields name,baseUrl' }],
  see: ['operators'],
  async run(_, context): Promise<Result> {
    const { listOperators } = await import('./list-operators.ts');
    return listOperators(context);
  },
});
