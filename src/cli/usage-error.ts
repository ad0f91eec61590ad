/** Says in our words what is wrong with a command line that commander does not understand. Loaded only then. */
import type { CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import { meant, plural, shorten } from '../text.ts';
import type { Command } from './command.ts';
import { flagHint, type Flags } from './flags.ts';
import { globalFlags, ownFlags } from './global-flags.ts';

/** `words` are the command line without the flags before the command. */
export function usageError(error: CommanderError, words: readonly string[], commands: readonly Command[]): UsageError {
  const command = commands.find(({ name, aliases = [] }) => [name, ...aliases].includes(words[0] ?? ''));
  const program = command === undefined ? 'rental' : `rental ${command.name}`;
  const hint = `${program} --help shows how it is used`;
  const flags: Flags = { ...globalFlags, ...command?.flags };
  // A CommanderError has its code as data, but the word that is wrong only in its message.
  const wrong = shorten(/'(.*)'/s.exec(error.message)?.[1] ?? '', 60);
  switch (error.code) {
    // Commander prints the help for this error as if it had been asked for, which a script would take for success.
    case 'commander.help':
      return new UsageError('no command given', { hint: listHint });
    case 'commander.unknownCommand': {
      const names = ['help', 'version', ...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])];
      return new UsageError(`there is no command "${wrong}"`, { hint: meant(wrong, names) ?? listHint });
    }
    case 'commander.unknownOption': {
      const known = Object.keys({ ...flags, ...ownFlags });
      const near = meant(wrong.replace(/^-+|=.*/gs, ''), known, '--');
      return new UsageError(`${program} has no flag ${wrong}`, { hint: near ?? hint });
    }
    case 'commander.missingArgument':
      return new UsageError(`${program} needs <${wrong}>: ${command?.args[wrong]?.help ?? ''}`, { hint });
    case 'commander.optionMissingArgument': {
      const name = /--([\w-]+)/.exec(wrong)?.[1] ?? '';
      return new UsageError(`--${name} has no value`, { hint: flags[name] ? flagHint(name, flags[name]) : hint });
    }
    case 'commander.excessArguments': {
      const most = Object.keys(command?.args ?? {}).length;
      const takes = most === 0 ? 'no arguments' : `at most ${plural(most, 'argument')}`;
      return new UsageError(`${program} takes ${takes}: put quotes around a name with spaces`, { hint });
    }
    default:
      return new UsageError(error.message.replace(/^error: /, '').split('\n')[0] ?? '', { hint });
  }
}

const listHint = 'rental --help lists the commands';
