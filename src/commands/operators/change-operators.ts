/** Changes the operators of the configuration file. */
import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { changeConfig, configPath, type ConfigFile } from '../../operators/config.ts';
import type { Setting } from '../../operators/setting.ts';
import type { Result } from '../../result.ts';
import { listOperators } from './list-operators.ts';

/**
 * Changes the file and lists what it has then. `done` says what was changed. Throws what
 * `changeConfig` throws.
 */
export async function changeOperators(
  change: (file: ConfigFile) => ConfigFile,
  done: string,
  context: Context,
): Promise<Result> {
  await changeConfig(context.io.env, context, change);
  context.note(`${done} (${configPath(context.io.env)})`);
  return listOperators(context);
}

/** Throws UsageError if another process has removed the operator since this one began. */
export function refuseRemoved(name: string, { operators = {} }: ConfigFile): void {
  if (Object.hasOwn(operators, name)) return;
  throw new UsageError(`the operator "${name}" was removed meanwhile`, {
    hint: `rental operators add ${name} <base-url> adds it again`,
  });
}

/** Adds the fields to those that the operator has. */
export function withOperatorFields(file: ConfigFile, name: string, fields: object): ConfigFile {
  return {
    ...file,
    operators: { ...file.operators, [name]: { ...file.operators?.[name], ...fields } },
  };
}

/** Variables do not count: they are for the operator that a command asks, not for one to save. */
export function valueOfFlag(setting: Setting<string> | undefined): string | undefined {
  return setting?.source === 'flag' ? setting.value : undefined;
}
