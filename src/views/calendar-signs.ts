/** The signs of a calendar's cells, and what they mean. */
import type { CalendarDate } from '../api/types.ts';
import { nights } from '../planner/calendar.ts';
import { awaitsQuote, startOf, type Comparison } from '../documents/offers.ts';
import { isBestCertain } from './search-verdict.ts';

export const cheapestSign = '*';
export const noTimesSign = '×';
/** After the other sign of the cell. */
export const unsureTimesSign = '!';
export const noneSign = '–';
const unpricedSign = '~';
const unaskedSign = '·';
const unansweredSign = '?';

interface MeaningsInput {
  /** How many lengths the calendar has. */
  readonly lengths: number;
  readonly isSearched: boolean;
}

export const meaningsIn = (
  document: Comparison,
  { lengths, isSearched }: MeaningsInput,
): readonly (readonly [sign: string, meaning: string])[] => [
  [
    cheapestSign,
    `the cheapest start${isBestCertain(document) ? '' : ' found'}${lengths > 1 && isSearched ? ' for each length' : ''}`,
  ],
  [noTimesSign, `a depot lists no times ${hasWantedTimes(document) ? 'that fit ' : ''}on a day`],
  [unsureTimesSign, 'the listed times of a day may not fit'],
  [noneSign, 'nothing available'],
  [
    unpricedSign,
    document.offers.some(awaitsQuote)
      ? `${isSearched ? 'available, not priced' : 'not all priced, so there may be a lower total'} (compare --view calendar prices each cell)`
      : 'available, without a total to compare',
  ],
  [unaskedSign, 'not looked up'],
  [unansweredSign, document.interrupted ? 'incomplete: the comparison was stopped' : 'incomplete'],
];

function hasWantedTimes({ warnings = [] }: Comparison): boolean {
  return warnings.some((warning) => 'wanted' in warning);
}

/**
 * What each cell shows in the place of a total. Some also stand after a total, because a lower one is
 * still possible.
 */
export function signsOf({ dates, offers, failures, interrupted }: Comparison): Map<string, string> {
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
export function mayBeLower(sign: string | undefined): boolean {
  return sign === unansweredSign || sign === unaskedSign;
}

export function nightsOf(one: Comparison['dates'][number]): number {
  return nights(one.pick_up_date, one.drop_off_date);
}

export function cellKeyOf(offer: Comparison['offers'][number]): string {
  return cellKey(startOf(offer), offer.nights);
}

export function cellKey(date: CalendarDate, nightCount: number): string {
  return `${date} ${nightCount}`;
}
