/** The cheapest total of each start and number of nights, and why a cell has none. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy, hasSeveral } from '../base/group-by.ts';
import { nights } from '../planner/calendar.ts';
import { joinPairs } from './trip-words.ts';
import type { Labels } from './labels.ts';
import {
  hasUnsureTimes,
  ranksLast,
  awaitsQuote,
  startOf,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';
import { isBestCertain } from './search-verdict.ts';

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
  /** Marks after its total, or one instead of it; empty if there is nothing to say. */
  readonly sign: string;
}

export const cheapestSign = '*';
const noTimesSign = '×';
/** After the other sign of the cell. */
const unsureTimesSign = '!';
const noneSign = '–';
const unpricedSign = '~';
const unaskedSign = '·';
const unansweredSign = '?';
const meaningsIn = (document: Comparison, lengths: number): OfferCalendar['legend'] => [
  [
    cheapestSign,
    `the cheapest start${isBestCertain(document) ? '' : ' found'}${lengths === 1 ? '' : ' for each length'}`,
  ],
  [noTimesSign, `a depot lists no times ${hasWantedTimes(document) ? 'that fit ' : ''}on a day`],
  [unsureTimesSign, 'the listed times of a day may not fit'],
  [noneSign, 'nothing available'],
  [
    unpricedSign,
    document.offers.some(awaitsQuote)
      ? 'available, not priced (compare --view calendar prices each cell)'
      : 'available, without a total to compare',
  ],
  [unaskedSign, 'not looked up'],
  [unansweredSign, document.interrupted ? 'incomplete: the comparison was stopped' : 'incomplete'],
];

function hasWantedTimes({ warnings = [] }: Comparison): boolean {
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
  const hasPairs = hasPairCalendars(document, labels);
  const all = hasPairs
    ? pairCalendars(ranked, document, labels)
    : [{ pair: undefined, ...calendarOf(ranked, document) }];
  const unavailable = hasPairs ? all.filter(isEmpty) : [];
  const calendars = all.filter((one) => !unavailable.includes(one));
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

/** Whether nothing is available in it. */
function isEmpty({ legend, rows }: OfferCalendar): boolean {
  return (
    legend.every(([sign]) => sign === noneSign) &&
    !rows.some(({ cells }) => cells.some(({ offer }) => offer))
  );
}

/** A calendar for each pair of depots: that of the best offer first, pairs without a total last. */
function pairCalendars(
  ranked: readonly PricedOffer[],
  document: Comparison,
  { pairLabel, pairLabels }: Labels,
): PairCalendar[] {
  const rankedByPair = groupBy(ranked, pairLabel);
  const offersByPair = groupBy(document.offers, pairLabel);
  return [...new Set([...rankedByPair.keys(), ...pairLabels()])].flatMap((pair): PairCalendar[] => {
    const here = offersByPair.get(pair) ?? [];
    // All totals of this pair are in another currency, which has its own calendars.
    if (!rankedByPair.has(pair) && here.some(({ rank }) => rank !== null)) return [];
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
    return [{ pair, ...calendarOf(rankedByPair.get(pair) ?? [], pairDocument) }];
  });
}

/** The dates with the counts of these pairs of depots alone. */
function datesOf(
  pairs: NonNullable<Comparison['pairs']>,
  dates: Comparison['dates'],
): Comparison['dates'] {
  const keyOf = (one: RentalDates): string => `${one.pick_up_date} ${one.drop_off_date}`;
  const counterOf = (lists: readonly (readonly RentalDates[])[]) => {
    const byDates = groupBy(lists.flat(), keyOf);
    return (one: RentalDates): number => byDates.get(keyOf(one))?.length ?? 0;
  };
  const countNotAsked = counterOf(pairs.map((one) => one.notAsked));
  const countNotAnswered = counterOf(pairs.map((one) => one.notAnswered));
  return dates.map((one) => {
    const notAsked = countNotAsked(one);
    const answered = pairs.length - notAsked - countNotAnswered(one);
    return { ...one, trips: pairs.length, answered, notAsked };
  });
}

type RentalDates = Pick<Comparison['dates'][number], 'pick_up_date' | 'drop_off_date'>;

/** `ranked` are of one currency, best first. */
export function calendarOf(ranked: readonly PricedOffer[], document: Comparison): OfferCalendar {
  const asked = document.dates.map((one) => ({
    date: one.pick_up_date,
    nightCount: nightsOf(one),
  }));
  const columns = [...new Set(asked.map(({ nightCount }) => nightCount))];
  const signs = signsOf(document);
  const worstFirst = ranked.toReversed();
  const best = new Map(worstFirst.map((offer) => [cellKeyOf(offer), offer]));
  // After an interruption, the cheapest of a length is not known.
  const marked = document.interrupted ? undefined : ranksToMark([...best.values()]);
  const starts = [...new Set(asked.map(({ date }) => date))].sort();
  const cellOf = (date: CalendarDate, nightCount: number): CalendarCell => {
    const offer = best.get(cellKey(date, nightCount));
    const sign = signs.get(cellKey(date, nightCount)) ?? '';
    if (offer === undefined) return { offer, sign };
    const isBest = offer.rank === marked?.get(nightCount);
    return { offer, sign: signOfOffer(offer, { sign, isBest }) };
  };
  const rows = starts.map((date) => ({
    date,
    cells: columns.map((nightCount) => cellOf(date, nightCount)),
  }));
  const shown = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ sign }) => [...sign])));
  return {
    columns,
    rows,
    legend: meaningsIn(document, columns.length).filter(([sign]) => shown.has(sign)),
  };
}

/** `sign`: of the cell, if a lower total is still possible. */
function signOfOffer(
  offer: PricedOffer,
  { sign, isBest }: { readonly sign: string; readonly isBest: boolean },
): string {
  const unsure = hasUnsureTimes(offer) ? unsureTimesSign : '';
  // Equal offers share a rank. One that ranks last is not marked, so that its own sign is seen.
  if (isBest && !ranksLast(offer)) return cheapestSign + unsure;
  if (mayBeLower(sign)) return sign + unsure;
  return (ranksLast(offer) ? noTimesSign : '') + unsure;
}

/**
 * The rank that gets `*`, for each length whose totals differ. One `*` for the whole calendar would
 * nearly always be at the shortest length.
 */
function ranksToMark(offers: readonly PricedOffer[]): ReadonlyMap<number, PricedOffer['rank']> {
  const byLength = [...groupBy(offers, ({ nights }) => nights)];
  const differing = byLength.filter(([, list]) =>
    hasSeveral(list, ({ totalAmount }) => totalAmount),
  );
  return new Map(
    differing.map(([nightCount, list]) => [
      nightCount,
      Math.min(...list.map(({ rank }) => Number(rank))),
    ]),
  );
}

/**
 * What each cell shows in the place of a total. `?` and `·` also stand after a total, because a lower
 * one is still possible.
 */
function signsOf({ dates, offers, failures, interrupted }: Comparison): Map<string, string> {
  const signs = new Map<string, string>();
  for (const one of dates) signs.set(cellKey(one.pick_up_date, nightsOf(one)), signOf(one));
  for (const key of offers.map(cellKeyOf))
    if (!mayBeLower(signs.get(key))) signs.set(key, unpricedSign);
  // Without the interruption, it would have a quote.
  if (interrupted)
    for (const key of offers.filter(awaitsQuote).map(cellKeyOf)) signs.set(key, unansweredSign);
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

function cellKey(date: CalendarDate, nightCount: number): string {
  return `${date} ${nightCount}`;
}
