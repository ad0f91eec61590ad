/** Operators: from the configuration, from an address alone, or built in. */
import { originOf, urlOf } from '../base/addresses.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { Operator, RequestLimit, SandboxVariant } from '../planner/session.ts';
import { suggestion } from '../base/words.ts';
import { addressProblem, checkField, limitProblem, parseRateLimit } from './fields.ts';
import { byDefault, type Setting } from './setting.ts';

/** The request budget keeps the slot of an attempt for no longer. */
export { maxAttemptMs as maxTimeoutMs } from '../http/rate-limit/policy.ts';

/** An operator of the file; its fields are checked. */
export interface OperatorEntry {
  readonly baseUrl: string;
  readonly siteUrl?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly limit?: RequestLimit | undefined;
  readonly budgetUrl?: string | undefined;
}

export interface Config {
  /** Where the file is, or would be. */
  readonly path: string;
  readonly default: string | undefined;
  readonly operators: Readonly<Record<string, OperatorEntry>>;
  /** Defaults of global flags, by their names in camel case: `{"maxWait": "30s"}`. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
}

/** The built-in operators. */
export const sandboxVariants: readonly SandboxVariant[] = ['a', 'b'];

/** The default ports of `rental sandbox`. 7368 is RENT on the keys of a phone. */
export const sandboxPorts: Readonly<Record<SandboxVariant, number>> = { a: 7368, b: 7369 };

const sandboxNames: Readonly<Record<SandboxVariant, string>> = { a: 'sandbox', b: 'sandbox-b' };

/** Undefined for a name that is not that of a sandbox. */
export function sandboxVariantOf(name: string): SandboxVariant | undefined {
  return sandboxVariants.find((variant) => sandboxNames[variant] === name);
}

export const defaultTimeZone = 'Pacific/Auckland';
/** Section Limits of the interface: 100 requests per window of 60 seconds. */
export const defaultLimit: RequestLimit = { requests: 100, windowMs: 60_000 };

export interface OperatorOverrides {
  readonly siteUrl?: string | undefined;
  /** `60/10s` */
  readonly rateLimit?: string | undefined;
}

/** The operators and their settings, as flags and variables give them. */
export interface OperatorChoice {
  /** Built-in operators, one or several. */
  readonly sandbox?: Setting<readonly SandboxVariant[]> | undefined;
  readonly baseUrl?: Setting<string> | undefined;
  /** A name; several with commas between. */
  readonly operator?: Setting<string> | undefined;
  readonly siteUrl?: Setting<string> | undefined;
  readonly rateLimit?: Setting<string> | undefined;
}

/** All that is set for one operator. */
export interface OperatorSettings {
  readonly name: string;
  readonly baseUrl: Setting<string>;
  readonly siteUrl: Setting<string>;
  readonly timeZone: Setting<string>;
  readonly limit: Setting<RequestLimit>;
  readonly budgetUrl: Setting<string | undefined>;
  /** Which built-in operator it is; undefined for all others. */
  readonly sandboxVariant?: SandboxVariant | undefined;
}

/** In this process. Its links work while `rental sandbox` runs, which has the same addresses. */
export function sandboxSettings(variant: SandboxVariant): OperatorSettings {
  const site = `http://127.0.0.1:${sandboxPorts[variant]}`;
  const entry = { baseUrl: `${site}/api/agent`, siteUrl: site };
  return { ...settingsOfEntry(sandboxNames[variant], entry), sandboxVariant: variant };
}

export function sandboxOperator(variant: SandboxVariant): Operator {
  return operatorFrom(sandboxSettings(variant));
}

/** The configured operator that has this address, or else one without a name. Throws ConfigError. */
export function settingsForAddress(
  address: Setting<string>,
  choice: OperatorChoice,
  config: Config,
): OperatorSettings {
  checkField(address.value, addressProblem, fieldText('{baseUrl}'));
  const url = new URL(address.value);
  const name = nameOfAddress(url, config);
  if (name !== undefined) return configuredSettings(name, config, choice);
  return settingsOfEntry(url.host, { baseUrl: address.value }, choice);
}

/** An operator at this address, whatever is configured. Throws ConfigError. */
export function unconfiguredOperator(
  baseUrl: string,
  { siteUrl, rateLimit }: OperatorOverrides = {},
): Operator {
  checkField(baseUrl, addressProblem, fieldText('{baseUrl}'));
  const name = new URL(baseUrl).host;
  const settings = settingsOfEntry(name, {
    baseUrl,
    siteUrl: checkedSite(siteUrl),
    limit: checkedLimit(rateLimit),
  });
  return { ...operatorFrom(settings), baseUrlFrom: undefined };
}

/** Undefined if no operator of the file has this address. */
export function nameOfAddress(baseUrl: URL, { operators }: Config): string | undefined {
  const plain = (url: URL): string => originOf(url) + url.pathname.replace(/\/+$/, '');
  const isSame = (other: URL | undefined): boolean =>
    other !== undefined && plain(other) === plain(baseUrl);
  return Object.keys(operators).find((name) => isSame(urlOf(operators[name]?.baseUrl ?? '')));
}

/** Throws UsageError for an unknown name. */
export function entryOf(name: string, { operators, path }: Config): OperatorEntry {
  const entry = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (entry !== undefined) return entry;
  const known = Object.keys(operators);
  throw new UsageError(`no operator is called "${name}"`, {
    hint:
      suggestion(name, known) ??
      (known.length === 0 ? `none is configured in ${path}` : `configured: ${known.join(', ')}`),
  });
}

/** Throws UsageError for an unknown name, and ConfigError naming the field of the choice. */
export function configuredSettings(
  name: string,
  config: Config,
  choice?: OperatorChoice,
): OperatorSettings {
  return settingsOfEntry(name, entryOf(name, config), choice);
}

/** Throws UsageError for an unknown name. */
export function configuredOperator(name: string, config: Config): Operator {
  return operatorFrom(configuredSettings(name, config));
}

export function configuredOperators(config: Config): readonly Operator[] {
  return Object.keys(config.operators).map((name) => configuredOperator(name, config));
}

/** A flag or a variable overrides the entry, except for the address. */
function settingsOfEntry(
  name: string,
  entry: OperatorEntry,
  choice: OperatorChoice = {},
): OperatorSettings {
  const { baseUrl, siteUrl, rateLimit } = choice;
  const site = checkedSite(siteUrl?.value);
  const limit = checkedLimit(rateLimit?.value);
  const inFile = (field: keyof OperatorEntry) =>
    ({ source: 'file', place: `operators.${name}.${field}` }) as const;
  const inEntry = <F extends keyof OperatorEntry, D>(field: F, otherwise: D) => {
    const value = entry[field];
    return value === undefined ? byDefault(otherwise) : { value, ...inFile(field) };
  };
  return {
    name,
    baseUrl: { ...(baseUrl ?? inFile('baseUrl')), value: entry.baseUrl },
    siteUrl:
      siteUrl && site
        ? { ...siteUrl, value: site }
        : inEntry('siteUrl', new URL(entry.baseUrl).origin),
    timeZone: inEntry('timeZone', defaultTimeZone),
    limit: rateLimit && limit ? { ...rateLimit, value: limit } : inEntry('limit', defaultLimit),
    budgetUrl: inEntry('budgetUrl', undefined),
  };
}

/** Throws ConfigError. */
export function checkOverrides({ siteUrl, rateLimit }: OperatorOverrides): void {
  checkedSite(siteUrl);
  checkedLimit(rateLimit);
}

/** Throws ConfigError. */
function checkedSite(siteUrl: string | undefined): string | undefined {
  if (siteUrl !== undefined) checkField(siteUrl, addressProblem, fieldText('{siteUrl}'));
  return siteUrl;
}

/** Throws ConfigError. */
function checkedLimit(rateLimit: string | undefined): RequestLimit | undefined {
  if (rateLimit === undefined) return undefined;
  checkField(rateLimit, limitProblem, fieldText('{rateLimit} {given}', { given: rateLimit }));
  return parseRateLimit(rateLimit);
}

export function operatorFrom({
  name,
  baseUrl,
  siteUrl,
  timeZone,
  limit,
  budgetUrl,
  sandboxVariant,
}: OperatorSettings): Operator {
  return {
    name,
    baseUrl: new URL(baseUrl.value),
    baseUrlFrom:
      sandboxVariant === undefined ? { source: baseUrl.source, place: baseUrl.place } : undefined,
    siteUrl: new URL(siteUrl.value),
    siteIsAssumed: siteUrl.source === 'default',
    timeZone: timeZone.value,
    limit: limit.value,
    budgetUrl: budgetUrl.value,
    sandbox: sandboxVariant !== undefined,
    sandboxVariant,
  };
}
