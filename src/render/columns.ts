/** The columns of a table: their cells, how wide they are, and which of them the terminal has room for. */
import type { Column, Row, TableView } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { textWidth, widestOf } from '../terminal/width.ts';
import { cellLines, gap, isAddress, type Display, type WidthRange } from './cells.ts';
import { safeText } from '../terminal/escape.ts';

const narrowestText = 8;
const narrowestLink = 16;
/** How short the columns get that are cut first, before others are cut. A shorter name does not say enough. */
const shortText = 12;
/** With this much of a name, another column tells more than the rest of the name. */
const enoughText = 18;
/** Dates without their number: `Sat 19 – Thu 24 Dec`. */
const leastDates = 20;

export interface TableColumn {
  readonly column: Column;
  readonly header: string;
  readonly alignment: 'left' | 'right';
  /** The lines of the cell in each row. */
  readonly cells: readonly (readonly string[])[];
  readonly range: WidthRange;
  /** The width of a cell that is not cut; an amount leaves room for the comma of a larger one. */
  readonly whole: number;
}

export interface ChosenColumns {
  readonly columns: readonly TableColumn[];
  /** Headers of columns that the terminal is too narrow for. */
  readonly dropped: readonly string[];
}

export function chooseColumns({ columns, rows, more = [] }: TableView, display: Display): ChosenColumns {
  const { width } = display;
  const measured = (column: Column): TableColumn[] =>
    isShown(column, rows, display) ? [measure(column, rows, display)] : [];
  const usual = columns.flatMap(measured);
  const isTight = widthOf(usual, { early: enoughText }) > width;
  const base = isTight
    ? usual.flatMap((one, index) => (index === 0 || one.column.brief === undefined ? one : measured(briefOf(one))))
    : usual;
  // The first column is what the table is about.
  const droppable = base.slice(1).filter(({ column }) => column.dropped !== undefined);
  let shown = base;
  for (const one of droppable.toSorted((a, b) => Number(a.column.dropped) - Number(b.column.dropped))) {
    if (widthOf(shown, { early: shortText, last: shortText, late: leastDates }) <= width) break;
    shown = shown.filter((other) => other !== one);
  }
  const dropped = base.flatMap((one) => (shown.includes(one) || one.header === '' ? [] : [one.header]));
  for (const group of more) {
    const added = withGroup(shown, group.flatMap(measured));
    // A bar, and amounts that belong together, are worth the end of a name; other columns are not.
    const isWorthIt = group.length > 1 || group[0]?.kind === 'bar';
    if (widthOf(added, isWorthIt ? { early: enoughText } : {}) <= width) shown = added;
  }
  return { columns: withRoom(shown, width), dropped };
}

/** A single bar would be next to nothing. The text of a link that cannot be clicked leads nowhere. */
function isShown(column: Column, rows: readonly Row[], { bars, linker }: Display): boolean {
  const { header, kind, show } = column;
  if (kind === 'bar') return bars && rows.length > 1;
  return header !== undefined && (kind !== 'link' || show === undefined || linker.clickable);
}

function briefOf({ column: { brief, ...column } }: TableColumn): Column {
  return { ...column, ...(brief && { show: brief }) };
}

function withGroup(columns: readonly TableColumn[], group: readonly TableColumn[]): TableColumn[] {
  const beside = group[0]?.column.beside;
  const at = columns.findLastIndex(({ column }) => column.key === beside);
  return at === -1 ? [...columns, ...group] : columns.toSpliced(at + 1, 0, ...group);
}

/** Of a line in which the columns are cut that may be, but for the first one. */
function widthOf(columns: readonly TableColumn[], { early = Infinity, last = Infinity, late = Infinity }): number {
  return columns.reduce((sum, { column: { cut }, whole }, index) => {
    const most = cut === undefined || index === 0 ? Infinity : { early, last, late }[cut];
    return sum + gap.length + Math.min(whole, most);
  }, -gap.length);
}

/** Without the optional columns if not all columns fit at their natural width. */
function withRoom(columns: readonly TableColumn[], room: number): readonly TableColumn[] {
  const needed = columns.reduce((sum, { column, range: { natural, least } }) => {
    return sum + gap.length + (column.optional === true ? least : natural);
  }, -gap.length);
  return needed <= room ? columns : columns.filter(({ column }) => column.optional !== true);
}

function measure(column: Column, rows: readonly Row[], { linker, width }: Display): TableColumn {
  const { kind, header = '' } = column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(column, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const one = { column, header: safeText(header), alignment, cells } as const;
  // All that is wider than the terminal is equally wide.
  const range = rangeOf(one, linker.clickable, width + 1);
  // Amounts are plain ASCII, and there can be thousands.
  const withComma = (line: string): number => line.length + Number(!line.includes(','));
  const whole = kind === 'money' ? Math.max(range.natural, widest(cells, withComma)) : range.natural;
  return { ...one, range, whole };
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}

function rangeOf(
  { column, header, alignment, cells }: Omit<TableColumn, 'range' | 'whole'>,
  isClickable: boolean,
  limit: number,
): WidthRange {
  const headerWidth = textWidth(header);
  const natural = Math.max(
    headerWidth,
    widest(cells, (line) => textWidth(line, limit)),
  );
  if (column.kind === 'link' && isClickable) {
    // The text may be cut, because the link opens the whole address.
    return { natural, least: Math.min(natural, narrowestLink), shrinksFirst: true };
  }
  if (column.kind === 'link' || column.kind === 'bar' || alignment === 'right') return { natural, least: natural };
  if (column.cut !== undefined) {
    const widestWord = column.cut === 'late' ? natural : Math.min(natural, shortText);
    const least = Math.min(natural, Math.max(headerWidth, narrowestText));
    return { natural, least, widestWord, ...(column.cut === 'early' && { givesWay: true }) };
  }
  const address = widest(cells, (line) => (isAddress(line) ? textWidth(line, limit) : 0));
  const least = Math.max(headerWidth, narrowestText, address);
  const widestWord = widest(cells, (line) => widestOf(line.split(' '), limit));
  return { natural, least: Math.min(natural, least), widestWord };
}

function widest(cells: TableColumn['cells'], measureLine: (line: string) => number): number {
  // No character is wider than two columns, and most lines need no measuring to see that they are shorter than another.
  const wider = (wide: number, line: string): number =>
    2 * line.length < wide ? wide : Math.max(wide, measureLine(line));
  return cells.reduce((most, lines) => lines.reduce(wider, most), 0);
}
