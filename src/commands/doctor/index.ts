import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';
import { within } from '../shared/fields.ts';

export default defineCommand({
  name: 'doctor',
  group: 'OPERATE',
  summary: 'what a bug report needs: versions, folders, operators, terminal',
  description:
    'Sends no request to an operator, makes no folder and shows no password. A mistake in the configuration or in a variable is shown, and the ' +
    'exit code is 0. Please add the output to a bug report.',
  args: {},
  flags: {},
  reportsMistakes: true,
  fields: async () => [
    ...['area', 'name', 'value', 'problem'],
    ...['version', 'node', 'platform', 'defaultOperator', 'problems'],
    ...within('folders', ['name', 'path', 'made', 'problem']),
    ...within('operators', ['name', 'baseUrl', 'proxy', 'budget', 'server', 'problem']),
    ...['free', 'limit', 'windowMs'].map((field) => `operators.budget.${field}`),
    ...within('terminal', ['stdin', 'stdout', 'stderr', 'width', 'colours', 'prompts', 'locale', 'timeZone']),
    ...within('variables', ['name', 'value']),
  ],
  examples: ['rental doctor', 'rental doctor --json'],
  async run(_, context): Promise<Result> {
    const { runDoctor } = await import('./run.ts');
    return runDoctor(context);
  },
});
