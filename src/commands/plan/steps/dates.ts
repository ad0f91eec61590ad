/** When the rental starts and when it ends. */
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { addDays } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { dayInWords, type Purpose } from '../../../planner/depot-times.ts';
import { labelOf } from '../../../planner/trip-words.ts';
import { monthPicker } from '../month-view.ts';
import type { Step, StepParts } from '../step.ts';

export const pickUpDateStep: Step = {
  key: 'pickUpDate',
  read: async ({ pickUpDate: text }, parts) => {
    if (text === undefined) return undefined;
    const pickUpDate = parseDate(text, { today: parts.today, field: 'from' });
    await sayTimes('pick-up', parts.known.pickUp, pickUpDate, parts);
    return { pickUpDate };
  },
  ask: async (parts) => {
    const { prompts, today, suggested, known } = parts;
    const pickUpDate = await prompts.input({
      message: 'Pick-up date',
      hint: '20 dec, fri, +30d',
      initial: suggested.pickUpDate,
      read: (text) => parseDate(text, { today }),
      picker: monthPicker({ purpose: 'pick-up', depot: known.pickUp, least: today }),
    });
    await sayTimes('pick-up', known.pickUp, pickUpDate, parts);
    return { pickUpDate };
  },
};

export const dropOffDateStep: Step = {
  key: 'dropOffDate',
  read: async ({ dropOffDate: text }, parts) => {
    if (text === undefined) return undefined;
    const { today, known } = parts;
    const dropOffDate = parseDropOff(text, { today, pickUpDate: known.pickUpDate });
    await sayTimes('drop-off', known.dropOff, dropOffDate, parts);
    return { dropOffDate };
  },
  ask: async (parts) => {
    const { prompts, today, suggested, known } = parts;
    const { dropOff, pickUpDate } = known;
    const before = suggested.dropOffDate;
    const dropOffDate = await prompts.input({
      message: 'Drop-off date',
      hint: '27 dec, fri, +7d',
      // An earlier answer can be before the pick-up date now.
      initial: before !== undefined && before >= pickUpDate ? before : addDays(pickUpDate, 7),
      read: (text) => parseDropOff(text, { today, pickUpDate }),
      picker: monthPicker({ purpose: 'drop-off', depot: dropOff, least: pickUpDate, pickUpDate }),
    });
    await sayTimes('drop-off', dropOff, dropOffDate, parts);
    return { dropOffDate };
  },
};

/** The times of a depot on the date, or the warning that it lists none. */
async function sayTimes(purpose: Purpose, depot: Depot, date: CalendarDate, parts: StepParts): Promise<void> {
  const label = labelOf(depot, await parts.lists.depots());
  const { isClosed, words } = dayInWords(depot, label, purpose, date);
  if (isClosed) parts.prompts.say(`  ${words}`, 'warning');
  else parts.prompts.say(`  ${purpose} at ${label}: ${words}`, 'dim');
}
