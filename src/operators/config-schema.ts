/** The schema of the configuration file. Loaded only if there is a file. */
import * as z from 'zod/mini';
import { ConfigError } from '../base/errors.ts';
import {
  addressProblem,
  budgetUrlProblem,
  limitProblem,
  parseRateLimit,
  timeZoneProblem,
  type Problem,
} from './fields.ts';
import type { Config } from './operator.ts';
import { shortName } from '../base/words.ts';

const leftAlone = 'correct it; rental did not change the file';

/** Each message continues after the name of the field. */
const text = z.string({
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string'),
});

function objectOf<T extends z.core.$ZodLooseShape>(shape: T) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no setting "${shortName(issue.keys[0] ?? '')}"; the settings are ${known}`
        : 'must be an object',
  });
}

function textWithout(problemOf: (input: string) => Problem | undefined) {
  return text.check(({ value, issues }) => {
    const wrong = problemOf(value);
    if (wrong)
      issues.push({ code: 'custom', input: value, message: `${wrong.problem}; ${wrong.hint}` });
  });
}

const operator = objectOf({
  baseUrl: textWithout(addressProblem),
  siteUrl: z.optional(textWithout(addressProblem)),
  budgetUrl: z.optional(textWithout(budgetUrlProblem)),
  timeZone: z.optional(textWithout(timeZoneProblem)),
  limit: z.optional(z.pipe(textWithout(limitProblem), z.transform(parseRateLimit))),
});

const setting = z.union(
  [z.string(), z.number(), z.boolean()],
  'must be a string, a number, true or false',
);

const file = objectOf({
  default: z.optional(text),
  operators: z._default(z.record(z.string(), operator, 'must be an object'), {}),
  defaults: z._default(z.record(z.string(), setting, 'must be an object'), {}),
});

/** Throws ConfigError naming the line (not JSON) or the field (wrong shape). */
export function parseConfig(path: string, text: string): Config {
  const parsed = file.safeParse(parseJson(path, text));
  // The field is also there if it is undefined.
  if (parsed.success) return { path, ...parsed.data, default: parsed.data.default };
  const issue = parsed.error.issues[0];
  const where = issue?.path.length
    ? issue.path.map((key) => shortName(String(key))).join('.')
    : 'the file';
  throw new ConfigError(`${path}: ${where} ${issue?.message ?? 'is not valid'}`, {
    hint: leftAlone,
  });
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of the error can quote a password.
    const [, position] = / at position (\d+)/.exec((error as Error).message) ?? [];
    const place =
      position === undefined
        ? path
        : `${path}:${text.slice(0, Number(position)).split('\n').length}`;
    throw new ConfigError(`${place}: not valid JSON; comments are not allowed`, {
      hint: leftAlone,
      cause: error,
    });
  }
}
