/** The commander program, built from the list of commands. It reads the command line and prints nothing itself. */
import { Command as Program, CommanderError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../errors.ts';
import type { Command } from './command.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import type { HelpSubject } from './help/index.ts';
import { globalFlags } from './global-flags.ts';

/** What a command line asks for: the version, help, or a command with its raw, unchecked values. */
export type Invocation =
  | { readonly kind: 'version'; readonly text: string }
  | { readonly kind: 'help'; readonly subject: HelpSubject }
  | { readonly kind: 'run'; readonly command: Command; readonly raw: RawValues; readonly globals: RawValues };

type RawValues = Readonly<Record<string, unknown>>;

/** Throws UsageError if the program does not understand the command line. */
export async function readCommandLine(argv: readonly string[], commands: readonly Command[]): Promise<Invocation> {
  if (argv.length === 0) return { kind: 'help', subject: { kind: 'program' } };
  let found: Invocation | undefined;
  const show = (subject: HelpSubject): void => void (found = { kind: 'help', subject });
  const program = createProgram(argv, show, (text) => (found ??= { kind: 'version', text }));
  const globals = addFlags(program, globalFlags, argv);
  for (const command of commands) {
    const subprogram = addCommand(program, command);
    // Most of the start would go into flags of other commands.
    const isNamed = [command.name, ...(command.aliases ?? [])].some((name) => argv.includes(name));
    const values = addFlags(subprogram, isNamed ? command.flags : {}, argv);
    subprogram.action((...parameters: unknown[]) => {
      const args = Object.keys(command.args).map((name, index) => [camelCase(name), parameters[index]] as const);
      const [own, shared] = divided(globals, command.flags);
      found = { kind: 'run', command, raw: { ...values, ...own, ...Object.fromEntries(args) }, globals: shared };
    });
  }
  try {
    await program.parseAsync(argv.map(withValue), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) {
      const { usageError } = await import('./usage-error.ts');
      throw usageError(error, program.args, commands);
    }
  }
  return found ?? { kind: 'help', subject: { kind: 'program' } };
}

/** `show` is called for help, and `write` with the version. */
function createProgram(
  argv: readonly string[],
  show: (subject: HelpSubject) => void,
  write: (text: string) => void,
): Program {
  const program = new Program('rental')
    .version(manifest.version, '-V, --version')
    .helpOption('-h, --help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} })
    .configureHelp({
      formatHelp: (asked) => {
        const name = asked.name();
        const isOwn = asked.parent !== null && name !== 'help';
        show(isOwn ? { kind: 'command', name, action: argv[argv.indexOf(name) + 1] } : { kind: 'program' });
        return '';
      },
    });
  program
    .command('help')
    .argument('[subject]')
    .argument('[action]')
    .action((name?: string, action?: string) =>
      show(name === undefined ? { kind: 'program' } : { kind: 'any', name, action }),
    );
  return program;
}

function addCommand(program: Program, command: Command): Program {
  const subprogram = program
    .command(command.name)
    .helpOption('-h, --help')
    .aliases([...(command.aliases ?? [])]);
  for (const [name, { required }] of Object.entries(command.args)) {
    subprogram.argument(required ? `<${name}>` : `[${name}]`);
  }
  return subprogram;
}

/**
 * Adds flags, with their aliases as hidden options, and returns the values that parsing collects under the flags' own names: every
 * value of a flag that takes one, `true` for a switch, how often for a count. Commander itself keeps only the last value.
 */
function addFlags(program: Program, flags: Flags, argv: readonly string[]): RawValues {
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
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const option = new Option(`${short}--${name}${value}`);
    if (flag.kind === 'choices') option.flags = `--${name}[=${flag.value}]`;
    program.addOption(option).on(`option:${name}`, collect(name));
    for (const alias of flag.aliases ?? []) {
      program.addOption(new Option(`--${alias}${value}`)).on(`option:${alias}`, collect(alias));
    }
  }
  return values;
}

/** The values of the flags of a command, also under the name of a global one, and the others: commander knows a name only once. */
function divided(globals: RawValues, flags: Flags): [own: RawValues, shared: RawValues] {
  const own = new Set(Object.keys(flags).map(camelCase));
  const those = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(globals).filter(([key]) => own.has(key) === isOwn));
  return [those(true), those(false)];
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
