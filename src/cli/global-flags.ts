import { maxTimeoutMs, sandboxVariants } from '../operators/operator.ts';
import { formats } from '../result.ts';
import type { FlagValues, Flags } from './flags.ts';

/** Every command takes these, before or after its name. Each is also a variable `RENTAL_<NAME>`. */
export const globalFlags = {
  operator: {
    kind: 'text',
    value: 'name',
    help: 'a configured operator; compare takes several: a,b',
    offers: { names: 'operator', several: true },
  },
  'base-url': { kind: 'text', value: 'url', help: "the service's base address" },
  'site-url': {
    kind: 'text',
    value: 'url',
    help: 'the website with the booking page (default: the host of the base address)',
  },
  'rate-limit': {
    kind: 'text',
    value: 'n/time',
    help: 'how many requests the service allows, such as 60/10s (default: as configured, or 100/60s)',
  },
  config: {
    kind: 'text',
    value: 'file',
    help: 'the configuration file, such as that of a project',
  },
  sandbox: {
    kind: 'choices',
    value: 'a,b',
    choices: sandboxVariants,
    help: 'use the built-in operator: sample data, no network; =b is a second one, =a,b both (only with =)',
  },
  json: {
    kind: 'switch',
    sets: ['format', 'json'],
    help: 'print one JSON document; the same as --format json',
  },
  format: {
    kind: 'choice',
    value: 'form',
    choices: formats,
    help: 'default: table on a terminal, plain in a pipe',
  },
  fields: {
    kind: 'list',
    value: 'a,b',
    help: 'print only these fields; --format csv shows their names',
  },
  jq: {
    kind: 'text',
    value: 'expression',
    sets: ['format', 'json'],
    help: 'filter the document of --json with a jq expression; prints text without quotes',
  },
  'no-input': { kind: 'switch', help: 'never prompt; name the flag that is missing' },
  accessible: {
    kind: 'switch',
    help: 'for screen readers: numbered questions, nothing is redrawn',
  },
  'no-pager': { kind: 'switch', help: 'print long results directly, not through a pager' },
  quiet: { kind: 'switch', short: 'q', help: 'print no progress and no notes' },
  verbose: { kind: 'switch', short: 'v', help: 'show each request, and where a bug happened' },
  color: {
    kind: 'choice',
    value: 'when',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    help: 'colours',
  },
  'no-color': { kind: 'switch', sets: ['color', 'never'], help: 'the same as --color never' },
  timeout: {
    kind: 'duration',
    value: 'dur',
    min: 1,
    max: maxTimeoutMs,
    default: 15_000,
    help: 'time limit of one attempt, up to 10m',
  },
  'max-wait': {
    kind: 'duration',
    value: 'dur',
    default: 90_000,
    help: 'longest wait for the limit or a retry',
  },
  'no-wait': { kind: 'switch', sets: ['maxWait', 0], help: 'the same as --max-wait 0' },
  retries: {
    kind: 'integer',
    value: 'n',
    min: 0,
    max: 10,
    default: 2,
    help: 'retries after a temporary error',
  },
  refresh: { kind: 'switch', help: 'do not use stored answers' },
  'budget-url': {
    kind: 'text',
    value: 'url',
    help: 'redis://… or rediss://…: share the request budget with other machines',
  },
} as const satisfies Flags;

/** Flags of the program itself. */
export const programFlags = {
  help: { kind: 'switch', short: 'h', help: 'show the help' },
  version: { kind: 'switch', short: 'V', help: 'print the version' },
} as const satisfies Flags;

/** Flags that choose the operator. `resolveSettings` never mixes those of two operators. */
export const operatorFlags: readonly string[] = [
  'operator',
  'base-url',
  'site-url',
  'rate-limit',
  'sandbox',
];

/** Flags under the heading `rate limit and retries` of the help. */
export const limitFlags: readonly string[] = [
  'rate-limit',
  'budget-url',
  'max-wait',
  'no-wait',
  'timeout',
  'retries',
];

export type GlobalValues = FlagValues<typeof globalFlags>;
