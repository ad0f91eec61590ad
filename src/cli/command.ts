/**
 * A command is data and a handler, which returns its result instead of printing it, never exits and
 * never reads `process`.
 */
import { columnsOf } from '../documents/records.ts';
import type { Result } from '../result.ts';
import type { ToSave } from '../trips/question-to-save.ts';
import type { NewAnswer } from '../trips/saved-trip.ts';
import { formsOf, type DocumentShape, type Form } from '../shape.ts';
import type { Context } from './context.ts';
import type { Arguments, ArgumentValues, Flags, FlagValues } from './flags.ts';
import type { TopicName } from './help/topics.ts';

/** A command line that a user can copy, and what it does, in one line. */
export interface Example {
  readonly does: string;
  readonly line: string;
}

export type CommandGroup = 'PLAN' | 'BROWSE' | 'BOOK' | 'OPERATE';

export interface CommandDefinition<F extends Flags, A extends Arguments> {
  /** What is typed after `rental`: `quote`, or `trips check` for a subcommand. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The heading in the list of commands; a subcommand has none. */
  readonly group?: CommandGroup;
  /** A few words for the list of commands. */
  readonly summary: string;
  /** What the command does, in sentences, for its own help. */
  readonly purpose: string;
  readonly args: A;
  readonly flags: F;
  /** Flags that the usage line names, because the command does little without them. */
  readonly needs?: readonly (keyof F & string)[];
  /** Flags by their headings in the help. Those without a heading follow them. */
  readonly flagGroups?: Readonly<Record<string, readonly (keyof F & string)[]>>;
  /** What `--json` prints; undefined if stdout belongs to a protocol. */
  readonly document: DocumentShape | undefined;
  /** Which form of the document these options print. Default: it can be any of them. */
  readonly formFor?: (options: Readonly<Record<string, unknown>>) => Form;
  /** The command also runs if the environment or the configuration file has mistakes: it shows them. */
  readonly reportsMistakes?: boolean;
  readonly takesSeveralOperators?: boolean;
  /** `--config` may name a file that does not exist yet, because the command can make it. */
  readonly allowsMissingConfig?: boolean;
  /** Without a terminal, SIGHUP does not end the command. */
  readonly outlivesHangUp?: boolean;
  readonly examples: readonly Example[];
  /** Topics of the help that the page of the command names. */
  readonly see?: readonly TopicName[];
  run(
    options: FlagValues<F> & ArgumentValues<A>,
    context: Context,
  ): Promise<CommandResult | undefined>;
}

/** What a handler returns; undefined if stdout belongs to a protocol. */
export interface CommandResult extends Result {
  /** What `--save` saves. */
  readonly toSave?: ToSave;
  /**
   * New answers of saved trips, by name. They are saved after they were printed, so that a change
   * that was not printed is reported the next time.
   */
  readonly newAnswers?: ReadonlyMap<string, NewAnswer>;
}

/** A command without its option types, which `defineCommand` has checked. */
export type Command = Omit<CommandDefinition<Flags, Arguments>, 'run'> & {
  /** The first one runs if none is named. */
  readonly subcommands?: readonly Command[];
  run(
    options: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<CommandResult | undefined>;
};

/** Infers the types of the handler's options from flags and arguments. */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  definition: CommandDefinition<F, A>,
): Command {
  return definition as unknown as Command;
}

interface GroupDefinition extends Pick<
  Command,
  'name' | 'summary' | 'purpose' | 'examples' | 'see'
> {
  readonly group: CommandGroup;
  readonly subcommands: readonly [Command, ...Command[]];
  /** Runs before each subcommand. Throws UsageError for a setting that none of them takes. */
  readonly check?: (context: Context) => void;
}

/** A command with subcommands. Without one, it does what the first of them does. */
export function defineGroup({ check = () => {}, ...group }: GroupDefinition): Command {
  const subcommands = group.subcommands.map((subcommand): Command => {
    const run: Command['run'] = async (options, context) => {
      check(context);
      return subcommand.run(options, context);
    };
    return { ...subcommand, run };
  });
  // Of the first one, which runs if none is named.
  const { document, allowsMissingConfig = false, run } = subcommands[0]!;
  return { ...group, subcommands, args: {}, flags: {}, document, allowsMissingConfig, run };
}

/** The names for `--fields`, of the form that the options print. */
export function fieldNames(
  { document, formFor }: Command,
  options?: Readonly<Record<string, unknown>>,
): string[] {
  const all = document === undefined ? [] : formsOf(document);
  const forms = options && formFor ? [formFor(options)] : all;
  return [...new Set(forms.flatMap((form) => columnsOf(form)).map(({ key }) => key))];
}

/** The last word of the name: `check` of `trips check`. */
export function wordOf({ name }: Pick<Command, 'name'>): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

interface NamedCommand {
  readonly command: Command | undefined;
  /** The words after the name of the command. */
  readonly args: readonly string[];
}

/** The command or subcommand whose name or alias the words begin with. */
export function commandNamed(
  [first, ...args]: readonly string[],
  commands: readonly Command[],
): NamedCommand {
  const command = commands.find(
    (command) => wordOf(command) === first || command.aliases?.includes(first ?? ''),
  );
  const below = args.length === 0 ? undefined : commandNamed(args, command?.subcommands ?? []);
  return below?.command === undefined ? { command, args } : below;
}

/** The commands, each followed by its subcommands. */
export function withSubcommands(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => [command, ...(command.subcommands ?? [])]);
}
