/** A command is data plus one handler; it never prints, never exits, never reads `process`. */
import type { Result } from '../result.ts';
import type { Context } from './context.ts';
import type { Arguments, ArgumentValues, Flags, FlagValues } from './flags.ts';

export type Group = 'PLAN' | 'BROWSE' | 'BOOK' | 'OPERATE';

export interface CommandDefinition<F extends Flags, A extends Arguments> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: Group;
  /** One line of the command list. */
  readonly summary: string;
  /** What its own help adds. */
  readonly description?: string;
  readonly args: A;
  readonly flags: F;
  /** Command lines without the leading `$`. */
  readonly examples: readonly string[];
  run(options: FlagValues<F> & ArgumentValues<A>, context: Context): Promise<Result>;
}

/** A command whose option types have been checked where it was defined. */
export type Command = Omit<CommandDefinition<Flags, Arguments>, 'run'> & {
  run(options: Readonly<Record<string, unknown>>, context: Context): Promise<Result>;
};

/** Infers a handler's option types from its flags and arguments. */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  definition: CommandDefinition<F, A>,
): Command {
  return definition as unknown as Command;
}
