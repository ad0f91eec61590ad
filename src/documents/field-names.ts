/** The names of the fields of a command's documents, for `--fields`. */
import { fieldNamesOf } from '../document.ts';
import type { DocumentShape } from '../shape.ts';
import { documents } from './index.ts';

/** Of all forms: which one is printed is known only later. Empty if the command prints no document. */
export function fieldNames(command: string): string[] {
  if (!Object.hasOwn(documents, command)) return [];
  const document: DocumentShape = documents[command as keyof typeof documents];
  return [...new Set([document, ...(document.others ?? [])].flatMap(fieldNamesOf))];
}
