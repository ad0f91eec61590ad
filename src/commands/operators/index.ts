import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, remove, edit operators; set the default',
  purpose:
    'Lists and changes the operators in the configuration file. "show" says where each setting of an operator is ' +
    'from. "edit" opens the file in $VISUAL or $EDITOR.',
  args: {
    action: {
      help: 'list, show, add, remove, default or edit (default: list)',
      required: false,
      offers: { words: ['list', 'show', 'add', 'remove', 'default', 'edit'] },
    },
    name: { help: "the operator's name", required: false, offers: { names: 'operator' } },
    'base-url': { help: "for add: the service's base address", required: false },
  },
  flags: {
    'time-zone': {
      kind: 'text',
      value: 'zone',
      help: "the operator's time zone (default: Pacific/Auckland)",
      offers: { words: async () => Intl.supportedValuesOf('timeZone') },
    },
    limit: { kind: 'text', value: 'n/time', help: 'requests a window (default: 100/60s)' },
  },
  examples: [
    {
      does: 'Add one, and use it from now on',
      line: 'rental operators add sunny https://www.example.com/api/agent --limit 100/60s',
    },
    { does: 'Ask it if a command names no operator', line: 'rental operators default sunny' },
    { does: 'Which settings it has, and where they are from', line: 'rental operators show lucky' },
    { does: 'Every operator as JSON', line: 'rental operators --json' },
  ],
  see: ['operators', 'environment'],
  async run(options, context): Promise<Result> {
    const { runOperators } = await import('./run.ts');
    return runOperators(options, context);
  },
});
