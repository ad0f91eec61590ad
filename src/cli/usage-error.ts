/** A command line that commander does not understand, in its words. Loaded only then. */
import type { CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';

/** `name` is that of the command, if there is one. */
export function usageError({ code, message }: CommanderError, name: string | undefined): UsageError {
  // Commander prints the help for this error as if it had been asked for, which a script would take for success.
  if (code === 'commander.help')
    return new UsageError('no command given', { hint: 'rental --help lists the commands' });
  const [, problem = '', guess] = /^(?:error: )?(.*?)(?:\n\(Did (you mean .*)\))?$/s.exec(message) ?? [];
  const help = `${name === undefined ? 'rental' : `rental ${name}`} --help shows how it is used`;
  const usual = code === 'commander.excessArguments' ? `put quotes around a name with spaces; ${help}` : help;
  return new UsageError(shorten(problem, 200), { hint: guess === undefined ? usual : `did ${guess}` });
}
