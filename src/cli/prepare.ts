/** Makes a command line that was read ready to run: settings, options and context. Loaded only when a command runs. */
import { ConfigError } from '../errors.ts';
import { emptyConfig, readConfig } from '../operators/config.ts';
import { withConfig } from '../operators/files.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Command } from './command.ts';
import { createContext, type Context } from './context.ts';
import type { Invocation } from './program.ts';
import { resolveSettings } from './settings.ts';
import {
  checkStateFolder,
  environmentLevel,
  fileLevel,
  flagLevel,
  noteUnknownVariables,
  type Levels,
} from './sources.ts';
import { unknownWord } from './unknown-word.ts';

type Invoked = Invocation & { readonly kind: 'run' };

interface PrepareParts extends Omit<Invoked, 'kind'> {
  readonly io: Io;
}

/** Throws UsageError and ConfigError. */
export async function prepare({ command, options, globals, io: outer }: PrepareParts) {
  const mistakes: ConfigError[] = [];
  const attempt = async <T>(read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (command.reportsMistakes !== true || !(error instanceof ConfigError)) throw error;
      mistakes.push(error);
      return otherwise;
    }
  };
  const flags = flagLevel(globals);
  // Whatever reads the configuration finds it in the environment.
  const env = withConfig(outer.env, flags.values.config);
  const io = Object.create(outer, { env: { value: env } }) as Io;
  const environment = await attempt(() => environmentLevel(outer.env), environmentLevel({}));
  await attempt(() => checkStateFolder(env), undefined);
  const config = await attempt(() => readConfig(env, { mustBe: command.makesConfig !== true }), emptyConfig(env));
  const file = await attempt(() => fileLevel(config), fileLevel(emptyConfig(env)));
  const levels: Levels = [flags, environment, file];
  const settings = resolveSettings(levels);
  const { fields } = settings;
  if (fields !== undefined) await checkFields(fields, command, options);
  return {
    settings,
    /** What to tell the user before the command runs. */
    notes: noteUnknownVariables(env),
    /** The context needs a progress, and the progress needs the settings. */
    createContext: (progress: Progress, signal: AbortSignal): Context =>
      createContext({ io, settings, levels, config, mistakes, signal, progress }),
  };
}

/** Throws UsageError for a field that is not a column of what the command prints. */
async function checkFields(
  fields: readonly string[],
  { name, formsFor }: Command,
  options: Invoked['options'],
): Promise<void> {
  const { fieldNames } = await import('../documents/index.ts');
  const known = fieldNames(name, await formsFor?.(options));
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw unknownWord(`rental ${name} has no field`, unknown, known, 'fields');
}
