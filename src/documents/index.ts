/** Each document of `--json`, by the command that prints it, and the error. */
import { columnsOf } from '../document.ts';
import type { DocumentShape, Form } from '../shape.ts';
import { compare } from './compare.ts';
import { availability, depots, extras } from './lists.ts';
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

/** The columns of a command's documents, for `--fields`: of all its forms, unless it is known which are possible. */
export function fieldNames(command: string, forms = formsOf(command)): string[] {
  return [...new Set(forms.flatMap((form) => columnsOf(form)).map(({ key }) => key))];
}

/** Empty if the command prints no document. */
function formsOf(command: string): readonly Form[] {
  if (!Object.hasOwn(documents, command)) return [];
  const document: DocumentShape = documents[command as DocumentName];
  return [document, ...(document.others ?? [])];
}
