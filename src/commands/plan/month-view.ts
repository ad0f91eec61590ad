/** A month as a picture below a question for a date: the days on which a depot lists no times, and the trip so far. */
import { stripVTControlCharacters } from 'node:util';
import type { CalendarDate, Depot } from '../../api/types.ts';
import {
  addDays,
  addMonths,
  formatDate,
  isoDate,
  monthNames,
  nights,
  partsOf,
  weekdayOf,
} from '../../planner/calendar.ts';
import { isClosed, timesFor, type Purpose } from '../../planner/depot-times.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { Picker } from '../../terminal/questions.ts';

export interface MonthOptions {
  readonly purpose: Purpose;
  readonly depot: Depot;
  /** The first day that the arrow keys reach. */
  readonly least: CalendarDate;
  /** The pick-up date, in a question for the drop-off date. */
  readonly pickUpDate?: CalendarDate;
}

type Paint = Parameters<Picker['lines']>[2];

/** Lines of the picture, and of the question around it. */
const neededRows = 16;
const neededColumns = 40;
/** Two months and the gap between them. */
const columnsForTwo = 66;
const monthWidth = 32;

const steps: Readonly<Record<string, number>> = { left: -1, right: 1, up: -7, down: 7 };
const months: Readonly<Record<string, number>> = { pageup: -1, pagedown: 1 };

/** Dates in ISO form. */
export function monthPicker(options: MonthOptions): Picker {
  const { least } = options;
  return {
    keys: [
      ['↑↓←→', 'move'],
      ['pgup pgdn', 'month'],
    ],
    move: (from, key) => {
      const [days, month] = [steps[key], months[key]];
      if (days === undefined && month === undefined) return undefined;
      const start = isoDate(from ?? '');
      if (start === undefined) return least;
      const moved = month === undefined ? addDays(start, days ?? 0) : addMonths(start, month);
      return moved === undefined || moved < least ? least : moved;
    },
    show: (answer) => formatDate(isoDate(answer) ?? least),
    lines: (chosen, { columns, rows }, paint) => {
      if (columns < neededColumns || rows < neededRows) return [];
      return pictureLines(isoDate(chosen ?? ''), options, columns < columnsForTwo ? 1 : 2, paint);
    },
  };
}

/** The month of the chosen day; where two have room, that of the pick-up before it, or else the next one after it. */
function pictureLines(chosen: CalendarDate | undefined, options: MonthOptions, count: 1 | 2, paint: Paint): string[] {
  const { least, depot, purpose, pickUpDate } = options;
  const shown = chosen ?? least;
  const isLater = pickUpDate !== undefined && shown.slice(0, 7) > pickUpDate.slice(0, 7);
  const two = isLater ? [pickUpDate, shown] : [shown, addMonths(shown, 1)];
  const dates = (count === 1 ? [shown] : two).filter((date) => date !== undefined);
  const entries = timesFor(purpose, depot);
  const days = dates.flatMap(daysOf);
  const cell = (day: CalendarDate): string =>
    cellOf(day, { chosen, least, pickUpDate, isClosed: isClosed(entries, day) }, paint);
  const [left = [], right = []] = dates.map((date) => monthLines(date, cell));
  const [title = '', weekdays = '', ...weeks] = Array.from(
    { length: Math.max(left.length, right.length) },
    (_, row) => {
      const [text = '', other = ''] = [left[row], right[row]];
      return (text + ' '.repeat(Math.max(0, monthWidth - stripVTControlCharacters(text).length)) + other).trimEnd();
    },
  );
  const legend = [
    ...(chosen === undefined || pickUpDate === undefined ? [] : [describeNights(nights(pickUpDate, chosen))]),
    ...(chosen === undefined ? [] : ['[ ] chosen']),
    ...(pickUpDate !== undefined && days.includes(pickUpDate) ? ['( ) pick-up'] : []),
    ...(days.some((day) => isClosed(entries, day)) ? [`× no ${purpose} times`] : []),
  ].join(' · ');
  const end = legend === '' ? [] : [paint('dim', `  ${legend}`)];
  return [paint('strong', title), paint('dim', weekdays), ...weeks, ...end];
}

/** The name of the month, the weekdays and its weeks. */
function monthLines(date: CalendarDate, cell: (day: CalendarDate) => string): string[] {
  const [year, month] = partsOf(date);
  const days = daysOf(date);
  const first = days[0] === undefined ? 0 : (weekdayOf(days[0]) + 6) % 7;
  const padded = [...Array<string>(first).fill('    '), ...days.map(cell)];
  const weeks = Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) =>
    padded.slice(week * 7, week * 7 + 7).join(''),
  );
  return [
    `  ${`${monthNames[month - 1] ?? ''} ${year}`.padStart(21)}`,
    '   Mo  Tu  We  Th  Fr  Sa  Su',
    ...weeks.map((week) => `  ${week}`),
  ];
}

interface Marks {
  readonly chosen: CalendarDate | undefined;
  readonly least: CalendarDate;
  readonly pickUpDate: CalendarDate | undefined;
  readonly isClosed: boolean;
}

/** Four columns. Every meaning has a sign, because there may be no colour. */
function cellOf(day: CalendarDate, { chosen, least, pickUpDate, isClosed: closed }: Marks, paint: Paint): string {
  const number = String(partsOf(day)[2]).padStart(2);
  if (day === chosen) return paint('strong', `[${number}${closed ? '×' : ']'}`);
  if (day === pickUpDate) return paint('strong', `(${number})`);
  const isInTrip = pickUpDate !== undefined && chosen !== undefined && day > pickUpDate && day < chosen;
  const style = closed || day < least ? 'dim' : isInTrip ? 'good' : undefined;
  return paint(style, `${isInTrip ? '·' : ' '}${number}${closed ? '×' : ' '}`);
}

/** Every day of the month. */
function daysOf(date: CalendarDate): CalendarDate[] {
  const prefix = date.slice(0, 8);
  const days = Array.from({ length: 31 }, (_, index) => isoDate(`${prefix}${String(index + 1).padStart(2, '0')}`));
  return days.filter((day) => day !== undefined);
}
