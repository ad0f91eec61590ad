import { RentalError } from '../../../errors.ts';
import type { CalendarDate } from '../../../api/types.ts';
import { formatDate } from '../../../planner/calendar.ts';
import { parseDate, type DateContext } from '../../../planner/dates.ts';
import type { InputQuestion } from '../../../terminal/questions.ts';
import { known } from '../draft.ts';
import type { Step } from '../step.ts';
import { showTimes } from './times.ts';

export const pickUpDateStep: Step = {
  name: 'pick-up date',
  needed: (draft) => draft.pickUpDate === undefined,
  async take(draft, { prompts, today }) {
    const { wanted, before } = draft;
    const given = wanted.from;
    const pickUpDate =
      given !== undefined
        ? await parseDate(given, { today, label: '--from' })
        : await prompts.input(question('Pick-up date', '20 dec, fri, +30d', before.pickUpDate, { today }));
    if (pickUpDate < today) prompts.say(`That day is past: today is ${formatDate(today)} there.`, 'warning');
    showTimes(prompts, known(draft, 'pickUp'), 'pick-up', pickUpDate);
    return { ...draft, pickUpDate, wanted: { ...wanted, from: undefined } };
  },
};

export const dropOffDateStep: Step = {
  name: 'drop-off date',
  needed: (draft) => draft.dropOffDate === undefined,
  async take(draft, { prompts, today }) {
    const { wanted, before } = draft;
    const base = known(draft, 'pickUpDate');
    const given = wanted.to;
    // An earlier answer that the new pick-up date has overtaken is no suggestion.
    const initial = before.dropOffDate !== undefined && before.dropOffDate >= base ? before.dropOffDate : undefined;
    const dropOffDate =
      given !== undefined
        ? await parseDate(given, { today, base, label: '--to' })
        : await prompts.input(question('Drop-off date', '27 dec, fri, +7d', initial, { today, base }));
    if (dropOffDate < base) prompts.say('That day is before the pick-up date.', 'warning');
    showTimes(prompts, known(draft, 'dropOff'), 'drop-off', dropOffDate);
    return { ...draft, dropOffDate, wanted: { ...wanted, to: undefined } };
  },
};

function question(
  message: string,
  hint: string,
  initial: CalendarDate | undefined,
  context: DateContext,
): InputQuestion<CalendarDate> {
  return {
    message,
    hint,
    initial,
    async read(text) {
      try {
        const value = await parseDate(text, context);
        // A person who types this has mistyped; what a script asks for is the service's to judge.
        if (context.base !== undefined && value < context.base) {
          return { problem: `${formatDate(value)} is before the pick-up date, ${formatDate(context.base)}` };
        }
        return { value, shown: formatDate(value) };
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        return { problem: [error.message, error.hint].filter(Boolean).join(': ') };
      }
    },
  };
}
