/** A command is data plus one handler, which never prints, never exits and never reads `process`. */
import type { Result } from '../result.ts';
import type { Context } from './context.ts';
import type { Arguments, ArgumentValues, Flags, FlagValues } from './flags.ts';

export type CommandGroup = 'PLAN' | 'BROWSE' | 'BOOK' | 'OPERATE';

export interface CommandDefinition<F extends Flags, A extends Arguments> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: CommandGroup;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What the command's own help adds. */
  readonly description?: string;
  readonly args: A;
  readonly flags: F;
  /** Names that `--fields` takes: the keys of the records, and paths into the document of `--json`. */
  readonly fields: () => Promise<readonly string[]>;
  /** True if the records hold answers of the service, which may add fields to them. */
  readonly isServed?: boolean;
  /** True: mistakes in the environment and the configuration file do not end the command, which finds them in its context. */
  readonly reportsMistakes?: boolean;
  /** Command lines without the leading `$`. */
  readonly examples: readonly string[];
  run(options: FlagValues<F> & ArgumentValues<A>, context: Context): Promise<Result>;
}

/** A command whose option types were checked where it is defined. */
export type Command = Omit<CommandDefinition<Flags, Arguments>, 'run'> & {
  run(options: Readonly<Record<string, unknown>>, context: Context): Promise<Result>;
};

/** Infers the types of the handler's options from the flags and arguments. */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  definition: CommandDefinition<F, A>,
): Command {
  return definition as unknown as Command;
}
