/** A receipt: dots lead to the amounts, and a rule is above the total. */
import type { Receipt, ReceiptLine, Style } from '../result.ts';
import type { Palette } from './colour.ts';
import { groupDigits } from '../base/money.ts';
import { safeText } from './escape.ts';
import { textWidth, widestOf, wrap } from './width.ts';

/** `accessible`: for screen readers, without dots and without a rule. */
type ReceiptDisplay = Readonly<{
  width: number;
  palette: Pick<Palette, 'paint'>;
  accessible: boolean;
}>;

/** In a wider receipt, labels and amounts would be too far apart. */
const defaultWidth = 60;
/** `Rental .. 712.00` */
const minLeader = ' .. ';
const minLabelWidth = 8;
const notAdded = 'The lines do not add up to the total that the operator gave.';

export function receiptLines(
  { lines, total, addsUp, warnings }: Receipt,
  display: ReceiptDisplay,
): string[] {
  const { palette, accessible } = display;
  const amountWidth = widestOf([...lines, total].map(amountText));
  const widest = widestOf([...lines, total].map(({ label }) => safeText(label)));
  const width = Math.min(
    display.width,
    Math.max(defaultWidth, widest + minLeader.length + amountWidth),
  );
  /** The amount is on the last line of a long label. */
  const rows = (one: ReceiptLine): string[] => {
    const label = safeText(one.label);
    const amount = amountText(one);
    if (accessible) return [amount === '' ? label : `${label}: ${amount}`];
    const [indent = ''] = /^ */.exec(label) ?? [];
    const room = width - indent.length - (amount === '' ? 0 : amountWidth + minLeader.length);
    const parts = wrap(label.trimStart(), Math.max(minLabelWidth, room)).map(
      (part) => indent + part,
    );
    if (amount === '') return parts;
    const last = parts.pop() ?? '';
    const dots = '.'.repeat(Math.max(1, width - textWidth(last) - textWidth(amount) - 2));
    return [...parts, `${last} ${palette.paint('dim', dots)} ${amount}`];
  };
  const paragraph = (text: string, style: Style): string[] =>
    wrap(safeText(text), display.width).map((line) => palette.paint(style, line));
  return [
    ...lines.flatMap(rows),
    ...(addsUp && !accessible ? [palette.paint('dim', '-'.repeat(width))] : []),
    ...rows(total).map((row) => palette.paint('strong', row)),
    ...(addsUp ? [] : paragraph(notAdded, 'dim')),
    ...warnings.flatMap((text) => paragraph(text, 'warning')),
  ];
}

function amountText({ amount }: ReceiptLine): string {
  return amount === undefined ? '' : safeText(groupDigits(amount));
}
