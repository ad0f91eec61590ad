/** The rules of fields: types as the interface's own schemas have them, and what types cannot say. */
import type { z } from 'zod';
import { ContractError } from '../errors.ts';
import { checkBounds } from '../api/bounded.ts';
import { pathText, valueAt } from '../api/validate.ts';
import { failure, isRecord, type Answer } from './answer.ts';
import type { Finding } from './check.ts';
import { plain, show } from './show.ts';

/** Findings of one kind that are told one by one; the rest are counted. */
const told = 5;

/** What of `value` is not as the schema has it. `leave` names fields that another check judges. */
export function shapeFindings(
  answer: Answer,
  schema: z.ZodType,
  value: unknown,
  leave: readonly string[] = [],
): Finding[] {
  try {
    checkBounds(value, answer.request.endpoint);
  } catch (error) {
    if (error instanceof ContractError) return [failure(answer, 'an answer of sensible size', plain(error.message))];
    throw error;
  }
  const issues = schema.safeParse(value).error?.issues ?? [];
  const left = issues.filter((issue) => !leave.includes(pathText(issue.path)));
  return tell(left, (issue) =>
    failure(answer, at(pathText(issue.path), issue.message), show(valueAt(value, issue.path))),
  );
}

/** Findings for the first five, the last of them saying how many more there are. */
export function tell<T>(wrong: readonly T[], words: (one: T) => Finding): Finding[] {
  const found = wrong.slice(0, told).map(words);
  const last = found.at(-1);
  const more = wrong.length - found.length;
  if (last === undefined || more === 0) return found;
  return [...found.slice(0, -1), { ...last, got: `${last.got} (and ${more} more like it)` }];
}

export interface Field {
  /** `[3].price`. */
  readonly path: string;
  readonly value: unknown;
}

/** The field `key` of each entry that has it. */
export function fieldOfEach(list: readonly unknown[], key: string): Field[] {
  return list.flatMap((entry, index) =>
    isRecord(entry) && Object.hasOwn(entry, key) ? [{ path: `[${index}].${key}`, value: entry[key] }] : [],
  );
}

/** Findings for the fields that `holds` is false of. */
export function fieldFindings(
  answer: Answer,
  fields: readonly Field[],
  expected: string,
  holds: (value: unknown) => boolean,
): Finding[] {
  const wrong = fields.filter(({ value }) => !holds(value));
  return tell(wrong, ({ path, value }) => failure(answer, at(path, expected), show(value)));
}

/** Each id once; only integers count, what else there is breaks another rule. */
export function uniqueFindings(answer: Answer, fields: readonly Field[]): Finding[] {
  const seen = new Set<unknown>();
  const repeated = fields.filter(({ value }) => {
    const before = seen.has(value);
    seen.add(value);
    return before && Number.isInteger(value);
  });
  return tell(repeated, ({ path, value }) => failure(answer, at(path, 'an id of its own'), `${show(value)} again`));
}

/** At most two decimals, and not negative. Other types than numbers break another rule. */
export function amountFindings(answer: Answer, fields: readonly Field[]): Finding[] {
  const amounts = fields.filter(({ value }) => typeof value === 'number');
  return [
    ...fieldFindings(answer, amounts, 'dollars with two decimals at most', (value) => hasCents(value as number)),
    ...fieldFindings(answer, amounts, 'an amount of 0 or more', (value) => (value as number) >= 0).map(
      (found): Finding => ({ ...found, severity: 'warn' }),
    ),
  ];
}

/** As JSON was read, `12.50` is 12.5: fewer decimals are no defect. */
export function hasCents(amount: number): boolean {
  return Number.isInteger(amount) || /^-?\d+\.\d{1,2}$/.test(String(amount));
}

/** Whole cents; only of amounts that have them. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

function at(path: string, expected: string): string {
  return path === '' ? expected : `${path}: ${expected}`;
}
