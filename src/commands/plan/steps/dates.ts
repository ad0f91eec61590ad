/** When the rental starts and when it ends. */
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { addDays } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { dayInWords, type Purpose } from '../../../planner/depot-times.ts';
import { labelOf } from '../../../planner/trip-words.ts';
import { monthPicker } from '../month-view.ts';
import type { Step, StepParts } from '../step.ts';

export const pickUpDateStep: Step<'pickUpDate'> = {
  key: 'pickUpDate',
  read: async (text, { today }) => parseDate(text, { today, field: 'from' }),
  ask: ({ prompts, today, suggested, known: { pickUp: depot } }) =>
    prompts.input({
      message: 'Pick-up date',
      hint: '20 dec, fri, +30d',
      initial: suggested.pickUpDate,
      read: (text) => parseDate(text, { today }),
      picker: monthPicker({ purpose: 'pick-up', depot, least: today }),
    }),
  say: (parts) => sayTimes('pick-up', parts.known.pickUp, parts.known.pickUpDate, parts),
};

export const dropOffDateStep: Step<'dropOffDate'> = {
  key: 'dropOffDate',
  read: async (text, { today, known: { pickUpDate } }) => parseDropOff(text, { today, pickUpDate }),
  ask: ({ prompts, today, suggested: { dropOffDate: before }, known: { dropOff: depot, pickUpDate } }) =>
    prompts.input({
      message: 'Drop-off date',
      hint: '27 dec, fri, +7d',
      // An earlier answer can be before the pick-up date now.
      initial: before !== undefined && before >= pickUpDate ? before : addDays(pickUpDate, 7),
      read: (text) => parseDropOff(text, { today, pickUpDate }),
      picker: monthPicker({ purpose: 'drop-off', depot, least: pickUpDate, pickUpDate }),
    }),
  say: (parts) => sayTimes('drop-off', parts.known.dropOff, parts.known.dropOffDate, parts),
};

/** The times of the depot on the day, or the warning that it lists none. */
async function sayTimes(purpose: Purpose, depot: Depot, date: CalendarDate, { lists, prompts }: StepParts) {
  const label = labelOf(depot, await lists.depots());
  const { isClosed, words } = dayInWords(depot, label, purpose, date);
  if (isClosed) prompts.say(`  ${words}`, 'warning');
  else prompts.say(`  ${purpose} at ${label}: ${words}`, 'dim');
}
