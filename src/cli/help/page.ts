/** The pages of the help, which commander lays out. The terminal and the manual pages show them. */
import { Command as Page, Option } from 'commander';
import type { Palette } from '../../terminal/colour.ts';
import { wrapAround, wrapWords } from '../../base/words.ts';
import { wordOf, type Command, type Example } from '../command.ts';
import { flagUsage, flagHelp, variableOf, type Flags } from '../flags.ts';
import { globalFlags, limitFlags, programFlags } from '../global-flags.ts';
import { topicNames } from './topics.ts';

export interface PageLayout {
  /** In columns. */
  readonly width: number;
  readonly palette: Pick<Palette, 'paint'>;
}

export const programExamples: readonly Example[] = [
  { does: 'Plan a trip on sample data; nothing can be booked', line: 'rental plan --sandbox' },
  {
    does: 'Use a real service',
    line: 'rental depots --base-url https://www.example.com/api/agent',
  },
];

/** The page of `rental` and `rental --help`. */
export function programPage(commands: readonly Command[], layout: PageLayout): string {
  const purpose = 'Plans a vehicle rental: depots, availability, extras, quote, booking link.';
  const page = new Page('rental').usage('<command> [flags]').description(purpose);
  const add = (group: string, name: string, summary: string) =>
    page.addCommand(new Page(name).helpGroup(`${group}:`).summary(summary));
  for (const { group = 'PLAN', name, summary } of commands) add(group, name, summary);
  const closing = [
    'Help with a command: rental <command> --help',
    `Help with a topic: rental help <topic>: ${topicNames.join(', ')}`,
  ];
  return pageText(page, programExamples, closing, layout);
}

/** The page of `rental <command> --help`. */
export function commandPage(command: Command, layout: PageLayout): string {
  const {
    name,
    aliases = [],
    purpose,
    args,
    flags,
    flagGroups = {},
    examples,
    see = [],
    subcommands = [],
  } = command;
  const also = aliases.map((alias) => `Alias: rental ${alias}.`);
  const page = new Page(`rental ${name}`)
    .usage(usageOf(command))
    .description([purpose, ...also].join(' '));
  for (const [argument, { help }] of Object.entries(args)) page.argument(argument, help);
  for (const subcommand of subcommands)
    page.addCommand(
      new Page(wordOf(subcommand)).helpGroup('subcommands:').summary(subcommand.summary),
    );
  const grouped = Object.values(flagGroups).flat();
  const rest = Object.keys(flags).filter((flag) => !grouped.includes(flag));
  for (const [title, names] of Object.entries({ ...flagGroups, flags: rest }))
    addFlags(page, title, flags, names);
  const closing = [
    ...(subcommands.length === 0
      ? []
      : [`Help with a subcommand: rental ${name} <subcommand> --help`]),
    'Global flags such as --json, --operator, --sandbox: rental help flags',
    ...(see.length === 0 ? [] : [`See also: rental help <topic>: ${see.join(', ')}`]),
  ];
  return pageText(page, examples, closing, layout);
}

/** The page of `rental help flags`. */
export function flagsPage(layout: PageLayout): string {
  const flags: Flags = { ...globalFlags, ...programFlags };
  const page = new Page('rental').usage('<command> [flags]');
  page.description(
    `Every command takes these flags, before or after its name. Each is also an environment variable, such as ${variableOf('max-wait')}, ` +
      'and most can be set in the configuration file; a flag wins over a variable, and a variable over the file.',
  );
  addFlags(
    page,
    'global flags',
    flags,
    Object.keys(flags).filter((name) => !limitFlags.includes(name)),
  );
  addFlags(page, 'rate limit and retries', flags, limitFlags);
  const closing = [
    'rental config shows every setting in effect and where it comes from',
    'See also: rental help environment',
  ];
  return pageText(page, [], closing, layout);
}

function usageOf({ args, flags, needs = [], subcommands }: Command): string {
  if (subcommands !== undefined) return '[subcommand]';
  const words = Object.entries(args).map(([argument, { required }]) =>
    required ? `<${argument}>` : `[${argument}]`,
  );
  const needed = needs.flatMap((name) =>
    flags[name] === undefined ? [] : [flagUsage(name, flags[name])],
  );
  const areMore = Object.keys(flags).length > needed.length;
  return [...words, ...needed, ...(areMore ? ['[flags]'] : [])].join(' ');
}

function addFlags(page: Page, title: string, flags: Flags, names: readonly string[]): void {
  for (const name of names) {
    const flag = flags[name];
    if (flag !== undefined)
      page.addOption(new Option(flagUsage(name, flag), flagHelp(flag)).helpGroup(`${title}:`));
  }
}

/** An example in a sentence: `"20 dec"`. */
const example = /"[^"]+"|`[^`]+`/g;
const flagWithValue = /--[\w-]+ <[^>]+>/g;

/** The lines after `Usage: `, which commander writes itself, but which takes a part of the width. */
function usageLines(page: Page, width: number): string {
  const title = 'Usage: ';
  const lines = wrapAround(flagWithValue, `${title}${page.name()} ${page.usage()}`, width, '  ');
  return lines.join('\n').slice(title.length);
}

function pageText(
  page: Page,
  examples: readonly Example[],
  closing: readonly string[],
  { width, palette }: PageLayout,
): string {
  // Longer lines are hard to read.
  const helpWidth = Math.min(width, 110);
  const styleTitle = (title: string): string => palette.paint('heading', title.toUpperCase());
  page.helpOption(false).helpCommand(false);
  page.configureHelp({
    helpWidth,
    minWidthToWrap: 20,
    styleTitle,
    subcommandTerm: (one) => one.name(),
    boxWrap: (text, columns) => wrapAround(example, text, columns).join('\n'),
    commandUsage: (one) => usageLines(one, helpWidth),
  });
  // Without these, commander would ask the process.
  page.configureOutput({ getOutHasColors: () => true, getOutHelpWidth: () => helpWidth });
  // Commands are copied, so they are whole.
  const lines = examples.flatMap(({ does, line }) => {
    const remark = wrapWords(`  # ${does}`, helpWidth, '  # ');
    return [...remark.map((text) => palette.paint('dim', text)), `  ${line}`];
  });
  const end = closing.flatMap((line) => wrapWords(line, helpWidth, '  '));
  const parts = lines.length === 0 ? [] : [styleTitle('examples:'), ...lines, ''];
  // The usage of a command without arguments and flags ends with a space.
  const information = page.helpInformation().replace(/ +$/gm, '');
  return `${[information, ...parts, ...end].join('\n')}\n`;
}
