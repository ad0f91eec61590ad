/** A month as a picture below a question for a date: the days on which a depot lists no times, and the trip so far. */
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
      const hasRoom = columns >= neededColumns && rows >= neededRows;
      return hasRoom ? pictureLines(isoDate(chosen ?? ''), options, paint) : [];
    },
  };
}

/** The month of the chosen day. */
function pictureLines(chosen: CalendarDate | undefined, options: MonthOptions, paint: Paint): string[] {
  const { least, depot, purpose, pickUpDate } = options;
  const shown = chosen ?? least;
  const [year, month] = partsOf(shown);
  const entries = timesFor(purpose, depot);
  const days = daysOf(shown);
  const before = (weekdayOf(days[0] ?? shown) + 6) % 7;
  const padded = [...Array<string>(before).fill('    '), ...days.map((day) => cellOf(day, chosen, options, paint))];
  const weeks = Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) =>
    `  ${padded.slice(week * 7, week * 7 + 7).join('')}`.trimEnd(),
  );
  const legend = [
    ...(chosen === undefined || pickUpDate === undefined ? [] : [describeNights(nights(pickUpDate, chosen))]),
    ...(chosen === undefined ? [] : ['[ ] chosen']),
    ...(pickUpDate !== undefined && days.includes(pickUpDate) ? ['( ) pick-up'] : []),
    ...(days.some((day) => isClosed(entries, day)) ? [`× no ${purpose} times`] : []),
  ].join(' · ');
  return [
    paint('strong', `  ${`${monthNames[month - 1] ?? ''} ${year}`.padStart(21)}`),
    paint('dim', '   Mo  Tu  We  Th  Fr  Sa  Su'),
    ...weeks,
    ...(legend === '' ? [] : [paint('dim', `  ${legend}`)]),
  ];
}

/** Four columns. Every meaning has a sign, because there may be no colour. */
function cellOf(day: CalendarDate, chosen: CalendarDate | undefined, options: MonthOptions, paint: Paint): string {
  const { purpose, depot, least, pickUpDate } = options;
  const closed = isClosed(timesFor(purpose, depot), day);
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
