/**
 * A month as a picture below a question for a date: the days on which a depot lists no times, and
 * the trip so far.
 */
import type { CalendarDate, Depot } from '../../../api/types.ts';
import {
  addDays,
  addMonths,
  daysOfMonth,
  formatDate,
  isoDate,
  monthNames,
  nights,
  dateParts,
  weekdayOf,
} from '../../../planner/calendar.ts';
import { wrapWords } from '../../../base/words.ts';
import { firstDayLeftOfMonth } from '../../../planner/dates.ts';
import { isClosed, timesFor, type Purpose } from '../../../planner/depot-times.ts';
import { describeNights } from '../../../views/trip-words.ts';
import type { Palette } from '../../../terminal/colour.ts';
import type { KeyHelp, Picker } from '../../../terminal/questions.ts';

export interface MonthPickerOptions {
  readonly purpose: Purpose;
  readonly depot: Depot;
  /** The first day that the arrow keys reach. */
  readonly minDate: CalendarDate;
  /** The pick-up date, in a question for the drop-off date. */
  readonly pickUpDate?: CalendarDate;
}

type Paint = Palette['paint'];

/** Lines of the picture, and of the question around it. */
const minRows = 16;
const minColumns = 40;

const daysByKey: Readonly<Record<string, number>> = { left: -1, right: 1, up: -7, down: 7 };
const monthsByKey: Readonly<Record<string, number>> = { pageup: -1, pagedown: 1 };
const pagingKeys: readonly KeyHelp[] = [['pgup pgdn', 'month']];

/** Dates in ISO form. */
export function monthPicker(options: MonthPickerOptions): Picker {
  const { minDate } = options;
  return {
    keys: [['↑↓←→', 'move'], ...pagingKeys],
    pagingKeys,
    isPaging: (key) => monthsByKey[key] !== undefined,
    move: (from, key) => {
      const [days, months] = [daysByKey[key], monthsByKey[key]];
      if (days === undefined && months === undefined) return undefined;
      const given = isoDate(from ?? '');
      // The first arrow marks the first day, and the first page is the month after the one that is
      // shown.
      if (given === undefined && months === undefined) return minDate;
      const start = given ?? minDate;
      const moved = months === undefined ? addDays(start, days ?? 0) : addMonths(start, months);
      return moved === undefined || moved < minDate ? minDate : moved;
    },
    near: (text) => firstDayLeftOfMonth(text, minDate),
    show: (answer) => formatDate(isoDate(answer) ?? minDate),
    lines: (chosen, { columns, rows }, paint, shown) => {
      if (columns < minColumns || rows < minRows) return [];
      const date = isoDate(chosen ?? '');
      const month = date ?? isoDate(shown ?? '') ?? minDate;
      return [
        ...monthLines(month, date, options, paint),
        ...wrapLegend(legendOf(daysOfMonth(month), date, options), columns).map((line) =>
          paint('dim', line),
        ),
      ];
    },
  };
}

function monthLines(
  date: CalendarDate,
  chosen: CalendarDate | undefined,
  options: MonthPickerOptions,
  paint: Paint,
): string[] {
  const { year, month } = dateParts(date);
  const days = daysOfMonth(date);
  const cells = days.map((day) => dayCell(day, chosen, options, paint));
  const blanks = Array<string>((weekdayOf(days[0] ?? date) + 6) % 7).fill(noDay);
  return [
    paint('strong', `  ${`${monthNames[month - 1] ?? ''} ${year}`.padStart(24)}`),
    paint('dim', '   Mo   Tu   We   Th   Fr   Sa   Su'),
    ...weekLines([...blanks, ...cells]),
  ];
}

function weekLines(cells: readonly string[]): string[] {
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
  return weeks
    .filter((week) => week.some((cell) => cell !== noDay))
    .map((week) => `  ${week.join('')}`.trimEnd());
}

function wrapLegend(legend: string, columns: number): readonly string[] {
  return legend === '' ? [] : wrapWords(`  ${legend}`, columns, '  ');
}

/** The signs that occur, and the length of the trip. */
function legendOf(
  days: readonly CalendarDate[],
  chosen: CalendarDate | undefined,
  { purpose, depot, minDate, pickUpDate }: MonthPickerOptions,
): string {
  const entries = timesFor(purpose, depot);
  const parts: string[] = [];
  if (chosen !== undefined && pickUpDate !== undefined)
    parts.push(describeNights(nights(pickUpDate, chosen)));
  if (chosen !== undefined) parts.push('[ ] cursor');
  if (pickUpDate !== undefined && days.includes(pickUpDate)) parts.push('( ) pick-up');
  if (days.some((day) => isInTrip(day, pickUpDate, chosen))) parts.push('· days between');
  if (days.some((day) => day >= minDate && isClosed(entries, day)))
    parts.push(`× no ${purpose} times`);
  return parts.join(', ');
}

const noDay = ' '.repeat(5);

/**
 * Five columns; blank before the first day that can be chosen. Every meaning has a sign, because
 * there may be no colour.
 */
function dayCell(
  day: CalendarDate,
  chosen: CalendarDate | undefined,
  options: MonthPickerOptions,
  paint: Paint,
): string {
  const { purpose, depot, minDate, pickUpDate } = options;
  if (day < minDate) return noDay;
  const closed = isClosed(timesFor(purpose, depot), day);
  const sign = closed ? '×' : ' ';
  const number = String(dateParts(day).day).padStart(2);
  if (day === chosen) return paint('strong', `[${number}]${sign}`);
  if (day === pickUpDate) return paint('strong', `(${number})${sign}`);
  const isBetween = isInTrip(day, pickUpDate, chosen);
  const openStyle = isBetween ? 'good' : undefined;
  return paint(closed ? 'dim' : openStyle, `${isBetween ? '·' : ' '}${number}${sign} `);
}

function isInTrip(
  day: CalendarDate,
  pickUpDate: CalendarDate | undefined,
  chosen: CalendarDate | undefined,
): boolean {
  return pickUpDate !== undefined && chosen !== undefined && day > pickUpDate && day < chosen;
}
