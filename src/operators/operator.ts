/** What the configuration says, and an operator made from it, from an address alone, or from sample data. */
import { originOf, urlOf } from '../base/addresses.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { Operator, RateLimit, SandboxVariant } from '../planner/session.ts';
import { suggestion } from '../base/words.ts';
import { addressProblem, check, limitProblem, parseRateLimit } from './fields.ts';

/** The longest time of one attempt: the request budget keeps its slot for no longer. */
export { longestAttemptMs as longestTimeoutMs } from '../http/rate-limit/policy.ts';

/** As it is in the file, where each field was checked. */
export interface OperatorEntry {
  readonly baseUrl: string;
  readonly siteUrl?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly limit?: RateLimit | undefined;
  readonly budgetUrl?: string | undefined;
}

export interface Config {
  /** Where the file is, or would be. */
  readonly path: string;
  readonly default: string | undefined;
  readonly operators: Readonly<Record<string, OperatorEntry>>;
  /** Of global flags, by their names in camel case: `{"format": "json", "maxWait": "30s"}`. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
}

/** The built-in operators. */
export const sandboxVariants: readonly SandboxVariant[] = ['a', 'b'];

/** Where `rental sandbox` listens unless told otherwise, so that links lead there. 7368 is RENT on the keys of a phone. */
export const sandboxPorts: Readonly<Record<SandboxVariant, number>> = { a: 7368, b: 7369 };

const sandboxNames: Readonly<Record<SandboxVariant, string>> = { a: 'sandbox', b: 'sandbox-b' };

/** Undefined for a name that is not that of a sandbox. */
export function sandboxVariantOf(name: string): SandboxVariant | undefined {
  return sandboxVariants.find((variant) => sandboxNames[variant] === name);
}

export const defaultTimeZone = 'Pacific/Auckland';
/** Section Limits of the interface: 100 requests per window of 60 seconds. */
export const defaultLimit: RateLimit = { requests: 100, windowMs: 60_000 };

/** What a run says about its operator, more than what is configured. */
export interface OperatorOverrides {
  readonly siteUrl?: string | undefined;
  /** `60/10s` */
  readonly rateLimit?: string | undefined;
}

/** The built-in operator in this process. Its addresses are those of `rental sandbox`, so its links work while that runs. */
export function sandboxOperator(variant: SandboxVariant): Operator {
  const site = `http://127.0.0.1:${sandboxPorts[variant]}`;
  return {
    ...makeOperator(sandboxNames[variant], { baseUrl: `${site}/api/agent`, siteUrl: site }),
    sandbox: true,
    local: variant,
  };
}

/** The configured operator that has this address, or else one known by it only. Throws ConfigError naming the field. */
export function operatorAt(baseUrl: string, overrides?: OperatorOverrides, config?: Config): Operator {
  check(baseUrl, addressProblem, fieldText('{baseUrl}'));
  const url = new URL(baseUrl);
  const name = config && nameOfAddress(url, config);
  if (config && name !== undefined) return configuredOperator(name, config, overrides);
  return makeOperator(url.host, { baseUrl }, overrides);
}

/** Undefined if no operator of the file has this address. */
export function nameOfAddress(baseUrl: URL, { operators }: Config): string | undefined {
  const plain = (url: URL): string => originOf(url) + url.pathname.replace(/\/+$/, '');
  const isSame = (other: URL | undefined): boolean => other !== undefined && plain(other) === plain(baseUrl);
  return Object.keys(operators).find((name) => isSame(urlOf(operators[name]?.baseUrl ?? '')));
}

/** What the configuration file says about an operator. Throws UsageError for an unknown name. */
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

/** Throws UsageError for an unknown name, and ConfigError naming the field of an override. */
export function configuredOperator(name: string, config: Config, overrides?: OperatorOverrides): Operator {
  return makeOperator(name, entryOf(name, config), overrides);
}

export function configuredOperators(config: Config): readonly Operator[] {
  return Object.keys(config.operators).map((name) => configuredOperator(name, config));
}

function makeOperator(name: string, entry: OperatorEntry, { siteUrl, rateLimit }: OperatorOverrides = {}): Operator {
  if (siteUrl !== undefined) check(siteUrl, addressProblem, fieldText('{siteUrl}'));
  if (rateLimit !== undefined) check(rateLimit, limitProblem, fieldText('{rateLimit} {given}', { given: rateLimit }));
  const baseUrl = new URL(entry.baseUrl);
  const site = siteUrl ?? entry.siteUrl;
  return {
    name,
    baseUrl,
    siteUrl: new URL(site ?? baseUrl.origin),
    siteIsAssumed: site === undefined,
    timeZone: entry.timeZone ?? defaultTimeZone,
    limit: parseRateLimit(rateLimit ?? '') ?? entry.limit ?? defaultLimit,
    budgetUrl: entry.budgetUrl,
    sandbox: false,
  };
}
