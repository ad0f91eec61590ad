/** The cheapest total of each start and number of nights, and why a cell has none: for a terminal and for a page. */
import type { CalendarDate } from '../api/types.ts';
import { nights } from '../planner/calendar.ts';
import { isPutBack, isSure, isUnpriced, startOf, type Comparison, type PricedOffer } from './offers.ts';

export interface OfferCalendar {
  /** Numbers of nights. */
  readonly columns: readonly number[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly CalendarCell[] }[];
  /** The signs that occur, with their meanings. */
  readonly legend: readonly (readonly [sign: string, meaning: string])[];
}

export interface CalendarCell {
  /** The cheapest; undefined if there is none, and `sign` says why. */
  readonly offer: PricedOffer | undefined;
  /** A mark after its total, or instead of it; empty if there is nothing to say. */
  readonly sign: string;
}

export const cheapestSign = '*';
const [closedSign, noneSign, unpricedSign, unaskedSign, unansweredSign] = ['×', '–', '~', '·', '?'];
const meaningsIn = (document: Comparison): OfferCalendar['legend'] => [
  [cheapestSign, `the cheapest ${isSure(document) ? '' : 'found '}in its column`],
  [closedSign, `a depot lists no times ${hasTimes(document) ? 'that fit ' : ''}on a day`],
  [noneSign, 'nothing available'],
  [unpricedSign, 'available, without a total to compare'],
  [unaskedSign, 'not looked up'],
  [unansweredSign, document.interrupted ? 'incomplete: the comparison was stopped' : 'incomplete'],
];

/** Whether some time that was wanted does not fit. */
function hasTimes({ warnings = [] }: Comparison): boolean {
  return warnings.some((warning) => 'wanted' in warning);
}

/** `ranked` are of one currency, best first. */
export function calendarOf(ranked: readonly PricedOffer[], document: Comparison): OfferCalendar {
  const asked = document.dates.map((one) => ({ date: one.pick_up_date, count: nightsOf(one) }));
  const columns = [...new Set(asked.map(({ count }) => count))];
  const signs = signsOf(document);
  const worstFirst = ranked.toReversed();
  const best = new Map(worstFirst.map((offer) => [keyOf(offer), offer]));
  const bestRanks = new Map(worstFirst.map(({ nights, rank }) => [nights, rank]));
  const starts = [...new Set(asked.map(({ date }) => date))].sort();
  // With one length, or one start, a mark would say little. After an interruption, the cheapest of a column is not known.
  const hasMarks = columns.length > 1 && starts.length > 1 && !document.interrupted;
  const cellOf = (date: CalendarDate, count: number): CalendarCell => {
    const [offer, sign = ''] = [best.get(cellKey(date, count)), signs.get(cellKey(date, count))];
    if (offer === undefined) return { offer, sign };
    // Equal offers share a rank.
    if (hasMarks && offer.rank === bestRanks.get(count)) return { offer, sign: cheapestSign };
    return { offer, sign: isOpen(sign) ? sign : isPutBack(offer) ? closedSign : '' };
  };
  const rows = starts.map((date) => ({ date, cells: columns.map((count) => cellOf(date, count)) }));
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(({ sign }) => sign)));
  return { columns, rows, legend: meaningsIn(document).filter(([sign]) => shown.has(sign)) };
}

/** What each cell says if it has no total. */
function signsOf({ dates, offers, failures, interrupted }: Comparison): Map<string, string> {
  const signs = new Map<string, string>();
  for (const one of dates) signs.set(cellKey(one.pick_up_date, nightsOf(one)), signOf(one));
  for (const key of offers.map(keyOf)) if (!isOpen(signs.get(key))) signs.set(key, unpricedSign);
  // Its quote would have come.
  if (interrupted) for (const key of offers.filter(isUnpriced).map(keyOf)) signs.set(key, unansweredSign);
  for (const { pick_up_date: from, drop_off_date: to } of failures)
    if (from !== null && to !== null) signs.set(cellKey(from, nights(from, to)), unansweredSign);
  return signs;
}

function signOf({ trips, answered, notAsked = 0 }: Comparison['dates'][number]): string {
  if (answered + notAsked < trips) return unansweredSign;
  return notAsked > 0 ? unaskedSign : noneSign;
}

/** A lower total is possible there. */
function isOpen(sign: string | undefined): boolean {
  return sign === unansweredSign || sign === unaskedSign;
}

function nightsOf(one: Comparison['dates'][number]): number {
  return nights(one.pick_up_date, one.drop_off_date);
}

function keyOf(offer: Comparison['offers'][number]): string {
  return cellKey(startOf(offer), offer.nights);
}

function cellKey(date: CalendarDate, count: number): string {
  return `${date} ${count}`;
}
