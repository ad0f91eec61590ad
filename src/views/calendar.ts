/** The cheapest total of each start and number of nights, and why a cell has none. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy, hasSeveral } from '../base/group-by.ts';
import { nights } from '../planner/calendar.ts';
import { joinPairs } from '../planner/trip-words.ts';
import type { Labels } from './labels.ts';
import {
  isPutBack,
  isSure,
  isUnpriced,
  startOf,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';

export interface OfferCalendar {
  /** Numbers of nights. */
  readonly columns: readonly number[];
  readonly rows: readonly {
    readonly date: CalendarDate;
    readonly cells: readonly CalendarCell[];
  }[];
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
const closedSign = '×';
const noneSign = '–';
const unpricedSign = '~';
const unaskedSign = '·';
const unansweredSign = '?';
const meaningsIn = (document: Comparison, lengths: number): OfferCalendar['legend'] => [
  [
    cheapestSign,
    `the cheapest start${isSure(document) ? '' : ' found'}${lengths === 1 ? '' : ' for each length'}`,
  ],
  [closedSign, `a depot lists no times ${hasTimes(document) ? 'that fit ' : ''}on a day`],
  [noneSign, 'nothing available'],
  [
    unpricedSign,
    document.offers.some(isUnpriced)
      ? 'available, not priced (compare --view calendar prices each cell)'
      : 'available, without a total to compare',
  ],
  [unaskedSign, 'not looked up'],
  [unansweredSign, document.interrupted ? 'incomplete: the comparison was stopped' : 'incomplete'],
];

function hasTimes({ warnings = [] }: Comparison): boolean {
  return warnings.some((warning) => 'wanted' in warning);
}

/** The calendars of a comparison. */
export interface OfferCalendars {
  /** One for each pair of depots; in answers of earlier versions, one for all pairs. */
  readonly calendars: readonly PairCalendar[];
  /** Why a pair of depots has none. */
  readonly notes: readonly string[];
  /** The signs that occur, with their meanings. */
  readonly legend: OfferCalendar['legend'];
}

interface PairCalendar extends OfferCalendar {
  readonly pair: string | undefined;
}

const earlierNote =
  'All pairs of depots are in one calendar, because an earlier version saved this answer';

/** Earlier versions searched for the best of all pairs together. */
export function hasPairCalendars({ pairs = [] }: Comparison, labels: Labels): boolean {
  return pairs.length > 0 && labels.pairLabels().length > 1;
}

/** `ranked` are of one currency, best first. */
export function calendarsOf(
  ranked: readonly PricedOffer[],
  document: Comparison,
  labels: Labels,
): OfferCalendars {
  const all = hasPairCalendars(document, labels)
    ? pairCalendars(ranked, document, labels)
    : [{ pair: undefined, ...calendarOf(ranked, document) }];
  const hasNothing = ({ pair, legend, rows }: PairCalendar): boolean =>
    pair !== undefined &&
    legend.every(([sign]) => sign === noneSign) &&
    !rows.some(({ cells }) => cells.some(({ offer }) => offer));
  const unavailable = all.filter(hasNothing);
  const calendars = all.filter((one) => !hasNothing(one));
  return {
    calendars,
    notes: [
      ...(unavailable.length > 0
        ? [`Nothing available: ${joinPairs(unavailable.flatMap(({ pair }) => pair ?? []))}`]
        : []),
      ...(document.pairs === undefined && labels.pairLabels().length > 1 ? [earlierNote] : []),
    ],
    legend: [...new Map(calendars.flatMap(({ legend }) => legend))],
  };
}

/** The best first, then those without a total. */
function pairCalendars(
  ranked: readonly PricedOffer[],
  document: Comparison,
  { pairLabel, pairLabels }: Labels,
): PairCalendar[] {
  const best = groupBy(ranked, pairLabel);
  const offers = groupBy(document.offers, pairLabel);
  return [...new Set([...best.keys(), ...pairLabels()])].flatMap((pair): PairCalendar[] => {
    const here = offers.get(pair) ?? [];
    // All totals of this pair are in another currency, which has its own calendars.
    if (!best.has(pair) && here.some(({ rank }) => rank !== null)) return [];
    const failures = document.failures.filter(
      ({ operator, pick_up_depot_id: from, drop_off_depot_id: to }) => {
        if (from === null || to === null) return true;
        return (
          pairLabel({ operator, selection: { pick_up_depot_id: from, drop_off_depot_id: to } }) ===
          pair
        );
      },
    );
    const pairs = (document.pairs ?? []).filter(({ operator, ...selection }) => {
      return pairLabel({ operator, selection }) === pair;
    });
    const pairDocument = {
      ...document,
      offers: here,
      failures,
      dates: datesOf(pairs, document.dates),
    };
    return [{ pair, ...calendarOf(best.get(pair) ?? [], pairDocument) }];
  });
}

