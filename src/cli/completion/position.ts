/** What the word at the cursor is: a command, a flag, the value of a flag, or an argument. */
import { commandNamed, type Command } from '../command.ts';
import type { Flag, Flags } from '../flags.ts';
import { globalFlags, programFlags } from '../global-flags.ts';

export interface Position {
  readonly command: Command | undefined;
  /** Values given so far, by the flag's own name. */
  readonly given: ReadonlyMap<string, string>;
  /** The words before that are neither flags nor their values; the first ones name the command. */
  readonly words: readonly string[];
  /** Those after the name of the command. */
  readonly args: readonly string[];
  /** The flag whose value is at the cursor. */
  readonly valueOf?: NamedFlag | undefined;
  /** The part of the word at the cursor that precedes the value: `--format=`. */
  readonly prefix: string;
  /** After `--`, no word is a flag. */
  readonly takesFlags: boolean;
}

interface NamedFlag {
  readonly name: string;
  readonly flag: Flag;
}

export function flagsOfferedAt(command: Command | undefined): Flags {
  const { help, version } = programFlags;
  return command === undefined
    ? { ...globalFlags, help, version }
    : { ...command.flags, ...globalFlags, help };
}

/** `before` are the words after the program's name and before the one at the cursor. */
export function positionOf(
  before: readonly string[],
  word: string,
  commands: readonly Command[],
): Position {
  let command: Command | undefined;
  let pending: NamedFlag | undefined;
  let takesFlags = true;
  const words: string[] = [];
  const given = new Map<string, string>();
  for (const each of before) {
    if (pending !== undefined) {
      given.set(pending.name, each);
      pending = undefined;
    } else if (takesFlags && each === '--') takesFlags = false;
    else if (takesFlags && each.startsWith('-')) {
      const { found, value } = readFlag(each, command);
      if (found !== undefined && value === undefined && takesNextWord(found.flag)) pending = found;
      else if (found !== undefined) given.set(found.name, value ?? '');
    } else {
      words.push(each);
      command = commandNamed(words, commands).command;
    }
  }
  const { args } = commandNamed(words, commands);
  const position = { command, given, words, args, takesFlags };
  const { found, value } = readFlag(word, command);
  if (!takesFlags || pending !== undefined || value === undefined)
    return { ...position, valueOf: pending, prefix: '' };
  return {
    ...position,
    valueOf: found && 'value' in found.flag ? found : undefined,
    prefix: word.slice(0, word.indexOf('=') + 1),
  };
}

/** A switch that can also choose, `--sandbox=b`, takes a value only after `=`. */
function takesNextWord(flag: Flag): boolean {
  return 'value' in flag && flag.kind !== 'choices';
}

/** `--format`, `--format=csv`; `value` is what follows `=`. No short flag takes a value. */
function readFlag(word: string, command: Command | undefined) {
  const [, spelling = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const flags = Object.entries(flagsOfferedAt(command)).map(([name, flag]) => ({ name, flag }));
  const found = flags.find(
    ({ name, flag: { aliases = [] } }) => name === spelling || aliases.includes(spelling),
  );
  return { found, value };
}
