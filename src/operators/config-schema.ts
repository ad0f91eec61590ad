/** What may stand in the configuration file. Loaded only where there is one. */
import type { ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import type { Config } from './config.ts';
import { parseRateLimit } from './rate-limit.ts';

const leftAlone = 'the file was left as it is; correct it by hand';

const operator = z.strictObject({
  baseUrl: z.string(),
  siteUrl: z.string().optional(),
  timeZone: z.string().refine(isTimeZone, 'is not a time zone: use a name such as Pacific/Auckland').optional(),
  limit: z
    .string()
    .transform((text, context) => {
      const limit = parseRateLimit(text);
      if (limit) return limit;
      context.addIssue({ code: 'custom', message: 'is not a limit: use <requests>/<window>, such as 100/60s' });
      return z.NEVER;
    })
    .optional(),
});

const file = z.strictObject({
  default: z.string().optional(),
  operators: z.record(z.string(), operator).default({}),
  defaults: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

/** Throws ConfigError naming the line (not JSON) or the field (wrong shape). */
export async function parseConfig(path: string, text: string): Promise<Omit<Config, 'path'>> {
  const parsed = file.safeParse(await parseJson(path, text));
  if (parsed.success) return { ...parsed.data, default: parsed.data.default };
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? issue.path.map(String).join('.') : 'the file';
  throw new ConfigError(`${path}: ${where}: ${issue?.message ?? 'wrong shape'}`, { hint: leftAlone });
}

async function parseJson(path: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    // JSON.parse tells no line; this parser does, and is only needed now.
    const { parse, printParseErrorCode } = await import('jsonc-parser');
    const problems: ParseError[] = [];
    parse(text, problems, { disallowComments: true });
    const [problem] = problems;
    const line = problem === undefined ? '' : `:${text.slice(0, problem.offset).split('\n').length}`;
    const reason = problem === undefined ? '' : ` (${inWords(printParseErrorCode(problem.error))})`;
    throw new ConfigError(`${path}${line}: not JSON${reason}`, { hint: leftAlone, cause: error });
  }
}

/** `PropertyNameExpected` → `property name expected`. */
function inWords(code: string): string {
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
