/** A month as a picture below a question for a date: the days on which a depot lists no times, and the trip so far. */
import type { CalendarDate, Depot } from '../../../api/types.ts';
import {
  addDays,
  addMonths,
  formatDate,
  isoDate,
  monthNames,
  nights,
  partsOf,
  weekdayOf,
} from '../../../planner/calendar.ts';
import { isClosed, timesFor, type Purpose } from '../../../planner/depot-times.ts';
import { describeNights } from '../../../planner/trip-words.ts';
import type { Palette } from '../../../terminal/colour.ts';
import type { Picker } from '../../../terminal/questions.ts';

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

/** Dates in ISO form. */
export function monthPicker(options: MonthPickerOptions): Picker {
  const { minDate } = options;
  return {
    keys: [
      ['↑↓←→', 'move'],
      ['pgup pgdn', 'month'],
    ],
    move: (from, key) => {
      const [days, months] = [daysByKey[key], monthsByKey[key]];
      if (days === undefined && months === undefined) return undefined;
      const start = isoDate(from ?? '');
      if (start === undefined) return minDate;
      const moved = months === undefined ? addDays(start, days ?? 0) : addMonths(start, months);
      return moved === undefined || moved < minDate ? minDate : moved;
    },
    show: (answer) => formatDate(isoDate(answer) ?? minDate),
    lines: (chosen, { columns, rows }, paint) => {
      const hasRoom = columns >= minColumns && rows >= minRows;
      return hasRoom ? monthLines(isoDate(chosen ?? ''), options, paint) : [];
    },
  };
}

/** The month of the chosen day. */
function monthLines(chosen: CalendarDate | undefined, options: MonthPickerOptions, paint: Paint): string[] {
  const date = chosen ?? options.minDate;
  const [year, month] = partsOf(date);
  const days = daysOfMonth(date);
  const cells = days.map((day) => dayCell(day, chosen, options, paint));
  const blanks = Array<string>((weekdayOf(days[0] ?? date) + 6) % 7).fill('    ');
  const legend = legendOf(days, chosen, options);
  return [
    paint('strong', `  ${`${monthNames[month - 1] ?? ''} ${year}`.padStart(21)}`),
    paint('dim', '   Mo  Tu  We  Th  Fr  Sa  Su'),
    ...weekLines([...blanks, ...cells]),
    ...(legend === '' ? [] : [paint('dim', `  ${legend}`)]),
  ];
}

function weekLines(cells: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    `  ${cells.slice(week * 7, week * 7 + 7).join('')}`.trimEnd(),
  );
}

/** The signs that occur, and the length of the trip. */
function legendOf(
  days: readonly CalendarDate[],
  chosen: CalendarDate | undefined,
  { purpose, depot, pickUpDate }: MonthPickerOptions,
): string {
  const entries = timesFor(purpose, depot);
  const parts: string[] = [];
  if (chosen !== undefined && pickUpDate !== undefined) parts.push(describeNights(nights(pickUpDate, chosen)));
  if (chosen !== undefined) parts.push('[ ] chosen');
  if (pickUpDate !== undefined && days.includes(pickUpDate)) parts.push('( ) pick-up');
  if (days.some((day) => isClosed(entries, day))) parts.push(`× no ${purpose} times`);
  return parts.join(' · ');
}

/** Four columns. Every meaning has a sign, because there may be no colour. */
function dayCell(
  day: CalendarDate,
  chosen: CalendarDate | undefined,
  options: MonthPickerOptions,
  paint: Paint,
): string {
  const { purpose, depot, minDate, pickUpDate } = options;
  const closed = isClosed(timesFor(purpose, depot), day);
  const number = String(partsOf(day)[2]).padStart(2);
  if (day === chosen) return paint('strong', `[${number}${closed ? '×' : ']'}`);
  if (day === pickUpDate) return paint('strong', `(${number})`);
  const isInTrip = pickUpDate !== undefined && chosen !== undefined && day > pickUpDate && day < chosen;
  const style = closed || day < minDate ? 'dim' : isInTrip ? 'good' : undefined;
  return paint(style, `${isInTrip ? '·' : ' '}${number}${closed ? '×' : ' '}`);
}

/** Every day of the month. */
function daysOfMonth(date: CalendarDate): CalendarDate[] {
  const prefix = date.slice(0, 8);
  const days = Array.from({ length: 31 }, (_, index) => isoDate(`${prefix}${String(index + 1).padStart(2, '0')}`));
  return days.filter((day) => day !== undefined);
}
