/** The documents of `smoke` and `smoke --list`. */
import * as z from 'zod/mini';
import { count, described, flag, instant, text, type DocumentSchema } from './document.ts';

const rule = {
  id: text,
  group: text,
  section: described(text, 'Of the interface document'),
  sentence: described(z.nullable(text), 'Of the interface document; null if the check can only warn'),
  title: text,
};
const verdict = z.enum(['pass', 'warn', 'fail', 'skip']);

const check = z.strictObject({
  ...rule,
  verdict,
  reason: described(z.optional(text), 'Why it was skipped'),
  obstacle: z.optional(
    z.enum(['unavailable', 'rate_limited', 'network', 'refused', 'nothing_available', 'wrong_address']),
  ),
  elapsedMs: count,
  findings: z.array(
    z.strictObject({
      severity: z.enum(['fail', 'warn', 'note']),
      expected: text,
      got: text,
      request: described(z.optional(text), 'A curl command that repeats the request'),
    }),
  ),
});

export const smoke: DocumentSchema = {
  title: 'Contract checks',
  description: 'The verdict of each check; with --list, the checks',
  document: z.union([
    z.strictObject({
      ok: described(flag, 'The exit code is 0'),
      baseUrl: text,
      siteUrl: text,
      strict: flag,
      counts: z.strictObject({ pass: count, warn: count, fail: count, skip: count }),
      requests: count,
      startedAt: instant,
      elapsedMs: count,
      exitCode: z.int(),
      obstacle: described(z.optional(text), 'Why the service could not be asked, or little could be checked'),
      checks: z.array(check),
    }),
    z.array(z.strictObject(rule)),
  ]),
  record: z.union([
    z.strictObject({
      verdict,
      id: text,
      title: text,
      message: text,
      section: text,
      request: z.nullable(text),
    }),
    z.strictObject(rule),
  ]),
};
