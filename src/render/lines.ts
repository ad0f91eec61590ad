/** The records of a result, with what `--fields` can find about each. */
import { recordOf, valueAt } from '../document.ts';
import type { Records } from '../shape.ts';
import type { Result, Row } from '../result.ts';

export interface Line {
  readonly row: Row;
  /** What the document says about this record: the document with its item alone. Made when it is needed: there can be thousands. */
  readonly part: () => unknown;
}

export function linesOf({ document, value, rows }: Pick<Result, 'document' | 'value' | 'rows'>): readonly Line[] {
  const answer = { document, value };
  const items = (document.records ?? []).flatMap((records) =>
    itemsAt(value, records.list).map((item) => lineOf(records, item, answer)),
  );
  if (rows === undefined) return items;
  const isList = hasLists(answer) || Array.isArray(value);
  return rows.map((row, index) => ({ row, part: () => (isList ? items[index]?.part() : value) }));
}

/** The record of one item. */
export function lineOf(records: Records, item: Row, { document, value }: Pick<Result, 'document' | 'value'>): Line {
  return {
    row: recordOf(records, item),
    part: () => {
      if (records.list === undefined) return item;
      const lists = (document.records ?? []).map(({ list }) => list);
      const around = Object.entries(Object(value) as Row).filter(([key]) => !lists.includes(key));
      return { ...Object.fromEntries(around), ...item, ...placed(value, records.list.split('.'), item) };
    },
  };
}

/** Whether the records are the items of a list in the document. */
export function hasLists({ document: { records = [] } }: Pick<Result, 'document'>): boolean {
  return records.some(({ list }) => list !== undefined);
}

function itemsAt(value: unknown, list: string | undefined): readonly Row[] {
  const found = list === undefined ? value : valueAt(value, list);
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]) as readonly Row[];
}

/** The objects that lead to the list, with one item in its place. */
function placed(value: unknown, [key = '', ...rest]: readonly string[], item: Row): Row {
  if (rest.length === 0) return { [key]: item };
  const inner = valueAt(value, key);
  return { [key]: { ...(inner as Row), ...placed(inner, rest, item) } };
}
