/** Reads and changes the operators of the configuration file. */
import { shownAddress, urlOf } from '../../addresses.ts';
import { InterruptedError, RentalError, UsageError } from '../../errors.ts';
import { staleDefault } from '../../operators/choose.ts';
import { changeConfig, configPath, readConfig, type ConfigFile } from '../../operators/config.ts';
import { addressProblem, budgetUrlProblem, check, formatRateLimit, limitProblem } from '../../operators/fields.ts';
import {
  defaultLimit,
  defaultTimeZone,
  entryOf,
  operatorAt,
  type Config,
  type OperatorEntry,
} from '../../operators/operator.ts';
import { operatorOrigins } from '../../operators/origins.ts';
import { todayIn } from '../../planner/calendar.ts';
import type { Operator } from '../../planner/session.ts';
import { camelCase } from '../../cli/flags.ts';
import { operatorRow } from '../../cli/settings.ts';
import { columnsOf } from '../../document.ts';
import { operators, settings as document } from '../../documents/operators.ts';
import { answer, type Result, type Row } from '../../result.ts';
import type { Context } from '../../cli/context.ts';
import { formatDuration, isPlainName, plural, shorten } from '../../text.ts';

type Fields = Readonly<Partial<Record<keyof OperatorEntry, string | undefined>>>;
type NewOperator = Pick<Fields, 'timeZone' | 'limit'> & {
  readonly name: string;
  readonly baseUrl: string;
  readonly noCheck?: boolean;
};

export async function list(context: Context): Promise<Result> {
  return listResult(await readConfig(context.io.env), context);
}

/** The operator that is named, as it is configured. Without a name: the one that this run would ask, with its flags and variables. */
export async function show(name: string | undefined, { settings, config }: Context): Promise<Result> {
  const choices = name === undefined ? settings.operatorChoices : [{ operator: name }];
  const origins = operatorOrigins(choices, config);
  const rows = (name === undefined ? origins : origins.slice(1)).map(operatorRow);
  return answer(document, { value: rows, view: [{ kind: 'table', columns: columnsOf(document), rows }] });
}

/** Throws UsageError. */
function checkName(name: string): void {
  // A comma separates operators on the command line, a colon an operator from its id.
  if (isPlainName(name)) return;
  throw new UsageError(`"${shorten(name, 60)}" is not a valid operator name`, {
    hint: 'use up to 60 letters, digits, dots, dashes and underscores, and a letter or a digit first',
  });
}

/** Throws UsageError. */
function checkIsNew(name: string, { operators = {} }: ConfigFile): void {
  if (!Object.hasOwn(operators, name)) return;
  throw new UsageError(`the operator "${name}" already exists`, {
    hint: `rental operators set ${name} base-url <base-url> changes its address; rental operators show ${name} shows it`,
  });
}

/** Throws UsageError for a name or a value that cannot be used, and what `changeConfig` throws. */
export async function add(options: NewOperator, context: Context): Promise<Result> {
  const { name, baseUrl, timeZone } = options;
  checkName(name);
  const { io, settings } = context;
  const config = await readConfig(io.env);
  checkIsNew(name, config);
  const { siteUrl, rateLimit } = settings.operatorChoices[0] ?? {};
  const limit = options.limit ?? rateLimit;
  checkFields({ baseUrl, siteUrl, timeZone, limit }, options.limit ? '--limit' : '--rate-limit', context);
  if (options.noCheck !== true) {
    const operator = operatorAt(baseUrl, { siteUrl, rateLimit: limit });
    await tryOut({ ...operator, name, timeZone: timeZone ?? defaultTimeZone }, context);
  }
  const entry = { baseUrl, siteUrl, timeZone, limit };
  const withNew = (file: ConfigFile): ConfigFile => {
    // Another process may have added it while the service was asked.
    checkIsNew(name, file);
    return withEntry(file, name, entry);
  };
  const result = await change(withNew, `added ${name}`, context);
  if (config.default === undefined && Object.keys(config.operators).length > 0) {
    context.note('several operators and no default now: rental operators default <name> sets one');
  }
  return result;
}