/** The dates with the counts of these pairs of depots alone. */
function datesOf(
  pairs: NonNullable<Comparison['pairs']>,
  dates: Comparison['dates'],
): Comparison['dates'] {
  const keyOf = (one: RentalDates): string => `${one.pick_up_date} ${one.drop_off_date}`;
  const counts = (lists: readonly (readonly RentalDates[])[]) => groupBy(lists.flat(), keyOf);
  const notAsked = counts(pairs.map((one) => one.notAsked));
  const notAnswered = counts(pairs.map((one) => one.notAnswered));
  return dates.map((one) => {
    const open = notAsked.get(keyOf(one))?.length ?? 0;
    const lost = notAnswered.get(keyOf(one))?.length ?? 0;
    return { ...one, trips: pairs.length, answered: pairs.length - open - lost, notAsked: open };
  });
}

type RentalDates = Pick<Comparison['dates'][number], 'pick_up_date' | 'drop_off_date'>;

/** `ranked` are of one currency, best first. */
export function calendarOf(ranked: readonly PricedOffer[], document: Comparison): OfferCalendar {
  const asked = document.dates.map((one) => ({ date: one.pick_up_date, count: nightsOf(one) }));
  const columns = [...new Set(asked.map(({ count }) => count))];
  const signs = signsOf(document);
  const worstFirst = ranked.toReversed();
  const best = new Map(worstFirst.map((offer) => [cellKeyOf(offer), offer]));
  // After an interruption, the cheapest of a length is not known.
  const marked = document.interrupted ? undefined : ranksToMark([...best.values()]);
  const starts = [...new Set(asked.map(({ date }) => date))].sort();
  const cellOf = (date: CalendarDate, count: number): CalendarCell => {
    const offer = best.get(cellKey(date, count));
    const sign = signs.get(cellKey(date, count)) ?? '';
    if (offer === undefined) return { offer, sign };
    // Equal offers share a rank. One that is put back is not marked, so that its own sign is seen.
    const isCheapest = offer.rank === marked?.get(count) && !isPutBack(offer);
    if (isCheapest) return { offer, sign: cheapestSign };
    return { offer, sign: mayBeLower(sign) ? sign : isPutBack(offer) ? closedSign : '' };
  };
  const rows = starts.map((date) => ({ date, cells: columns.map((count) => cellOf(date, count)) }));
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(({ sign }) => sign)));
  return {
    columns,
    rows,
    legend: meaningsIn(document, columns.length).filter(([sign]) => shown.has(sign)),
  };
}

/**
 * The best rank of each length whose totals differ. One for all lengths would nearly always be that
 * of the shortest.
 */
function ranksToMark(offers: readonly PricedOffer[]): ReadonlyMap<number, PricedOffer['rank']> {
  const byLength = [...groupBy(offers, ({ nights }) => nights)];
  const differing = byLength.filter(([, list]) =>
    hasSeveral(list, ({ totalAmount }) => totalAmount),
  );
  return new Map(
    differing.map(([count, list]) => [count, Math.min(...list.map(({ rank }) => Number(rank)))]),
  );
}

/** The sign of each cell, in case it has no total. */
function signsOf({ dates, offers, failures, interrupted }: Comparison): Map<string, string> {
  const signs = new Map<string, string>();
  for (const one of dates) signs.set(cellKey(one.pick_up_date, nightsOf(one)), signOf(one));
  for (const key of offers.map(cellKeyOf))
    if (!mayBeLower(signs.get(key))) signs.set(key, unpricedSign);
  // Without the interruption, it would have a quote.
  if (interrupted)
    for (const key of offers.filter(isUnpriced).map(cellKeyOf)) signs.set(key, unansweredSign);
  for (const { pick_up_date: from, drop_off_date: to } of failures)
    if (from !== null && to !== null) signs.set(cellKey(from, nights(from, to)), unansweredSign);
  return signs;
}

function signOf({ trips, answered, notAsked = 0 }: Comparison['dates'][number]): string {
  if (answered + notAsked < trips) return unansweredSign;
  return notAsked > 0 ? unaskedSign : noneSign;
}

/** Whether a total that is lower, or the first one, is still possible. */
function mayBeLower(sign: string | undefined): boolean {
  return sign === unansweredSign || sign === unaskedSign;
}

function nightsOf(one: Comparison['dates'][number]): number {
  return nights(one.pick_up_date, one.drop_off_date);
}

function cellKeyOf(offer: Comparison['offers'][number]): string {
  return cellKey(startOf(offer), offer.nights);
}

function cellKey(date: CalendarDate, count: number): string {
  return `${date} ${count}`;
}
