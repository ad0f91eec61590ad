/**
 * The commander program, built from the list of commands. It reads the command line and prints
 * nothing itself.
 */
import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../base/errors.ts';
import { unescapeCommas } from '../base/commas.ts';
import { commandNamed, wordOf, type Command } from './command.ts';
import { camelCase, flagOf, type Flag, type Flags } from './flags.ts';
import { globalFlags, programFlags, type GlobalValues } from './global-flags.ts';
import type { HelpSubject } from './help/index.ts';
import {
  choicesWithoutValue,
  refuseChoiceAfterSpace,
  refuseValueOfJson,
} from './misread-values.ts';
import { refuseTypography } from './typography.ts';
import { usageError } from './unknown-word.ts';
import { addValue } from './values.ts';
import { readWords, type Words } from './words.ts';

/**
 * What a command line asks for: the version, help, or a command with its flags and arguments, and
 * the flags that every command takes.
 */
export type Invocation =
  | { readonly kind: 'version'; readonly text: string }
  | { readonly kind: 'help'; readonly subject: HelpSubject }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly options: Values;
      readonly globals: GlobalValues;
      /** The name under which `--save` saves the answer. */
      readonly saveAs: string | undefined;
    };

/** By the keys of the flags. */
type Values = Readonly<Record<string, unknown>>;

/** Commander's command. Its error for a flag that it does not know has the flag in a sentence only. */
class Program extends CommanderCommand {
  /** Only the program has it, also if the flag was given to one of its commands. */
  unknownFlag: string | undefined;

  /** Itself, or the program that it is a command of. */
  get program(): Program {
    return this.parent instanceof Program ? this.parent.program : this;
  }

  override createCommand(name?: string): Program {
    return new Program(name);
  }

  override unknownOption(flag: string): void {
    this.program.unknownFlag = flag;
    super.unknownOption(flag);
  }
}

declare module 'commander' {
  interface Command {
    /** Throws. The package has this method, but its types do not. */
    unknownOption(flag: string): void;
  }
}

/** Throws UsageError if the program does not understand the command line. */
export async function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): Promise<Invocation> {
  const line = readWords(argv);
  refuseTypography(line.words);
  let found: Invocation | undefined;
  const program = new Program('rental').helpOption(false).helpCommand(false).exitOverride();
  program.configureOutput({ writeErr: () => {}, outputError: () => {} });
  // The help is ours. Without this, commander also makes its own, which is not shown.
  program.outputHelp = () => {};
  addFlags(program, { ...globalFlags, ...programFlags });
  program.command('version').action(() => {
    found = versionInvocation;
  });
  program
    .command('help')
    .argument('[subject...]')
    .action((words: readonly string[]) => {
      found = { kind: 'help', subject: { words } };
    });
  for (const command of commands)
    addCommand(program, command, { program, argv, onInvocation: (run) => (found = run) });
  const error = await program
    .parseAsync(withDefaultChoices(line), { from: 'user' })
    .then(() => undefined, commanderError);
  if (program.getOptionValue('version') !== undefined) return versionInvocation;
  // A command line that asks for help can lack what its command needs.
  const plainWords = program.args.filter((one) => !one.startsWith('-'));
  const { command, args: wordsAfterName } = commandNamed(plainWords, commands);
  if (argv.length === 0 || program.getOptionValue('help') !== undefined)
    return { kind: 'help', subject: { command } };
  // Before what was found: commander has taken the value for an argument.
  refuseValueOfJson(line, plainWords, commands);
  refuseChoiceAfterSpace(line);
  if (found !== undefined) return found;
  throw usageError(error!, {
    line,
    commands,
    command,
    wordsAfterName,
    commanderArgs: calledProgram(program, command).args,
    firstWord: program.args[0],
    unknownFlag: program.unknownFlag,
  });
}

/** Commander's command for ours; the program if none was called. */
function calledProgram(program: CommanderCommand, command: Command | undefined): CommanderCommand {
  const names = command?.name.split(' ') ?? [];
  return names.reduce((group, word) => group.commands.find((one) => one.name() === word)!, program);
}

const versionInvocation: Invocation = { kind: 'version', text: `${manifest.version}\n` };

function commanderError(error: unknown): CommanderError {
  if (error instanceof CommanderError) return error;
  throw error;
}

