/**
 * What each kind of flag takes, and what becomes of it: on the command line, in a variable and in
 * the configuration file alike.
 */
import { splitAtCommas, unescapeCommas } from '../base/commas.ts';
import { UsageError } from '../base/errors.ts';
import { maxDurationMs, parseDuration, shortDurationFlag } from '../base/durations.ts';
import { isOff, joinWords, suggestion } from '../base/words.ts';
import { camelCase, flagHint, type Flag, type Flags } from './flags.ts';

/** The text of a variable, of a configured default or of a tool's input. */
type RawValue = string | readonly string[];
type Fail = (problem: string, hint: string) => never;

/**
 * The value of a flag with what this text of the command line adds to it: a list has all texts, and
 * any other flag takes only one. Throws UsageError naming the flag and what it takes, also for an
 * empty text: a script's variable that was never set must not silently mean another trip or
 * operator.
 */
export function addValue(name: string, flag: Flag, text: string, before: unknown): unknown {
  const refuse: Fail = (problem, hint) => {
    throw new UsageError(`--${name} ${problem}`, { hint });
  };
  if (flag.kind === 'switch') return true;
  if (before !== undefined && !isRepeatable(flag)) refuse('was given twice', onceHint(name, flag));
  // A repeated flag is read anew, with the value before as text before a comma.
  const isJoined = before !== undefined && flag.kind !== 'list';
  const all = isJoined ? `${String(before)},${text}` : text;
  if (flag.kind === 'choices' && isOff(text) && text !== '')
    refuse(`cannot be turned off by =${text}`, `leave --${name} out`);
  const value = valueOf(name, flag, all, refuse) ?? refuse('has no value', flagHint(name, flag));
  return flag.kind === 'list'
    ? [...((before as string[] | undefined) ?? []), ...(value as string[])]
    : value;
}

/** Whether it can be given several times. */
function isRepeatable(flag: Flag): boolean {
  return (
    flag.kind === 'list' ||
    flag.kind === 'choices' ||
    (flag.kind === 'text' && flag.joined === true)
  );
}

function onceHint(name: string, flag: Flag): string {
  if (flag.offers?.several === true) return flagHint(name, flag);
  if (flag.singleHint !== undefined) return flag.singleHint;
  const [alias] = flag.aliases ?? [];
  return alias === undefined ? 'give it once' : `give it once; --${alias} is the same flag`;
}

/**
 * The values of all flags for which `read` finds a text; an empty text gives none. `fail` throws for
 * a wrong one.
 */
export function parseEach(
  flags: Flags,
  read: (name: string) => RawValue | undefined,
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

function valueOf(name: string, flag: Flag, given: RawValue, fail: Fail): unknown {
  if (flag.kind === 'list') return listOf([given].flat(), { keepsCommas: flag.commas === 'names' });
  const text = String(given);
  const isEmpty = flag.kind === 'choices' ? isOff(text) : text === '' && flag.kind !== 'switch';
  if (isEmpty) return undefined;
  const { takes, value } = readText(flag, text);
  return value ?? fail(`takes ${takes}, not "${text}"`, hintFor(name, flag, text));
}

function hintFor(
  name: string,
  flag: Exclude<Flag, { readonly kind: 'list' }>,
  text: string,
): string {
  const hasSeveral =
    'choices' in flag && text.split(',').every((word) => flag.choices.includes(word.trim()));
  if (hasSeveral && flag.singleHint !== undefined) return flag.singleHint;
  const near = 'choices' in flag ? suggestion(text, flag.choices) : undefined;
  const example = exampleOf(flag);
  return near ?? (example === undefined ? flagHint(name, flag) : `for example --${name}${example}`);
}

/**
 * An example with what divides it from the flag: ` 7`, for a week, or `=b`, the last choice, because
 * the first is often the default. Undefined if the message has one.
 */
function exampleOf(flag: Flag): string | undefined {
  if (flag.kind === 'integer')
    return ` ${flag.default ?? flag.example ?? Math.min(flag.max, Math.max(flag.min, 7))}`;
  if (flag.kind === 'choice') return ` ${flag.choices.at(-1)}`;
  return flag.kind === 'choices' ? `=${flag.choices.at(-1)}` : undefined;
}

/** The value is undefined for a text that the flag does not take. */
function readText(
  flag: Exclude<Flag, { readonly kind: 'list' }>,
  text: string,
): { takes: string; value: unknown } {
  switch (flag.kind) {
    case 'text':
      return { takes: 'a text', value: unescapeCommas(text) };
    case 'switch':
      return { takes: 'on or off', value: onOrOff(text) };
    case 'integer': {
      const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;
      return {
        takes: `a whole number from ${flag.min} to ${flag.max}`,
        value: within(value, flag.min, flag.max),
      };
    }
    case 'duration': {
      const { min = 0, max = maxDurationMs } = flag;
      const examples = ['500ms', '30s', '5m', '2h'].filter((one) =>
        within(parseDuration(one) ?? NaN, min, max),
      );
      const bounds = `from ${shortDurationFlag(min)} to ${shortDurationFlag(max)}`;
      const value = within(parseDuration(text) ?? NaN, min, max);
      return { takes: `a duration ${bounds}, such as ${joinWords(examples, 'or')}`, value };
    }
    case 'choice': {
      const value = flag.choices.find((choice) => choice === text.trim().toLowerCase());
      return { takes: `one of ${flag.choices.join(', ')}`, value };
    }
    case 'choices': {
      const words = onOrOff(text)
        ? flag.choices.slice(0, 1)
        : text.split(',').map((word) => word.trim().toLowerCase());
      const isKnown = words.every((word) => flag.choices.includes(word));
      return {
        takes: joinWords([...flag.choices, 'on', 'off'], 'or'),
        value: isKnown ? [...new Set(words)] : undefined,
      };
    }
  }
}

/** Undefined if the text is neither. */
function onOrOff(text: string): boolean | undefined {
  if (isOff(text)) return false;
  return ['1', 'true', 'yes', 'on'].includes(text.trim().toLowerCase()) ? true : undefined;
}

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

/** Without the empty ones. `keepsCommas`: a comma does not divide. */
function listOf(
  texts: readonly string[],
  { keepsCommas }: { readonly keepsCommas: boolean },
): string[] | undefined {
  const items = keepsCommas ? texts : texts.flatMap(splitAtCommas).map(unescapeCommas);
  const present = items.map((item) => item.trim()).filter((item) => !/^[,\s]*$/.test(item));
  return present.length === 0 ? undefined : present;
}
