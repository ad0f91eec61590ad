/** From a command line that was read to a handler that can run: settings, options, context. */
import { readConfig } from '../operators/config.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Command } from './command.ts';
import { createContext, type Context } from './context.ts';
import { parseDefaults, parseEnvironment, parseFlags } from './parse.ts';
import { camelCase } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { resolveSettings, type Settings } from './settings.ts';

export interface PrepareParts {
  readonly command: Command;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
  readonly io: Io;
}

export interface Prepared {
  readonly settings: Settings;
  /** Checked flags and arguments of the command. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Made once there is a progress to report to. */
  createContext(progress: Progress, signal: AbortSignal): Context;
}

/** Throws UsageError and ConfigError. */
export async function prepare({ command, raw, globals, io }: PrepareParts): Promise<Prepared> {
  const flags = parseFlags(globalFlags, globals);
  const environment = parseEnvironment(io.env);
  const config = await readConfig(io.env);
  const settings = resolveSettings({ flags, environment, file: parseDefaults(config.defaults, config.path) }, config);
  const args = Object.keys(command.args).flatMap((name) => {
    const value = raw[camelCase(name)];
    return value === undefined ? [] : [[camelCase(name), value] as const];
  });
  return {
    settings,
    options: { ...Object.fromEntries(args), ...parseFlags(command.flags, raw) },
    createContext: (progress, signal) => createContext({ io, settings, config, signal, progress }),
  };
}
