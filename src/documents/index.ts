/** Each document of `--json`, by the command that prints it, and the error. */
import { columnsOf } from '../document.ts';
import { formsOf, type DocumentShape } from '../shape.ts';
import { compare } from './compare.ts';
import { config, limits, operators } from './operators.ts';
import { availability, bookLink, depots, extras, plan, quote } from './planning.ts';
import { completion, error, sandbox, schema, smoke } from './program.ts';
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
export function fieldNames(command: string, forms = formsOfCommand(command)): string[] {
  return [...new Set(forms.flatMap((form) => columnsOf(form)).map(({ key }) => key))];
}

/** Empty if the command prints no document. */
function formsOfCommand(command: string) {
  return Object.hasOwn(documents, command) ? formsOf(documents[command as DocumentName]) : [];
}
