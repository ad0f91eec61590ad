/** Which deployment a command talks to. */
import { UsageError } from '../errors.ts';
import { parseAddress } from './address.ts';
import type { Config } from './config.ts';
import type { RateLimit } from './rate-limit.ts';

export interface Operator {
  readonly name: string;
  /** The five endpoints are under it; no query, no fragment. */
  readonly baseUrl: URL;
  /** The website: `/book` is under it. */
  readonly siteUrl: URL;
  /** IANA time zone of the operator's day. */
  readonly timeZone: string;
  readonly limit: RateLimit;
  /** Sample data of the built-in operator: its addresses change with every run. */
  readonly sandbox: boolean;
}

/** What one source (flags, environment, configuration) says about the operator. */
export interface OperatorChoice {
  readonly sandbox?: boolean;
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  readonly operator?: string | undefined;
}

export const defaultTimeZone = 'Pacific/Auckland';
/** Section Limits of the interface: 100 requests per window of 60 seconds. */
export const defaultLimit: RateLimit = { requests: 100, windowMs: 60_000 };

export type Chosen = { readonly sandbox: true } | { readonly sandbox: false; readonly operator: Operator };

/**
 * The first source that names an operator decides. Throws UsageError where one source names two, or none does: nothing ever
 * prices a trip on sample data that was not asked for.
 */
export function chooseOperator(choices: readonly OperatorChoice[], config: Config): Chosen {
  let siteUrl: string | undefined;
  for (const choice of choices) {
    // A site that is named below the operator, as in an exported variable, is the site of another.
    siteUrl ??= choice.siteUrl;
    const named = [
      choice.sandbox && '--sandbox',
      choice.baseUrl && '--base-url',
      choice.operator && '--operator',
    ].filter(Boolean);
    if (named.length > 1) {
      throw new UsageError(`${named.join(' and ')} each name an operator`, { hint: 'give one of them' });
    }
    if (choice.sandbox && choice.siteUrl) {
      throw new UsageError('--sandbox has a website of its own, so --site-url says nothing', { hint: 'leave one out' });
    }
    if (choice.sandbox) return { sandbox: true };
    if (choice.baseUrl) return { sandbox: false, operator: fromUrl(choice.baseUrl, siteUrl) };
    if (choice.operator) return { sandbox: false, operator: fromConfig(choice.operator, siteUrl, config) };
  }
  const only = Object.keys(config.operators);
  if (only.length === 1 && only[0] !== undefined) {
    return { sandbox: false, operator: fromConfig(only[0], siteUrl, config) };
  }
  throw new UsageError(
    only.length === 0 ? 'no operator is configured' : 'several operators are configured, none is the default',
    {
      hint:
        only.length === 0
          ? 'name a deployment with --base-url <url> (or RENTAL_BASE_URL), or add --sandbox to try the built-in operator'
          : `choose one with --operator <name>: ${only.join(', ')}; or add --sandbox to try the built-in operator`,
    },
  );
}

/**
 * The same for several: the source that decides may name them with commas between, each once. Throws UsageError also for
 * --site-url, which cannot be the site of all of them.
 */
export function chooseOperators(choices: readonly OperatorChoice[], config: Config): Chosen[] {
  const deciding = choices.find((choice) => choice.sandbox || choice.baseUrl || choice.operator);
  const names = namesOf(deciding, config);
  if (names.length < 2) return [chooseOperator(choices, config)];
  if (choices.some((choice) => choice.siteUrl !== undefined)) {
    throw new UsageError('--site-url is the site of one operator, and several are named', {
      hint: 'rental operators add <name> <base-url> --site-url <url> keeps one for each',
    });
  }
  return names.map((operator) =>
    chooseOperator(
      choices.map((choice) => (choice === deciding ? { ...choice, operator } : choice)),
      config,
    ),
  );
}

/** Every operator that is configured or named now; the sandbox is not one to know beforehand. Throws ConfigError. */
export function knownOperators(choices: readonly OperatorChoice[], config: Config): Operator[] {
  const configured = Object.keys(config.operators).map((name) => fromConfig(name, undefined, config));
  const addressed = choices.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [fromUrl(baseUrl, undefined)]));
  return [
    ...configured,
    ...addressed.filter((one) => !configured.some(({ baseUrl }) => baseUrl.origin === one.baseUrl.origin)),
  ];
}

function namesOf(choice: OperatorChoice | undefined, config: Config): string[] {
  const text = choice?.operator ?? '';
  if (Object.hasOwn(config.operators, text)) return [text];
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

function fromUrl(baseUrl: string, siteUrl: string | undefined): Operator {
  const base = parseAddress(baseUrl, '--base-url');
  return {
    name: base.host,
    baseUrl: base,
    siteUrl: siteUrl === undefined ? new URL(base.origin) : parseAddress(siteUrl, '--site-url'),
    timeZone: defaultTimeZone,
    limit: defaultLimit,
    sandbox: false,
  };
}

function fromConfig(name: string, siteUrl: string | undefined, config: Config): Operator {
  const entry = Object.hasOwn(config.operators, name) ? config.operators[name] : undefined;
  if (entry === undefined) {
    const known = Object.keys(config.operators);
    throw new UsageError(`no operator is called "${name}"`, {
      hint: known.length === 0 ? `none is configured in ${config.path}` : `configured: ${known.join(', ')}`,
    });
  }
  const site = siteUrl ?? entry.siteUrl;
  const base = parseAddress(entry.baseUrl, `baseUrl of operator "${name}"`);
  return {
    name,
    baseUrl: base,
    siteUrl: site === undefined ? new URL(base.origin) : parseAddress(site, `siteUrl of operator "${name}"`),
    timeZone: entry.timeZone ?? defaultTimeZone,
    limit: entry.limit ?? defaultLimit,
    sandbox: false,
  };
}
