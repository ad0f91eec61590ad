/** What each kind of flag takes, and what becomes of it: on the command line, in a variable and in the configuration file alike. */
import { UsageError } from '../errors.ts';
import { formatDuration, isOff, parseDuration, splitAtCommas, unescapeCommas } from '../text.ts';
import { camelCase, flagHint, type Flag, type Flags } from './flags.ts';
import { meantChoice } from './guesses.ts';

type Fail = (name: string, problem: string, hint: string) => never;

/** What commander has collected of a flag, or the text of a variable or a configured default. */
export type Given = true | number | string | readonly string[];

/** By the keys of the flags. */
export type RawValues = Readonly<Record<string, Given | undefined>>;

/**
 * The values of a set of flags, from what commander collected. Throws UsageError naming the flag and what it takes, also for an
 * empty value: a script's variable that was never set must not silently mean another trip or operator.
 */
export function parseFlags(flags: Flags, raw: RawValues): Record<string, unknown> {
  const read = (name: string) => raw[camelCase(name)];
  const refuse: Fail = (name, problem, hint) => {
    throw new UsageError(`--${name} ${problem}`, { hint });
  };
  const values = parseEach(flags, read, refuse);
  for (const [name, flag] of Object.entries(flags)) {
    if (read(name) !== undefined && !(camelCase(name) in values)) refuse(name, 'has no value', flagHint(name, flag));
  }
  return values;
}

/** The typed values of all flags that `read` finds. One that is empty has none; `fail` throws for one that is wrong. */
export function parseEach(
  flags: Flags,
  read: (name: string) => Given | undefined,
  fail: Fail,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const given = read(name);
    if (given === undefined) continue;
    const value = valueOf(flag, given, (problem, text) => {
      const near = 'choices' in flag ? meantChoice(text, flag.choices) : undefined;
      return fail(name, problem, near ?? flagHint(name, flag));
    });
    if (value !== undefined) values[camelCase(name)] = value;
  }
  return values;
}

function valueOf(flag: Flag, given: Given, refuse: (problem: string, text: string) => never): unknown {
  if (typeof given === 'boolean' || typeof given === 'number') return given;
  const texts = [given].flat();
  if (flag.kind === 'list') return listOf(texts, flag.commas !== undefined);
  // The last value counts; choices have them all.
  const text = flag.kind === 'choices' ? texts.join(',') : (texts.at(-1) ?? '');
  const isSwitch = flag.kind === 'switch' || flag.kind === 'count';
  if (flag.kind === 'choices' ? isOff(text) : text === '' && !isSwitch) return undefined;
  if (flag.kind === 'text') return unescapeCommas(text);
  const { takes, read } = rules[flag.kind](flag as never);
  return read(text) ?? refuse(`takes ${takes}, not "${text}"`, text);
}

type Kind = Exclude<Flag['kind'], 'text' | 'list'>;
type Rule<F> = (flag: F) => { readonly takes: string; readonly read: (text: string) => unknown };

const rules: { readonly [K in Kind]: Rule<Extract<Flag, { kind: K }>> } = {
  switch: () => ({ takes: 'on or off', read: switchIn }),
  count: () => ({ takes: 'a whole number from 0 to 9', read: countIn }),
  duration: ({ least = 0, most = Number.POSITIVE_INFINITY }) => ({
    takes: `a duration${rangeOf(least, most)} such as 500ms, 30s or 2m`,
    read: (text) => within(parseDuration(text), least, most),
  }),
  integer: ({ min, max }) => ({
    takes: `a whole number from ${min} to ${max}`,
    read: (text) => integerIn(text, min, max),
  }),
  choice: ({ choices }) => ({
    takes: `one of ${choices.join(', ')}`,
    read: (text) => choices.find((choice) => choice === text.toLowerCase()),
  }),
  choices: ({ choices }) => ({
    takes: `on, off, or ${choices.join(' or ')}`,
    read: (text) => choicesIn(text, choices),
  }),
};

/** True for `1`, `true`, `yes` and `on`, false for what `isOff` takes; undefined for any other word. */
function switchIn(text: string): boolean | undefined {
  if (isOff(text)) return false;
  return ['1', 'true', 'yes', 'on'].includes(text.trim().toLowerCase()) ? true : undefined;
}

function countIn(text: string): number | undefined {
  const isOn = switchIn(text);
  return isOn === undefined ? integerIn(text, 0, 9) : Number(isOn);
}

function choicesIn(text: string, choices: readonly string[]): readonly string[] | undefined {
  if (switchIn(text) === true) return choices.slice(0, 1);
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  return words.every((word) => choices.includes(word)) ? [...new Set(words)] : undefined;
}

function rangeOf(least: number, most: number): string {
  const bounds = [
    ...(least > 0 ? ['longer than 0'] : []),
    ...(most < Number.POSITIVE_INFINITY ? [`up to ${formatDuration(most)}`] : []),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')},`;
}

function within(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

function integerIn(text: string, min: number, max: number): number | undefined {
  return within(/^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined, min, max);
}

/** Without the empty ones. `isWhole`: a comma does not divide. */
function listOf(texts: readonly string[], isWhole: boolean): string[] | undefined {
  const items = isWhole ? texts : texts.flatMap(splitAtCommas).map(unescapeCommas);
  const present = items.map((item) => item.trim()).filter((item) => !/^[,\s]*$/.test(item));
  return present.length === 0 ? undefined : present;
}
