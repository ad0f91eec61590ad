/**
 * The ranked offers of one currency: as a table, in groups or as a calendar; the cheapest in full.
 */
import type { Operator } from '../../planner/session.ts';
import type { CalendarDate } from '../../api/types.ts';
import { hasSeveral } from '../../base/group-by.ts';
import { countInWords } from '../../base/words.ts';
import { groupDigits } from '../../base/money.ts';
import { cheapestSign } from '../../views/calendar-signs.ts';
import { calendarsOf, type CalendarCell, type OfferCalendar } from '../../views/calendar.ts';
import { areInSeveralYears, describeNights, shortDate } from '../../views/trip-words.ts';
import { offerTrip, type Comparison, type PricedOffer } from '../../documents/offers.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { costOfAll, pricingInWords } from '../../views/pricing.ts';
import type { QuoteMode } from '../../planner/question.ts';
import type { Grouping, SearchGroup } from '../../planner/groupings.ts';
import type { Block, Column, Row } from '../../result.ts';
import { quoteView } from '../../views/quote.ts';
import { headingOf } from './heading.ts';
import { groupTable, offerTable, type TableContext } from './tables.ts';

/** How a comparison is shown. */
export interface CompareLayout {
  readonly groupBy: Grouping | undefined;
  readonly calendar: boolean;
  /** Rows of a table, and offers or groups of the other formats. Undefined: all. */
  readonly limit: number | undefined;
}

/** The time zone of an operator, by its name. */
type ZoneFinder = (operator: string) => string;

export function zoneFinder(operators: readonly Pick<Operator, 'name' | 'timeZone'>[]): ZoneFinder {
  const zones = new Map(operators.map(({ name, timeZone }) => [name, timeZone]));
  return (name) => zones.get(name) ?? 'UTC';
}

export interface ViewOptions extends CompareLayout {
  readonly quoteMode: QuoteMode;
  readonly timeZone: ZoneFinder;
  /** Epoch ms. */
  readonly now: number;
  /** The sets of offers in which the cheapest were searched for. */
  readonly groups: readonly SearchGroup[];
  /** What is shown is what was searched for: not another grouping of a saved answer. */
  readonly isSearchedView: boolean;
  /** Whether flags can make the command find more: not for a saved answer. */
  readonly suggestsFlags: boolean;
}

export interface ViewParts extends ViewOptions, TableContext {
  readonly document: Comparison;
  readonly operators: readonly string[];
  /** Offers without a price that may rank. Empty with several currencies: estimates have none. */
  readonly unpriced: readonly OfferDocument[];
  /** The best offer is the cheapest of all, because every offer was priced. */
  readonly isBestCertain: boolean;
}

export function pricingBlocks({ document, groups, isSearchedView }: ViewParts): Block[] {
  const text = pricingInWords(document, { groups, isSearchedView });
  return text === undefined ? [] : [{ kind: 'text', text, style: 'dim' }];
}

export function lengthBlocks(
  offers: readonly PricedOffer[],
  { unpriced, groupBy, calendar }: ViewParts,
): Block[] {
  const isOneLength = !hasSeveral([...offers, ...unpriced], ({ nights }) => nights);
  if (isOneLength || groupBy === 'nights' || calendar) return [];
  return [{ kind: 'text', text: favourNote, style: 'dim' }];
}

const favourNote = 'Totals favour shorter trips; --group-by nights shows the best of each length.';

const rankColumn: Column = { key: 'rank', header: '#', kind: 'number' };

