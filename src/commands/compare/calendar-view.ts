/** The cheapest total of each start date, by nights or by what is compared. */
import { buildGrid, gridEntries, type CellState, type GridCell } from '../../planner/sweep/grid.ts';
import type { QuotedOffer } from '../../planner/sweep/rank.ts';
import type { Block, GridView, GridViewCell } from '../../result.ts';
import { calendarColumns, type CalendarParts } from './calendar-columns.ts';
import { shortDate } from './starts.ts';

/** `offers` are of one currency, cheapest first. */
export function calendarBlocks(offers: readonly QuotedOffer[], heading: string, parts: CalendarParts): Block[] {
  const { grid, byColumn } = calendarGrid(offers, parts);
  const hasShades = grid.rows.some(({ cells }) => cells.some(({ shade }) => shade > 0));
  const shown = new Set(grid.rows.flatMap(({ cells }) => cells.map(({ sign }) => sign.trim())));
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    { kind: 'text', text: legend(shown, byColumn), style: 'dim' },
    ...(hasShades ? [{ kind: 'shades', text: byColumn ? 'of its column' : 'of all' } as const] : []),
    { kind: 'grid', grid },
  ];
}

export function calendarGrid(
  offers: readonly QuotedOffer[],
  parts: CalendarParts,
): { readonly grid: GridView; readonly byColumn: boolean } {
  const columns = calendarColumns(offers, parts);
  const { byColumn, ofOffer, labels } = columns;
  const entries = gridEntries(parts.outcome, offers[0]?.quote.currency, columns);
  const grid = buildGrid({ entries, offers, byColumn, columnOf: ofOffer });
  const years = new Set(grid.rows.map(({ date }) => date.slice(0, 4)));
  const rows = grid.rows.map(({ date, cells }) => ({
    label: shortDate(date, years.size > 1),
    value: date,
    cells: cells.map(viewCell),
  }));
  return { grid: { corner: 'FROM', columns: grid.columns.map((key) => labels.get(key) ?? key), rows }, byColumn };
}

/** What `plain` prints for a state is its name. */
const signs: Readonly<Record<CellState, readonly [sign: string, legend: string]>> = {
  none: ['–', 'nothing available'],
  unquoted: ['~', 'available, not quoted'],
  incomplete: ['!', 'only without a wanted extra'],
  foreign: ['¤', 'only in another currency'],
  unanswered: ['?', 'not all of it was answered'],
};

/** A blank sign keeps the amounts aligned. */
function viewCell({ best, state, shade, isCheapest }: GridCell): GridViewCell {
  const amount = best?.quote.totalAmount;
  const [sign] = signs[state];
  if (amount === undefined) return { amount, sign: `${sign} `, word: state, shade };
  return { amount, sign: isCheapest ? '*' : state === 'unanswered' ? sign : ' ', word: state, shade };
}

/** Only of the signs that occur. */
function legend(shown: ReadonlySet<string>, byColumn: boolean): string {
  const all = [['*', byColumn ? 'the cheapest of its column' : 'the cheapest'] as const, ...Object.values(signs)];
  return all.flatMap(([sign, meaning]) => (shown.has(sign) ? [`${sign} ${meaning}`] : [])).join('   ');
}
