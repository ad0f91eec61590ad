/** Errors of a command line that has a word too many, too few, or one that is not known. */
import type { CommanderError } from 'commander';
import { UsageError } from '../base/errors.ts';
import { plural, shorten, shortName, suggestion } from '../base/words.ts';
import { wordOf, type Command } from './command.ts';
import {
  hintForCommand,
  hintForFlag,
  hintForCommandsWithFlag,
  isUnknownFlag,
} from './other-words.ts';
import { readWord, type Words } from './words.ts';

/**
 * The error for a word that is none of the known ones. The hint is the nearest one, or else all:
 * `fields: id, name`.
 */
export function unknownWord(
  problem: string,
  word: string,
  known: readonly string[],
  kind: string,
): UsageError {
  const all = known.length === 0 ? undefined : `${kind}: ${known.join(', ')}`;
  return new UsageError(`${problem} "${shortName(word)}"`, {
    hint: suggestion(word, known) ?? all,
  });
}

interface FailedCommandLine {
  readonly line: Words;
  readonly commands: readonly Command[];
  /** The command that was called, if there is one. */
  readonly command: Command | undefined;
  /** The words after the name of the command that begin with no dash, also the values of flags. */
  readonly wordsAfterName: readonly string[];
  /** Those of them that commander takes for arguments. */
  readonly commanderArgs: readonly string[];
  /** What commander takes for the name of a command. */
  readonly firstWord: string | undefined;
  /** The flag that commander does not know, if this is its error. */
  readonly unknownFlag: string | undefined;
}

/** The error for a command line that commander does not understand. */
export function usageError(error: CommanderError, failed: FailedCommandLine): UsageError {
  const { line, command, wordsAfterName } = failed;
  const guess = guessOf(error);
  // Commander prints the help for this error as if it had been asked for, which a script would take
  // for success.
  if (error.code === 'commander.help')
    return new UsageError('no command given', { hint: 'rental --help lists the commands' });
  if (failed.unknownFlag !== undefined) return unknownFlag(failed.unknownFlag, guess, failed);
  const [word] = wordsAfterName;
  if (command?.subcommands !== undefined && word !== undefined) {
    const before = line.words[line.words.findIndex(({ text }) => text === word) - 1];
    // The word is the value of an unknown flag, and commander takes it for a subcommand.
    if (before !== undefined && isUnknownFlag(before, command))
      return unknownFlag(before.text, guess, failed);
    return unknownSubcommand(command, word);
  }
  if (error.code === 'commander.unknownCommand')
    return unknownCommand(failed.firstWord ?? '', guess, failed);
  if (error.code === 'commander.missingArgument') return missingArgument(failed);
  if (error.code === 'commander.excessArguments') return excessArguments(failed);
  return new UsageError(shorten(error.message.replace(/^error: /, ''), 200), {
    hint: helpHint(command),
  });
}

/**
 * `did you mean quote?`, which is the second line of commander's message. Commander does not give
 * it in another way, and does not export how it guesses.
 */
function guessOf({ message }: CommanderError): string | undefined {
  const [, guess] = /\n\(Did (you mean .*)\)$/.exec(message) ?? [];
  return guess === undefined ? undefined : `did ${guess}`;
}

/** The error for a word that is not a subcommand of the command. */
export function unknownSubcommand(command: Command, word: string): UsageError {
  const problem = `rental ${command.name} has no subcommand`;
  const error = unknownWord(problem, word, (command.subcommands ?? []).map(wordOf), 'subcommands');
  const hint = hintForCommand(word, [], command);
  return hint === undefined ? error : error.withHint(hint);
}

function unknownFlag(
  typed: string,
  guess: string | undefined,
  { line, command, commands }: FailedCommandLine,
): UsageError {
  const { long: name = '' } = readWord(typed);
  // A flag of other commands, as in `rental quote --vehicle 101`.
  const isArgument = Object.hasOwn(command?.args ?? {}, name);
  const asArgument = isArgument
    ? `give it without --${name}: ${fullName(command)} <${name}>`
    : undefined;
  const hint =
    asArgument ?? hintForFlag(typed, line, command) ?? hintForCommandsWithFlag(name, commands);
  return new UsageError(`unknown option "${shorten(typed, 200)}"`, {
    hint: hint ?? guess ?? helpHint(command),
  });
}

function unknownCommand(
  word: string,
  guess: string | undefined,
  { commands }: FailedCommandLine,
): UsageError {
  const hint = hintForCommand(word, commands) ?? guess ?? helpHint(undefined);
  return new UsageError(`unknown command "${shorten(word, 200)}"`, { hint });
}

function missingArgument({ command, commanderArgs }: FailedCommandLine): UsageError {
  const args = Object.entries(command?.args ?? {});
  const [name, argument] =
    args.slice(commanderArgs.length).find(([, { required }]) => required) ?? [];
  if (argument?.missing === undefined)
    return new UsageError(`${fullName(command)} needs <${name}>`, { hint: helpHint(command) });
  const usage = [fullName(command), ...args.map(([arg]) => `<${arg}>`)].join(' ');
  return new UsageError(`${command?.name} ${argument.missing}`, { hint: usage });
}

function excessArguments({ command, commanderArgs }: FailedCommandLine): UsageError {
  const count = Object.keys(command?.args ?? {}).length;
  const surplus = commanderArgs[count] ?? '';
  const message = surplusArgument(fullName(command), count, surplus);
  const advice = surplusAdvice(surplus, count);
  return new UsageError(message, { hint: [...advice, helpHint(command)].join('; ') });
}

export function surplusArgument(line: string, count: number, surplus: string): string {
  return `${line} takes ${plural(count, 'argument')}; "${shortName(surplus)}" is one too many`;
}

function surplusAdvice(surplus: string, count: number): string[] {
  if (count > 0) return ['put quotes around a name with spaces'];
  return /[.:/]/.test(surplus) ? ['give an address with --base-url'] : [];
}

function fullName(command: Command | undefined): string {
  return command === undefined ? 'rental' : `rental ${command.name}`;
}

function helpHint(command: Command | undefined): string {
  return `${fullName(command)} --help shows how it is used`;
}