/** A calendar, groups, all that was priced, or the cheapest that were found. */
export function rankedBlocks(
  offers: readonly PricedOffer[],
  parts: ViewParts,
  underHeading: readonly Block[],
): Block[] {
  const { document, labels, unpriced, groupBy: by, calendar, limit, quoteMode } = parts;
  const { pricing } = document;
  const headingOffers = [...offers, ...unpriced];
  const heading = headingOf(headingOffers, labels, pricing?.tripsNotAsked);
  if (calendar) return calendarBlocks(offers, heading, underHeading, parts);
  const headed = (text: string, table: Block): Block[] => [
    { kind: 'text', text, style: 'heading' },
    ...underHeading,
    table,
  ];
  const context = { ...parts, headingOffers, allRanked: offers };
  if (by !== undefined) return headed(heading, groupTable(offers, by, unpriced, context));
  if (pricing === undefined) return headed(heading, offerTable(offers, [rankColumn], context));
  const searched = quoteMode.how === 'best' ? quoteMode.max : offers.length;
  const cheapest = cheapestOf(offers, Math.min(searched, limit ?? searched));
  if (limit === undefined) {
    // An offer that was not priced can be cheaper than those after the cheapest, so these have no rank.
    const withRanks = new Set(cheapest);
    const rows = offers.map((offer) => (withRanks.has(offer) ? offer : { ...offer, rank: null }));
    return headed(heading, offerTable(rows, [rankColumn], context));
  }
  const max = Math.min(searched, limit, cheapest.length);
  const notes = cheapestNotes(cheapest.length, max, parts);
  const table = {
    ...offerTable(cheapest, [rankColumn], { ...context, limit: undefined }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
  const count = max === 1 ? '' : `${max} `;
  return headed(`The ${count}cheapest found of ${heading}`, table);
}

/**
 * The first offers, with all that share the last place. Unpriced offers can be cheaper than those
 * after the ones that were searched for.
 */
function cheapestOf(offers: readonly PricedOffer[], max: number): readonly PricedOffer[] {
  const last = offers[max - 1]?.rank;
  return last === undefined ? offers : offers.filter(({ rank }) => Number(rank) <= Number(last));
}

function cheapestNotes(
  count: number,
  max: number,
  { unpriced, suggestsFlags, document }: ViewParts,
): string[] {
  return [
    ...(count === max
      ? []
      : [`${countInWords(count)} offers are shown, because several share the last place`]),
    ...(unpriced.length > 0 ? ['only starts that were priced are listed'] : []),
    ...(suggestsFlags && !document.interrupted ? [waysToFindMore(max, document)] : []),
  ];
}

function waysToFindMore(max: number, document: Comparison): string {
  const next = 2 * max;
  return `--limit ${next} finds the ${next} cheapest; --quote all prices every offer (${costOfAll(document)})`;
}

export function cheapestBlocks(
  best: PricedOffer | undefined,
  parts: ViewParts,
  { hasOtherCurrencies }: { readonly hasOtherCurrencies: boolean },
): Block[] {
  const { labels, operators, timeZone, now, isBestCertain } = parts;
  if (best === undefined) return [];
  const of = `${isBestCertain ? '' : ' found'}${hasOtherCurrencies ? ` in ${best.currency}` : ''}`;
  const { operator, vehicle, checkoutUrl, warnings = [], unsureTimes = [] } = best;
  const at = operators.length > 1 ? `, ${operator}` : '';
  const view = quoteView({
    quote: best,
    selection: offerTrip(best),
    checkoutUrl,
    depots: labels.namedDepots(operator),
    vehicle,
    offered: labels.offered(operator),
    title: `Cheapest${of}: ${labels.vehicleLabel(operator, vehicle)}${at}`,
    timeZone: timeZone(operator),
    now,
  });
  return [
    ...view,
    ...[...warnings, ...unsureTimes].map(({ message }): Block => {
      return { kind: 'text', text: message, style: 'warning' };
    }),
  ];
}

/** `ranked` are of one currency, best first. */
function calendarBlocks(
  ranked: readonly PricedOffer[],
  heading: string,
  underHeading: readonly Block[],
  { document, labels, isBestCertain, isSearchedView }: ViewParts,
): Block[] {
  const { calendars, notes, legend } = calendarsOf(ranked, document, labels, {
    isSearched: isSearchedView,
  });
  const meanings = legend.map((words) => words.join(' ')).join('   ');
  return [
    {
      kind: 'text',
      text: `Cheapest total ${isBestCertain ? '' : 'found '}of ${heading}`,
      style: 'heading',
    },
    ...underHeading,
    ...[meanings, ...notes]
      .filter(Boolean)
      .map((text): Block => ({ kind: 'text', text, style: 'dim' })),
    ...(calendars.length > 1 ? [{ kind: 'text', text: '' } as const] : []),
    ...calendars.flatMap(({ pair, ...calendar }): Block[] => [
      ...(pair === undefined ? [] : [{ kind: 'text', text: pair, style: 'heading' } as const]),
      calendarTable(calendar),
    ]),
  ];
}

function calendarTable({ columns, rows }: OfferCalendar): Block {
  const withYear = areInSeveralYears(rows.map(({ date }) => date));
  const first: Column = {
    key: 'date',
    header: 'FROM',
    show: ({ date }) => shortDate(date as CalendarDate, { withYear }),
  };
  const signWidth = Math.max(
    1,
    ...rows.flatMap(({ cells }) => cells.map(({ sign }) => sign.length)),
  );
  const amounts = columns.map((count, index): Column => {
    const cellOf = ({ cells }: Row): CalendarCell | undefined =>
      (cells as readonly CalendarCell[])[index];
    const header = describeNights(count);
    return {
      key: header,
      header,
      kind: 'number',
      show: (row) => textOf(cellOf(row), signWidth),
      style: (row) => (cellOf(row)?.sign.startsWith(cheapestSign) === true ? 'good' : undefined),
    };
  });
  return {
    kind: 'table',
    columns: [first, ...amounts],
    rows: rows.map((row) => ({ ...row })),
    continues: true,
  };
}

/** An amount with its signs, or a sign alone. Blanks keep the amounts aligned. */
function textOf({ offer, sign = '' }: Partial<CalendarCell> = {}, signWidth: number): string {
  return offer === undefined
    ? `${sign || ' '} `
    : `${groupDigits(String(offer.totalAmount))}${sign.padEnd(signWidth)}`;
}
