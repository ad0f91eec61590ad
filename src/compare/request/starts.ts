/** The days on which the trips of a comparison start. */
import type { CalendarDate } from '../../api/types.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../../base/field-text.ts';
import { shorten, shortName } from '../../base/words.ts';
import {
  addDays,
  daysOfMonth,
  formatDate,
  nights,
  weekdayNames,
  weekdayOf,
} from '../../planner/calendar.ts';
import { readWeekday } from '../../planner/date-forms.ts';
import { firstDayLeftOfMonth, parseDate } from '../../planner/dates.ts';

/** Days in the longest range: two years of starts are more than any budget allows. */
const maxRangeDays = 732;

/** Days before and after the first day. */
export const maxFlex = 60;

/**
 * A month (`feb`, `feb 2027`, `2027-02`) as the range of its days from today on; any other text
 * unchanged.
 */
export function monthAsRange(from: string, today: CalendarDate): string {
  const month = firstDayLeftOfMonth(from, today);
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

export function wholeNumbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Without those after the year 9999. */
export function daysAfter(date: CalendarDate, counts: readonly number[]): CalendarDate[] {
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
export function onlyOnWeekdays(
  starts: readonly CalendarDate[],
  weekdays: readonly number[],
): CalendarDate[] {
  const found = starts.filter((start) => weekdays.includes(weekdayOf(start)));
  if (found.length > 0) return found;
  throw new UsageError(noneOnWeekdays(starts, weekdays), {
    hint: fieldText('give more days with {from} or {flex}'),
  });
}

function noneOnWeekdays(starts: readonly CalendarDate[], weekdays: readonly number[]): FieldText {
  const names = weekdays.map((day) => weekdayNames[day] ?? '');
  const days = joinTexts(names, ', ', ' or ');
  const [first = '', last = ''] = [starts[0], starts.at(-1)].map(
    (start) => start && formatDate(start),
  );
  return starts.length === 1
    ? fieldText('{startOn}: {first} is not a {days}', { first, days })
    : fieldText('{startOn}: no start from {first} to {last} is a {days}', { first, last, days });
}
