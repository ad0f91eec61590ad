/** The documents about `rental` itself: settings, budgets, errors. */
import type { DocumentShape, Form } from '../shape.ts';
import { exitCodes } from '../errors.ts';
import {
  about,
  any,
  choice,
  count,
  flag,
  headed,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  served,
  text,
  union,
} from '../shape.ts';

const budget = {
  operator: about('Null for an address that is not configured', nullable(text)),
  origin: text,
  proxy: nullable(text),
  limit: about('Requests in a window', count),
  windowMs: number,
  used: count,
  free: integer,
  others: about('Of the used ones: by other clients with the same address', count),
};

/** What is left of one operator's limit. */
export const limitStatus = {
  ...budget,
  gate: about('Nothing is sent before', nullable(object({ until: instant, reason: text }))),
  pacing: nullable(object({ everyMs: number, probing: flag })),
  next: about('Null: now', nullable(object({ at: instant, reason: text }))),
  server: about(
    'Where machines share the budget',
    optional(
      object({
        address: text,
        problem: about('Why it cannot be used now', nullable(text)),
        waiting: list(object({ machine: text, processes: count })),
      }),
    ),
  ),
};

export const limits = {
  title: 'Request budgets',
  description: 'What is left of the limit of each operator, and when more requests can be sent',
  value: list(object(limitStatus)),
  records: [
    {
      item: object({
        operator: headed('OPERATOR', text),
        origin: headed('ADDRESS', text),
        used: headed('USED', count),
        free: headed('FREE', integer),
        limit: headed('LIMIT', budget.limit),
        windowMs: number,
        others: budget.others,
        nextAt: headed('NEXT REQUEST', text),
        next: text,
        gateUntil: text,
        paceMs: union(number, choice('')),
        proxy: text,
        server: headed('SHARED ON', optional(text)),
        waiting: headed('WAITING', optional(text)),
        problem: optional(text),
      }),
    },
  ],
} satisfies DocumentShape;

const setting = object({
  setting: headed('SETTING', text),
  value: headed('VALUE', text),
  source: headed('FROM', choice('flag', 'variable', 'file', 'default')),
  place: about('The flag, the variable or the field of the file; empty for a default', headed('PLACE', text)),
});

export const config = {
  title: 'Settings',
  description: 'Every setting in effect, and where it is from',
  value: list(setting),
  records: [{ item: setting }],
} satisfies DocumentShape;

const operator = object({
  name: headed('OPERATOR', text),
  baseUrl: headed('BASE ADDRESS', text),
  siteUrl: headed('WEBSITE', text),
  timeZone: headed('TIME ZONE', text),
  limit: about('As 100/60s', headed('LIMIT', text)),
  default: headed('DEFAULT', flag),
});

export const operators = {
  title: 'Operators',
  description: 'The configured operators; with show, the settings of one and where they are from',
  value: list(operator),
  records: [{ item: operator }],
  others: [config],
} satisfies DocumentShape;

const problem = about('Null if there is none', nullable(text));

export const doctor = {
  title: 'Diagnosis',
  description: 'Versions, folders, operators, terminal, variables, and problems with them',
  value: object({
    version: text,
    node: text,
    platform: text,
    folders: list(object({ name: text, path: nullable(text), made: flag, problem })),
    defaultOperator: nullable(text),
    operators: list(
      object({
        name: text,
        baseUrl: text,
        proxy: nullable(text),
        budget: nullable(object({ free: integer, limit: count, windowMs: number })),
        server: about('Where machines share the budget', optional(object({ address: text, problem }))),
        problem,
      }),
    ),
    terminal: object({
      stdin: flag,
      stdout: flag,
      stderr: flag,
      width: nullable(count),
      colours: about('0: none, 1: 16, 2: 256, 3: 16 million', integer),
      prompts: flag,
      locale: text,
      timeZone: text,
    }),
    variables: list(object({ name: text, value: about('Null: it can be a secret', nullable(text)) })),
    problems: list(text),
  }),
  records: [
    {
      item: object({
        area: headed('AREA', text),
        name: headed('NAME', text),
        value: headed('VALUE', text),
        problem: headed('PROBLEM', text),
      }),
    },
  ],
} satisfies DocumentShape;

const addresses = object({ baseUrl: text, siteUrl: text, docs: text, openapi: text });

export const sandbox = {
  title: 'Sandbox',
  description: 'The addresses of the built-in operator, once it answers',
  value: addresses,
  records: [{ item: addresses }],
} satisfies DocumentShape;

const script = object({ shell: text, script: text });

export const completion = {
  title: 'Completion script',
  description: 'The script for a shell',
  value: script,
  records: [{ item: script }],
} satisfies DocumentShape;

const listed = object({ name: headed('DOCUMENT', text), description: headed('WHAT IT IS', text) });

const keyword = optional(any);
const jsonSchema = served({
  $schema: text,
  title: text,
  description: text,
  type: keyword,
  properties: keyword,
  required: keyword,
  items: keyword,
  anyOf: keyword,
});

/** With a name. */
export const oneSchema = { value: jsonSchema, records: [{ item: jsonSchema }] } satisfies Form;

export const schema = {
  title: 'Schemas',
  description: 'The documents that have a schema; with a name, its JSON Schema',
  value: list(listed),
  records: [{ item: listed }],
  others: [oneSchema],
} satisfies DocumentShape;

const codes = [
  ...['not_available', 'usage', 'config', 'input_needed', 'refused', 'unavailable', 'rate_limited', 'network'],
  ...['contract', 'output', 'interrupted', 'internal'],
];

export const error = {
  title: 'Error',
  description: 'The line on stderr if a command with --json fails; stdout is then empty',
  value: object({
    error: object({
      code: about('Stays the same when a message changes', choice(...codes)),
      message: text,
      hint: about('The next thing to try', optional(text)),
      status: about('The HTTP status, if the service answered', optional(integer)),
      retryAfterSeconds: optional(number),
      exitCode: choice(...Object.values(exitCodes)),
    }),
  }),
} satisfies DocumentShape;
