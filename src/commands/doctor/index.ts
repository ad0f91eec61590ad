import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';
import { within } from '../shared/fields.ts';

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
  fields: async () => [
    ...['area', 'name', 'value', 'problem'],
    ...['version', 'node', 'platform', 'defaultOperator', 'problems'],
    ...within('folders', ['name', 'path', 'made', 'problem']),
    ...within('operators', ['name', 'baseUrl', 'proxy', 'budget', 'problem']),
    ...['free', 'limit', 'windowMs'].map((field) => `operators.budget.${field}`),
    ...within('terminal', ['stdin', 'stdout', 'stderr', 'width', 'colours', 'prompts', 'locale', 'timeZone']),
    ...within('variables', ['name', 'value']),
  ],
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
