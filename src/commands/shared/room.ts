/** Which columns of a table fit the terminal, with one line for each row. */
import { isNumeric } from '../../json.ts';
import { formatMoney } from '../../planner/money.ts';
import type { Column, Row } from '../../result.ts';
import { barWidth } from '../../terminal/bars.ts';
import type { Io } from '../../terminal/io.ts';
import { viewWidth } from '../../terminal/output.ts';
import { textWidth } from '../../terminal/width.ts';

const gap = 2;
/** A shorter name does not say enough. */
const leastText = 12;
/** With this much of a name, another column tells more than the rest of the name. */
const enoughText = 18;
/** Dates without their number: `Sat 19 – Thu 24 Dec`. */
const leastDates = 20;

/** Left out in this order if the rows would not fit. */
const dropOrder = ['operator', 'place', 'nights', 'count', 'highest'];

export interface FittedColumns {
  readonly columns: readonly Column[];
  /** Columns in which the offers differ and for which the terminal has no room. */
  readonly dropped: readonly Column[];
}

/** `short` takes its place where there is little room. */
export type RoomColumn = Column & { readonly short?: Column };

/** `extra` are groups of columns, the most useful first. */
export function fitToRoom(
  rows: readonly Row[],
  base: readonly RoomColumn[],
  extra: readonly (readonly Column[])[],
  io: Pick<Io, 'stdout' | 'env'>,
): FittedColumns {
  const room = viewWidth(io.stdout, io.env);
  const widths = new Map<Column, number>();
  const naturalOf = (column: Column): number => {
    const width = widths.get(column) ?? widthOf(column, rows);
    widths.set(column, width);
    return width;
  };
  const widthOfAll = (columns: readonly Column[], { early = Infinity, late = Infinity }): number =>
    columns.reduce((sum, column, index) => {
      // The first column is what the table is about.
      const most = column.cut === undefined || index === 0 ? Infinity : column.cut === 'early' ? early : late;
      return sum + gap + Math.min(naturalOf(column), most);
    }, -gap);
  const isTight = widthOfAll(base, { early: enoughText }) > room;
  const whole = isTight ? base.map((column) => column.short ?? column) : base;
  let columns: readonly Column[] = whole;
  for (const key of dropOrder) {
    if (widthOfAll(columns, { early: leastText, late: leastDates }) <= room) break;
    columns = columns.filter((column, index) => index === 0 || column.key !== key);
  }
  const dropped = whole.filter((column) => !columns.includes(column));
  for (const group of extra) {
    const added = beside(columns, group);
    // A bar and the parts of the price are worth the end of a name; other columns are not.
    const isWorthIt = group.length > 1 || group[0]?.kind === 'bar';
    if (widthOfAll(added, isWorthIt ? { early: enoughText } : {}) <= room) columns = added;
  }
  return { columns, dropped };
}

/** A bar stands beside its amount, and an amount a night beside the total; the others come last. */
function beside(columns: readonly Column[], group: readonly Column[]): Column[] {
  const [{ kind, key } = {}] = group;
  const amount = columns.findLastIndex((column) => column.key === (kind === 'bar' ? key : 'totalAmount'));
  const isBeside = (kind === 'bar' || key === 'perNight') && amount !== -1;
  return isBeside ? columns.toSpliced(amount + 1, 0, ...group) : [...columns, ...group];
}

function widthOf(column: Column, rows: readonly Row[]): number {
  if (column.kind === 'bar') return barWidth;
  const text = (row: Row): string => {
    if (column.show !== undefined) return String(column.show(row));
    const value = row[column.key];
    // Leaves room for the commas that a table adds.
    return column.kind === 'money' && isNumeric(value) ? `${formatMoney(value)},` : String(value ?? '');
  };
  return rows.reduce((most, row) => Math.max(most, textWidth(text(row))), textWidth(column.header ?? ''));
}
