/** What each kind of flag takes, and what becomes of it. */
import * as z from 'zod/mini';
import { formatDuration, isOff, parseDuration, splitAtCommas, unescapeCommas } from '../text.ts';
import type { Flag } from './flags.ts';

/** An empty variable counts as not set. */
const text = z.pipe(
  z.string(),
  z.transform((value: string) => (value === '' ? undefined : unescapeCommas(value))),
);

const unlessOff = z.pipe(
  z.string(),
  z.transform((value: string) => (isOff(value) ? undefined : value)),
);

/** Checks and converts one text, or the texts of a list. The problem of a failure continues after the flag's name. */
export function schemaOf(flag: Flag): z.ZodMiniType {
  switch (flag.kind) {
    case 'switch':
      return converted(switchIn, 'takes on or off', z.string());
    case 'count':
      return converted(countOf, 'takes a whole number from 0 to 9', z.string());
    case 'text':
      return text;
    case 'list':
      return z.pipe(
        z.union([z.array(z.string()), z.string()]),
        z.transform((given: string | string[]) => {
          const values = [given].flat();
          return listOf(flag.commas === undefined ? values.flatMap(splitAtCommas).map(unescapeCommas) : values);
        }),
      );
    case 'duration': {
      const { least = 0, most = Number.POSITIVE_INFINITY } = flag;
      const bounds = [
        least > 0 ? 'longer than 0' : '',
        most < Number.POSITIVE_INFINITY ? `up to ${formatDuration(most)}` : '',
      ];
      const range = bounds.filter((bound) => bound !== '').join(' and ');
      return converted(
        (value) => durationFrom(value, least, most),
        `takes a duration${range === '' ? '' : ` ${range},`} such as 500ms, 30s or 2m`,
      );
    }
    case 'integer':
      return converted(
        (value) => integerIn(value, flag.min, flag.max),
        `takes a whole number from ${flag.min} to ${flag.max}`,
      );
    case 'choices':
      return converted(
        (value) => choicesIn(value, flag.choices),
        `takes on, off, or ${flag.choices.join(' or ')}`,
        unlessOff,
      );
    case 'choice':
      return converted(
        (value) => flag.choices.find((choice) => choice === value.toLowerCase()),
        `takes one of ${flag.choices.join(', ')}`,
      );
  }
}

function converted<T>(
  convert: (value: string) => T | undefined,
  problem: string,
  input: z.ZodMiniType<string | undefined> = text,
): z.ZodMiniType {
  const conversion = z.transform((value: string | undefined, { issues }) => {
    if (value === undefined) return undefined;
    const result = convert(value);
    if (result === undefined) issues.push({ code: 'custom', message: `${problem}, not "${value}"`, input: value });
    return result;
  });
  return z.pipe(input, conversion);
}

/** True for `1`, `true`, `yes` and `on`, false for what `isOff` takes; undefined for any other word. */
function switchIn(value: string): boolean | undefined {
  if (isOff(value)) return false;
  return ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase()) ? true : undefined;
}

function choicesIn(value: string, choices: readonly string[]): readonly string[] | undefined {
  if (switchIn(value) === true) return choices.slice(0, 1);
  const words = value.split(',').map((word) => word.trim().toLowerCase());
  return words.every((word) => choices.includes(word)) ? [...new Set(words)] : undefined;
}

function countOf(value: string): number | undefined {
  const isOn = switchIn(value);
  return isOn === undefined ? integerIn(value, 0, 9) : Number(isOn);
}

function durationFrom(value: string, least: number, most: number): number | undefined {
  const ms = parseDuration(value);
  return ms !== undefined && ms >= least && ms <= most ? ms : undefined;
}

function integerIn(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function listOf(items: readonly string[]): string[] | undefined {
  const present = items.map((item) => item.trim()).filter((item) => !/^,*$/.test(item.replace(/\s/g, '')));
  return present.length === 0 ? undefined : present;
}
