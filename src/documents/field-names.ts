/** The names of the fields of a document and its records, for `--fields`. */
import type { DocumentShape, Records } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { documents } from './index.ts';

/**
 * The keys of the records and the paths into the document: `priceBreakdown.accessories.name`. A record is one item of a list, so the
 * paths into the items also go without the list: `vehicle.name` beside `offers.vehicle.name`. Empty if the command prints no document.
 */
export function fieldNames(command: string): string[] {
  if (!Object.hasOwn(documents, command)) return [];
  const document: DocumentShape = documents[command as keyof typeof documents];
  const forms = [document, ...(document.others ?? [])];
  return [
    ...new Set([
      ...forms.flatMap(({ records = [] }) => records.flatMap(keysOf)),
      ...forms.flatMap(({ value }) => pathsOf(value)),
      ...forms.flatMap(({ value }) => itemPaths(value)),
    ]),
  ];
}

function keysOf({ kind, item }: Records): string[] {
  return [...(kind === undefined ? [] : ['kind']), ...pathsOf(item)];
}

/** A list has the fields of its items. */
function pathsOf(shape: Shape): string[] {
  if (shape.type === 'union') return shape.options.flatMap(pathsOf);
  if (shape.type === 'list') return pathsOf(shape.item);
  if (shape.type !== 'object') return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => [
    key,
    ...pathsOf(field).map((path) => `${key}.${path}`),
  ]);
}

function itemPaths(shape: Shape): string[] {
  if (shape.type !== 'object') return [];
  return Object.values(shape.fields).flatMap((field) =>
    field.type === 'list' && field.optional !== true ? pathsOf(field) : [],
  );
}
