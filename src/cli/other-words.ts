/** Flags and commands of other programs, and what this program has instead. */
import { joinWords } from '../base/words.ts';
import { formats } from '../result.ts';
import { withSubcommands, wordOf, type Command } from './command.ts';
import type { Flags } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { readWord, textAfter, type Word, type Words } from './words.ts';

const formatsByWord: Readonly<Record<string, string>> = {
  ...Object.fromEntries(formats.map((format) => [format, format])),
  jsonl: 'ndjson',
  text: 'plain',
  tsv: 'plain',
};

const flagsElsewhere: Readonly<Record<string, string>> = {
  below: 'target',
  days: 'nights',
  debug: 'verbose',
  end: 'to',
  'no-cache': 'refresh',
  silent: 'quiet',
  start: 'from',
  url: 'base-url',
};

const commandsElsewhere: Readonly<Record<string, readonly string[]>> = {
  accessories: ['extras'],
  book: ['book-link'],
  booking: ['book-link'],
  cars: ['availability'],
  delete: ['remove'],
  insurance: ['extras'],
  locations: ['depots'],
  list: ['depots', 'list'],
  ls: ['depots', 'list'],
  price: ['quote'],
  rm: ['remove'],
  search: ['availability', 'compare'],
  settings: ['config'],
  stop: ['remove'],
  vehicles: ['availability'],
};

/** The hint for a flag that does not exist. It names only flags that the command takes. */
export function hintForFlag(typed: string, line: Words, command?: Command): string | undefined {
  const { long, short, value = textAfter(line, typed) } = readWord(typed);
  const flags = flagsTakenBy(command);
  if (short === 'o' || long === 'output') return hintForOutput(value);
  if (short === 'r' && line.words.some((word) => word.long === 'jq'))
    return 'leave it out: --jq prints texts without quotes';
  if (long === 'sort' || long === 'sort-by') return hintForSort(flags);
  if (short !== undefined)
    return didYouMean(
      Object.keys(flags)
        .filter((name) => name.startsWith(short))
        .map(dashed),
    );
  const format = lookUp(formatsByWord, long);
  if (format !== undefined) return didYouMean([`--format ${format}`]);
  const name = lookUp(flagsElsewhere, long);
  return didYouMean(name !== undefined && name in flags ? [dashed(name)] : []);
}

/** The hint for a word that is not a command, or not a subcommand of `group`. */
export function hintForCommand(
  typed: string,
  commands: readonly Command[],
  group?: Command,
): string | undefined {
  const words = lookUp(commandsElsewhere, typed) ?? [typed];
  const known =
    group === undefined ? withSubcommands(commands).map(({ name }) => name) : wordsIn(group);
  const named = words.flatMap((word) =>
    known.filter((name) => name === word || name.endsWith(` ${word}`)),
  );
  return didYouMean([...new Set(named)]);
}

function wordsIn({ subcommands = [] }: Command): string[] {
  return subcommands.map(wordOf);
}

const maxCommandsInHint = 3;

/** The hint for a flag that only other commands have: `rental trips show has --report`. */
export function hintForCommandsWithFlag(
  name: string,
  commands: readonly Command[],
): string | undefined {
  const others = withSubcommands(commands).filter(({ flags }) => Object.hasOwn(flags, name));
  if (others.length === 0 || others.length > maxCommandsInHint) return undefined;
  const lines = others.map((command) => `rental ${command.name}`);
  return `${joinWords(lines)} ${others.length === 1 ? 'has' : 'have'} --${name}`;
}

/** Whether a word has the form of a flag and is not one of the command. */
export function isUnknownFlag({ long, short }: Word, command: Command | undefined): boolean {
  const isKnown = Object.entries(flagsTakenBy(command)).some(
    ([name, flag]) => name === long || (short !== undefined && flag.short === short),
  );
  return (long !== undefined || short !== undefined) && !isKnown;
}

function flagsTakenBy(command: Command | undefined): Flags {
  return { ...command?.flags, ...globalFlags };
}

/** Other programs take a format or a file with it. */
function hintForOutput(value = ''): string {
  const format = lookUp(formatsByWord, value);
  if (format !== undefined) return `did you mean --format ${format}?`;
  return '--format sets the format; to write to a file, redirect the output: > file';
}

function hintForSort(flags: Flags): string {
  if ('group-by' in flags) return 'compare ranks by total; --group-by ranks the best of each group';
  return 'rental compare ranks by total; no command takes another order';
}

function lookUp<T>(words: Readonly<Record<string, T>>, word = ''): T | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

function didYouMean(guesses: readonly string[]): string | undefined {
  return guesses.length === 0 ? undefined : `did you mean ${joinWords(guesses, 'or')}?`;
}

function dashed(name: string): string {
  return `--${name}`;
}
