import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, add, remove operators, set the default',
  description:
    'add takes a name and a base address, with --site-url, --time-zone and --limit where they differ; remove and default ' +
    'take a name. They are kept in the configuration file, of which nothing else is changed.',
  args: {
    action: { help: 'list, add, remove or default (default: list)', required: false },
    name: { help: 'of the operator', required: false },
    'base-url': { help: "for add: the service's base address", required: false },
  },
  flags: {
    'time-zone': { kind: 'text', value: 'zone', help: "the operator's (default: Pacific/Auckland)" },
    limit: { kind: 'text', value: 'n/time', help: 'requests a window (default: 100/60s)' },
  },
  examples: [
    'rental operators add lucky https://www.example.com/api/agent --limit 100/60s',
    'rental operators default lucky',
    'rental operators --json',
  ],
  async run(options, context): Promise<Result> {
    const { runOperators } = await import('./run.ts');
    return runOperators(options, context);
  },
});
