/** Where settings come from: the command line, the environment, the configuration file. Loaded only when a command runs. */
import { isAbsolute } from 'node:path';
import { ConfigError, UsageError, type FieldNamer } from '../errors.ts';
import type { Config } from '../operators/operator.ts';
import type { Origin } from '../operators/origins.ts';
import { formatDuration, isOff, meant, nearest, shorten } from '../text.ts';
import { camelCase, flagOf, variableOf, type Flags } from './flags.ts';
import { globalFlags, type GlobalValues } from './global-flags.ts';
import { parseEach } from './values.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What one source says. */
export interface Level {
  readonly source: Origin['source'];
  /** A shorthand such as `--json` is also under the flag that it stands for. */
  readonly values: GlobalValues;
  /** By what a setting has its value: `json`. */
  readonly by: Readonly<Record<string, string>>;
}

/** The highest first. */
export type Levels = readonly [flags: Level, environment: Level, file: Level];

interface Source {
  readonly source: Origin['source'];
  /** Also takes the name of a flag. */
  readonly nameOf: FieldNamer;
  /** What to do about two that contradict each other. */
  readonly choose: string;
  refuse(problem: string, hint: string): never;
}

const commandLine: Source = {
  source: 'flag',
  nameOf: flagOf,
  choose: 'give one of them',
  refuse: (problem, hint) => {
    throw new UsageError(problem, { hint });
  },
};

const environment: Source = {
  source: 'variable',
  nameOf: variableOf,
  choose: 'set one of them',
  refuse: (problem, hint) => {
    throw new ConfigError(problem, { hint });
  },
};

const fileAt = (path: string): Source => ({
  source: 'file',
  nameOf: (name) => `defaults.${camelCase(name)}`,
  choose: 'keep one of them',
  refuse: (problem, hint) => {
    throw new ConfigError(`${path}: ${problem}`, { hint });
  },
});

/** Throws UsageError. */
export function flagLevel(values: GlobalValues): Level {
  return levelOf(values, commandLine);
}

/** `RENTAL_<NAME>` for every global flag, and `ACCESSIBLE`, which other programs read too. Throws ConfigError naming the variable. */
export function environmentLevel(env: Env): Level {
  const usual = isOff(env['ACCESSIBLE']) ? {} : { accessible: true };
  const own = read(environment, (name) => env[variableOf(name)]);
  return levelOf({ ...usual, ...own }, environment);
}

/** `defaults` of the configuration file: the same names in camel case. Throws ConfigError naming file and field. */
export function fileLevel({ defaults, path }: Pick<Config, 'defaults' | 'path'>): Level {
  const file = fileAt(path);
  const known = Object.keys(globalFlags)
    .filter((name) => !['operator', 'base-url', 'site-url', 'rate-limit', 'sandbox', 'config'].includes(name))
    .map(camelCase);
  const stranger = Object.keys(defaults).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    file.refuse(`defaults.${stranger} is not a setting`, meant(stranger, known) ?? `settings: ${known.join(', ')}`);
  }
  const textOf = (key: string) => (Object.hasOwn(defaults, key) ? String(defaults[key]) : undefined);
  return levelOf(
    read(file, (name) => textOf(camelCase(name))),
    file,
  );
}

function read({ nameOf, refuse }: Source, valueOf: (name: string) => string | undefined): GlobalValues {
  return parseEach(globalFlags, valueOf, (name, problem, hint) => refuse(`${nameOf(name)} ${problem}`, hint));
}

/** What the values mean together. Refuses a contradiction. */
function levelOf(values: GlobalValues, { source, nameOf, choose, refuse }: Source): Level {
  const all: Record<string, unknown> = { ...values };
  const by: Record<string, string> = {};
  for (const [name, { means }] of Object.entries(globalFlags as Flags)) {
    const key = camelCase(name);
    if (means === undefined || all[key] === undefined || all[key] === false) continue;
    const [field, value] = means;
    const other = all[field];
    if (other !== undefined && other !== value) {
      const shown = typeof other === 'number' ? formatDuration(other) : String(other);
      refuse(`${nameOf(key)} and ${nameOf(field)} ${shown} contradict each other`, choose);
    }
    if (other === undefined) by[field] = key;
    all[field] = value;
  }
  if (values.jq !== undefined && values.fields !== undefined) {
    refuse(`${nameOf('jq')} and ${nameOf('fields')} contradict each other`, choose);
  }
  return { source, values: all, by };
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
