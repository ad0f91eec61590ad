/** The documents about `rental` itself: settings, budgets, errors. */
import * as z from 'zod/mini';
import { exitCodes } from '../errors.ts';
import { count, described, flag, instant, text, type DocumentSchema } from './document.ts';

const milliseconds = z.number();

const budget = {
  operator: described(z.nullable(text), 'Null for an address that is not configured'),
  origin: text,
  proxy: z.nullable(text),
  limit: described(count, 'Requests in a window'),
  windowMs: milliseconds,
  used: count,
  free: z.int(),
  others: described(count, 'Of the used ones: by other clients with the same address'),
};

/** What is left of one operator's limit. */
export const limitStatus = z.strictObject({
  ...budget,
  gate: described(z.nullable(z.strictObject({ until: instant, reason: text })), 'Nothing is sent before'),
  pacing: z.nullable(z.strictObject({ everyMs: milliseconds, probing: flag })),
  next: described(z.nullable(z.strictObject({ at: instant, reason: text })), 'Null: now'),
  server: described(
    z.optional(
      z.strictObject({
        address: text,
        problem: described(z.nullable(text), 'Why it cannot be used now'),
        waiting: z.array(z.strictObject({ machine: text, processes: count })),
      }),
    ),
    'Where machines share the budget',
  ),
});

export const limits: DocumentSchema = {
  title: 'Request budgets',
  description: 'What is left of the limit of each operator, and when more requests can be sent',
  document: z.array(limitStatus),
  record: z.strictObject({
    ...budget,
    operator: text,
    proxy: text,
    nextAt: text,
    next: text,
    gateUntil: text,
    paceMs: z.union([milliseconds, z.literal('')]),
    server: z.optional(text),
    problem: z.optional(text),
    waiting: z.optional(text),
  }),
};

const setting = z.strictObject({
  setting: text,
  value: text,
  source: z.enum(['flag', 'variable', 'file', 'default']),
  place: described(text, 'The flag, the variable or the field of the file; empty for a default'),
});

export const config: DocumentSchema = {
  title: 'Settings',
  description: 'Every setting in effect, and where it is from',
  document: z.array(setting),
  record: setting,
};

const operator = z.strictObject({
  name: text,
  baseUrl: text,
  siteUrl: text,
  timeZone: text,
  limit: described(text, 'As 100/60s'),
  default: flag,
});

export const operators: DocumentSchema = {
  title: 'Operators',
  description: 'The configured operators; with show, the settings of one and where they are from',
  document: z.union([z.array(operator), z.array(setting)]),
  record: z.union([operator, setting]),
};

const problem = described(z.nullable(text), 'Null if there is none');

export const doctor: DocumentSchema = {
  title: 'Diagnosis',
  description: 'Versions, folders, operators, terminal, variables, and problems with them',
  document: z.strictObject({
    version: text,
    node: text,
    platform: text,
    folders: z.array(z.strictObject({ name: text, path: z.nullable(text), made: flag, problem })),
    defaultOperator: z.nullable(text),
    operators: z.array(
      z.strictObject({
        name: text,
        baseUrl: text,
        proxy: z.nullable(text),
        budget: z.nullable(z.strictObject({ free: z.int(), limit: count, windowMs: milliseconds })),
        server: described(z.optional(z.strictObject({ address: text, problem })), 'Where machines share the budget'),
        problem,
      }),
    ),
    terminal: z.strictObject({
      stdin: flag,
      stdout: flag,
      stderr: flag,
      width: z.nullable(count),
      colours: described(z.int(), '0: none, 1: 16, 2: 256, 3: 16 million'),
      prompts: flag,
      locale: text,
      timeZone: text,
    }),
    variables: z.array(z.strictObject({ name: text, value: described(z.nullable(text), 'Null: it can be a secret') })),
    problems: z.array(text),
  }),
  record: z.strictObject({ area: text, name: text, value: text, problem: text }),
};

const served = z.strictObject({ baseUrl: text, siteUrl: text, docs: text, openapi: text });

export const sandbox: DocumentSchema = {
  title: 'Sandbox',
  description: 'The addresses of the built-in operator, once it answers',
  document: served,
  record: served,
};

const script = z.strictObject({ shell: text, script: text });

export const completion: DocumentSchema = {
  title: 'Completion script',
  description: 'The script for a shell',
  document: script,
  record: script,
};

const listed = z.strictObject({ name: text, description: text });

const keyword = z.optional(z.unknown());
const oneSchema = z.looseObject({
  ...{ $schema: text, title: text, description: text },
  ...{ type: keyword, properties: keyword, required: keyword, items: keyword, anyOf: keyword },
});

export const schema: DocumentSchema = {
  title: 'Schemas',
  description: 'The documents that have a schema; with a name, its JSON Schema',
  document: z.union([z.array(listed), oneSchema]),
  record: z.union([listed, oneSchema]),
};

const codes = [
  ...['not_available', 'usage', 'config', 'input_needed', 'refused', 'unavailable', 'rate_limited', 'network'],
  ...['contract', 'output', 'interrupted', 'internal'],
];

export const error: DocumentSchema = {
  title: 'Error',
  description: 'The line on stderr if a command with --json fails; stdout is then empty',
  document: z.strictObject({
    error: z.strictObject({
      code: described(z.enum(codes), 'Stays the same when a message changes'),
      message: text,
      hint: described(z.optional(text), 'The next thing to try'),
      status: described(z.optional(z.int()), 'The HTTP status, if the service answered'),
      retryAfterSeconds: z.optional(z.number()),
      exitCode: z.literal(Object.values(exitCodes)),
    }),
  }),
};
