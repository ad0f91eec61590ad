/** Takes operators to another configuration, without secrets. */
import { existsSync } from 'node:fs';
import type { Context } from '../../cli/context.ts';
import { exported as document } from '../../documents/operators.ts';
import { OutputError, UsageError } from '../../errors.ts';
import {
  changeConfig,
  checkConfig,
  configPath,
  configText,
  emptyConfig,
  readConfigText,
} from '../../operators/config.ts';
import { withoutMark, writePrivateFile } from '../../operators/files.ts';
import type { Config } from '../../operators/operator.ts';
import { answer, type Result } from '../../result.ts';
import { plural, urlOf } from '../../text.ts';
import { checkName, list } from './actions.ts';

/** As they are in the file: `Config` has values that were read, such as limits. */
type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Exported {
  readonly default?: string;
  readonly operators: Entries;
}

/** Prints the operators, or writes them to a file. Throws ConfigError for a mistake in the configuration, UsageError and OutputError. */
export async function exportTo(path: string | undefined, isReplaced: boolean, context: Context): Promise<Result> {
  if (path !== undefined && existsSync(path) && !isReplaced) {
    throw new UsageError(`${path} exists`, { hint: '--replace replaces it' });
  }
  const { env } = context.io;
  const { config, entries, left } = await read(configPath(env), configText(env));
  const out = [...left];
  const operators = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const url = urlOf(String(entry['budgetUrl'] ?? ''));
      if (url === undefined || url.username + url.password + url.search + url.hash === '') return [name, entry];
      out.push(`the password of ${name}'s budget-url`);
      Object.assign(url, { username: '', password: '', search: '', hash: '' });
      return [name, { ...entry, budgetUrl: url.href }];
    }),
  );
  const value: Exported = { ...(config.default !== undefined && { default: config.default }), operators };
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (out.length > 0) context.note(`left out: ${out.join(', ')}`);
  if (path === undefined) return answer(document, { value, columns: [], view: [{ kind: 'raw', text }] });
  await save(path, text);
  context.note(`exported ${plural(Object.keys(operators).length, 'operator')} to ${path}`);
  return list(context);
}

async function save(path: string, text: string): Promise<void> {
  try {
    if (!(await writePrivateFile(path, text))) throw new Error('it is not a regular file');
  } catch (cause) {
    throw new OutputError(`${path} could not be written: ${(cause as Error).message}`, { cause });
  }
}

/** Adds the operators of a file. Throws UsageError, ConfigError for a mistake in the file, and what `changeConfig` throws. */
export async function importFrom(path: string, isReplaced: boolean, context: Context): Promise<Result> {
  const text = readConfigText(path, { hint: 'import takes what "rental operators export" writes' });
  if (text === undefined) throw new UsageError(`there is no file ${path}`, { hint: 'rental operators import <file>' });
  const { config, entries, left } = await read(path, text);
  const names = Object.keys(entries);
  if (names.length === 0) throw new UsageError(`${path} has no operators`);
  names.forEach(checkName);
  const { env } = context.io;
  const own = await checkConfig(configPath(env), configText(env)).catch(() => emptyConfig(env));
  const kept = isReplaced ? [] : names.filter((name) => Object.hasOwn(own.operators, name));
  const changes = names
    .filter((name) => !kept.includes(name))
    .map((name) => ({ path: ['operators', name], value: entries[name] as unknown }));
  const usual = config.default !== undefined && (isReplaced || own.default === undefined) ? config.default : undefined;
  if (usual !== undefined) changes.push({ path: ['default'], value: usual });
  await changeConfig(env, changes);
  const count = names.length - kept.length;
  context.note(`imported ${plural(count, 'operator')} (${configPath(env)})`);
  if (kept.length > 0) context.note(`kept ${kept.join(', ')} as configured here: --replace replaces them`);
  if (left.length > 0) context.note(`left out: ${left.join(', ')} of ${path}`);
  return list(context);
}

/** Throws ConfigError. */
async function read(path: string, text: string) {
  const config: Config = await checkConfig(path, text);
  const { operators: entries = {} } = JSON.parse(withoutMark(text)) as { operators?: Entries };
  const hasWebhook = config.webhook !== undefined || config.webhookFormat !== undefined;
  const left = [...(Object.keys(config.defaults).length > 0 ? ['defaults'] : []), ...(hasWebhook ? ['webhook'] : [])];
  return { config, entries, left };
}
