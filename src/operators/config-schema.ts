/** What may stand in the configuration file. Loaded only where there is one. */
import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import type { Config } from './config.ts';
import { parseRateLimit } from './rate-limit.ts';

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
export function parseConfig(path: string, text: string): Omit<Config, 'path'> {
  const parsed = file.safeParse(parseJson(path, text));
  if (parsed.success) return { ...parsed.data, default: parsed.data.default };
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? issue.path.map(String).join('.') : 'the file';
  throw new ConfigError(`${path}: ${where}: ${issue?.message ?? 'wrong shape'}`, { hint: 'the file was left as it is; correct it by hand' });
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${path}${lineOf(text, error)}: not JSON: ${(error as Error).message}`, {
      hint: 'the file was left as it is; correct it by hand',
      cause: error,
    });
  }
}

/** V8 tells a character position in some messages only. */
function lineOf(text: string, error: unknown): string {
  const position = /position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
