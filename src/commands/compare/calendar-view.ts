/** The cheapest total of each start date, by nights or by what is compared: a calendar for each currency. */
import { tripResults } from '../../planner/sweep/events.ts';
import { buildGrid, gridEntries, type CellState, type Grid, type GridCell } from '../../planner/sweep/grid.ts';
import { groupOffers } from '../../planner/sweep/groups.ts';
import type { QuotedOffer, Ranked, Ranking } from '../../planner/sweep/rank.ts';
import type { Block, GridViewCell, Row } from '../../result.ts';
import { calendarColumns, type CalendarColumns, type CalendarParts } from './calendar-columns.ts';
import { shortDate } from '../../planner/sweep/starts.ts';

interface RankedCalendar extends CalendarParts {
  readonly ranking: Ranking;
}

/** `offers` are of one currency, cheapest first. */
export function calendarBlocks(offers: readonly QuotedOffer[], heading: string, parts: RankedCalendar): Block[] {
  const columns = columnsOf(parts);
  const { byColumn, labels } = columns;
  const grid = gridOf(offers, columns, parts);
  const years = new Set(grid.rows.map(({ date }) => date.slice(0, 4)));
  const rows = grid.rows.map(({ date, cells }) => ({
    label: shortDate(date, years.size > 1),
    cells: cells.map(viewCell),
  }));
  const hasShades = rows.some(({ cells }) => cells.some(({ shade }) => shade > 0));
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(({ sign }) => sign.trim())));
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    { kind: 'text', text: legend(shown, byColumn), style: 'dim' },
    ...(hasShades ? [{ kind: 'shades', text: byColumn ? 'of its column' : 'of all' } as const] : []),
    { kind: 'grid', grid: { corner: 'FROM', columns: labelled(grid.columns, labels), rows } },
  ];
}

/**
 * The calendars as lines: a header, because the columns depend on the answers, then the dates of each currency. A cell has a total, or
 * the state that says why it has none. Without totals there is no currency.
 */
export function calendarLines(parts: RankedCalendar): Row[] {
  const { byCurrency } = parts.ranking;
  const columns = columnsOf(parts);
  const calendars = (byCurrency.length === 0 ? [{ currency: '', offers: [] }] : byCurrency).map((list) => {
    const offers = list.offers.map(({ offer }) => offer);
    return { currency: list.currency, grid: gridOf(offers, columns, parts) };
  });
  const lines = calendars.flatMap(({ currency, grid }) =>
    grid.rows.map(({ date, cells }) => [
      date,
      currency,
      ...cells.map((cell) => cell.best?.quote.totalAmount ?? cell.state),
    ]),
  );
  const header = ['FROM', 'CURRENCY', ...labelled(calendars[0]?.grid.columns ?? [], columns.labels)];
  return [header, ...lines].map((cells) => Object.fromEntries(cells.entries()) as Row);
}

/** The offers whose totals the calendars show. */
export function calendarOffers(parts: RankedCalendar): readonly Ranked[] {
  const { ofOffer } = columnsOf(parts);
  return parts.ranking.byCurrency.flatMap(({ offers }) =>
    groupOffers(offers, (offer) => `${offer.pickUpDate} ${ofOffer(offer)}`).map(({ best }) => best),
  );
}

/** The same columns for every currency. */
function columnsOf(parts: RankedCalendar): CalendarColumns {
  const offers = parts.ranking.byCurrency.flatMap((list) => list.offers.map(({ offer }) => offer));
  return calendarColumns(offers, parts);
}

function gridOf(offers: readonly QuotedOffer[], columns: CalendarColumns, { outcome }: CalendarParts): Grid {
  const entries = gridEntries(tripResults(outcome), outcome.offers, offers[0]?.quote.currency, columns);
  return buildGrid({ entries, offers, byColumn: columns.byColumn, columnOf: columns.ofOffer });
}

function labelled(keys: readonly string[], labels: ReadonlyMap<string, string>): string[] {
  return keys.map((key) => labels.get(key) ?? key);
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
function legend(shown: ReadonlySet<string>, byColumn: boolean): string {
  const cheapest = byColumn ? 'the cheapest of its column' : 'the cheapest';
  const all = [
    ['*', cheapest] as const,
    [noTimes, 'a depot lists no times on a day'] as const,
    ...Object.values(signs),
  ];
  return all.flatMap(([sign, meaning]) => (shown.has(sign) ? [`${sign} ${meaning}`] : [])).join('   ');
}
