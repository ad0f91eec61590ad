/** The names of the fields of a command's documents, for `--fields`. */
import { fieldNamesOf } from '../document.ts';
import type { DocumentShape, Form } from '../shape.ts';
import { documents } from './index.ts';

/** Of all forms, unless it is known which are possible. Empty if the command prints no document. */
export function fieldNames(command: string, forms?: readonly Form[]): string[] {
  if (forms !== undefined) return [...new Set(forms.flatMap(fieldNamesOf))];
  if (!Object.hasOwn(documents, command)) return [];
  const document: DocumentShape = documents[command as keyof typeof documents];
  return [...new Set([document, ...(document.others ?? [])].flatMap(fieldNamesOf))];
}
