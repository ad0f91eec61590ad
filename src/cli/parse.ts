/** Turns flags, environment variables and configured defaults into typed values. Loaded only when a command runs. */
import { isAbsolute } from 'node:path';
import { ConfigError, UsageError } from '../errors.ts';
import type { ConfigDefaults } from '../operators/operator.ts';
import { isOff, meant, nearest, shorten } from '../text.ts';
import { camelCase, flagHint, variableOf, type Flags } from './flags.ts';
import { globalFlags, type GlobalValues } from './global-flags.ts';
import { parseEach, type RawValues } from './values.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The values of a set of flags, from what commander collected. Throws UsageError naming the flag and what it takes, also for an
 * empty value: a script's variable that was never set must not silently mean another trip or operator.
 */
export function parseFlags(flags: Flags, raw: RawValues): Record<string, unknown> {
  const read = (name: string) => raw[camelCase(name)];
  const values = parseEach(flags, read, (name, problem, hint) => {
    throw new UsageError(`--${name} ${problem}`, { hint });
  });
  for (const [name, flag] of Object.entries(flags)) {
    if (read(name) === undefined || camelCase(name) in values) continue;
    throw new UsageError(`--${name} has no value`, { hint: flagHint(name, flag) });
  }
  return values;
}

/** `RENTAL_<NAME>` for every global flag, and `ACCESSIBLE`, which other programs read too. Throws ConfigError naming the variable. */
export function parseEnvironment(env: Env): GlobalValues {
  const usual = isOff(env['ACCESSIBLE']) ? {} : { accessible: true };
  const own = parseEach(
    globalFlags,
    (name) => env[variableOf(name)],
    (name, problem, hint) => {
      throw new ConfigError(`${variableOf(name)} ${problem}`, { hint });
    },
  );
  return { ...usual, ...own };
}

/** A note for each variable that looks like a setting and is none. The tests of rental have variables of their own. */
export function noteUnknownVariables(env: Env): string[] {
  const known = [...Object.keys(globalFlags).map(variableOf), 'RENTAL_STATE_DIR', 'RENTAL_PAGER'];
  const strange = Object.keys(env).filter((name) => /^RENTAL_(?!TEST_)/.test(name) && !known.includes(name));
  return strange.map((name) => {
    const meant = nearest(name, known);
    return `the variable ${shorten(name, 60)} has no effect${meant === undefined ? '' : `: did you mean ${meant}?`}`;
  });
}

/** Throws ConfigError if the request budget would depend on the folder in which a command runs. */
export function checkStateFolder(env: Env): void {
  const folder = env['RENTAL_STATE_DIR'];
  if (!folder || isAbsolute(folder)) return;
  throw new ConfigError(`RENTAL_STATE_DIR is not an absolute path: ${folder}`, {
    hint: 'give the whole path, such as /home/me/rental; rental does not expand ~',
  });
}

/** `defaults` of the configuration file: the same names in camel case. Throws ConfigError naming file and field. */
export function parseDefaults(defaults: ConfigDefaults, path: string): GlobalValues {
  const known = Object.keys(globalFlags).filter(
    (name) => !['operator', 'base-url', 'site-url', 'rate-limit', 'sandbox', 'config'].includes(name),
  );
  const stranger = Object.keys(defaults).find((key) => !known.some((name) => camelCase(name) === key));
  if (stranger !== undefined) {
    throw new ConfigError(`${path}: defaults.${stranger} is not a setting`, {
      hint: meant(stranger, known.map(camelCase)) ?? `settings: ${known.map(camelCase).join(', ')}`,
    });
  }
  return parseEach(
    globalFlags,
    (name) => (Object.hasOwn(defaults, camelCase(name)) ? String(defaults[camelCase(name)]) : undefined),
    (name, problem, hint) => {
      throw new ConfigError(`${path}: defaults.${camelCase(name)} ${problem}`, { hint });
    },
  );
}
