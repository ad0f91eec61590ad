/** When the rental starts and when it ends. */
import { addDays } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { dayInWords, type Purpose } from '../../../planner/depot-times.ts';
import { labelOf } from '../../../planner/trip-words.ts';
import { monthPicker } from '../month-view.ts';
import type { Answers, Step, StepParts } from '../step.ts';

export const pickUpDateStep: Step = {
  key: 'pickUpDate',
  read: async ({ pickUpDate: text }, parts) => {
    if (text === undefined) return undefined;
    return sayTimes('pick-up', { pickUpDate: parseDate(text, { today: parts.today, field: 'from' }) }, parts);
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
    return sayTimes('pick-up', { pickUpDate }, parts);
  },
};

export const dropOffDateStep: Step = {
  key: 'dropOffDate',
  read: async ({ dropOffDate: text }, parts) => {
    if (text === undefined) return undefined;
    return sayTimes('drop-off', { dropOffDate: parseDropOff(text, { ...parts, ...parts.known }) }, parts);
  },
  ask: async (parts) => {
    const { prompts, today, suggested, known } = parts;
    const { dropOff: depot, pickUpDate } = known;
    const before = suggested.dropOffDate;
    const dropOffDate = await prompts.input({
      message: 'Drop-off date',
      hint: '27 dec, fri, +7d',
      // An earlier answer can be before the pick-up date now.
      initial: before !== undefined && before >= pickUpDate ? before : addDays(pickUpDate, 7),
      read: (text) => parseDropOff(text, { today, pickUpDate }),
      picker: monthPicker({ purpose: 'drop-off', depot, least: pickUpDate, pickUpDate }),
    });
    return sayTimes('drop-off', { dropOffDate }, parts);
  },
};

/** The times of the depot on the day, or the warning that it lists none. */
async function sayTimes(purpose: Purpose, day: Answers, { known, lists, prompts }: StepParts): Promise<Answers> {
  const { pickUp, dropOff, pickUpDate, dropOffDate } = { ...known, ...day };
  const [depot, date] = purpose === 'pick-up' ? [pickUp, pickUpDate] : [dropOff, dropOffDate];
  const label = labelOf(depot, await lists.depots());
  const { isClosed, words } = dayInWords(depot, label, purpose, date);
  if (isClosed) prompts.say(`  ${words}`, 'warning');
  else prompts.say(`  ${purpose} at ${label}: ${words}`, 'dim');
  return day;
}
