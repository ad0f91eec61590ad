/** Turns flags, environment variables and configured defaults into typed values. Loaded only when a command runs. */
import { z } from 'zod';
import { ConfigError, UsageError } from '../errors.ts';
import type { ConfigDefaults } from '../operators/operator.ts';
import { isOff, parseDuration } from '../text.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import { globalFlags, type GlobalValues } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The values of a set of flags, from what commander collected. Throws UsageError naming the flag and what it takes, also for an
 * empty value: a script's variable that was never set must not silently mean another trip or operator.
 */
export function parseFlags(flags: Flags, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read = (name: string): unknown => raw[camelCase(name)];
  const values = parseEach(flags, read, (name, problem) => {
    throw new UsageError(`--${name} ${problem}`);
  });
  for (const [name, { help }] of Object.entries(flags)) {
    if (read(name) === undefined || camelCase(name) in values) continue;
    throw new UsageError(`--${name} has no value`, { hint: `--${name}: ${help}` });
  }
  return values;
}

/** `RENTAL_<NAME>` for every global flag. Throws ConfigError naming the variable. */
export function parseEnvironment(env: Env): GlobalValues {
  return parseEach(
    globalFlags,
    (name) => env[variableOf(name)],
    (name, problem) => {
      throw new ConfigError(`${variableOf(name)} ${problem}`);
    },
  );
}

/** `defaults` of the configuration file: the same names in camel case. Throws ConfigError naming file and field. */
export function parseDefaults(defaults: ConfigDefaults, path: string): GlobalValues {
  const known = Object.keys(globalFlags).filter(
    (name) => !['operator', 'base-url', 'site-url', 'sandbox'].includes(name),
  );
  const stranger = Object.keys(defaults).find((key) => !known.some((name) => camelCase(name) === key));
  if (stranger !== undefined) {
    throw new ConfigError(`${path}: defaults.${stranger} is not a setting`, {
      hint: `settings: ${known.map(camelCase).join(', ')}`,
    });
  }
  return parseEach(
    globalFlags,
    (name) => (Object.hasOwn(defaults, camelCase(name)) ? String(defaults[camelCase(name)]) : undefined),
    (name, problem) => {
      throw new ConfigError(`${path}: defaults.${camelCase(name)} ${problem}`);
    },
  );
}

function variableOf(name: string): string {
  return `RENTAL_${name.replaceAll('-', '_').toUpperCase()}`;
}

function parseEach(
  flags: Flags,
  read: (name: string) => unknown,
  fail: (name: string, problem: string) => never,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const raw = read(name);
    if (raw === undefined) continue;
    const parsed = schemaOf(flag).safeParse(raw);
    if (!parsed.success) fail(name, parsed.error.issues[0]?.message ?? 'is not valid');
    else if (parsed.data !== undefined) values[camelCase(name)] = parsed.data;
  }
  return values;
}

/** An empty variable counts as not set. */
const text = z.string().transform((value) => (value === '' ? undefined : value));

function schemaOf(flag: Flag): z.ZodType {
  switch (flag.kind) {
    case 'switch':
      return z.union([z.boolean(), z.string().transform((value) => !isOff(value))]);
    case 'count':
      return z.union([z.number(), z.string().transform(countOf)]);
    case 'text':
      return text;
    case 'list':
      return z.union([z.array(z.string()), z.string().transform((value) => [value])]).transform(splitList);
    case 'duration':
      return converted(parseDuration, 'takes a duration such as 500ms, 30s or 2m');
    case 'integer':
      return converted(
        (value) => integerIn(value, flag.min, flag.max),
        `takes a whole number from ${flag.min} to ${flag.max}`,
      );
    case 'choice':
      return converted(
        (value) => flag.choices.find((choice) => choice === value.toLowerCase()),
        `takes one of ${flag.choices.join(', ')}`,
      );
  }
}

function converted<T>(convert: (value: string) => T | undefined, problem: string): z.ZodType {
  return text.transform((value, context) => {
    if (value === undefined) return undefined;
    const result = convert(value);
    if (result === undefined) context.addIssue({ code: 'custom', message: `${problem}, not "${value}"` });
    return result;
  });
}

function countOf(value: string): number {
  return isOff(value) ? 0 : (integerIn(value, 0, 9) ?? 1);
}

function integerIn(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** A backslash before a comma makes the comma part of a name. */
function splitList(values: readonly string[]): string[] | undefined {
  const items = values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll('\\,', ',').trim()));
  const present = items.filter((item) => item !== '');
  return present.length === 0 ? undefined : present;
}
