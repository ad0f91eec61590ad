/** The starts of offers that are alike, in few characters. */
import { addDays } from '../../planner/calendar.ts';
import { areInSeveralYears, isInOneMonth, rangeOfDays } from '../../planner/trip-words.ts';
import type { CalendarDate } from '../../shape.ts';

type Run = readonly [first: CalendarDate, last: CalendarDate];

/** `11–17, 25–28 Feb 2030`, `30 Jan – 2 Feb, 5 Feb 2030`. `dates` are sorted; a dash stands for each day between. */
export function listStarts(dates: readonly CalendarDate[]): string {
  const withYear = areInSeveralYears(dates);
  const runs = runsOf(dates);
  const texts = runs.map((run, index) => {
    const text = rangeOfDays(...run, withYear);
    const next = runs[index + 1];
    // Of neighbours in one month, only the last has the month.
    return next !== undefined && isInOneMonth(run[0], next[1]) ? text.replace(/ .*/, '') : text;
  });
  const year = withYear || dates[0] === undefined ? '' : ` ${dates[0].slice(0, 4)}`;
  return `${texts.join(', ')}${year}`;
}

function runsOf(dates: readonly CalendarDate[]): Run[] {
  const runs: [CalendarDate, CalendarDate][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run !== undefined && addDays(run[1], 1) === date) run[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}
