/** The commander program, built from the list of commands. It reads the command line and prints nothing itself. */
import { Command as Program, CommanderError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../errors.ts';
import type { Command } from './command.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import { exampleLines, helpFooter, helpLayout, shortHelp } from './help.ts';
import { globalFlags } from './settings.ts';

/** What a command line asks for: text to print, or a command with its raw, unchecked values. */
export type Invocation =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly raw: RawValues; readonly globals: RawValues };

export type RawValues = Readonly<Record<string, unknown>>;

/** Throws UsageError if the program does not understand the command line. */
export async function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  width: number,
): Promise<Invocation> {
  if (argv.length === 0) return { kind: 'text', text: shortHelp(commands) };
  let text = '';
  let run: Invocation | undefined;
  const program = createProgram(commands, width, (chunk) => (text += chunk));
  const globals = addFlags(program, globalFlags, { group: 'Global flags:', argv });
  for (const command of commands) {
    const subprogram = addCommand(program, command, width);
    // Most of the start would go into flags of other commands.
    const isNamed = [command.name, ...(command.aliases ?? [])].some((name) => argv.includes(name));
    const values = addFlags(subprogram, isNamed ? command.flags : {}, { group: 'Flags:', argv });
    subprogram.action((...parameters: unknown[]) => {
      const args = Object.keys(command.args).map((name, index) => [camelCase(name), parameters[index]] as const);
      run = { kind: 'run', command, raw: { ...values, ...Object.fromEntries(args) }, globals };
    });
  }
  try {
    await program.parseAsync(argv.map(withValue), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, program.args, commands);
  }
  return run ?? { kind: 'text', text };
}

function createProgram(commands: readonly Command[], width: number, write: (text: string) => void): Program {
  return new Program('rental')
    .description(manifest.description)
    .usage('<command> [flags]')
    .optionsGroup('Global flags:')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpCommand(new Program('help').argument('[command]').summary('the help of a command').helpGroup('OPERATE:'))
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {}, getOutHelpWidth: () => width })
    .configureHelp(helpLayout)
    .addHelpText('after', helpFooter(commands, width));
}

function addCommand(program: Program, command: Command, width: number): Program {
  const subprogram = program
    .command(command.name)
    .summary(command.summary)
    .helpGroup(`${command.group}:`)
    .optionsGroup('Flags:')
    .helpOption('-h, --help', 'show this help')
    .description([command.summary, command.description].filter(Boolean).join('\n\n'))
    .aliases([...(command.aliases ?? [])]);
  for (const [name, { required, help }] of Object.entries(command.args)) {
    subprogram.argument(required ? `<${name}>` : `[${name}]`, help);
  }
  const examples = command.examples.map((example) => exampleLines(example, width)).join('');
  return subprogram.addHelpText('after', `\nEXAMPLES:\n${examples}`);
}

/**
 * Adds flags, with their aliases as hidden options, and returns the values that parsing collects under the flags' own names: every
 * value of a flag that takes one, `true` for a switch, how often for a count. Commander itself keeps only the last value.
 */
function addFlags(
  program: Program,
  flags: Flags,
  { group, argv }: { readonly group: string; readonly argv: readonly string[] },
): RawValues {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const key = camelCase(name);
    const collect = (spelling: string) => (value: string) => {
      const before = values[key];
      if ('value' in flag) refuseFlag(value, `--${spelling}`, argv);
      if (flag.kind === 'switch') values[key] = true;
      else if (flag.kind === 'count') values[key] = Number(before ?? 0) + 1;
      else values[key] = [...((before as string[] | undefined) ?? []), value];
    };
    const value = 'value' in flag ? ` <${flag.value}>` : '';
    const help = flag.kind === 'choice' ? `${flag.choices.join(', ')}; ${flag.help}` : flag.help;
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const option = new Option(`${short}--${name}${value}`, help).helpGroup(group);
    if (flag.kind === 'choices') option.flags = `--${name}[=${flag.value}]`;
    program.addOption(option).on(`option:${name}`, collect(name));
    for (const alias of flag.aliases ?? []) {
      program.addOption(new Option(`--${alias}${value}`).hideHelp()).on(`option:${alias}`, collect(alias));
    }
  }
  return values;
}

/**
 * Gives a flag of choices its value, because commander would take the next word for it: `--sandbox depots` is not a sandbox called
 * depots. These flags are all global.
 */
function withValue(word: string): string {
  const flags: Flags = globalFlags;
  const flag: Flag | undefined = word.startsWith('--') ? flags[word.slice(2)] : undefined;
  return flag?.kind === 'choices' ? `${word}=${flag.choices[0]}` : word;
}

/**
 * Commander takes any next word as the value, also a flag: with an empty variable, `--operator $NAME --json` would ask for an operator
 * called --json.
 */
function refuseFlag(value: string, flag: string, argv: readonly string[]): void {
  const next = argv.find((word, index) => withValue(word) === value && argv[index - 1] === flag);
  if (!/^--?[a-z]/i.test(value) || next === undefined) return;
  throw new UsageError(`${flag} has no value, because ${next} follows it`, {
    hint: `if ${next} is the value, write ${flag}=${next}`,
  });
}

/** `words` are the command line without the flags before the command. */
function usageError(error: CommanderError, words: readonly string[], commands: readonly Command[]): UsageError {
  // Commander prints the help for these errors as if it had been asked for, which a script would take for success.
  if (error.code === 'commander.help') {
    const [, asked] = words;
    const message = asked === undefined ? 'no command given' : `unknown command '${asked}'`;
    return new UsageError(message, { hint: listHint });
  }
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const command = commands.find(({ name, aliases }) => [name, ...(aliases ?? [])].includes(words[0] ?? ''));
  return new UsageError(message, {
    hint:
      suggestion?.replace(/^\(Did you mean (.+)\?\)$/, 'did you mean $1?') ??
      (command === undefined ? listHint : `rental ${command.name} --help shows how it is used`),
  });
}

const listHint = 'rental --help lists the commands';
