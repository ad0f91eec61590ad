/** Lists the operators of the configuration file, also after a change. */
import { baseText } from '../../api/base-address.ts';
import { shownAddress, urlOf } from '../../base/addresses.ts';
import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import { staleDefaultError } from '../../operators/choose.ts';
import { changeConfig, configPath, readConfig, type ConfigFile } from '../../operators/config.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import { defaultLimit, defaultTimeZone, type OperatorEntry } from '../../operators/operator.ts';
import type { Setting } from '../../operators/setting.ts';
import { answer, type Block, type Result } from '../../result.ts';

export async function listOperators(context: Context): Promise<Result> {
  const { path, ...config } = await readConfig(context.io.env);
  const stale = staleDefaultError({ path, ...config });
  if (stale !== undefined) context.note(`${stale.message}: ${stale.hint}`);
  const entries = Object.entries(config.operators);
  const defaultName = config.default ?? (entries.length === 1 ? entries[0]?.[0] : undefined);
  const rows = entries.map(([name, entry]) => ({
    ...operatorData(name, entry),
    default: name === defaultName,
  }));
  const columns = columnsOf(document, {
    default: { show: (row) => (row['default'] === true ? 'yes' : 'no') },
  });
  const none = `No operator is configured in ${path}. rental operators add <name> <base-url> adds one.`;
  const view: Block =
    rows.length === 0 ? { kind: 'text', text: none } : { kind: 'table', columns, rows };
  return answer(document, { value: rows, view: () => [view] });
}

function operatorData(name: string, { baseUrl, siteUrl, timeZone, limit }: OperatorEntry) {
  const url = urlOf(baseUrl);
  return {
    name,
    baseUrl: shownAddress(url === undefined ? baseUrl : baseText(url)),
    siteUrl: shownAddress(siteUrl ?? url?.origin ?? ''),
    timeZone: timeZone ?? defaultTimeZone,
    limit: formatRateLimit(limit ?? defaultLimit),
  };
}

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
export function withFields(file: ConfigFile, name: string, fields: object): ConfigFile {
  return {
    ...file,
    operators: { ...file.operators, [name]: { ...file.operators?.[name], ...fields } },
  };
}

/** Variables do not count: they are for the operator that a command asks, not for one to save. */
export function valueOfFlag(setting: Setting<string> | undefined): string | undefined {
  return setting?.source === 'flag' ? setting.value : undefined;
}
