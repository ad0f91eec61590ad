/** Reads and changes the operators of the configuration file. */
import { meant } from '../../nearest.ts';
import { UsageError } from '../../errors.ts';
import { configNotes } from '../../operators/choose.ts';
import { configPath, readConfig } from '../../operators/config.ts';
import { changeConfig } from '../../operators/edit-config.ts';
import {
  defaultLimit,
  defaultTimeZone,
  parseAddress,
  formatRateLimit,
  limitProblem,
  type Config,
  type OperatorEntry,
} from '../../operators/operator.ts';
import { operatorOrigins } from '../../operators/origins.ts';
import { todayIn } from '../../planner/calendar.ts';
import { columnsOf } from '../../document.ts';
import { operators } from '../../documents/program.ts';
import { answer, type Result, type Row } from '../../result.ts';
import type { Context } from '../../cli/context.ts';
import { originsResult } from '../shared/origins.ts';

export interface OperatorsOptions {
  readonly action?: string;
  readonly name?: string;
  readonly baseUrl?: string;
  readonly timeZone?: string;
  readonly limit?: string;
}

export const operatorActions = ['list', 'show', 'add', 'remove', 'default', 'edit'] as const;

/** Throws UsageError for arguments that do not fit the action, and what `changeConfig` throws. */
export async function runOperators(options: OperatorsOptions, context: Context): Promise<Result> {
  const { action = 'list', baseUrl, timeZone, limit } = options;
  if (action !== 'add' && (baseUrl ?? timeZone ?? limit) !== undefined) {
    const what = baseUrl === undefined ? '--time-zone and --limit' : 'a base address';
    throw new UsageError(`only "operators add" takes ${what}`, { hint: 'rental operators add <name> <base-url>' });
  }
  switch (action) {
    case 'list':
      refuseName(options.name, action);
      return listResult(await readConfig(context.io.env), context);
    case 'show':
      return show(options.name, context);
    case 'add':
      return add(options, context);
    case 'edit':
      refuseName(options.name, action);
      return edit(context);
    case 'remove':
      return remove(required(options.name, action), context);
    case 'default':
      return makeDefault(required(options.name, action), context);
    default:
      throw new UsageError(`rental operators has no action "${action}"`, {
        hint: meant(action, operatorActions) ?? `the actions are ${operatorActions.join(', ')}`,
      });
  }
}

/** The one that is named, as it is configured; else the one that a command would ask, with the flags and variables of this run. */
async function show(name: string | undefined, { settings, config }: Context): Promise<Result> {
  const choices = name === undefined ? settings.operatorChoices : [{ operator: name }];
  const origins = operatorOrigins(choices, config);
  return originsResult(name === undefined ? origins : origins.slice(1));
}

async function add({ name, baseUrl, timeZone, limit }: OperatorsOptions, context: Context): Promise<Result> {
  if (name === undefined || baseUrl === undefined) {
    throw new UsageError('add takes a name and a base address', { hint: 'rental operators add <name> <base-url>' });
  }
  // A comma separates operators on the command line, a colon an operator from its id.
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name)) {
    throw new UsageError(`"${name}" is not a valid operator name`, {
      hint: 'use letters, digits, dots, dashes and underscores',
    });
  }
  const { io, settings } = context;
  const config = await readConfig(io.env);
  if (Object.hasOwn(config.operators, name)) {
    throw new UsageError(`the operator "${name}" already exists`, {
      hint: `remove it first: rental operators remove ${name}`,
    });
  }
  const siteUrl = settings.operatorChoices[0]?.siteUrl;
  parseAddress(baseUrl, { text: 'the base address' });
  if (siteUrl !== undefined) parseAddress(siteUrl, 'siteUrl');
  if (timeZone !== undefined) todayIn(timeZone, io.now());
  const wrong = limit === undefined ? undefined : limitProblem(limit);
  if (wrong !== undefined) throw new UsageError(`--limit ${limit} ${wrong.problem}`, { hint: wrong.hint });
  const value = {
    baseUrl,
    ...(siteUrl !== undefined && { siteUrl }),
    ...(timeZone !== undefined && { timeZone }),
    ...(limit !== undefined && { limit }),
  };
  const result = await change([{ path: ['operators', name], value }], `added ${name}`, context);
  if (config.default === undefined && Object.keys(config.operators).length > 0) {
    context.note('several operators and no default now: rental operators default <name> sets one');
  }
  return result;
}

async function edit(context: Context): Promise<Result> {
  const { editFile } = await import('./edit.ts');
  const isChanged = await editFile(context);
  context.note(`${isChanged ? 'saved' : 'nothing changed'} (${configPath(context.io.env)})`);
  return listResult(await readConfig(context.io.env), context);
}

async function remove(name: string, context: Context): Promise<Result> {
  const config = await configWith(name, context);
  const wasDefault = config.default === name;
  const changes = [{ path: ['operators', name], value: undefined }];
  if (wasDefault) changes.push({ path: ['default'], value: undefined });
  return change(changes, `removed ${name}${wasDefault ? ', which was the default' : ''}`, context);
}

async function makeDefault(name: string, context: Context): Promise<Result> {
  await configWith(name, context);
  return change([{ path: ['default'], value: name }], `${name} is now the default`, context);
}

async function configWith(name: string, { io }: Context): Promise<Config> {
  const config = await readConfig(io.env);
  if (Object.hasOwn(config.operators, name)) return config;
  const known = Object.keys(config.operators);
  throw new UsageError(`no operator is called "${name}"`, {
    hint: meant(name, known) ?? (known.length === 0 ? 'none is configured' : `configured: ${known.join(', ')}`),
  });
}

async function change(changes: Parameters<typeof changeConfig>[1], words: string, context: Context): Promise<Result> {
  await changeConfig(context.io.env, changes);
  context.note(`${words} (${configPath(context.io.env)})`);
  return listResult(await readConfig(context.io.env), context);
}

function listResult(config: Config, { io, note }: Context): Result {
  note(...configNotes(config));
  const names = Object.keys(config.operators);
  const rows = Object.entries(config.operators).map(([name, entry]) => ({
    ...operatorData(name, entry),
    default: name === config.default || (names.length === 1 && config.default === undefined),
  }));
  return answer(operators, {
    value: rows,
    view:
      rows.length === 0
        ? [
            { kind: 'text', text: `No operator is configured in ${configPath(io.env)}.` },
            { kind: 'text', text: 'rental operators add <name> <base-url> adds one.', style: 'dim' },
          ]
        : [{ kind: 'table', columns: columnsOf(operators, { default: { show: isDefault } }), rows }],
  });
}

function isDefault(row: Row): string {
  return row['default'] === true ? 'yes' : '';
}

/** The entry with the defaults for what the file leaves out. */
function operatorData(name: string, entry: OperatorEntry) {
  const origin = URL.canParse(entry.baseUrl) ? new URL(entry.baseUrl).origin : '';
  return {
    name,
    baseUrl: entry.baseUrl,
    siteUrl: entry.siteUrl ?? origin,
    timeZone: entry.timeZone ?? defaultTimeZone,
    limit: formatRateLimit(entry.limit ?? defaultLimit),
  };
}

function refuseName(name: string | undefined, action: string): void {
  if (name !== undefined) throw new UsageError(`${action} takes no name`, { hint: `rental operators ${action}` });
}

function required(name: string | undefined, action: string): string {
  if (name !== undefined) return name;
  throw new UsageError(`${action} takes a name`, { hint: `rental operators ${action} <name>` });
}
