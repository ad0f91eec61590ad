import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, remove, edit operators, set the default',
  description:
    '"add" takes a name and a base address; --site-url, --time-zone and --limit are optional. "remove" and "default" take a ' +
    'name. "show" says where each setting of an operator is from. "edit" opens the file in $VISUAL or $EDITOR. Except for "edit", this changes only the operators in the configuration file.',
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
  fields: async () => [
    ...['name', 'baseUrl', 'siteUrl', 'timeZone', 'limit', 'default'],
    ...['setting', 'value', 'source', 'place'],
  ],
  examples: [
    'rental operators add lucky https://www.example.com/api/agent --limit 100/60s',
    'rental operators default lucky',
    'rental operators show lucky',
    'rental operators edit',
    'rental operators --json',
  ],
  async run(options, context): Promise<Result> {
    const { runOperators } = await import('./run.ts');
    return runOperators(options, context);
  },
});
