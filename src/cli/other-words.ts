/** Flags and commands as other programs call them, and what this one has for them. */
import { joinWords } from '../base/words.ts';
import { formats } from '../result.ts';
import { withSubcommands, wordOf, type Command } from './command.ts';
import type { Flags } from './flags.ts';
import { globalFlags } from './global-flags.ts';

const formatsOfOthers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(formats.map((format) => [format, format])),
  jsonl: 'ndjson',
  text: 'plain',
  tsv: 'plain',
};

const flagsOfOthers: Readonly<Record<string, string>> = {
  below: 'target',
  days: 'nights',
  debug: 'verbose',
  end: 'to',
  'no-cache': 'refresh',
  silent: 'quiet',
  start: 'from',
  url: 'base-url',
};

/** Of the program, or of a command that has subcommands. */
const commandsOfOthers: Readonly<Record<string, readonly string[]>> = {
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

/** The hint for a flag that does not exist. Names only flags that the command takes. */
export function hintForFlag(
  typed: string,
  argv: readonly string[],
  command?: Command,
): string | undefined {
  const next = argv.includes(typed) ? argv[argv.indexOf(typed) + 1] : undefined;
  const { long, short, value = next } = partsOf(typed);
  const flags = flagsOf(command);
  if (short === 'o' || long === 'output') return hintForOutput(value);
  if (short === 'r' && argv.includes('--jq'))
    return 'leave it out: --jq prints texts without quotes';
  if (long === 'sort' || long === 'sort-by') return hintForSort(flags);
  if (short !== undefined)
    return didYouMean(
      Object.keys(flags)
        .filter((name) => name.startsWith(short))
        .map(dashed),
    );
  const format = lookUp(formatsOfOthers, long);
  if (format !== undefined) return didYouMean([`--format ${format}`]);
  const name = lookUp(flagsOfOthers, long);
  return didYouMean(name !== undefined && name in flags ? [dashed(name)] : []);
}

/** The hint for a word that is not a command, or not a subcommand of `group`. */
export function hintForCommand(
  typed: string,
  commands: readonly Command[],
  group?: Command,
): string | undefined {
  const words = lookUp(commandsOfOthers, typed) ?? [typed];
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

/** More commands are no hint. */
const maxOthers = 3;

/** The hint for a flag that only other commands have: `rental trips show has --report`. */
export function hintForOther(name: string, commands: readonly Command[]): string | undefined {
  const others = withSubcommands(commands).filter(({ flags }) => Object.hasOwn(flags, name));
  if (others.length === 0 || others.length > maxOthers) return undefined;
  const lines = others.map((command) => `rental ${command.name}`);
  return `${joinWords(lines)} ${others.length === 1 ? 'has' : 'have'} --${name}`;
}

/** Whether a word of the command line begins with a dash and is not a flag of the command. */
export function isUnknownFlag(typed: string, command: Command | undefined): boolean {
  const { long, short } = partsOf(typed);
  const isKnown = Object.entries(flagsOf(command)).some(
    ([name, flag]) => name === long || (short !== undefined && flag.short === short),
  );
  return (long !== undefined || short !== undefined) && !isKnown;
}

interface FlagParts {
  readonly long?: string;
  readonly short?: string;
  readonly value?: string;
}

/** `--long=value`, `-s` or `-svalue`. */
function partsOf(typed: string): FlagParts {
  const [, long, longValue, short, shortValue] =
    /^(?:--([\w-]+)(?:=(.*))?|-([a-z])=?(.+)?)$/is.exec(typed) ?? [];
  const value = longValue ?? shortValue;
  return {
    ...(long !== undefined && { long }),
    ...(short !== undefined && { short }),
    ...(value !== undefined && { value }),
  };
}

function flagsOf(command: Command | undefined): Flags {
  return { ...command?.flags, ...globalFlags };
}

/** A form, or a file. */
function hintForOutput(value = ''): string {
  const format = lookUp(formatsOfOthers, value);
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
