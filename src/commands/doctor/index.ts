import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'doctor',
  group: 'OPERATE',
  summary: 'show what a bug report needs: versions, folders, terminal',
  purpose:
    'Shows what a bug report needs: versions, folders, operators, the terminal, variables. Shows no password, sends ' +
    'no request and makes no folder. The exit code is 0 also if it finds mistakes in the configuration.',
  args: {},
  flags: {},
  reportsMistakes: true,
  examples: [
    { does: 'Everything', line: 'rental doctor' },
    { does: 'Only the problems', line: 'rental doctor --json | jq ".problems[]"' },
  ],
  see: ['environment'],
  async run(_, context): Promise<Result> {
    const { runDoctor } = await import('./run.ts');
    return runDoctor(context);
  },
});
