/** When the rental starts and when it ends. */
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { addDays, formatDate } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { sentence } from '../../../base/words.ts';
import { dayWarningOf, isOnlyNote } from '../../../planner/day-warnings.ts';
import { dayInWords, fitNote } from '../../../views/depot-hours.ts';
import {
  daysWithoutTimes,
  isClosed,
  timesFor,
  type Purpose,
} from '../../../planner/depot-times.ts';
import { wantedTimeFor } from '../../../planner/time-findings.ts';
import { refuseWithoutTime } from '../../../planner/wanted-times.ts';
import { labelOf } from '../../../planner/labels.ts';
import { rangeOfDays } from '../../../views/trip-words.ts';
import { notePast } from '../../../planner/trip.ts';
import { monthPicker } from './month-picker.ts';
import type { Step, StepContext } from './step.ts';

export const pickUpDateStep: Step<'pickUpDate', 'pickUp'> = {
  key: 'pickUpDate',
  readFlag: async (text, { today, note }) =>
    withDateNote('pick-up', parseDate(text, { today, field: 'from' }), note),
  ask: ({ answers: { pickUp }, suggestions, today, prompts, onEsc }) =>
    prompts.input({
      message: 'Pick-up date',
      hint: '20 dec, fri, +30d',
      initial: suggestions.pickUpDate,
      read: (text) => parseDate(text, { today }),
      picker: monthPicker({ purpose: 'pick-up', depot: pickUp, minDate: today }),
      onEsc,
    }),
  showDetails: async (date, context) => {
    notePast(date, context.today, context.note);
    await showTimes({ purpose: 'pick-up', depot: context.answers.pickUp, date }, context);
  },
};

export const dropOffDateStep: Step<'dropOffDate', 'dropOff' | 'pickUpDate'> = {
  key: 'dropOffDate',
  readFlag: async (text, context) =>
    withDateNote('drop-off', readDropOff(text, context), context.note),
  ask: (context) => {
    const { suggestions, prompts, onEsc } = context;
    const { dropOff, pickUpDate } = context.answers;
    const initial = suggestions.dropOffDate ?? addDays(pickUpDate, 7);
    const example = initial ?? pickUpDate;
    return prompts.input({
      message: 'Drop-off date',
      hint: `${rangeOfDays(example, example).toLowerCase()}, fri, +7d`,
      initial,
      read: (text) => readDropOff(text, context),
      picker: monthPicker({ purpose: 'drop-off', depot: dropOff, minDate: pickUpDate, pickUpDate }),
      onEsc,
    });
  },
  showDetails: (date, context) => {
    const { dropOff: depot, pickUpDate: minDate } = context.answers;
    return showTimes({ purpose: 'drop-off', depot, date, minDate }, context);
  },
};

/** Throws UsageError. */
function readDropOff(
  text: string,
  {
    answers: { pickUpDate },
    today,
    wanted,
  }: Pick<StepContext<'pickUpDate'>, 'answers' | 'today' | 'wanted'>,
): CalendarDate {
  const dropOffDate = parseDropOff(text, { today, pickUpDate });
  refuseWithoutTime({ pickUpDate, dropOffDate }, wanted);
  return dropOffDate;
}

/** A text such as `+30d` does not say which day it is. */
function withDateNote(
  purpose: Purpose,
  date: CalendarDate,
  note: StepContext['note'],
): CalendarDate {
  note(`${purpose} date: ${formatDate(date)}`);
  return date;
}

interface ShownDay {
  readonly purpose: Purpose;
  readonly depot: Depot;
  readonly date: CalendarDate;
  /** The pick-up date, for a drop-off. */
  readonly minDate?: CalendarDate;
}

/**
 * The times of the depot on the day, and the warning that it lists none, or none that fits the time
 * of the flags.
 */
async function showTimes({ depot, ...day }: ShownDay, context: StepContext<never>): Promise<void> {
  const { purpose, date } = day;
  const { lists, prompts, today, wanted } = context;
  const [label, entries] = [labelOf(depot, await lists.depots()), timesFor(purpose, depot)];
  const words = dayInWords(entries, date, {
    noteOf: (times) => fitNote(times, purpose, wantedTimeFor(purpose, wanted)),
    emptyDays: daysWithoutTimes(purpose, depot, date),
  });
  if (!isClosed(entries, date)) prompts.say(`  ${purpose} at ${label}: ${words}`, 'dim');
  const end = { ...day, depotId: depot.id };
  const warning = dayWarningOf(end, { label, depot }, { today: () => today, wantedTimes: wanted });
  if (warning !== undefined && !isOnlyNote(warning))
    prompts.say(`  ${sentence(warning.message)}`, 'warning');
}
