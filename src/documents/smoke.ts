/** The documents of `smoke` and `smoke --list`. */
import type { DocumentShape, Form } from '../shape.ts';
import {
  about,
  choice,
  count,
  flag,
  headed,
  instant,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '../shape.ts';

const rule = {
  id: headed('CHECK', text),
  title: headed('RULE', text),
  section: about('Of the interface document', headed('SECTION', text)),
  group: text,
  sentence: about('Of the interface document; null if the check can only warn', nullable(text)),
};
const verdict = headed('VERDICT', choice('pass', 'warn', 'fail', 'skip', 'unchecked'));

const check = object({
  ...rule,
  verdict,
  reason: about('Why it was skipped, or could not be checked', optional(text)),
  obstacle: optional(choice('unavailable', 'rate_limited', 'network', 'refused', 'nothing_available', 'wrong_address')),
  elapsedMs: count,
  findings: list(
    object({
      severity: choice('fail', 'warn', 'note'),
      expected: text,
      got: text,
      request: about('A curl command that repeats the request', optional(text)),
    }),
  ),
});

/** With `--list`. */
export const checkList = { value: list(object(rule)), records: [{ item: object(rule) }] } satisfies Form;

export const smoke = {
  title: 'Contract checks',
  description: 'The verdict of each check; with --list, the checks',
  value: object({
    ok: about('The exit code is 0', flag),
    baseUrl: text,
    siteUrl: text,
    strict: flag,
    counts: object({ pass: count, warn: count, fail: count, skip: count, unchecked: count }),
    requests: count,
    startedAt: instant,
    elapsedMs: count,
    exitCode: integer,
    obstacle: about('Why the service could not be asked, or little could be checked', optional(text)),
    checks: list(check),
  }),
  records: [
    {
      list: 'checks',
      item: object({
        verdict,
        id: rule.id,
        title: rule.title,
        message: text,
        section: rule.section,
        request: nullable(text),
      }),
    },
  ],
  others: [checkList],
} satisfies DocumentShape;
