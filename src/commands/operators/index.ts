import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../errors.ts';
import { meant } from '../../nearest.ts';
import { isGroupName } from '../../planner/depot-groups.ts';
import type { Result } from '../../result.ts';
import { joinWords, shorten } from '../../text.ts';
import { removable, settable } from './fields.ts';

/** What each action takes. */
const forms = {
  list: '',
  show: '[name]',
  add: '<name> <base-url>',
  set: `<name> <${settable.join('|')}> <value>`,
  unset: `<name> <${removable.join('|')}>`,
  remove: '<name>',
  default: '<name>',
  group: '<name> [group] [a,b]',
  ungroup: '<name> <group>',
  export: '[file]',
  import: '<file>',
  edit: '',
} as const;
type Action = keyof typeof forms;
const actions = Object.keys(forms) as Action[];

const items: Readonly<Record<string, readonly string[]>> = { set: settable, unset: removable };

const ownFlags: readonly { readonly of: readonly string[]; readonly flags: readonly string[] }[] = [
  { of: ['add'], flags: ['timeZone', 'limit', 'noCheck'] },
  { of: ['export', 'import'], flags: ['replace'] },
];

export default defineCommand({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, change, remove operators; set the default',
  purpose:
    'Lists and changes the operators in the configuration file. "show" says where each setting is from, "add" asks ' +
    'the service first, "edit" opens $VISUAL or $EDITOR. "group" names several depots, for compare. No password is exported.',
  makesConfig: true,
  args: {
    action: { help: `${actions.join(', ')} (default: list)`, required: false, offers: { words: actions } },
    name: {
      help: "the operator's name; for export, import: a file",
      required: false,
      offers: { names: 'operator' },
    },
    item: {
      help: 'for add: the base address; set, unset: a field; group, ungroup: a group',
      required: false,
      offers: {
        words: async ([action = '', name = ''], env) => {
          if (!/^(un)?group$/.test(action)) return items[action] ?? [];
          const { peekConfig } = await import('../../operators/stored-names.ts');
          return Object.keys(peekConfig(env).operators[name]?.depotGroups ?? {}).filter(isGroupName);
        },
      },
    },
    value: { help: 'for set: the new value; for group: depots', required: false },
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
    replace: { kind: 'switch', help: 'export over a file; import over operators' },
  },
  examples: [
    {
      does: 'Ask an address, and save it under a name',
      line: 'rental operators add sunny https://www.example.com/api/agent --limit 100/60s',
    },
    { does: 'Several depots under one name, for compare', line: 'rental operators group lucky "north island" 1,2' },
    { does: 'Take all to another machine', line: 'rental operators export > operators.json' },
  ],
  see: ['operators', 'environment'],
  async run(options, context): Promise<Result> {
    const { action: written = 'list', name = '', item, value, replace = false } = options;
    const action = actions.find((one) => one === written);
    if (action === undefined) {
      throw new UsageError(`rental operators has no action "${shorten(written, 60)}"`, {
        hint: meant(written, actions) ?? `the actions are ${actions.join(', ')}`,
      });
    }
    checkWords(action, [options.name, item, value]);
    checkFlags(action, options);
    const { add, edit, list, makeDefault, remove, set, show } = await import('./actions.ts');
    switch (action) {
      case 'list':
        return list(context);
      case 'edit':
        return edit(context);
      case 'show':
        return show(options.name, context);
      case 'add':
        return add({ ...options, name, baseUrl: item ?? '' }, context);
      case 'set':
      case 'unset':
        return set({ name, field: item ?? '', value }, context);
      case 'remove':
        return remove(name, context);
      case 'default':
        return makeDefault(name, context);
      case 'group':
        return (await import('./groups.ts')).group(name, item, value, context);
      case 'ungroup':
        return (await import('./groups.ts')).ungroup(name, item ?? '', context);
      case 'export':
        return (await import('./transfer.ts')).exportTo(options.name, replace, context);
      case 'import':
        return (await import('./transfer.ts')).importFrom(name, replace, context);
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

function checkFlags(action: Action, options: Readonly<Record<string, unknown>>): void {
  for (const { of, flags } of ownFlags) {
    const given = flags.filter((flag) => options[flag] !== undefined);
    if (given.length === 0 || of.includes(action)) continue;
    throw new UsageError((name) => `operators ${action} does not take ${joinWords(given.map(name))}`, {
      hint: `${joinWords(of.map((one) => `operators ${one}`))} ${of.length === 1 ? 'does' : 'do'}`,
    });
  }
}
