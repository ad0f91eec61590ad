/** Each document of `--json`, by the command that prints it, and the error. */
import { columnsOf } from '../document.ts';
import { formsOf, type DocumentShape, type Form } from '../shape.ts';
import { compare } from './compare.ts';
import { config, limits, operators } from './operators.ts';
import { availability, bookLink, depots, extras, plan, quote } from './planning.ts';
import { completion, error, sandbox, schema, smoke } from './program.ts';
import { tripEvent, trips } from './trips.ts';

export const documents: Readonly<Record<string, DocumentShape>> = {
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
};

/** The columns of a command's documents, for `--fields`: of all its forms, unless it is known which are possible. */
export function fieldNames(command: string, forms?: readonly Form[]): string[] {
  const document = documents[command];
  const possible = forms ?? (document === undefined ? [] : formsOf(document));
  return [...new Set(possible.flatMap((form) => columnsOf(form)).map(({ key }) => key))];
}
