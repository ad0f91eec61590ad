/** The content of each page of help, as data: the terminal and the manual pages are made from it. */
import type { Command, CommandGroup, Example } from '../command.ts';
import { termOf, textOf, variableOf, type Flags } from '../flags.ts';
import { globalFlags, ownFlags } from '../global-flags.ts';
import { topicNames, topics } from './topics.ts';

export interface HelpPage {
  readonly purpose: string;
  /** The first is the usage. */
  readonly sections: readonly Section[];
  /** Lines at the end: where to read on. */
  readonly closing: readonly string[];
}

export interface Section {
  readonly title: string;
  /** A text is a command, or after `# ` what it does. */
  readonly lines: readonly (string | HelpPair)[];
}

export interface HelpPair {
  readonly term: string;
  readonly text: string;
}

const groups: readonly CommandGroup[] = ['PLAN', 'BROWSE', 'BOOK', 'OPERATE'];

/** The page of `rental` and `rental --help`. */
export function programPage(commands: readonly Command[]): HelpPage {
  const lists = groups.map((title): Section => {
    const listed = commands.filter(({ group }) => group === title);
    return { title, lines: listed.map(({ name, summary }) => ({ term: name, text: summary })) };
  });
  return {
    purpose: 'Plans a vehicle rental: depots, availability, extras, quote, booking link.',
    sections: [
      { title: 'USAGE', lines: ['rental <command> [flags]'] },
      ...lists,
      exampleSection([
        { does: 'Plan a trip on sample data; nothing can be booked', line: 'rental plan --sandbox' },
        { does: 'Ask a real service', line: 'rental depots --base-url https://www.example.com/api/agent' },
      ]),
      {
        title: 'HELP: rental help <command>, or rental help <topic>',
        lines: topicNames.map((name) => ({ term: name, text: topics[name].summary })),
      },
    ],
    closing: [],
  };
}

/** The page of `rental <command> --help`. */
export function commandPage(command: Command): HelpPage {
  const { aliases = [], args, see = [] } = command;
  const also = aliases.map((alias) => `rental ${alias} is another name for it.`);
  const words = Object.entries(args).map(([term, { help }]) => ({ term, text: help }));
  const sections = [
    { title: 'USAGE', lines: [usageOf(command)] },
    exampleSection(command.examples),
    { title: 'ARGUMENTS', lines: words },
    ...flagSections(command),
  ];
  return {
    purpose: [command.purpose, ...also].join(' '),
    sections: sections.filter(({ lines }) => lines.length > 0),
    closing: [
      'Global flags such as --json, --operator, --sandbox: rental help flags',
      ...(see.length === 0 ? [] : [`See also: rental help <topic>: ${see.join(', ')}`]),
    ],
  };
}

function exampleSection(examples: readonly Example[]): Section {
  return { title: 'EXAMPLES', lines: examples.flatMap(({ does, line }) => [`# ${does}`, line]) };
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
  const all = Object.entries({ ...flagGroups, FLAGS: rest });
  return all.map(([title, names]) => ({ title, lines: flagPairs(flags, names) }));
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
    sections: [{ title: 'GLOBAL FLAGS', lines: flagPairs(flags, Object.keys(flags)) }],
    closing: ['rental config shows every setting in effect and where it is from', 'See also: rental help environment'],
  };
}