/** Asks the service once, so that a wrong address is found now. */
async function tryOut(operator: Operator, context: Context): Promise<void> {
  const session = await context.sessionWith(operator);
  try {
    const depots = await session.service.depots();
    const { limit, windowMs } = await session.budget();
    context.note(`✔ ${plural(depots.length, 'depot')}, ${limit} in ${formatDuration(windowMs)}`);
  } catch (error) {
    if (!(error instanceof RentalError) || error instanceof InterruptedError) throw error;
    throw error.alsoTry('nothing was saved: --no-check saves an operator without asking it');
  }
}

/** Throws UsageError for a value that cannot be used. */
function checkFields(fields: Fields, limitName: string, { io }: Context): void {
  const { baseUrl, siteUrl, timeZone, limit, budgetUrl } = fields;
  if (baseUrl !== undefined) check(baseUrl, addressProblem, 'the base address');
  if (siteUrl !== undefined) check(siteUrl, addressProblem, (field) => field('siteUrl'));
  if (timeZone !== undefined) todayIn(timeZone, io.now());
  const wrong = limit === undefined ? undefined : limitProblem(limit);
  if (wrong !== undefined) throw new UsageError(`${limitName} ${limit} ${wrong.problem}`, { hint: wrong.hint });
  const server = budgetUrl === undefined ? undefined : budgetUrlProblem(budgetUrl);
  if (server !== undefined) throw new UsageError(`budget-url ${server.problem}`, { hint: server.hint });
}

/** Changes one field of an operator. Throws as `add` does. */
export async function set(
  { name, field, value }: { readonly name: string; readonly field: string; readonly value: string },
  context: Context,
): Promise<Result> {
  entryOf(name, await readConfig(context.io.env));
  const fields = { [camelCase(field)]: value };
  checkFields(fields, field, context);
  return change((file) => withEntry(file, name, fields), `set ${field} of ${name}`, context);
}

/** Adds the fields to those that the entry has. */
function withEntry(file: ConfigFile, name: string, fields: Fields): ConfigFile {
  return { ...file, operators: { ...file.operators, [name]: { ...file.operators?.[name], ...fields } } };
}

export async function remove(name: string, context: Context): Promise<Result> {
  const config = await readConfig(context.io.env);
  entryOf(name, config);
  const wasDefault = config.default === name;
  const without = (file: ConfigFile): ConfigFile => {
    const { [name]: _removed, ...operators } = file.operators ?? {};
    return { ...file, default: wasDefault ? undefined : file.default, operators };
  };
  return change(without, `removed ${name}${wasDefault ? ', which was the default' : ''}`, context);
}

export async function makeDefault(name: string, context: Context): Promise<Result> {
  entryOf(name, await readConfig(context.io.env));
  return change((file) => ({ ...file, default: name }), `${name} is now the default`, context);
}

async function change(make: Parameters<typeof changeConfig>[1], words: string, context: Context): Promise<Result> {
  await changeConfig(context.io.env, make);
  context.note(`${words} (${configPath(context.io.env)})`);
  return list(context);
}

function listResult(config: Config, { io, note }: Context): Result {
  const stale = staleDefault(config);
  if (stale !== undefined) note(`${stale.message}: ${stale.hint}`);
  const names = Object.keys(config.operators);
  const rows = Object.entries(config.operators).map(([name, entry]) => ({
    ...operatorData(name, entry),
    default: name === config.default || (names.length === 1 && config.default === undefined),
  }));
  const columns = columnsOf(operators, { default: { show: isDefault } });
  return answer(operators, {
    value: rows,
    view:
      rows.length === 0
        ? [
            { kind: 'text', text: `No operator is configured in ${configPath(io.env)}.` },
            { kind: 'text', text: 'rental operators add <name> <base-url> adds one.', style: 'dim' },
          ]
        : [{ kind: 'table', columns, rows }],
  });
}

function isDefault(row: Row): string {
  return row['default'] === true ? 'yes' : '';
}

/** The entry with the defaults for what the file leaves out. */
function operatorData(name: string, entry: OperatorEntry) {
  const origin = urlOf(entry.baseUrl)?.origin ?? '';
  return {
    name,
    baseUrl: shownAddress(entry.baseUrl),
    siteUrl: shownAddress(entry.siteUrl ?? origin),
    timeZone: entry.timeZone ?? defaultTimeZone,
    limit: formatRateLimit(entry.limit ?? defaultLimit),
  };
}
