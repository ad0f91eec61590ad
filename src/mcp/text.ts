/**
 * The text of an answer, for clients that read only texts: a line for each field, and a table for
 * each list, with tabs between its cells. Made of the cleaned answer, in which no text holds a tab
 * or a line break: no name can look like a line or a cell of ours.
 */
import { formatMoney } from '../base/money.ts';
import type { Fields, Row, Shape } from '../shape.ts';

export function answerText(answer: Row, fields: Fields): string {
  return linesOf(answer, fields).join('\n');
}

function linesOf(row: Row, fields: Fields): string[] {
  return Object.entries(row).flatMap(([name, value]) => fieldLines(name, value, fields[name]));
}

function fieldLines(name: string, value: unknown, shape: Shape | undefined): string[] {
  if (Array.isArray(value))
    return listLines(name, value, shape?.type === 'list' ? shape.item : undefined);
  if (!isRow(value)) return [`${name}: ${cellOf(value, shape)}`];
  const fields = fieldsIn(shape);
  const isFlat = Object.values(value).every((cell) => typeof cell !== 'object');
  return isFlat ? [`${name}:`, ...tableLines([value], fields)] : linesOf(value, fields);
}

function listLines(name: string, list: readonly unknown[], item: Shape | undefined): string[] {
  if (list.length === 0) return [`${name}: none`];
  const rows = list.filter(isRow);
  if (rows.length === list.length) return [`${name}:`, ...tableLines(rows, fieldsIn(item))];
  return list.map((text) => `${name}: ${cellOf(text, item)}`);
}

/** The names of the columns, then a line for each row. */
function tableLines(rows: readonly Row[], fields: Fields): string[] {
  const used = rows.flatMap((row) => Object.keys(row).filter((name) => row[name] != null));
  const names = [...new Set(used)].filter(
    (name) => name !== 'operator' || !rows.every((row) => hasOwnerInId(row, fields)),
  );
  const lines = rows.map((row) => names.map((name) => cellOf(row[name], fields[name])).join('\t'));
  return [names.join('\t'), ...lines.map((line) => line.trimEnd())];
}

/** `lucky:12`: a column with the operator would repeat it. */
function hasOwnerInId({ operator, ...row }: Row, fields: Fields): boolean {
  return (
    operator === undefined ||
    Object.entries(row).some(
      ([name, value]) =>
        fields[name]?.type === 'id' && String(value).startsWith(`${String(operator)}:`),
    )
  );
}

function cellOf(value: unknown, shape: Shape | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((one) => cellOf(one, undefined)).join('; ');
  return shape?.type === 'amount' ? formatMoney(Number(value)) : String(value);
}

function fieldsIn(shape: Shape | undefined): Fields {
  return shape?.type === 'object' ? shape.fields : {};
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
