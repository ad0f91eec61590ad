/** Large answers: legal JSON, and YAML that parsers take long for. */
import type { Dice } from '../../../test/support/dice.ts';
import { oddText } from './values.ts';

/** Fewer than the values that one answer may hold. */
const mostItems = 30_000;

/** The same document with its lists many times as long, and with odd texts. */
export function lengthened(json: string, dice: Dice): string {
  let left = mostItems;
  const text = dice.chance(0.5) ? oddText(dice).slice(0, 200) : undefined;
  const longer = (value: unknown): unknown => {
    if (typeof value === 'string') return text !== undefined && dice.chance(0.1) ? text : value;
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, longer(inner)]));
    const length = value.length === 0 ? 0 : Math.min(left, dice.pick([1, 20, 400, 5_000]));
    left -= length;
    return Array.from({ length }, (_, index) => longer(value[index % value.length]));
  };
  return JSON.stringify(longer(JSON.parse(json)));
}

/** What a parser repeats, nests or compares with everything before it. */
export function largeYaml(dice: Dice): string {
  const many = dice.pick([100, 3000, 40_000]);
  const numbered = (line: (index: number) => string): string =>
    Array.from({ length: many }, (_, at) => line(at)).join('\n');
  return dice.pick([
    () => numbered((at) => `${at}:`),
    () => numbered((at) => `- &a${at} *a${Math.max(0, at - 1)}`),
    () => `a0: &a0 [x]\n${numbered((at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`,
    () => numbered((at) => `${' '.repeat(Math.min(at, 2000))}a:`),
    () => `openapi: 3.0.3\npaths:\n${numbered((at) => `  /p${at}: {get: {responses: {200: {description: x}}}}`)}`,
    () => '['.repeat(many),
    () => `a: "${'\\u202e😀'.repeat(many)}"`,
    () => `? ${'? '.repeat(many)}`,
  ])();
}
