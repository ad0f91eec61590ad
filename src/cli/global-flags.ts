/** Flags that every command takes, before or after its name. Each can also be set as `RENTAL_<NAME>`. */
import type { FlagValues, Flags } from './flags.ts';

export const formats = ['table', 'plain', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

export const globalFlags = {
  operator: { kind: 'text', value: 'name', help: 'a configured operator' },
  'base-url': { kind: 'text', value: 'url', help: "the service's base address" },
  'site-url': {
    kind: 'text',
    value: 'url',
    help: 'the website with the booking page (default: the origin of the base address)',
  },
  sandbox: { kind: 'switch', help: 'use the built-in operator: sample data, no network' },
  json: { kind: 'switch', help: 'print one JSON document; the same as --format json' },
  format: {
    kind: 'choice',
    value: 'form',
    choices: formats,
    help: 'default: table on a terminal, plain in a pipe',
  },
  fields: { kind: 'list', value: 'a,b', help: 'print only these fields' },
  'no-input': { kind: 'switch', help: 'never ask; say which flag is missing' },
  quiet: { kind: 'switch', short: 'q', help: 'print no progress and no notes' },
  verbose: { kind: 'count', short: 'v', help: 'show each request; twice: stack traces too' },
  color: { kind: 'choice', value: 'when', choices: ['auto', 'always', 'never'], help: 'default: auto' },
  'no-color': { kind: 'switch', help: 'the same as --color never' },
  timeout: { kind: 'duration', value: 'dur', help: 'for one attempt of a request (default: 15s)' },
  'max-wait': { kind: 'duration', value: 'dur', help: 'longest wait for budget or a retry (default: 90s)' },
  'no-wait': { kind: 'switch', help: 'the same as --max-wait 0' },
  retries: { kind: 'integer', value: 'n', min: 0, max: 10, help: 'retries after a passing fault (default: 2)' },
  refresh: { kind: 'switch', help: 'do not use stored answers' },
} as const satisfies Flags;

export type GlobalValues = FlagValues<typeof globalFlags>;
