/** What each kind of flag takes, and what becomes of it: on the command line, in a variable and in the configuration file alike. */
import { UsageError } from '../errors.ts';
import { splitAtCommas, unescapeCommas } from '../commas.ts';
import { formatDuration, isOff, meant, parseDuration } from '../text.ts';
import { camelCase, flagHint, type Flag, type Flags } from './flags.ts';

/** The text of a variable, of a configured default or of a tool's input. */
type Given = string | readonly string[];

/**
 * The value of a flag with what this text of the command line adds to it: the last text counts, but a list has all. Throws UsageError
 * naming the flag and what it takes, also for an empty text: a script's variable that was never set must not silently mean another
 * trip or operator.
 */
export function addValue(name: string, flag: Flag, text: string, before: unknown): unknown {
  const refuse = (problem: string, hint: string): never => {
    throw new UsageError(`--${name} ${problem}`, { hint });
  };
  if (flag.kind === 'switch') return true;
  if (flag.kind === 'count') return Number(before ?? 0) + 1;
  const chosen = flag.kind === 'choices' && before !== undefined ? `${String(before)},${text}` : text;
  const value = valueOf(name, flag, chosen, refuse) ?? refuse('has no value', flagHint(name, flag));
  return flag.kind === 'list' ? [...((before as string[] | undefined) ?? []), ...(value as string[])] : value;
}

/** The typed values of all flags that `read` finds. One that is empty has none; `fail` throws for one that is wrong. */
export function parseEach(
  flags: Flags,
  read: (name: string) => Given | undefined,
  fail: (name: string, problem: string, hint: string) => never,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const given = read(name);
    if (given === undefined) continue;
    const value = valueOf(name, flag, given, (problem, hint) => fail(name, problem, hint));
    if (value !== undefined) values[camelCase(name)] = value;
  }
  return values;
}

function valueOf(name: string, flag: Flag, given: Given, fail: (problem: string, hint: string) => never): unknown {
  if (flag.kind === 'list') return listOf([given].flat(), flag.commas !== undefined);
  const text = String(given);
  const isSwitch = flag.kind === 'switch' || flag.kind === 'count';
  if (flag.kind === 'choices' ? isOff(text) : text === '' && !isSwitch) return undefined;
  if (flag.kind === 'text') return unescapeCommas(text);
  const { takes, read } = rules[flag.kind](flag as never);
  const near = 'choices' in flag ? meant(text, flag.choices) : undefined;
  return read(text) ?? fail(`takes ${takes}, not "${text}"`, near ?? flagHint(name, flag));
}

type Kind = Exclude<Flag['kind'], 'text' | 'list'>;
type Rule<F> = (flag: F) => { readonly takes: string; readonly read: (text: string) => unknown };

const rules: { readonly [K in Kind]: Rule<Extract<Flag, { kind: K }>> } = {
  switch: () => ({ takes: 'on or off', read: switchIn }),
  count: () => ({ takes: 'a whole number from 0 to 9', read: countIn }),
  duration: ({ least = 0, most }) => ({
    takes: `a duration${rangeOf(least, most)} such as 500ms, 30s or 2m`,
    read: (text) => within(parseDuration(text), least, most ?? Number.POSITIVE_INFINITY),
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

/** ` longer than 0 and up to 10 min,`. */
function rangeOf(least: number, most: number | undefined): string {
  const bounds = [
    ...(least > 0 ? ['longer than 0'] : []),
    ...(most === undefined ? [] : [`up to ${formatDuration(most)}`]),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')},`;
}

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
