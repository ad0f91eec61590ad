/** A month as a picture below a question for a date: the days on which a depot lists no times, and the trip so far. */
import { stripVTControlCharacters } from 'node:util';
import type { CalendarDate, Depot } from '../../api/types.ts';
import { addDays, addMonths, formatDate, isoDate, monthNames, partsOf, weekdayOf } from '../../planner/calendar.ts';
import { isClosed, timesFor, type Purpose } from '../../planner/depot-times.ts';
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
/** From this day of a month, the next one is often meant too. */
const lateDay = 20;

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
      if (steps[key] === undefined && months[key] === undefined) return undefined;
      const start = from === undefined ? undefined : isoDate(from);
      if (start === undefined) return least;
      const moved = months[key] === undefined ? addDays(start, steps[key] ?? 0) : addMonths(start, months[key]);
      return moved === undefined || moved < least ? least : moved;
    },
    show: (answer) => formatDate((isoDate(answer) ?? least) satisfies CalendarDate),
    lines: (chosen, { columns, rows }, paint) => {
      if (columns < neededColumns || rows < neededRows) return [];
      return pictureLines(chosen === undefined ? undefined : isoDate(chosen), options, { columns, paint });
    },
  };
}

/** One month; near its end two, if there is room. */
function pictureLines(
  chosen: CalendarDate | undefined,
  options: MonthOptions,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string[] {
  const { least, depot, purpose, pickUpDate } = options;
  const start = chosen ?? least;
  const next = partsOf(start)[2] < lateDay || columns < columnsForTwo ? undefined : addMonths(start, 1);
  const months = [start, next].filter((date) => date !== undefined);
  const entries = timesFor(purpose, depot);
  const days = months.flatMap(daysOf);
  const closed = new Set(days.filter((day) => isClosed(entries, day)));
  const cell = (day: CalendarDate): string =>
    cellOf(day, { chosen, least, pickUpDate, isClosed: closed.has(day) }, paint);
  const [left = [], right = []] = months.map((date) => monthLines(date, cell));
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const [text = '', other] = [left[row], right[row]];
    if (other === undefined) return text;
    return text + ' '.repeat(Math.max(0, monthWidth - stripVTControlCharacters(text).length)) + other;
  });
  const legend = [
    ...(chosen === undefined ? [] : ['[ ] chosen']),
    ...(pickUpDate !== undefined && days.includes(pickUpDate) ? ['( ) pick-up'] : []),
    ...(closed.size === 0 ? [] : [`× no ${purpose} times`]),
  ].join(' · ');
  const [title = '', weekdays = '', ...weeks] = rows;
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
  const end = closed ? '×' : ' ';
  if (day === chosen) return paint('strong', `[${number}]`);
  if (day === pickUpDate) return paint('strong', `(${number})`);
  const isInTrip = pickUpDate !== undefined && chosen !== undefined && day > pickUpDate && day < chosen;
  if (isInTrip) return paint(closed ? 'dim' : 'good', `·${number}${end}`);
  return paint(closed || day < least ? 'dim' : undefined, ` ${number}${end}`);
}

/** Every day of the month. */
function daysOf(date: CalendarDate): CalendarDate[] {
  const prefix = date.slice(0, 8);
  const days = Array.from({ length: 31 }, (_, index) => isoDate(`${prefix}${String(index + 1).padStart(2, '0')}`));
  return days.filter((day) => day !== undefined);
}
