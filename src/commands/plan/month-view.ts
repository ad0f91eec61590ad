/** A month as a picture below a question for a date: the days on which a depot lists no times, and the trip so far. */
import type { CalendarDate, Depot } from '../../api/types.ts';
import { addDays, addMonths, formatDate, isoDate, monthNames, partsOf, weekdayOf } from '../../planner/calendar.ts';
import { isClosed } from '../../planner/closed-days.ts';
import type { Picker } from '../../terminal/questions.ts';

export interface MonthOptions {
  readonly purpose: 'pick-up' | 'drop-off';
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
      return monthLines(chosen === undefined ? undefined : isoDate(chosen), options, paint);
    },
  };
}

function monthLines(chosen: CalendarDate | undefined, options: MonthOptions, paint: Paint): string[] {
  const { least, depot, purpose, pickUpDate } = options;
  const [year, month] = partsOf(chosen ?? least);
  const entries = purpose === 'pick-up' ? depot.pickup_times : depot.drop_off_times;
  const days = daysOf(chosen ?? least);
  const closed = new Set(days.filter((day) => isClosed(entries, day)));
  const cells = days.map((day) => cellOf(day, { chosen, least, pickUpDate, isClosed: closed.has(day) }, paint));
  const first = days[0] === undefined ? 0 : (weekdayOf(days[0]) + 6) % 7;
  const padded = [...Array<string>(first).fill('    '), ...cells];
  const weeks = Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) =>
    padded.slice(week * 7, week * 7 + 7).join(''),
  );
  const legend = [
    ...(chosen === undefined ? [] : ['[ ] chosen']),
    ...(pickUpDate !== undefined && days.includes(pickUpDate) ? ['( ) pick-up'] : []),
    ...(closed.size === 0 ? [] : [`× no ${purpose} times`]),
  ].join(' · ');
  return [
    paint('strong', `  ${`${monthNames[month - 1] ?? ''} ${year}`.padStart(21)}`),
    paint('dim', '   Mo  Tu  We  Th  Fr  Sa  Su'),
    ...weeks.map((week) => `  ${week}`),
    ...(legend === '' ? [] : [paint('dim', `  ${legend}`)]),
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
