import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../errors.ts';
import { meant } from '../../nearest.ts';
import type { Result } from '../../result.ts';

const actions = ['list', 'show', 'add', 'set', 'remove', 'default', 'edit'] as const;

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, change, remove operators; set the default',
  purpose:
    'Lists and changes the operators in the configuration file. "show" says where each setting of an operator is ' +
    'from. "add" asks the service for its depots first. "edit" opens the file in $VISUAL or $EDITOR.',
  args: {
    action: {
      help: 'list, show, add, set, remove, default or edit (default: list)',
      required: false,
      offers: { words: actions },
    },
    name: { help: "the operator's name", required: false, offers: { names: 'operator' } },
    'base-url': { help: "for add: the service's base address; for set: the field", required: false },
    value: { help: 'for set: the new value', required: false },
  },
  flags: {
    'time-zone': {
      kind: 'text',
      value: 'zone',
      help: "the operator's time zone (default: Pacific/Auckland)",
      offers: { words: async () => Intl.supportedValuesOf('timeZone') },
    },
    limit: { kind: 'text', value: 'n/time', help: 'requests a window (default: 100/60s)' },
    'no-check': { kind: 'switch', help: 'add it without asking the service' },
  },
  examples: [
    {
      does: 'Add one, and use it from now on',
      line: 'rental operators add sunny https://www.example.com/api/agent --limit 100/60s',
    },
    { does: 'Ask it if a command names no operator', line: 'rental operators default sunny' },
    { does: 'Change one setting', line: 'rental operators set lucky limit 60/10s' },
    { does: 'Which settings it has, and where they are from', line: 'rental operators show lucky' },
  ],
  see: ['operators', 'environment'],
  async run(options, context): Promise<Result> {
    const { action = 'list', name, baseUrl, value, timeZone, limit, noCheck } = options;
    const third = action === 'set' ? undefined : baseUrl;
    if (action !== 'set' && value !== undefined) throw new UsageError('only "operators set" takes a value');
    if (action !== 'add' && (third ?? timeZone ?? limit ?? noCheck) !== undefined) {
      const what = third === undefined ? '--time-zone, --limit and --no-check' : 'a base address';
      throw new UsageError(`only "operators add" takes ${what}`, { hint: 'rental operators add <name> <base-url>' });
    }
    const { add, edit, list, makeDefault, remove, set, show } = await import('./actions.ts');
    switch (action) {
      case 'add':
        return add(options, context);
      case 'set':
        return set([name, baseUrl, value], context);
      case 'show':
        return show(name, context);
      case 'list':
      case 'edit':
        if (name !== undefined) throw new UsageError(`${action} takes no name`, { hint: `rental operators ${action}` });
        return action === 'list' ? list(context) : edit(context);
      case 'remove':
      case 'default':
        if (name === undefined)
          throw new UsageError(`${action} takes a name`, { hint: `rental operators ${action} <name>` });
        return action === 'remove' ? remove(name, context) : makeDefault(name, context);
      default:
        throw new UsageError(`rental operators has no action "${action}"`, {
          hint: meant(action, actions) ?? `the actions are ${actions.join(', ')}`,
        });
    }
  },
});
