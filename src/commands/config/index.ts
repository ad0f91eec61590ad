import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'config',
  group: 'OPERATE',
  summary: 'every setting in effect, and where it is from',
  description:
    'A flag wins over a variable, a variable over the configuration file, and the file over the default. Sends no request.',
  args: {},
  flags: {},
  fields: async () => ['setting', 'value', 'source', 'place'],
  examples: ['rental config', 'rental config --max-wait 10s --json'],
  async run(_, context): Promise<Result> {
    const { runConfig } = await import('./run.ts');
    return runConfig(context);
  },
});
