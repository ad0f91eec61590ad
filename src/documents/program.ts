/** The documents of smoke, sandbox, completion and schema, and the error. */
import { exitCodes } from '../base/errors.ts';
import {
  any,
  count,
  flag,
  instant,
  integer,
  number,
  text,
  type DocumentShape,
  type Form,
  about,
  choice,
  headed,
  list,
  nullable,
  object,
  optional,
  served,
} from '../shape.ts';
import { factsShape } from './facts.ts';

const rule = {
  id: headed('CHECK', text),
  title: headed('RULE', text),
  section: about('The section of the interface document', headed('SECTION', text)),
  group: text,
  sentence: about(
    'The sentence of the interface document that is checked; null if the check can only warn',
    nullable(text),
  ),
};
const verdict = about(
  'skip: it does not apply, or another check says why; unchecked: no answer shows it',
  headed('VERDICT', choice('pass', 'warn', 'fail', 'skip', 'unchecked')),
);

const check = object({
  ...rule,
  verdict,
  reason: about('Why it was skipped, or could not be checked', optional(text)),
  exitCode: about(
    'Set if the service could not be reached, or lists nothing to check',
    optional(integer),
  ),
  findings: list(
    object({
      severity: choice('fail', 'warn'),
      expected: text,
      got: text,
      request: about('A curl command that repeats the request', optional(text)),
    }),
  ),
});

const { id, title, section } = rule;
const checkRecord = object({ verdict, id, title, message: text, section, request: nullable(text) });

/** What `smoke --list` prints. */
export const checkList = { value: list(object(rule)) } satisfies Form;

export const smokeShape = {
  title: 'Contract checks',
  description: 'The verdict of each check; with --list, the checks',
  value: object({
    ok: about('Whether the exit code is 0', flag),
    baseUrl: text,
    siteUrl: text,
    strict: flag,
    counts: object({ pass: count, warn: count, fail: count, skip: count, unchecked: count }),
    requests: count,
    startedAt: instant,
    elapsedMs: count,
    exitCode: integer,
    obstacle: about(
      'Why the service could not be reached, or little could be checked',
      optional(text),
    ),
    hint: about('What to try if the address has no such service', optional(text)),
    checks: list(check),
    facts: about(
      'What the service does where the interface leaves it open; absent if not seen',
      factsShape,
    ),
  }),
  records: [{ list: 'checks', item: checkRecord }],
  others: [checkList],
} satisfies DocumentShape;

export const sandboxShape = {
  title: 'Sandbox',
  description: 'The addresses of the built-in operator, once it is running',
  value: object({ baseUrl: text, siteUrl: text, docs: text, openapi: text }),
} satisfies DocumentShape;

export const completionShape = {
  title: 'Completion script',
  description: 'The script for a shell',
  value: object({ shell: text, script: text }),
} satisfies DocumentShape;

const keyword = optional(any);

/** What `schema` prints with a name. */
export const oneSchema = {
  value: served({
    $schema: text,
    title: text,
    description: text,
    type: keyword,
    properties: keyword,
    required: keyword,
    items: keyword,
    anyOf: keyword,
  }),
} satisfies Form;

export const schemaListShape = {
  title: 'Schemas',
  description: 'The documents that have a schema; with a name, its JSON Schema',
  value: list(object({ name: headed('DOCUMENT', text), description: headed('DESCRIPTION', text) })),
  others: [oneSchema],
} satisfies DocumentShape;

/** Those of `base/errors.ts`: a test compares them. */
const codes = [
  'not_available',
  'usage',
  'config',
  'input_needed',
  'refused',
  'unavailable',
  'rate_limited',
  'network',
  'contract',
  'output',
  'interrupted',
  'internal',
];

export const errorShape = {
  title: 'Error',
  description: 'The line on stderr if a command with --json fails; stdout is then empty',
  value: object({
    error: object({
      code: about('Stays the same when a message changes', choice(...codes)),
      message: text,
      hint: about('The next thing to try', optional(text)),
      status: about('The HTTP status, if the service answered', optional(integer)),
      retryAfterSeconds: optional(number),
      seenBefore: about(
        'For a vehicle that is not available: whether this machine has ever seen it on a list or in a quote',
        optional(flag),
      ),
      exitCode: choice(...Object.values(exitCodes)),
    }),
  }),
  records: [],
} satisfies DocumentShape;
