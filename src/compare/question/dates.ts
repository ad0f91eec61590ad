/** The trips of a comparison: starts with their drop-off dates, and pairs of depots. */
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts } from '../../base/field-text.ts';
import { shorten, shortName } from '../../base/words.ts';
import type { CalendarDate, RentalDates, Trip } from '../../api/types.ts';
import {
  addDays,
  daysOfMonth,
  formatDate,
  nights,
  weekdayNames,
  weekdayOf,
} from '../../planner/calendar.ts';
import { readWeekday } from '../../planner/date-forms.ts';
import { beforePickUpError, monthIn, parseDate, readDate } from '../../planner/dates.ts';
import type { DepotChoice } from '../../planner/question.ts';

/** Days in the longest range: two years of starts are more than any budget allows. */
const maxRangeDays = 732;

/** Days before and after the first day. More would be more starts than memory has room for. */
export const maxFlex = 60;

/**
 * A month (`feb`, `feb 2027`, `2027-02`) as the range of its days from today on; any other text
 * unchanged.
 */
export function monthAsRange(from: string, today: CalendarDate): string {
  const month = monthIn(from, today);
  return month === undefined ? from : `${month}..${daysOfMonth(month).at(-1)}`;
}

/**
 * Days to start on, in order. `from` is a date, or a range whose second end counts from the first.
 * `flex` adds no days before `today` (the operator's day). Throws UsageError if `from` is neither,
 * or its last day is before the first or years after it.
 */
export function startDates(
  { from, flex }: { readonly from: string; readonly flex?: number | undefined },
  today: CalendarDate,
): CalendarDate[] {
  const [first = '', last, ...others] = from.split('..');
  if (others.length > 0) {
    throw new UsageError(
      fieldText('{from}: "{given}" is not a range of two dates', { given: shortName(from) }),
      {
        hint: 'write the first and the last day: 2026-12-20..2026-12-31',
      },
    );
  }
  const start = parseDate(first, { today, field: 'from', takesRange: last === undefined });
  if (last === undefined) {
    const days = daysAfter(start, wholeNumbers(-(flex ?? 0), flex ?? 0));
    return days.filter((day) => day === start || day >= today);
  }
  if (flex !== undefined) {
    throw new UsageError(fieldText('{flex} needs a single date, but {from} is a range'), {
      hint: fieldText('leave {flex} out'),
    });
  }
  const end = parseDate(last, { today, base: start, field: 'from' });
  const span = nights(start, end);
  if (span < 0) {
    throw new UsageError(fieldText('{from}: {end} is before {start}', { end, start }), {
      hint: 'write the earlier date first',
    });
  }
  if (span > maxRangeDays)
    throw new UsageError(
      fieldText('{from}: {start}..{end} is more than {maxRangeDays} days', {
        start,
        end,
        maxRangeDays,
      }),
    );
  return daysAfter(start, wholeNumbers(0, span));
}

function wholeNumbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Without those after the year 9999. */
function daysAfter(date: CalendarDate, counts: readonly number[]): CalendarDate[] {
  return counts.flatMap((count) => addDays(date, count) ?? []);
}

/**
 * `['sat', 'Friday']` → `[5, 6]`: from Monday to Sunday, which is 0, without duplicates. Throws
 * UsageError.
 */
export function weekdaysOf(texts: readonly string[]): number[] {
  const days = texts.map((text) => {
    const day = readWeekday(text);
    if (day !== undefined) return day;
    throw new UsageError(
      fieldText('{startOn} takes weekdays, not "{given}"', { given: shorten(text, 40) }),
      {
        hint: 'write mon, tue, wed, thu, fri, sat or sun, with commas between several',
      },
    );
  });
  return [1, 2, 3, 4, 5, 6, 0].filter((day) => days.includes(day));
}

/** The starts on these weekdays. Throws UsageError if there are none. */
export function startsOn(
  starts: readonly CalendarDate[],
  weekdays: readonly number[],
): CalendarDate[] {
  const found = starts.filter((start) => weekdays.includes(weekdayOf(start)));
  if (found.length > 0) return found;
  const names = weekdays.map((day) => weekdayNames[day] ?? '');
  throw new UsageError(
    fieldText('{startOn}: {starts} a {days}', {
      starts: noneOf(starts),
      days: joinTexts(names, ', ', ' or '),
    }),
    {
      hint: fieldText('give more days with {from} or {flex}'),
    },
  );
}