/**
 * What commander reads. It would take the next word for the value of a flag of choices, so that
 * flag gets its value here: `--sandbox depots` is not a sandbox called depots.
 */
function withDefaultChoices({ words, afterFlags }: Words): string[] {
  const texts = words.map((word) => {
    const choices = choicesWithoutValue(word);
    return choices === undefined ? word.text : `${word.text}=${choices[0]}`;
  });
  return [...texts, ...afterFlags];
}

interface Reading {
  /** It has the global flags. */
  readonly program: Program;
  readonly argv: readonly string[];
  readonly onInvocation: (run: Invocation) => void;
}

function addCommand(parent: Program, command: Command, reading: Reading): void {
  const { aliases = [], args, subcommands = [] } = command;
  const subprogram = parent
    .command(wordOf(command))
    .aliases([...aliases])
    .helpCommand(false);
  for (const [arg, { required }] of Object.entries(args))
    subprogram.argument(required ? `<${arg}>` : `[${arg}]`);
  // A flag may also precede the name of its subcommand, so a group gets the flags of those whose names
  // are on the line. Adding the flags of all commands would be most of the start-up time.
  const named = [command, ...subcommands].filter((other) => isIn(reading.argv, other));
  addFlags(subprogram, Object.assign({}, ...named.map(({ flags }) => flags)) as Flags);
  for (const subcommand of subcommands) addCommand(subprogram, subcommand, reading);
  subprogram.action(() => {
    const names = Object.keys(args).map(camelCase);
    const texts = subprogram.args.map((text, index) => [names[index], unescapeCommas(text)]);
    // Commander gives the value of a flag to the global flag of the same name, if there is one.
    const keys = Object.keys(command.flags).map(camelCase);
    if (parent !== reading.program) refuseFlagsOfSiblings(parent, keys, command);
    const values = Object.entries(subprogram.optsWithGlobals());
    const flags = values.filter(([key]) => keys.includes(key));
    const globals = reading.program.opts<GlobalValues>();
    const options: Values = Object.fromEntries([...texts, ...flags]);
    // Here, because `main.ts` saves and knows no options.
    const saveAs =
      command.flags['save'] === undefined ? undefined : (options['save'] as string | undefined);
    reading.onInvocation({ kind: 'run', command, options, globals, saveAs });
  });
}

/**
 * If a trip has the name of another subcommand, as in `rental trips show watch`, the flags of that
 * one were added, too. Throws UsageError. `keys` are those of the flags that the command has.
 */
function refuseFlagsOfSiblings(group: Program, keys: readonly string[], { name }: Command): void {
  const other = Object.keys(group.opts()).find((key) => !keys.includes(key));
  if (other === undefined) return;
  throw new UsageError(`unknown option "${flagOf(other)}"`, {
    hint: `rental ${name} --help shows how it is used`,
  });
}

function isIn(words: readonly string[], command: Command): boolean {
  return [wordOf(command), ...(command.aliases ?? [])].some((one) => words.includes(one));
}

/**
 * Adds flags, with their aliases. Each text is read as soon as it comes: commander itself would
 * keep only the last of a list.
 */
function addFlags(program: Program, flags: Flags): void {
  for (const [name, flag] of Object.entries(flags)) {
    for (const spelling of [name, ...(flag.aliases ?? [])]) {
      const add = (text: string, before: unknown): unknown => {
        if ('value' in flag) refuseFlagAsValue(text, spelling);
        return addValue(name, flag, text, before);
      };
      program.addOption(optionOf(name, flag, spelling).argParser(add));
    }
  }
}

/** `spelling` can be another name of the flag: its value has the key of the flag. */
function optionOf(name: string, flag: Flag, spelling: string): Option {
  const short = flag.short === undefined || spelling !== name ? '' : `-${flag.short}, `;
  const option = new Option(`${short}--${spelling}${'value' in flag ? ' <value>' : ''}`);
  // For us, --no-input is a switch of its own.
  option.negate = false;
  option.attributeName = () => camelCase(name);
  return option;
}

/**
 * Commander takes any next word as the value, also a flag: with an empty variable, `--operator
 * $NAME --json` would ask for an operator called --json.
 */
function refuseFlagAsValue(value: string, name: string): void {
  if (!/^--?[a-z]/i.test(value)) return;
  throw new UsageError(`--${name} has no value, because ${value} follows it`, {
    hint: 'a value cannot begin with a dash and a letter',
  });
}
