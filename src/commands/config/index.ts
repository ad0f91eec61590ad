import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'config',
  group: 'OPERATE',
  summary: 'show every setting in effect, and where it is from',
  purpose:
    'Shows every setting in effect and where it is from: a flag, a variable, the configuration file, or the ' +
    'default. Put config in place of a command to see its settings. Sends no request.',
  args: {},
  flags: {},
  examples: [
    { does: 'What a command would use now', line: 'rental config' },
    { does: 'With a flag', line: 'rental config --max-wait 10s --json' },
  ],
  see: ['environment', 'flags'],
  async run(_, context): Promise<Result> {
    const { runConfig } = await import('./run.ts');
    return runConfig(context);
  },
});
