/** Reads and changes the operators of the configuration file. */
import { shownAddress, urlOf } from '../../addresses.ts';
import type { Context } from '../../cli/context.ts';
import { camelCase } from '../../cli/flags.ts';
import { operatorRow } from '../../cli/settings.ts';
import { columnsOf } from '../../document.ts';
import { operators, settings as document } from '../../documents/operators.ts';
import { InterruptedError, RentalError, UsageError } from '../../errors.ts';
import { staleDefault } from '../../operators/choose.ts';
import { changeConfig, configPath, readConfig, type ConfigFile } from '../../operators/config.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import { defaultLimit, defaultTimeZone, entryOf, operatorAt, type OperatorEntry } from '../../operators/operator.ts';
import { operatorOrigins } from '../../operators/origins.ts';
import type { Operator } from '../../planner/session.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { formatDuration, isPlainName, plainNameHint, plural, shorten } from '../../text.ts';

export async function list(context: Context): Promise<Result> {
  const { path, ...config } = await readConfig(context.io.env);
  const stale = staleDefault({ path, ...config });
  if (stale !== undefined) context.note(`${stale.message}: ${stale.hint}`);
  const entries = Object.entries(config.operators);
  const usual = config.default ?? (entries.length === 1 ? entries[0]?.[0] : undefined);
  const rows = entries.map(([name, entry]) => ({ ...operatorData(name, entry), default: name === usual }));
  const columns = columnsOf(operators, { default: { show: (row) => (row['default'] === true ? 'yes' : '') } });
  const none = `No operator is configured in ${path}. rental operators add <name> <base-url> adds one.`;
  const view: Block = rows.length === 0 ? { kind: 'text', text: none } : { kind: 'table', columns, rows };
  return answer(operators, { value: rows, view: [view] });
}

/** The entry with the defaults for what the file leaves out. */
function operatorData(name: string, { baseUrl, siteUrl, timeZone, limit }: OperatorEntry) {
  return {
    name,
    baseUrl: shownAddress(baseUrl),
    siteUrl: shownAddress(siteUrl ?? urlOf(baseUrl)?.origin ?? ''),
    timeZone: timeZone ?? defaultTimeZone,
    limit: formatRateLimit(limit ?? defaultLimit),
  };
}

/** The operator that is named, as it is configured. Without a name: the one that this run would ask, with its flags and variables. */
export function show(name: string | undefined, { settings, config }: Context): Result {
  const choices = name === undefined ? settings.operatorChoices : [{ operator: name }];
  const origins = operatorOrigins(choices, config);
  const rows = (name === undefined ? origins : origins.slice(1)).map(operatorRow);
  return answer(document, { value: rows, view: [{ kind: 'table', columns: columnsOf(document), rows }] });
}

interface NewOperator {
  readonly name: string;
  readonly baseUrl: string;
  readonly timeZone?: string;
  readonly noCheck?: boolean;
}

/** Throws UsageError for a name or an address that cannot be used, and what `changeConfig` throws. */
export async function add({ name, baseUrl, timeZone, noCheck }: NewOperator, context: Context): Promise<Result> {
  // A comma separates operators on the command line, a colon an operator from its id.
  if (!isPlainName(name)) {
    throw new UsageError(`"${shorten(name, 60)}" is not a valid operator name`, {
      hint: plainNameHint,
    });
  }
  checkIsNew(name, context.config);
  const { siteUrl, rateLimit } = context.settings.operatorChoices[0] ?? {};
  const operator = operatorAt(baseUrl, { siteUrl, rateLimit });
  if (noCheck !== true) await tryOut({ ...operator, name, timeZone: timeZone ?? defaultTimeZone }, context);
  const entry = { baseUrl, siteUrl, timeZone, limit: rateLimit };
  const withNew = (file: ConfigFile): ConfigFile => {
    // Another process may have added it while the service was asked.
    checkIsNew(name, file);
    return withEntry(file, name, entry);
  };
  return change(withNew, `added ${name}`, context);
}

/** Throws UsageError. */
function checkIsNew(name: string, { operators = {} }: ConfigFile): void {
  if (!Object.hasOwn(operators, name)) return;
  throw new UsageError(`the operator "${name}" already exists`, {
    hint: `rental operators set ${name} base-url <base-url> changes its address; rental operators show ${name} shows it`,
  });
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

/** Changes one field of an operator. Throws what `changeConfig` throws, also for a value that cannot be used. */
export async function set(name: string, field: string, value: string, context: Context): Promise<Result> {
  entryOf(name, context.config);
  return change((file) => withEntry(file, name, { [camelCase(field)]: value }), `set ${field} of ${name}`, context);
}

/** Adds the fields to those that the entry has. */
function withEntry(file: ConfigFile, name: string, fields: object): ConfigFile {
  return { ...file, operators: { ...file.operators, [name]: { ...file.operators?.[name], ...fields } } };
}

export async function remove(name: string, context: Context): Promise<Result> {
  entryOf(name, context.config);
  const wasDefault = context.config.default === name;
  const without = (file: ConfigFile): ConfigFile => {
    const { [name]: _removed, ...operators } = file.operators ?? {};
    return { ...file, default: wasDefault ? undefined : file.default, operators };
  };
  return change(without, `removed ${name}${wasDefault ? ', which was the default' : ''}`, context);
}

export async function makeDefault(name: string, context: Context): Promise<Result> {
  entryOf(name, context.config);
  return change((file) => ({ ...file, default: name }), `${name} is now the default`, context);
}

async function change(make: Parameters<typeof changeConfig>[2], words: string, context: Context): Promise<Result> {
  await changeConfig(context.io.env, context, make);
  context.note(`${words} (${configPath(context.io.env)})`);
  return list(context);
}
