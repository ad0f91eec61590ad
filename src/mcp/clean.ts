/**
 * What operators send is hostile: a name can hold instructions for the model that reads it, or hide text from the person beside it.
 * Every text is made visible and short, and only the fields of the schema are kept, so that no image is loaded.
 */
import { isNumeric } from '../json.ts';
import { escapeData } from '../terminal/escape.ts';
import { shorten } from '../text.ts';
import type { JsonSchema } from '../documents/json-schema.ts';

/** Characters of one text. */
const longestText = 500;
/** Items of one list of an operator: far more than a model should read. */
export const longestList = 200;

/** One line of visible characters, with `…` where it was cut. */
export function cleanText(text: string, most = longestText): string {
  return escapeData(shorten(text, most));
}

/** The fields of the document that `schema` names, with clean texts. */
export function cleanDocument(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || isNumeric(value)) return value;
  const { items, properties = {} } = schema ?? {};
  // A list of numbers is what the caller asked for.
  const most = items?.type === 'integer' ? undefined : longestList;
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cleanDocument(item, items));
  const fields = Object.entries(properties).flatMap(([name, inner]) => {
    const field: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return field === undefined ? [] : [[name, isLink(name) ? field : cleanDocument(field, inner)]];
  });
  return Object.fromEntries(fields);
}

/** A link that is cut leads nowhere. Those of the documents are made by the planner, and hold nothing that must be made visible. */
function isLink(field: string): boolean {
  return /url$/i.test(field);
}
