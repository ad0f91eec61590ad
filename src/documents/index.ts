/** Each document of `--json`, by the command that prints it, and the error. */
import type { DocumentShape } from '../shape.ts';
import { compare } from './compare.ts';
import { extras } from './extras.ts';
import { availability, depots } from './lists.ts';
import { limits, operators } from './operators.ts';
import { completion, config, error, sandbox, schema } from './program.ts';
import { bookLink, plan, quote } from './quotes.ts';
import { smoke } from './smoke.ts';
import { tripEvent, trips } from './trips.ts';

export const documents = {
  plan,
  quote,
  compare,
  depots,
  availability,
  extras,
  'book-link': bookLink,
  trips,
  'trip-event': tripEvent,
  smoke,
  sandbox,
  limits,
  operators,
  config,
  completion,
  schema,
  error,
} as const satisfies Readonly<Record<string, DocumentShape>>;

export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as readonly DocumentName[];
