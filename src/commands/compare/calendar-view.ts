/** The cheapest total of each start date and number of nights: a calendar for each currency. */
import { tripResults, type SweepOutcome } from '../../planner/sweep/events.ts';
import { buildGrid, gridEntries, type CellState, type GridCell } from '../../planner/sweep/grid.ts';
import type { QuotedOffer } from '../../planner/sweep/rank.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { Block, GridViewCell } from '../../result.ts';
import { shortDate } from '../../planner/sweep/starts.ts';

/** `offers` are of one currency, cheapest first; `rest` says what is not among them. */
export function calendarBlocks(
  offers: readonly QuotedOffer[],
  heading: string,
  rest: readonly Block[],
  outcome: SweepOutcome,
): Block[] {
  const entries = gridEntries(tripResults(outcome), outcome.offers, offers[0]?.quote.currency);
  const grid = buildGrid(entries, offers);
  const years = new Set(grid.rows.map(({ date }) => date.slice(0, 4)));
  const rows = grid.rows.map(({ date, cells }) => ({
    label: shortDate(date, years.size > 1),
    cells: cells.map(viewCell),
  }));
  const hasShades = rows.some(({ cells }) => cells.some(({ shade }) => shade > 0));
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(({ sign }) => sign.trim())));
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    ...rest,
    { kind: 'text', text: legend(shown), style: 'dim' },
    ...(hasShades ? [{ kind: 'shades' } as const] : []),
    { kind: 'grid', grid: { corner: 'FROM', columns: grid.columns.map(describeNights), rows } },
  ];
}

const signs: Readonly<Record<CellState, readonly [sign: string, legend: string]>> = {
  none: ['–', 'nothing available'],
  unquoted: ['~', 'available, not quoted'],
  incomplete: ['!', 'only without a wanted extra'],
  foreign: ['¤', 'only in another currency'],
  unanswered: ['?', 'not all of it was answered'],
};

const noTimes = '×';

/** A blank sign keeps the amounts aligned. */
function viewCell({ best, state, shade, isCheapest }: GridCell): GridViewCell {
  const amount = best?.quote.totalAmount;
  const [sign] = signs[state];
  if (amount === undefined) return { amount, sign: `${sign} `, shade };
  const plain = best?.closed.length === 0 ? ' ' : noTimes;
  return { amount, sign: isCheapest ? '*' : state === 'unanswered' ? sign : plain, shade };
}

/** Only of the signs that occur. */
function legend(shown: ReadonlySet<string>): string {
  const all = [
    ['*', 'the cheapest of its column'] as const,
    [noTimes, 'a depot lists no times on a day'] as const,
    ...Object.values(signs),
  ];
  return all.flatMap(([sign, meaning]) => (shown.has(sign) ? [`${sign} ${meaning}`] : [])).join('   ');
}
