/** The content of each page of help, as data: the terminal and the manual pages are made from it. */
import type { Command, CommandGroup, Example } from '../command.ts';
import { termOf, textOf, variableOf, type Flags } from '../flags.ts';
import { globalFlags, ownFlags } from '../global-flags.ts';
import { topicNames, topics } from './topics.ts';

export interface HelpPage {
  readonly purpose: string;
  readonly sections: readonly Section[];
  /** Lines at the end: where to read on. */
  readonly closing: readonly string[];
}

export type Section = {
  readonly title: string;
  /** Follows the section before it without an empty line. */
  readonly isJoined?: boolean;
} & (
  | { readonly kind: 'usage'; readonly lines: readonly string[] }
  | { readonly kind: 'examples'; readonly examples: readonly Example[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly HelpPair[] }
);

export interface HelpPair {
  readonly term: string;
  readonly text: string;
}

const groups: readonly CommandGroup[] = ['PLAN', 'BROWSE', 'BOOK', 'OPERATE'];

/** The page of `rental` and `rental --help`. */
export function programPage(commands: readonly Command[]): HelpPage {
  const lists = groups.map((group, index): Section => {
    const listed = commands.filter((command) => command.group === group);
    const pairs = listed.map(({ name, summary }) => ({ term: name, text: summary }));
    return { kind: 'pairs', title: group, pairs, isJoined: index > 0 };
  });
  const topicPairs = topicNames.map((name) => ({ term: name, text: topics[name].summary }));
  return {
    purpose: 'Plans a vehicle rental: depots, availability, extras, quote, booking link.',
    sections: [
      { kind: 'usage', title: 'USAGE', lines: ['rental <command> [flags]'] },
      ...lists,
      {
        kind: 'examples',
        title: 'EXAMPLES',
        isJoined: true,
        examples: [
          { does: 'Plan a trip on sample data; nothing can be booked', line: 'rental plan --sandbox' },
          { does: 'Ask a real service', line: 'rental depots --base-url https://www.example.com/api/agent' },
        ],
      },
      { kind: 'pairs', title: 'HELP: rental help <command>, or rental help <topic>', pairs: topicPairs },
    ],
    closing: [],
  };
}

/** The page of `rental <command> --help`. */
export function commandPage(command: Command): HelpPage {
  const { aliases = [], args, see = [] } = command;
  const also = aliases.map((alias) => `rental ${alias} is another name for it.`);
  const pairs = Object.entries(args).map(([term, { help }]) => ({ term, text: help }));
  return {
    purpose: [command.purpose, ...also].join(' '),
    sections: [
      { kind: 'usage', title: 'USAGE', lines: [usageOf(command)] },
      { kind: 'examples', title: 'EXAMPLES', examples: command.examples },
      ...pairSection('ARGUMENTS', pairs),
      ...flagSections(command),
    ],
    closing: [
      'Global flags such as --json, --operator, --sandbox: rental help flags',
      ...(see.length === 0 ? [] : [`See also: rental help <topic>: ${see.join(', ')}`]),
    ],
  };
}

function usageOf({ name, args, flags, needs = [] }: Command): string {
  const words = Object.entries(args).map(([argument, { required }]) => (required ? `<${argument}>` : `[${argument}]`));
  const needed = flagPairs(flags, needs).map(({ term }) => term);
  const areMore = Object.keys(flags).length > needed.length;
  return ['rental', name, ...words, ...needed, ...(areMore ? ['[flags]'] : [])].join(' ');
}

/** The flags in the groups that the command names; the others follow. */
function flagSections({ flags, flagGroups = {} }: Command): Section[] {
  const grouped = Object.values(flagGroups).flat();
  const rest = Object.keys(flags).filter((name) => !grouped.includes(name));
  const sections = Object.entries({ ...flagGroups, FLAGS: rest }).flatMap(([title, names]) =>
    pairSection(title, flagPairs(flags, names)),
  );
  return sections.map((section, index) => ({ ...section, isJoined: index > 0 }));
}

function pairSection(title: string, pairs: readonly HelpPair[]): Section[] {
  return pairs.length === 0 ? [] : [{ kind: 'pairs', title, pairs }];
}

function flagPairs(flags: Flags, names: readonly string[]): HelpPair[] {
  return names.flatMap((name) => {
    const flag = flags[name];
    return flag === undefined ? [] : [{ term: termOf(name, flag), text: textOf(flag) }];
  });
}

/** The page of `rental help flags`. */
export function flagsPage(): HelpPage {
  const flags: Flags = { ...globalFlags, ...ownFlags };
  return {
    purpose:
      `Every command takes these flags, before or after its name. Each is also an environment variable, such as ${variableOf('max-wait')}, ` +
      'and most can be set in the configuration file; a flag wins over a variable, and a variable over the file.',
    sections: pairSection('GLOBAL FLAGS', flagPairs(flags, Object.keys(flags))),
    closing: ['rental config shows every setting in effect and where it is from', 'See also: rental help environment'],
  };
}
