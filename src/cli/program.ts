/** The commander program, built from the list of commands. It reads the command line and prints nothing itself. */
import { Command as Program, CommanderError, Help, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { Command } from './command.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { closing, shortHelp } from './help.ts';
import { UsageError } from '../errors.ts';

/** What a command line asks for: text to print, or a command with its raw, unchecked values. */
export type Invocation =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly raw: Raw; readonly globals: Raw };

export type Raw = Readonly<Record<string, unknown>>;

/** Throws UsageError for anything that is no command line of this program. */
export async function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  width: number,
): Promise<Invocation> {
  if (argv.length === 0) return { kind: 'text', text: shortHelp(commands) };
  let text = '';
  let run: Invocation | undefined;
  const program = createProgram(commands, width, (chunk) => (text += chunk));
  let verbose = 0;
  program.on('option:verbose', () => (verbose += 1));
  for (const command of commands) {
    addCommand(program, command).action((...parameters: unknown[]) => {
      const made = parameters.at(-1) as Program;
      const named = Object.keys(command.args).map((name, index) => [camelCase(name), parameters[index]] as const);
      const globals = { ...collect(globalFlags, program.opts()), ...(verbose > 0 && { verbose }) };
      run = {
        kind: 'run',
        command,
        raw: { ...collect(command.flags, made.opts()), ...Object.fromEntries(named) },
        globals,
      };
    });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, program.args, commands);
  }
  return run ?? { kind: 'text', text };
}

function createProgram(commands: readonly Command[], width: number, write: (text: string) => void): Program {
  const program = new Program('rental')
    .description(manifest.description)
    .usage('<command> [flags]')
    .optionsGroup('Global flags:')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpCommand(new Program('help').argument('[command]').summary('the help of a command').helpGroup('OPERATE:'))
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {}, getOutHelpWidth: () => width })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles[title] ?? title.toUpperCase(),
      subcommandTerm,
      formatHelp: (command, help) => flagsLast(Help.prototype.formatHelp.call(help, command, help)),
    })
    .addHelpText('after', closing(commands));
  for (const [name, flag] of Object.entries<Flag>(globalFlags)) {
    for (const option of optionsOf(name, flag)) program.addOption(option.helpGroup('Global flags:'));
  }
  return program;
}

function addCommand(program: Program, command: Command): Program {
  const made = program
    .command(command.name)
    .summary(command.summary)
    .helpGroup(`${command.group}:`)
    .optionsGroup('Flags:')
    .helpOption('-h, --help', 'show this help');
  made
    .description([command.summary, command.description].filter(Boolean).join('\n\n'))
    .aliases([...(command.aliases ?? [])]);
  for (const [name, argument] of Object.entries(command.args)) {
    made.argument(argument.required ? `<${name}>` : `[${name}]`, argument.help);
  }
  for (const [name, flag] of Object.entries(command.flags)) {
    for (const option of optionsOf(name, flag)) made.addOption(option.helpGroup('Flags:'));
  }
  const examples = command.examples.map((example) => `  $ ${example}\n`).join('');
  return made.addHelpText('after', `\nEXAMPLES:\n${examples}`);
}

/** The flag itself, and its other spellings as hidden options. */
function optionsOf(name: string, flag: Flag): Option[] {
  const value = 'value' in flag ? ` <${flag.value}>` : '';
  const help = flag.kind === 'choice' ? `${flag.choices.join(', ')}; ${flag.help}` : flag.help;
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const made = [new Option(`${short}--${name}${value}`, help)];
  for (const alias of flag.aliases ?? []) made.push(new Option(`--${alias}${value}`).hideHelp());
  if (flag.kind === 'list') {
    for (const option of made) option.argParser((item: string, before: string[] = []) => [...before, item]);
  }
  return made;
}

/** Commander keeps `--no-input` as `input: false` and knows no other spellings: both are undone here. */
function collect(flags: Flags, options: Raw): Raw {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const negated = name.startsWith('no-');
    const given = [name, ...(flag.aliases ?? [])].map(
      (spelling) => options[camelCase(negated ? spelling.slice(3) : spelling)],
    );
    if (negated) {
      if (given.includes(false)) values[camelCase(name)] = true;
      continue;
    }
    const value = given.find(
      (candidate) => candidate !== undefined && typeof candidate !== (flag.kind === 'switch' ? '' : 'boolean'),
    );
    if (value !== undefined) values[camelCase(name)] = value;
  }
  return values;
}

/** Commander's own headings, in the words of the rest. */
const titles: Readonly<Record<string, string>> = { 'Global Options:': 'GLOBAL FLAGS:', 'Options:': 'FLAGS:' };

/** Commander lists flags before commands; whoever opens the page wants to know first what there is to do. */
function flagsLast(page: string): string {
  const sections = page.trimEnd().split('\n\n');
  const areFlags = (section: string): boolean => /^(GLOBAL )?FLAGS:\n/.test(section);
  return [...sections.filter((one) => !areFlags(one)), ...sections.filter(areFlags)].join('\n\n') + '\n';
}

/** Aliases and flags of a command are in its own help; the list of commands has one word a line. */
function subcommandTerm(command: Program): string {
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...args].join(' ');
}

/** `words` are the command line without the flags before the command. */
function usageError(error: CommanderError, words: readonly string[], commands: readonly Command[]): UsageError {
  // Commander prints help for these, as if it had been asked for: a script would take that for success.
  if (error.code === 'commander.help') {
    const [, asked] = words;
    return new UsageError(asked === undefined ? 'no command is given' : `unknown command '${asked}'`, {
      hint: listHint,
    });
  }
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const command = commands.find(({ name, aliases }) => [name, ...(aliases ?? [])].includes(words[0] ?? ''));
  return new UsageError(message, {
    hint:
      suggestion?.replace(/^\(Did you mean (.+)\?\)$/, 'did you mean $1?') ??
      (command === undefined ? listHint : `rental ${command.name} --help shows how it is used`),
  });
}

const listHint = 'rental --help lists what there is';