/** `Fri 1 Feb 2030 is not`, `no start from Fri 1 Feb 2030 to Sun 3 Feb 2030 is`. */
function noneOf(starts: readonly CalendarDate[]): string {
  const [first = '', last = ''] = [starts[0], starts.at(-1)].map(
    (start) => start && formatDate(start),
  );
  return starts.length === 1 ? `${first} is not` : `no start from ${first} to ${last} is`;
}

/**
 * The last day on which a trip may end; it counts from the first start. Throws UsageError if it is
 * before that.
 */
export function lastEnd(
  until: string,
  firstStart: CalendarDate,
  today: CalendarDate,
): CalendarDate {
  const end = readDate(until, { today, base: firstStart, field: 'until' });
  if (end.date < firstStart) throw beforePickUpError(end, firstStart, 'until', 'first ');
  return end.date;
}

/** `7`, `7..10`, `7,10,14` → sorted nights without duplicates. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$/.exec(part) ?? [];
    const isReversed = Number(high) < Number(low);
    if (low === undefined || isReversed) {
      throw new UsageError(
        fieldText('{nights} takes 7, 7..10 or 7,10,14, not "{given}"', {
          given: shorten(text, 40),
        }),
        { hint: isReversed ? `write ${high}..${low}` : 'give each length in nights' },
      );
    }
    return wholeNumbers(Number(low), Number(high));
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/**
 * Every start with every number of nights, without trips that end after `until`. Throws UsageError
 * for too many.
 */
export function withNights(
  starts: readonly CalendarDate[],
  counts: readonly number[],
  until?: CalendarDate,
): RentalDates[] {
  const lengths = starts.map((pickUpDate) => {
    const maxNights = until === undefined ? Infinity : nights(pickUpDate, until);
    return { pickUpDate, counts: counts.filter((count) => count <= maxNights) };
  });
  refuseTooMany(lengths.reduce((sum, one) => sum + one.counts.length, 0));
  return lengths.flatMap(({ pickUpDate, counts }) =>
    daysAfter(pickUpDate, counts).map((dropOffDate) => ({ pickUpDate, dropOffDate })),
  );
}

/**
 * Every start, in order, with its drop-off date: one day for all of them, or `+7d` and `fri`, which
 * count from each start. Leaves out starts after the drop-off date. Throws UsageError if the first
 * start is after it.
 */
export function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): RentalDates[] {
  const [firstStart = today] = starts;
  const end = readDate(to, { today, base: firstStart, field: 'to' });
  if (end.date < firstStart)
    throw beforePickUpError(end, firstStart, 'to', starts.length > 1 ? 'first ' : '');
  const all = starts.map((pickUpDate) => {
    const isCounted = end.kind === 'counted';
    return {
      pickUpDate,
      dropOffDate: isCounted ? parseDate(to, { today, base: pickUpDate, field: 'to' }) : end.date,
    };
  });
  return all.filter(({ pickUpDate, dropOffDate }) => dropOffDate >= pickUpDate);
}

const maxTrips = 20_000;

/**
 * Each pair of depots, without duplicates, with each of the dates. Throws UsageError for more than
 * a comparison can ask for.
 */
export function tripsOf(choice: DepotChoice, dates: readonly RentalDates[]): Trip[] {
  refuseTooMany(countTrips(choice, dates.length));
  const { pickUpIds, dropOffs } = choice;
  const pairs = [...new Set(pickUpIds)].flatMap((pickUpDepotId) => {
    const ends = new Set(dropOffs.map((id) => (id === 'same' ? pickUpDepotId : id)));
    return [...ends].map((dropOffDepotId) => ({ pickUpDepotId, dropOffDepotId }));
  });
  return pairs.flatMap((pair) => dates.map((date) => ({ ...pair, ...date })));
}

/** How many `tripsOf` would make. */
export function countTrips({ pickUpIds, dropOffs }: DepotChoice, dates: number): number {
  const pickUps = new Set(pickUpIds);
  const ends = new Set(dropOffs.filter((id) => id !== 'same'));
  // `same` is a pair more for each pick-up depot that is not among the drop-off depots.
  const returns = dropOffs.includes('same') ? [...pickUps].filter((id) => !ends.has(id)) : [];
  return (pickUps.size * ends.size + returns.length) * dates;
}

/** Before they are made: 200 depots and 170 starts of 60 lengths are 400 million. */
export function refuseTooMany(count: number): void {
  if (count <= maxTrips) return;
  throw new UsageError(`${count} trips are too many to compare: the limit is ${maxTrips}`, {
    hint: 'give fewer depots, starts or lengths',
  });
}
