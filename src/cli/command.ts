/**
 * A command is data plus one handler, which never prints, never exits and never reads `process`.
 */
import { columnsOf } from '../documents/records.ts';
import type { Result } from '../result.ts';
import type { ToSave } from '../trips/save.ts';
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
  /** As it is typed after `rental`: `quote`; of a subcommand `trips check`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Its heading in the list of commands; a subcommand has none. */
  readonly group?: CommandGroup;
  /** A few words for the list of commands. */
  readonly summary: string;
  /** What the command does, in sentences, for its own help. */
  readonly purpose: string;
  readonly args: A;
  readonly flags: F;
  /** Flags that the usage line names, because the command does little without them. */
  readonly needs?: readonly (keyof F & string)[];
  /** Headings in the help for some of the flags, if there are many; the others follow them. */
  readonly flagGroups?: Readonly<Record<string, readonly (keyof F & string)[]>>;
  /** What `--json` prints; undefined if the command has a protocol of its own. */
  readonly document: DocumentShape | undefined;
  /** The form of the document that these options print. Default: any that it has. */
  readonly formFor?: (options: Readonly<Record<string, unknown>>) => Form;
  /**
   * True: mistakes in the environment and the configuration file do not end the command, which
   * finds them in its context.
   */
  readonly reportsMistakes?: boolean;
  /** True: it can ask several operators, and divides ids among them. */
  readonly asksSeveral?: boolean;
  /** True: it can make the file that `--config` names. */
  readonly makesConfig?: boolean;
  /** True: without a terminal it goes on after SIGHUP. */
  readonly outlivesHangUp?: boolean;
  readonly examples: readonly Example[];
  /** Topics of the help that matter for it. */
  readonly see?: readonly TopicName[];
  run(
    options: FlagValues<F> & ArgumentValues<A>,
    context: Context,
  ): Promise<CommandResult | undefined>;
}

/** What a handler returns; nothing if it used stdout itself, for a protocol. */
export interface CommandResult extends Result {
  /** What `--save` saves. */
  readonly toSave?: ToSave;
  /**
   * New answers of saved trips, by name. They are saved after they were printed: a change that was
   * not printed is reported the next time.
   */
  readonly newAnswers?: ReadonlyMap<string, NewAnswer>;
}

/** A command whose option types were checked where it is defined. */
export type Command = Omit<CommandDefinition<Flags, Arguments>, 'run'> & {
  /** The first one runs if none is named. */
  readonly subcommands?: readonly Command[];
  run(
    options: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<CommandResult | undefined>;
};

/** Infers the types of the handler's options from the flags and arguments. */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  definition: CommandDefinition<F, A>,
): Command {
  return definition as unknown as Command;
}

interface Group extends Pick<Command, 'name' | 'summary' | 'purpose' | 'examples' | 'see'> {
  readonly group: CommandGroup;
  readonly subcommands: readonly [Command, ...Command[]];
  /** Runs before each subcommand. Throws UsageError for a setting that none of them takes. */
  readonly check?: (context: Context) => void;
}

/** A command with subcommands. Alone, it does what the first of them does. */
export function defineGroup({ check = () => {}, ...group }: Group): Command {
  const subcommands = group.subcommands.map((subcommand): Command => {
    const run: Command['run'] = async (options, context) => {
      check(context);
      return subcommand.run(options, context);
    };
    return { ...subcommand, run };
  });
  const { document, makesConfig = false, run } = subcommands[0]!;
  return { ...group, subcommands, args: {}, flags: {}, document, makesConfig, run };
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

/** What is typed for a command, or for a subcommand after its command: `check`. */
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
    (one) => wordOf(one) === first || one.aliases?.includes(first ?? ''),
  );
  const below = args.length === 0 ? undefined : commandNamed(args, command?.subcommands ?? []);
  return below?.command === undefined ? { command, args } : below;
}

/** The commands, each followed by its subcommands. */
export function withSubcommands(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => [command, ...(command.subcommands ?? [])]);
}
