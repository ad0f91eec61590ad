/** What the configuration says, and an operator made from it or from an address alone. */
import { ConfigError, UsageError } from '../errors.ts';
import type { Operator, RateLimit } from '../planner/session.ts';
import { mostSlots } from '../http/rate-limit/policy.ts';
import { durationText, meant, originOf, parseDuration, shownAddress, urlOf } from '../text.ts';

/** The longest time of one attempt: the request budget keeps its slot for no longer. */
export { longestAttemptMs as longestTimeoutMs } from '../http/rate-limit/policy.ts';

export interface OperatorEntry {
  readonly baseUrl: string;
  readonly siteUrl?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly limit?: RateLimit | undefined;
  readonly budgetUrl?: string | undefined;
}

/** Defaults for global flags, by their names in camel case: `{"format": "json", "maxWait": "30s"}`. */
export type ConfigDefaults = Readonly<Record<string, string | number | boolean>>;

export interface Config {
  /** Where the file is, or would be. */
  readonly path: string;
  readonly default: string | undefined;
  readonly operators: Readonly<Record<string, OperatorEntry>>;
  readonly defaults: ConfigDefaults;
  /** Told by `trips watch`; a secret. */
  readonly webhook?: string | undefined;
  readonly webhookFormat?: string | undefined;
}

/** The built-in operators. */
export const sandboxVariants = ['a', 'b'] as const;
export type SandboxVariant = (typeof sandboxVariants)[number];

/** Where `rental sandbox` listens unless told otherwise, so that links lead there. 7368 is RENT on the keys of a phone. */
export const sandboxPorts: Readonly<Record<SandboxVariant, number>> = { a: 7368, b: 7369 };

