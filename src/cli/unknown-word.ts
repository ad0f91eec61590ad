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
  /** The command that was called, if there is one. */
  readonly command: Command | undefined;
  /** The words after the name of the command that begin with no dash, also the values of flags. */
  readonly args: readonly string[];
  /** Those of them that commander takes for arguments. */
  readonly operands: readonly string[];
  readonly argv: readonly string[];
  readonly commands: readonly Command[];
}

/** The error for a command line that commander does not understand, in its words. */
export function usageError({ code, message }: CommanderError, line: FailedCommandLine): UsageError {
  // Commander prints the help for this error as if it had been asked for, which a script would take
  // for success.
  if (code === 'commander.help')
    return new UsageError('no command given', { hint: 'rental --help lists the commands' });
  const [, problem = '', guess] =
    /^(?:error: )?(.*?)(?:\n\(Did (you mean .*)\))?$/s.exec(message) ?? [];
  const [, quoted = ''] = /'(.*)'/s.exec(problem) ?? [];
  if (code === 'commander.unknownOption') return unknownFlag(quoted, guess, line);
  const { command, args, argv } = line;
  const [word] = args;
  if (command?.subcommands !== undefined && word !== undefined) {
    const before = argv[argv.indexOf(word) - 1] ?? '';
    // Commander does not know that the word is the value of a flag that it does not know.
    if (isUnknownFlag(before, command)) return unknownFlag(before, guess, line);
    return unknownSubcommand(command, word);
  }
  if (code === 'commander.unknownCommand') return unknownCommand(quoted, guess, line);
  return wrongArguments(code, problem, line);
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
  line: FailedCommandLine,
): UsageError {
  const { command, argv, commands } = line;
  const [, name = ''] = /^--([\w-]+)/.exec(typed) ?? [];
  // A flag of other commands, as in `rental quote --vehicle 101`.
  const isArgument = Object.hasOwn(command?.args ?? {}, name);
  const asArgument = isArgument
    ? `give it without --${name}: ${lineOf(command)} <${name}>`
    : undefined;
  const hint =
    asArgument ?? hintForFlag(typed, argv, command) ?? hintForCommandsWithFlag(name, commands);
  return new UsageError(`unknown option "${shorten(typed, 200)}"`, {
    hint: hint ?? guessInWords(guess) ?? helpHint(command),
  });
}

function unknownCommand(
  word: string,
  guess: string | undefined,
  { commands }: FailedCommandLine,
): UsageError {
  const hint = hintForCommand(word, commands) ?? guessInWords(guess) ?? helpHint(undefined);
  return new UsageError(`unknown command "${shorten(word, 200)}"`, { hint });
}

/** The error for too many or too few arguments. */
function wrongArguments(
  code: string,
  problem: string,
  { command, operands }: FailedCommandLine,
): UsageError {
  const args = command?.args ?? {};
  const names = Object.keys(args);
  const line = lineOf(command);
  if (code === 'commander.missingArgument') {
    const [, argument = ''] = /argument '([\w-]+)'/.exec(problem) ?? [];
    const { missing } = args[argument] ?? {};
    if (missing === undefined)
      return new UsageError(`${line} needs <${argument}>`, { hint: helpHint(command) });
    const all = names.map((name) => `<${name}>`);
    return new UsageError(`${command?.name} ${missing}`, { hint: `${line} ${all.join(' ')}` });
  }
  const surplus = operands[names.length];
  if (code !== 'commander.excessArguments' || surplus === undefined)
    return new UsageError(shorten(problem, 200), { hint: helpHint(command) });
  const message = surplusArgument(line, names.length, surplus);
  const advice = surplusAdvice(surplus, names.length > 0);
  return new UsageError(message, { hint: [...advice, helpHint(command)].join('; ') });
}

export function surplusArgument(line: string, count: number, surplus: string): string {
  return `${line} takes ${plural(count, 'argument')}; "${shortName(surplus)}" is one too many`;
}

function surplusAdvice(surplus: string, takesArguments: boolean): string[] {
  if (takesArguments) return ['put quotes around a name with spaces'];
  return /[.:/]/.test(surplus) ? ['give an address with --base-url'] : [];
}

function lineOf(command: Command | undefined): string {
  return command === undefined ? 'rental' : `rental ${command.name}`;
}

function helpHint(command: Command | undefined): string {
  return `${lineOf(command)} --help shows how it is used`;
}

/** `you mean quote?`, as commander says it. */
function guessInWords(guess: string | undefined): string | undefined {
  return guess === undefined ? undefined : `did ${guess}`;
}
