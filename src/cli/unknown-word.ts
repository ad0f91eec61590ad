/** Errors of a command line that has a word too many, too few, or one that is not known. */
import type { CommanderError } from 'commander';
import { UsageError } from '../base/errors.ts';
import { suggestion, shorten } from '../base/words.ts';
import { wordOf, type Command } from './command.ts';

/** The error for a word that is none of the known ones. The hint is the one that may be suggestion, or else all: `fields: id, name`. */
export function unknownWord(problem: string, word: string, known: readonly string[], kind: string): UsageError {
  const all = known.length === 0 ? undefined : `${kind}: ${known.join(', ')}`;
  return new UsageError(`${problem} "${shorten(word, 60)}"`, { hint: suggestion(word, known) ?? all });
}

/**
 * A command line that commander does not understand, in its words. `command` is the one that was called, if there is one; `args` are the
 * words after its name.
 */
export function usageError(
  { code, message }: CommanderError,
  command: Command | undefined,
  [firstArg]: readonly string[] = [],
): UsageError {
  // Commander prints the help for this error as if it had been asked for, which a script would take for success.
  if (code === 'commander.help')
    return new UsageError('no command given', { hint: 'rental --help lists the commands' });
  const [, problem = '', guess] = /^(?:error: )?(.*?)(?:\n\(Did (you mean .*)\))?$/s.exec(message) ?? [];
  const line = command === undefined ? 'rental' : `rental ${command.name}`;
  if (command?.subcommands !== undefined && firstArg !== undefined)
    return unknownWord(`${line} has no subcommand`, firstArg, command.subcommands.map(wordOf), 'subcommands');
  // A flag of other commands, as in `rental quote --vehicle 101`.
  const [, flag = ''] = /'--([\w-]+)/.exec(problem) ?? [];
  if (code === 'commander.unknownOption' && Object.hasOwn(command?.args ?? {}, flag))
    return new UsageError(problem, { hint: `give it without --${flag}: ${line} <${flag}>` });
  const [, argument = ''] = /argument '([\w-]+)'/.exec(problem) ?? [];
  const { missing } = command?.args[argument] ?? {};
  if (code === 'commander.missingArgument' && missing !== undefined) {
    const all = Object.keys(command?.args ?? {}).map((name) => `<${name}>`);
    return new UsageError(`${command?.name} ${missing}`, { hint: `${line} ${all.join(' ')}` });
  }
  const help = `${line} --help shows how it is used`;
  const takesWords = Object.keys(command?.args ?? {}).length > 0;
  const excess = takesWords ? 'put quotes around a name with spaces' : 'an address is given with --base-url';
  const usual = code === 'commander.excessArguments' ? `${excess}; ${help}` : help;
  return new UsageError(shorten(problem, 200), { hint: guess === undefined ? usual : `did ${guess}` });
}
