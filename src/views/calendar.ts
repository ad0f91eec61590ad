/** The cheapest total of each start and number of nights, and why a cell has none. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy, hasSeveral } from '../base/group-by.ts';
import { joinPairs } from './trip-words.ts';
import type { Labels } from './labels.ts';
import {
  hasUnsureTimes,
  ranksLast,
  awaitsQuote,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';
import {
  cellKey,
  cellKeyOf,
  cheapestSign,
  mayBeLower,
  meaningsIn,
  nightsOf,
  noneSign,
  noTimesSign,
  signsOf,
  unsureTimesSign,
} from './calendar-signs.ts';

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

interface CalendarOptions {
  /** Whether the cheapest of each cell was searched for. Default: true. */
  readonly isSearched?: boolean;
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
  options: CalendarOptions = {},
): OfferCalendars {
  const hasPairs = hasPairCalendars(document, labels);
  const all = hasPairs
    ? pairCalendars(ranked, document, labels, options)
    : [{ pair: undefined, ...calendarOf(ranked, document, options) }];
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
  options: CalendarOptions,
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
    return [{ pair, ...calendarOf(rankedByPair.get(pair) ?? [], pairDocument, options) }];
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
export function calendarOf(
  ranked: readonly PricedOffer[],
  document: Comparison,
  { isSearched = true }: CalendarOptions = {},
): OfferCalendar {
  const asked = document.dates.map((one) => ({
    date: one.pick_up_date,
    nightCount: nightsOf(one),
  }));
  const columns = [...new Set(asked.map(({ nightCount }) => nightCount))];
  const signs = signsOf(document);
  const worstFirst = ranked.toReversed();
  const best = new Map(worstFirst.map((offer) => [cellKeyOf(offer), offer]));
  const bestOfCells = [...best.values()];
  // After an interruption, the cheapest of a length is not known.
  const marked = document.interrupted ? undefined : ranksToMark(bestOfCells, isSearched);
  const unpriced = new Set(isSearched ? [] : document.offers.filter(awaitsQuote).map(cellKeyOf));
  const starts = [...new Set(asked.map(({ date }) => date))].sort();
  const cellOf = (date: CalendarDate, nightCount: number): CalendarCell => {
    const offer = best.get(cellKey(date, nightCount));
    const sign = signs.get(cellKey(date, nightCount)) ?? '';
    if (offer === undefined) return { offer, sign };
    const isBest = offer.rank === marked?.get(nightCount);
    const isOpen = mayBeLower(sign) || unpriced.has(cellKey(date, nightCount));
    return { offer, sign: signOfOffer(offer, { openSign: isOpen ? sign : '', isBest }) };
  };
  const rows = starts.map((date) => ({
    date,
    cells: columns.map((nightCount) => cellOf(date, nightCount)),
  }));
  const shown = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ sign }) => [...sign])));
  return {
    columns,
    rows,
    legend: meaningsIn(document, { lengths: columns.length, isSearched }).filter(([sign]) =>
      shown.has(sign),
    ),
  };
}

/** `openSign`: that of the cell if a lower total is still possible; else empty. */
function signOfOffer(
  offer: PricedOffer,
  { openSign, isBest }: { readonly openSign: string; readonly isBest: boolean },
): string {
  const unsure = hasUnsureTimes(offer) ? unsureTimesSign : '';
  // Equal offers share a rank. One that ranks last is not marked, so that its own sign is seen.
  if (isBest && !ranksLast(offer)) return cheapestSign + unsure;
  if (openSign !== '') return openSign + unsure;
  return (ranksLast(offer) ? noTimesSign : '') + unsure;
}

/**
 * The rank that gets `*`, for each length whose totals differ. One `*` for the whole calendar would
 * nearly always be at the shortest length; but if only the cheapest of all was searched for, the
 * cheapest of the other lengths is not known.
 */
function ranksToMark(
  offers: readonly PricedOffer[],
  isSearched: boolean,
): ReadonlyMap<number, PricedOffer['rank']> {
  if (!isSearched) {
    const best = Math.min(...offers.map(({ rank }) => Number(rank)));
    const isOnly = !hasSeveral(offers, ({ totalAmount }) => totalAmount);
    return new Map(isOnly ? [] : offers.map(({ nights: count }) => [count, best]));
  }
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
