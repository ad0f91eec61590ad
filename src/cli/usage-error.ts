/** Says in our words what is wrong with a command line that commander does not understand. Loaded only then. */
import type { CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import { plural, shorten } from '../text.ts';
import type { Command } from './command.ts';
import { flagHint, type Flags } from './flags.ts';
import { globalFlags, ownFlags } from './global-flags.ts';
import { excessHint, meantCommand, meantFlag } from './guesses.ts';

/** `words` are the command line without the flags before the command. */
export function usageError(error: CommanderError, words: readonly string[], commands: readonly Command[]): UsageError {
  const command = commands.find(({ name, aliases }) => [name, ...(aliases ?? [])].includes(words[0] ?? ''));
  const program = command === undefined ? 'rental' : `rental ${command.name}`;
  const usage = command === undefined ? listHint : `${program} --help shows how it is used`;
  // A CommanderError has its code as data, but the word that is wrong only in its message.
  const wrong = shorten(/'(.*)'/s.exec(error.message)?.[1] ?? '', 60);
  switch (error.code) {
    // Commander prints the help for this error as if it had been asked for, which a script would take for success.
    case 'commander.help':
      return new UsageError('no command given', { hint: `${listHint}, rental --version prints the version` });
    case 'commander.unknownCommand': {
      const names = ['help', 'version', ...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])];
      return new UsageError(`there is no command "${wrong}"`, { hint: meantCommand(wrong, names) ?? listHint });
    }
    case 'commander.unknownOption': {
      const flags = spellings({ ...command?.flags, ...globalFlags, ...ownFlags });
      return new UsageError(`${program} has no flag ${wrong}`, {
        hint: meantFlag(wrong.replace(/=.*/s, ''), flags) ?? usage,
      });
    }
    case 'commander.missingArgument':
      return new UsageError(`${program} needs <${wrong}>: ${command?.args[wrong]?.help ?? ''}`, { hint: usage });
    case 'commander.optionMissingArgument': {
      const name = /--([\w-]+)/.exec(wrong)?.[1] ?? '';
      const flags: Flags = { ...globalFlags, ...command?.flags };
      const flag = flags[name];
      return new UsageError(`--${name} has no value`, { hint: flag ? flagHint(name, flag) : usage });
    }
    case 'commander.excessArguments': {
      const most = Object.keys(command?.args ?? {}).length;
      const takes = most === 0 ? 'no arguments' : `at most ${plural(most, 'argument')}`;
      const given = /got (\d+)/.exec(error.message)?.[1] ?? '';
      const quotes = most === 0 ? '' : 'put quotes around a name with spaces; ';
      const hint = excessHint(command?.name ?? '') ?? quotes + usage;
      return new UsageError(`${program} takes ${takes}, not ${given}`, { hint });
    }
    default:
      return new UsageError(error.message.replace(/^error: /, '').split('\n')[0] ?? '', { hint: usage });
  }
}

function spellings(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, { aliases = [] }]) => [name, ...aliases].map((one) => `--${one}`));
}

const listHint = 'rental --help lists the commands';