export function sandboxName(variant: SandboxVariant): string {
  return variant === 'a' ? 'sandbox' : `sandbox-${variant}`;
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

/** The configured operator that has this address, or else one known by it only. Throws ConfigError naming the field. */
export function operatorAt(baseUrl: string, overrides: OperatorOverrides = {}, config?: Config): Operator {
  const base = parseAddress(baseUrl, 'baseUrl');
  const name = config && nameOfAddress(base, config);
  if (config && name !== undefined) return configuredOperator(name, overrides, config);
  const { siteUrl, rateLimit } = overrides;
  return {
    name: base.host,
    baseUrl: base,
    siteUrl: siteUrl === undefined ? new URL(base.origin) : parseAddress(siteUrl, 'siteUrl'),
    siteIsAssumed: siteUrl === undefined,
    timeZone: defaultTimeZone,
    limit: givenLimit(rateLimit) ?? defaultLimit,
    sandbox: false,
  };
}

/** Undefined if no operator of the file has this address. */
export function nameOfAddress(baseUrl: URL, { operators }: Config): string | undefined {
  const plain = (url: URL): string => originOf(url) + url.pathname.replace(/\/+$/, '');
  const isSame = (other: URL | undefined): boolean => other !== undefined && plain(other) === plain(baseUrl);
  return Object.keys(operators).find((name) => isSame(urlOf(operators[name]?.baseUrl ?? '')));
}

/** Throws ConfigError naming the field. */
function givenLimit(text: string | undefined): RateLimit | undefined {
  const wrong = text === undefined ? undefined : limitProblem(text);
  if (wrong === undefined) return parseRateLimit(text ?? '');
  throw new ConfigError((name) => `${name('rateLimit')} ${text} ${wrong.problem}`, { hint: wrong.hint });
}

/** What the configuration file says about an operator. Throws UsageError for an unknown name. */
export function entryOf(name: string, { operators, path }: Config): OperatorEntry {
  const entry = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (entry !== undefined) return entry;
  const known = Object.keys(operators);
  throw new UsageError(`no operator is called "${name}"`, {
    hint:
      meant(name, known) ?? (known.length === 0 ? `none is configured in ${path}` : `configured: ${known.join(', ')}`),
  });
}

/** An operator of the configuration file. Throws UsageError for an unknown name, and ConfigError. */
export function configuredOperator(name: string, { siteUrl, rateLimit }: OperatorOverrides, config: Config): Operator {
  const entry = entryOf(name, config);
  const parse = (address: string, field: string): URL =>
    parseAddress(address, { text: `${config.path}: operators.${name}.${field}` });
  const base = parse(entry.baseUrl, 'baseUrl');
  const ownSite = (): URL => (entry.siteUrl === undefined ? new URL(base.origin) : parse(entry.siteUrl, 'siteUrl'));
  return {
    name,
    baseUrl: base,
    siteUrl: siteUrl === undefined ? ownSite() : parseAddress(siteUrl, 'siteUrl'),
    siteIsAssumed: siteUrl === undefined && entry.siteUrl === undefined,
    timeZone: entry.timeZone ?? defaultTimeZone,
    limit: givenLimit(rateLimit) ?? entry.limit ?? defaultLimit,
    budgetUrl: entry.budgetUrl,
    sandbox: false,
  };
}

/** All operators of the configuration file; notes say why one is left out. */
export function configuredOperators(config: Config): {
  readonly operators: readonly Operator[];
  readonly notes: readonly string[];
} {
  const operators: Operator[] = [];
  const notes: string[] = [];
  for (const name of Object.keys(config.operators)) {
    try {
      operators.push(configuredOperator(name, {}, config));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      notes.push(error.message);
    }
  }
  return { operators, notes };
}

/** What is wrong if the file's `default` names an operator that is not configured. */
export function staleDefault(
  { path, operators }: Config,
  name: string,
): { readonly message: string; readonly hint: string } | undefined {
  if (Object.hasOwn(operators, name)) return undefined;
  const known = Object.keys(operators);
  const hint =
    known.length === 0
      ? `rental operators add ${name} <base-url> adds it`
      : `rental operators default <name> sets another: ${known.join(', ')}`;
  return { message: `${path}: default names the operator "${name}", which is not configured`, hint };
}

/** `what` is a field, or words of its own. Throws ConfigError for anything but a plain http(s) address. */
export function parseAddress(address: string, what: string | { readonly text: string }): URL {
  const fail = (problem: string, hint: string): never => {
    throw new ConfigError((name) => `${typeof what === 'string' ? name(what) : what.text} ${problem}`, { hint });
  };
  const url = urlOf(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return fail(
      `is not an http or https address: ${shownAddress(address)}`,
      'for example https://www.example.com/api/agent',
    );
  }
  if (url.username !== '' || url.password !== '') {
    return fail('carries a user name or password', 'the interface has no authentication');
  }
  if (url.search !== '' || url.hash !== '') {
    return fail(`carries a query or fragment: ${shownAddress(address)}`, 'give the address without it');
  }
  return url;
}

/** What is wrong with a text, to be read after the name of its field, and what helps. */
export interface Problem {
  readonly problem: string;
  readonly hint: string;
}

/** What is wrong with the text of an operator's limit, and what helps; undefined if nothing is. */
export function limitProblem(text: string): Problem | undefined {
  const limit = parseRateLimit(text);
  if (limit === undefined) return { problem: 'is not a limit', hint: 'use <requests>/<window>, such as 100/60s' };
  const { requests, windowMs } = limit;
  if (requests <= mostSlots) return undefined;
  const parts = Math.ceil(requests / mostSlots);
  const shorter = formatRateLimit({ requests: Math.floor(requests / parts), windowMs: Math.ceil(windowMs / parts) });
  return { problem: `is more than ${mostSlots} requests`, hint: `use a shorter window, such as ${shorter}` };
}

/** `100/60s`. */
export function formatRateLimit({ requests, windowMs }: RateLimit): string {
  return `${requests}/${durationText(windowMs)}`;
}

/** `100/60s` → 100 requests in any 60 000 ms; undefined for any other text. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, requests, window] = /^(\d{1,6})\/(.+)$/.exec(text.trim()) ?? [];
  const windowMs = window === undefined ? undefined : parseDuration(window);
  if (windowMs === undefined || windowMs < 1 || Number(requests) < 1) return undefined;
  return { requests: Number(requests), windowMs };
}
