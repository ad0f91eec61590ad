/** The commander program, built from the list of commands. It reads the command line and prints nothing itself. */
import { Command as Program, CommanderError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../errors.ts';
import { unescapeCommas } from '../commas.ts';
import type { Command } from './command.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import { globalFlags, type GlobalValues } from './global-flags.ts';
import type { HelpSubject } from './help/index.ts';
import { addValue } from './values.ts';

/** What a command line asks for: the version, help, or a command with its flags and arguments, and the flags that every command takes. */
export type Invocation =
  | { readonly kind: 'version'; readonly text: string }
  | { readonly kind: 'help'; readonly subject: HelpSubject }
  | { readonly kind: 'run'; readonly command: Command; readonly options: Values; readonly globals: GlobalValues };

/** By the keys of the flags. */
type Values = Readonly<Record<string, unknown>>;

/** Throws UsageError if the program does not understand the command line. */
export async function readCommandLine(argv: readonly string[], commands: readonly Command[]): Promise<Invocation> {
  let found: Invocation = { kind: 'help', subject: { kind: 'program' } };
  if (argv.length === 0) return found;
  const words = withValues(argv);
  const program = createProgram((invocation) => (found = invocation));
  addFlags(program, globalFlags);
  for (const command of commands) {
    const subprogram = addCommand(program, command);
    // Most of the start would go into flags of other commands.
    if ([command.name, ...(command.aliases ?? [])].some((name) => words.includes(name))) {
      addFlags(subprogram, command.flags);
    }
    subprogram.action(() => {
      const names = Object.keys(command.args).map(camelCase);
      const args = subprogram.args.map((text, index) => [names[index], unescapeCommas(text)]);
      // Of a name that is also that of a global flag, commander has the value there.
      const own = Object.keys(command.flags).map(camelCase);
      const flags = Object.entries(subprogram.optsWithGlobals()).filter(([key]) => own.includes(key));
      found = { kind: 'run', command, options: Object.fromEntries([...args, ...flags]), globals: program.opts() };
    });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) {
      const { usageError } = await import('./usage-error.ts');
      throw usageError(error, program.args, commands);
    }
  }
  return found;
}

/** Calls `found` for help and for the version. */
function createProgram(found: (invocation: Invocation) => void): Program {
  const version = (): void => found({ kind: 'version', text: `${manifest.version}\n` });
  const help = (subject: HelpSubject): void => found({ kind: 'help', subject });
  const program = new Program('rental')
    .version(manifest.version, '-V, --version')
    .helpOption('-h, --help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => text !== '' && version(), writeErr: () => {}, outputError: () => {} })
    .configureHelp({
      formatHelp: (asked) => {
        const name = asked.name();
        const isOwn = asked === program || name === 'help' || name === 'version';
        const action = asked.args.find((word) => !word.startsWith('-'));
        help(isOwn ? { kind: 'program' } : { kind: 'command', name, action });
        return '';
      },
    });
  program.command('version').action(version);
  const any = (name?: string, action?: string): void =>
    help(name === undefined ? { kind: 'program' } : { kind: 'any', name, action });
  program.command('help').argument('[subject]').argument('[action]').action(any);
  return program;
}

function addCommand(program: Program, command: Command): Program {
  const subprogram = program.command(command.name).aliases([...(command.aliases ?? [])]);
  for (const [name, { required }] of Object.entries(command.args)) {
    subprogram.argument(required ? `<${name}>` : `[${name}]`);
  }
  return subprogram;
}

/** Adds flags, with their aliases. Each text is read as soon as it comes: commander itself would keep only the last of a list. */
function addFlags(program: Program, flags: Flags): void {
  for (const [name, flag] of Object.entries(flags)) {
    for (const spelling of [name, ...(flag.aliases ?? [])]) {
      const add = (text: string, before: unknown): unknown => {
        if ('value' in flag) refuseFlag(text, spelling);
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
 * Gives a flag of choices its value, because commander would take the next word for it: `--sandbox depots` is not a sandbox called
 * depots. These flags are all global. Words after `--` are no flags.
 */
function withValues(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.map((word, index) => {
    const flag = word.startsWith('--') ? (globalFlags as Flags)[word.slice(2)] : undefined;
    return index < end && flag?.kind === 'choices' ? `${word}=${flag.choices[0]}` : word;
  });
}

/**
 * Commander takes any next word as the value, also a flag: with an empty variable, `--operator $NAME --json` would ask for an operator
 * called --json.
 */
function refuseFlag(value: string, name: string): void {
  if (!/^--?[a-z]/i.test(value)) return;
  throw new UsageError(`--${name} has no value, because ${value} follows it`, {
    hint: 'a value begins with no dash and letter',
  });
}
