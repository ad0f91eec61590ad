/** When the rental starts and when it ends. */
import { BackError } from '../../../errors.ts';
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { addDays, formatDate } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { dayInWords, type Purpose } from '../../../planner/depot-times.ts';
import { labelOf } from '../../../planner/trip-words.ts';
import type { DateQuestion } from '../../../terminal/questions.ts';
import { sentence } from '../../../text.ts';
import { monthPicker } from '../month-view.ts';
import type { Step, StepParts } from '../step.ts';

export const pickUpDateStep: Step = {
  key: 'pickUpDate',
  read: async ({ pickUpDate: from }, parts) => {
    if (from === undefined) return undefined;
    const pickUpDate = parseDate(from, { today: parts.today, field: 'from' });
    await sayTimes(pickUpEnd(parts), pickUpDate, parts);
    return { pickUpDate };
  },
  ask: async (parts) => {
    const { today, suggested } = parts;
    const end = pickUpEnd(parts);
    const pickUpDate = await askOpenDay(parts, end, {
      message: 'Pick-up date',
      hint: examples(today, 30),
      initial: suggested.pickUpDate,
      read: (text) => parseDate(text, { today }),
      picker: monthPicker({ ...end, least: today }),
    });
    return { pickUpDate };
  },
  again: async (parts) => {
    await sayTimes(pickUpEnd(parts), parts.known.pickUpDate, parts);
    return {};
  },
};

export const dropOffDateStep: Step = {
  key: 'dropOffDate',
  read: async ({ dropOffDate: to }, parts) => {
    if (to === undefined) return undefined;
    const dropOffDate = parseDropOff(to, { today: parts.today, pickUpDate: parts.known.pickUpDate });
    await sayTimes(dropOffEnd(parts), dropOffDate, parts);
    return { dropOffDate };
  },
  ask: async (parts) => {
    const {
      today,
      suggested,
      known: { pickUpDate },
    } = parts;
    const before = suggested.dropOffDate;
    const end = dropOffEnd(parts);
    const dropOffDate = await askOpenDay(parts, end, {
      message: 'Drop-off date',
      hint: examples(pickUpDate, 7),
      // An earlier answer can be before the pick-up date now.
      initial: before !== undefined && before >= pickUpDate ? before : addDays(pickUpDate, 7),
      read: (text) => parseDropOff(text, { today, pickUpDate }),
      picker: monthPicker({ ...end, least: pickUpDate, pickUpDate }),
    });
    return { dropOffDate };
  },
  again: async (parts) => {
    await sayTimes(dropOffEnd(parts), parts.known.dropOffDate, parts);
    return {};
  },
};

interface TripEnd {
  readonly purpose: Purpose;
  readonly depot: Depot;
}

const pickUpEnd = ({ known }: StepParts): TripEnd => ({ purpose: 'pick-up', depot: known.pickUp });
const dropOffEnd = ({ known }: StepParts): TripEnd => ({ purpose: 'drop-off', depot: known.dropOff });

/** Asks until the depot lists times on the day, or the user wants it nevertheless. */
async function askOpenDay(parts: StepParts, end: TripEnd, question: DateQuestion<CalendarDate>): Promise<CalendarDate> {
  const { prompts } = parts;
  let { initial } = question;
  for (;;) {
    const date = await prompts.date({ ...question, initial });
    const { isClosed, words } = await timesOn(end, date, parts);
    if (!isClosed) {
      await sayTimes(end, date, parts);
      return date;
    }
    // Esc leads to the date.
    const takesIt = await prompts.confirm(`${sentence(words)} Take it?`, false).catch((error: unknown) => {
      if (error instanceof BackError) return false;
      throw error;
    });
    if (takesIt) return date;
    initial = date;
  }
}

/** The times of a depot on the date, or the warning that it lists none. */
async function timesOn({ purpose, depot }: TripEnd, date: CalendarDate, { lists }: StepParts) {
  const label = labelOf(depot, await lists.depots());
  const { isClosed, words } = dayInWords(depot, label, purpose, date);
  return { isClosed, words: isClosed ? words : `${purpose} at ${label}: ${words}` };
}

async function sayTimes(end: TripEnd, date: CalendarDate, parts: StepParts): Promise<void> {
  const { purpose } = end;
  const { isClosed, words } = await timesOn(end, date, parts);
  if (purpose === 'pick-up' && date < parts.today)
    parts.remark('past', `That day is past: at the depot, today is ${formatDate(parts.today)}.`, 'warning');
  parts.remark(purpose, `  ${words}`, isClosed ? 'warning' : 'dim');
}

/** Ways to write a date after this one: `20 dec, fri, +30d`. */
function examples(start: CalendarDate, days: number): string {
  const day = addDays(start, days);
  const written = day && formatDate(day).split(' ').slice(1, 3).join(' ').toLowerCase();
  return [written, 'fri', `+${days}d`].filter((one) => one !== undefined).join(', ');
}
