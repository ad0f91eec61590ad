/** The documents about `rental` itself, and the error. */
import { exitCodes } from '../errors.ts';
import {
  about,
  any,
  choice,
  count,
  flag,
  headed,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  served,
  text,
  type DocumentShape,
  type Form,
} from '../shape.ts';
import { setting } from './operators.ts';

const problem = about('Null if there is none', nullable(text));

const folderWhy = about('Why the request budget is there', optional(text));

export const config = {
  title: 'Configuration',
  description:
    'Versions, settings and where they are from, folders, operators, terminal, variables, and problems with them',
  value: object({
    version: text,
    node: text,
    platform: text,
    settings: list(setting),
    folders: list(object({ name: text, path: nullable(text), made: flag, problem, why: folderWhy })),
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
        source: about('Of a setting: flag, variable, file or default', headed('FROM', text)),
        place: about('Of a setting: the flag, the variable or the field of the file', headed('PLACE', text)),
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
