/** What the configuration file may contain. Loaded only if there is a file. */
import type { ParseError } from 'jsonc-parser';
import * as z from 'zod/mini';
import { ConfigError } from '../errors.ts';
import { budgetUrlProblem } from './budget-settings.ts';
import { withoutMark } from './files.ts';
import { groupNameHint, isGroupName } from '../planner/depot-groups.ts';
import { limitProblem, parseRateLimit, type Config, type Problem } from './operator.ts';
import { endOfString } from '../json.ts';
import { shorten } from '../text.ts';

/** No setting is deeper than 4; a parser that calls itself can run out of stack. */
const deepest = 100;
const leftAlone = 'correct the file by hand; rental did not change it';

/** Each message continues after the name of the field. */
const text = z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text') });

function objectOf<T extends z.core.$ZodLooseShape>(shape: T) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no setting "${shorten(issue.keys[0] ?? '', 60)}"; there are ${known}`
        : 'must be an object',
  });
}

function textWithout(problemOf: (input: string) => Problem | undefined) {
  const error = (input: unknown): string => {
    const wrong = problemOf(String(input));
    return `${wrong?.problem}: ${wrong?.hint}`;
  };
  return text.check(z.refine((input) => problemOf(input) === undefined, { error: ({ input }) => error(input) }));
}

const depotGroups = z
  .record(
    z.string(),
    z
      .array(z.int('must be the id of a depot'), 'must be a list of ids of depots')
      .check(z.minLength(1, 'has no depots')),
    'must be an object',
  )
  .check(
    z.refine((groups) => Object.keys(groups).every(isGroupName), {
      error: `has a name that is none for a group: ${groupNameHint}`,
    }),
  );

const operator = objectOf({
  baseUrl: text,
  siteUrl: z.optional(text),
  budgetUrl: z.optional(textWithout(budgetUrlProblem)),
  timeZone: z.optional(text.check(z.refine(isTimeZone, 'is not a time zone: use a name such as Pacific/Auckland'))),
  depotGroups: z.optional(depotGroups),
  limit: z.optional(z.pipe(textWithout(limitProblem), z.transform(parseRateLimit))),
});

const setting = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false');

const file = objectOf({
  default: z.optional(text),
  operators: z._default(z.record(z.string(), operator, 'must be an object'), {}),
  defaults: z._default(z.record(z.string(), setting, 'must be an object'), {}),
  webhook: z.optional(text),
  webhookFormat: z.optional(text),
});

/** Throws ConfigError naming the line (not JSON) or the field (wrong shape). */
export async function parseConfig(path: string, text: string): Promise<Omit<Config, 'path'>> {
  const parsed = file.safeParse(await parseJson(path, text));
  if (parsed.success) return { ...parsed.data, default: parsed.data.default };
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? issue.path.map((key) => shorten(String(key), 60)).join('.') : 'the file';
  throw new ConfigError(`${path}: ${where} ${issue?.message ?? 'is not what it should be'}`, { hint: leftAlone });
}

async function parseJson(path: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(withoutMark(text));
  } catch (error) {
    // JSON.parse does not say which line is wrong; this parser does.
    const lineAt = (offset: number): string => `${path}:${text.slice(0, offset).split('\n').length}`;
    const tooDeep = tooDeepAt(text);
    if (tooDeep !== undefined) throw new ConfigError(`${lineAt(tooDeep)}: nested too deeply`, { hint: leftAlone });
    const { parse, printParseErrorCode } = await import('jsonc-parser');
    const problems: ParseError[] = [];
    parse(text, problems, { disallowComments: true });
    const [problem] = problems;
    const place = problem === undefined ? path : lineAt(problem.offset);
    const reason = problem === undefined ? '' : ` (${spacedWords(printParseErrorCode(problem.error))})`;
    throw new ConfigError(`${place}: not JSON${reason}`, { hint: leftAlone, cause: error });
  }
}

/** The place of the first bracket that no parser needs to follow; undefined if there is none. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(/["[\]{}]/g)) {
    if (index < at) continue;
    if (mark === '"') at = endOfString(text, index);
    else depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth > deepest) return index;
  }
  return undefined;
}

/** `PropertyNameExpected` → `property name expected`. */
function spacedWords(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
