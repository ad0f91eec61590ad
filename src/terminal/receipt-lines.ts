/** Amounts that the eye can add up: dots lead to them, and a rule is above their total. */
import type { Receipt, ReceiptLine, Style } from '../result.ts';
import type { Palette } from './colour.ts';
import { showMoney } from '../text.ts';
import { safeText } from './escape.ts';
import { pad, textWidth, widestOf, wrap } from './width.ts';

/** Where a receipt is shown. */
export interface ReceiptDisplay {
  /** In columns, at least 1. */
  readonly width: number;
  readonly palette: Pick<Palette, 'paint'>;
  /** For screen readers: sentences. */
  readonly accessible: boolean;
}

/** On a wider screen the eye would lose the line between a label and its amount. */
const usualWidth = 60;
/** `Rental .. 712.00` */
const leastLeader = ' .. ';
const narrowestLabel = 8;
const notAdded = 'The lines do not add up to the total as the operator gave it.';

export function receiptLines(receipt: Receipt, display: ReceiptDisplay): string[] {
  const { lines, total, addsUp } = receipt;
  const paragraph = (text: string, style: Style): string[] =>
    wrap(text, display.width).map((line) => display.palette.paint(style, line));
  const notes = [
    ...(addsUp ? [] : paragraph(notAdded, 'dim')),
    ...receipt.warnings.flatMap((text) => paragraph(safeText(text), 'warning')),
  ];
  if (display.accessible) return [...[...lines, total].flatMap((line) => sentenceLines(line, display)), ...notes];
  const amountWidth = widestOf([...lines, total].map(amountText));
  const widest = widestOf([...lines, total].map(({ label }) => safeText(label)));
  const natural = widest + leastLeader.length + amountWidth;
  const width = Math.min(display.width, Math.max(usualWidth, natural));
  const rows = (line: ReceiptLine): string[] => rowsOf(line, { width, amountWidth }, display);
  const rule = addsUp ? [display.palette.paint('dim', '-'.repeat(width))] : [];
  const strong = rows(total).map((row) => display.palette.paint('strong', row));
  return [...lines.flatMap(rows), ...rule, ...strong, ...notes];
}

/** A label that is longer than its room takes several lines, the last one with the amount. */
function rowsOf(
  line: ReceiptLine,
  { width, amountWidth }: { readonly width: number; readonly amountWidth: number },
  { palette }: ReceiptDisplay,
): string[] {
  const label = safeText(line.label);
  const amount = amountText(line);
  const indent = /^ */.exec(label)?.[0] ?? '';
  const wrapped = (room: number): string[] =>
    wrap(label.trimStart(), Math.max(1, room - indent.length)).map((part) => indent + part);
  if (line.amount === undefined) return wrapped(width);
  const room = width - amountWidth - leastLeader.length;
  if (room < narrowestLabel) return [...wrapped(width), pad(amount, width, 'left')];
  const parts = wrapped(room);
  const last = parts.pop() ?? '';
  const dots = '.'.repeat(width - textWidth(last) - textWidth(amount) - 2);
  return [...parts, `${last} ${palette.paint('dim', dots)} ${amount}`];
}

/** `Rental, 8 nights × 89.00: 712.00.` */
function sentenceLines({ label, amount }: ReceiptLine, { width }: ReceiptDisplay): string[] {
  const text = safeText(label).trimStart();
  return wrap(amount === undefined ? `${text}.` : `${text}: ${showMoney(amount)}.`, width);
}

function amountText({ amount }: ReceiptLine): string {
  return amount === undefined ? '' : safeText(showMoney(amount));
}
