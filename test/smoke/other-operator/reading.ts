import { readDay, type Day } from './dates.ts';
import { missingText, textOf, type Language, type Objection } from './texts.ts';

export interface ReadingOptions {
  /** Also reads `2026-1-5`, `+5` and `05`. */
  readonly looseValues: boolean;
  /** Which one of repeated parameters counts. */
  readonly repeated: 'first' | 'last' | 'refuse';
  /** Refuses parameters that the endpoint does not have. */
  readonly refuseUnknown: boolean;
  /** `PICK_UP_DATE` is the same as `pick_up_date`. */
  readonly anyCase: boolean;
  /** Which one of several missing parameters a message names. */
  readonly missingNamed: 'first' | 'last';
  /** What a message names if one parameter is missing and another one is not valid. */
  readonly reportedFirst: 'missing' | 'not valid';
  /** What a required parameter without a value is. */
  readonly emptyRequired: 'missing' | 'not valid';
  /** What an optional parameter without a value is. */
  readonly emptyOptional: 'absent' | 'not valid';
  /** The wording of messages, where it is free. */
  readonly language: Language;
}

export const readingDefaults: ReadingOptions = {
  looseValues: false,
  repeated: 'first',
  refuseUnknown: false,
  anyCase: false,
  missingNamed: 'first',
  reportedFirst: 'missing',
  emptyRequired: 'not valid',
  emptyOptional: 'absent',
  language: 'English',
};

export interface Parameter {
  readonly name: string;
  readonly kind: 'integer' | 'date' | 'text';
  readonly required: boolean;
}

export interface Values {
  readonly numbers: ReadonlyMap<string, number>;
  readonly days: ReadonlyMap<string, Day>;
  readonly texts: ReadonlyMap<string, string>;
}

export type Reading = Values | { readonly error: string };

export function read(query: URLSearchParams, wanted: readonly Parameter[], options: ReadingOptions): Reading {
  const sent = [...query].map(([name, value]) => [options.anyCase ? name.toLowerCase() : name, value] as const);
  const [numbers, days, texts] = [new Map<string, number>(), new Map<string, Day>(), new Map<string, string>()];
  const missing: string[] = [];
  const problems: Objection[] = [];
  for (const { name, kind, required } of wanted) {
    const values = sent.flatMap(([key, value]) => (key === name ? [value] : []));
    const value = options.repeated === 'last' ? values.at(-1) : values[0];
    if (value === undefined || value === '') {
      const isMissing = value === undefined || options.emptyRequired === 'missing';
      if (required && isMissing) missing.push(name);
      else if (required || (value === '' && kind !== 'text' && options.emptyOptional === 'not valid'))
        problems.push(PROBLEMS[kind]);
      continue;
    }
    if (values.length > 1 && options.repeated === 'refuse') problems.push('repeated');
    const number = kind === 'integer' ? readInteger(value, options) : undefined;
    const day = kind === 'date' ? readDay(value, { loose: options.looseValues }) : undefined;
    if (kind === 'text') texts.set(name, value);
    else if (number !== undefined) numbers.set(name, number);
    else if (day !== undefined) days.set(name, day);
    else problems.push(PROBLEMS[kind]);
  }
  return errorOf(missing, problems, options) ?? { numbers, days, texts };
}

/** The objection to a parameter that the endpoint does not have, if the operator minds. */
export function unknownParameter(query: URLSearchParams, wanted: readonly Parameter[], options: ReadingOptions) {
  const known = wanted.map(({ name }) => name);
  const unknown = [...query.keys()].some((name) => !known.includes(options.anyCase ? name.toLowerCase() : name));
  return options.refuseUnknown && unknown ? textOf('unknown parameter', options.language) : undefined;
}

export function readInteger(text: string, { looseValues }: Pick<ReadingOptions, 'looseValues'>): number | undefined {
  return (looseValues ? /^\s*[+-]?\d+\s*$/ : /^(0|-?[1-9]\d*)$/).test(text) ? Number(text) : undefined;
}

const PROBLEMS = { integer: 'not an integer', date: 'not a date', text: 'unknown extra' } as const;

function errorOf(missing: readonly string[], problems: readonly Objection[], options: ReadingOptions) {
  const name = options.missingNamed === 'first' ? missing[0] : missing.at(-1);
  const [problem] = problems;
  if (name !== undefined && (options.reportedFirst === 'missing' || problem === undefined))
    return { error: missingText(name) };
  return problem === undefined ? undefined : { error: textOf(problem, options.language) };
}
