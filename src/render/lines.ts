/** The records of a result, with what `--fields` can find about each. */
import { recordMaker, valueAt } from '../document.ts';
import type { Records } from '../shape.ts';
import type { Result, Row } from '../result.ts';

export interface Line {
  readonly row: Row;
  /** What the document says about this record: the document with its item alone. Made when it is needed: there can be thousands. */
  readonly part: () => unknown;
}

type Answer = Pick<Result, 'document' | 'value' | 'rows'>;

export function linesOf({ document, value, rows }: Answer): readonly Line[] {
  const answer = { document, value };
  const lineOf = lineMaker(answer);
  const items = (document.records ?? []).flatMap((records) =>
    itemsAt(value, records.list).map((item) => lineOf(records, item)),
  );
  if (rows === undefined) return items;
  const isList = hasLists(answer) || Array.isArray(value);
  return rows.map((row, index) => ({ row, part: () => (isList ? items[index]?.part() : value) }));
}

/** Makes the line of one item. */
export function lineMaker({ document, value }: Answer): (records: Records, item: Row) => Line {
  const all = document.records ?? [];
  const makers = new Map(all.map((records) => [records, recordMaker(records)]));
  const lists = all.map(({ list }) => list);
  const around = (): Row =>
    Object.fromEntries(Object.entries(Object(value) as Row).filter(([key]) => !lists.includes(key)));
  return (records, item) => ({
    row: (makers.get(records) ?? recordMaker(records))(item),
    part: () =>
      records.list === undefined ? item : { ...around(), ...item, ...placed(value, records.list.split('.'), item) },
  });
}

/** Whether the records are the items of a list in the document. */
export function hasLists({ document: { records = [] } }: Pick<Answer, 'document'>): boolean {
  return records.some(({ list }) => list !== undefined);
}

function itemsAt(value: unknown, list: string | undefined): readonly Row[] {
  const found = list === undefined ? value : valueAt(value, list.split('.'));
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]) as readonly Row[];
}

/** The objects that lead to the list, with one item in its place. */
function placed(value: unknown, [key = '', ...rest]: readonly string[], item: Row): Row {
  if (rest.length === 0) return { [key]: item };
  const inner = valueAt(value, [key]);
  return { [key]: { ...(inner as Row), ...placed(inner, rest, item) } };
}
