import { defineCommand } from '../../cli/command.ts';
import { operators as document } from '../../documents/operators.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { UsageError } from '../../errors.ts';
import type { OperatorEntry } from '../../operators/operator.ts';
import type { Result } from '../../result.ts';
import { shorten } from '../../text.ts';

/** The fields of an operator that `set` changes, as they are typed. */
const fieldNames: Readonly<Record<keyof OperatorEntry, string>> = {
  baseUrl: 'base-url',
  siteUrl: 'site-url',
  timeZone: 'time-zone',
  limit: 'limit',
  budgetUrl: 'budget-url',
};
const settable = Object.values(fieldNames);

/** What each action takes. */
const forms = {
  list: '',
  show: '[name]',
  add: '<name> <base-url>',
  set: `<name> <${settable.join('|')}> <value>`,
  remove: '<name>',
  default: '<name>',
} as const;
type Action = keyof typeof forms;
const actions = Object.keys(forms) as Action[];

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, change, remove operators; set the default',
  purpose:
    'Lists and changes the operators in the configuration file. "show" says where each setting is from, "add" asks ' +
    'the service first, and also keeps --site-url and --rate-limit.',
  makesConfig: true,
  args: {
    action: { help: `${actions.join(', ')} (default: list)`, required: false, offers: { words: actions } },
    name: { help: "the operator's name", required: false, offers: { names: 'operator' } },
    item: {
      help: 'for add: the base address; for set: a field',
      required: false,
      offers: { words: async ([action = '']) => (action === 'set' ? settable : []) },
    },
    value: { help: 'for set: the new value', required: false },
  },
  flags: {
    'time-zone': {
      kind: 'text',
      value: 'zone',
      help: "for add: the operator's time zone (default: Pacific/Auckland)",
      offers: { words: async () => Intl.supportedValuesOf('timeZone') },
    },
    'no-check': { kind: 'switch', help: 'add it without asking the service' },
  },
  document,
  examples: [
    {
      does: 'Ask an address, and save it under a name',
      line: 'rental operators add sunny https://www.example.com/api/agent --rate-limit 100/60s',
    },
    { does: 'Change a field', line: 'rental operators set lucky time-zone Pacific/Auckland' },
  ],
  see: ['operators', 'environment'],
  async run(options, context): Promise<Result> {
    const { action: written = 'list', name = '', item = '', value = '' } = options;
    const action = actions.find((one) => one === written);
    if (action === undefined) throw unknownWord('rental operators has no action', written, actions, 'actions');
    checkWords(action, [options.name, options.item, options.value]);
    if (action !== 'add' && (options.timeZone ?? options.noCheck) !== undefined) {
      throw new UsageError(`operators ${action} takes no flags of its own`, { hint: 'operators add does' });
    }
    const { add, list, makeDefault, remove, set, show } = await import('./actions.ts');
    switch (action) {
      case 'list':
        return list(context);
      case 'show':
        return show(options.name, context);
      case 'add':
        return add({ ...options, name, baseUrl: item }, context);
      case 'set':
        if (!settable.includes(item)) throw unknownWord('an operator has no field', item, settable, 'fields');
        return set(name, item, value, context);
      case 'remove':
        return remove(name, context);
      case 'default':
        return makeDefault(name, context);
    }
  },
});

function checkWords(action: Action, words: readonly (string | undefined)[]): void {
  const hint = `rental operators ${action} ${forms[action]}`.trim();
  const parts = forms[action].split(' ').filter((part) => part !== '');
  const missing = parts.find((part, index) => part.startsWith('<') && words[index] === undefined);
  if (missing !== undefined) throw new UsageError(`operators ${action} needs ${missing}`, { hint });
  const more = words.slice(parts.length).find((word) => word !== undefined);
  if (more !== undefined) throw new UsageError(`operators ${action} does not take "${shorten(more, 60)}"`, { hint });
}
