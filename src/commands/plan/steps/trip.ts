/** The trip: two depots, two dates. */
import { NotAvailableError, RentalError } from '../../../errors.ts';
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { addDays, formatDate } from '../../../planner/calendar.ts';
import { parseDate, parseDropOff } from '../../../planner/dates.ts';
import { hoursInWords } from '../../../planner/depot-times.ts';
import type { Named } from '../../../planner/names.ts';
import { readOne } from '../../../planner/read-one.ts';
import type { Choice, Prompts } from '../../../terminal/prompts.ts';
import type { InputQuestion, Picker } from '../../../terminal/questions.ts';
import { labelsOf } from '../../../planner/trip-words.ts';
import { known, type Draft } from '../draft.ts';
import { monthPicker } from '../month-view.ts';
import { sentence, showTimes, type Step } from '../step.ts';

export const pickUpStep: Step = {
  name: 'pick-up depot',
  needed: (draft) => draft.pickUp === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listDepots(depots);
    const answered = fromFlag(draft, 'pickUp', all, prompts);
    if (answered !== undefined) return answered;
    const choices = depotChoices(depotFirst(draft.before.pickUp, all));
    const pickUp = await prompts.search({ message: 'Pick-up depot', choices });
    return { ...draft, pickUp };
  },
};

export const dropOffStep: Step = {
  name: 'drop-off depot',
  needed: (draft) => draft.dropOff === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listDepots(depots);
    const answered = fromFlag(draft, 'dropOff', all, prompts);
    if (answered !== undefined) return answered;
    const pickUp = known(draft, 'pickUp');
    const inOrder = depotFirst(draft.before.dropOff, depotFirst(pickUp, all));
    const choices = depotChoices(inOrder, pickUp);
    const dropOff = await prompts.search({ message: 'Drop-off depot', choices });
    // After a change of depots the dates are known already, and other depots have other times.
    const { pickUpDate, dropOffDate } = draft;
    if (pickUpDate !== undefined) showTimes(prompts, 'pick-up', { depot: pickUp, date: pickUpDate, depots: all });
    if (dropOffDate !== undefined) showTimes(prompts, 'drop-off', { depot: dropOff, date: dropOffDate, depots: all });
    return { ...draft, dropOff };
  },
};

/** A flag answers once; after a change the wizard asks. Says what a part of a name stands for. */
function fromFlag(draft: Draft, key: 'pickUp' | 'dropOff', all: readonly Depot[], prompts: Prompts): Draft | undefined {
  const query = draft.flags[key];
  if (query === undefined) return undefined;
  const depot = readOne(query, all, 'depot', (text) => prompts.say(sentence(text), 'dim'));
  return { ...draft, [key]: depot, flags: { ...draft.flags, [key]: undefined } };
}

async function listDepots(depots: () => Promise<readonly Depot[]>): Promise<readonly Depot[]> {
  const all = await depots();
  if (all.length === 0) throw new NotAvailableError('the operator lists no depots');
  return all;
}

/** By id, because another answer of the service has other objects. */
function depotFirst(first: Named | undefined, all: readonly Depot[]): readonly Depot[] {
  return [...all.filter(({ id }) => id === first?.id), ...all.filter(({ id }) => id !== first?.id)];
}

/** `same` is the pick-up depot. */
function depotChoices(depots: readonly Depot[], same?: Depot): Choice<Depot>[] {
  const labels = labelsOf(depots);
  return depots.map((depot) => {
    const { id, name } = depot;
    const short = labels.get(id) ?? name;
    return {
      value: depot,
      id,
      short,
      name: id === same?.id ? `${short} (same depot)` : short,
      description: depot.opening_hours_description.trim() || hoursInWords(depot),
    };
  });
}

export const pickUpDateStep: Step = {
  name: 'pick-up date',
  needed: (draft) => draft.pickUpDate === undefined,
  async take(draft, { prompts, today, depots }) {
    const { from } = draft.flags;
    const read: ReadDate = (text) => parseDate(text, { today });
    const picker = monthPicker({ purpose: 'pick-up', depot: known(draft, 'pickUp'), least: today });
    const initial = draft.before.pickUpDate;
    const pickUpDate =
      from === undefined
        ? await prompts.input(dateQuestion('Pick-up date', examples(today, 30), { initial, read, picker }))
        : parseDate(from, { today, field: 'from' });
    if (pickUpDate < today) prompts.say(`That day is past: at the depot, today is ${formatDate(today)}.`, 'warning');
    showTimes(prompts, 'pick-up', { depot: known(draft, 'pickUp'), date: pickUpDate, depots: await depots() });
    return { ...draft, pickUpDate, flags: { ...draft.flags, from: undefined } };
  },
};

export const dropOffDateStep: Step = {
  name: 'drop-off date',
  needed: (draft) => draft.dropOffDate === undefined,
  async take(draft, { prompts, today, depots }) {
    const pickUpDate = known(draft, 'pickUpDate');
    const before = draft.before.dropOffDate;
    // Do not suggest an earlier answer that is now before the pick-up date.
    const initial = before !== undefined && before >= pickUpDate ? before : undefined;
    const read: ReadDate = (text) => parseDropOff(text, { today, pickUpDate });
    const picker = monthPicker({ purpose: 'drop-off', depot: known(draft, 'dropOff'), least: pickUpDate, pickUpDate });
    const dropOffDate =
      readFlag(draft.flags.to, read, prompts) ??
      (await prompts.input(dateQuestion('Drop-off date', examples(pickUpDate, 7), { initial, read, picker })));
    showTimes(prompts, 'drop-off', { depot: known(draft, 'dropOff'), date: dropOffDate, depots: await depots() });
    return { ...draft, dropOffDate, flags: { ...draft.flags, to: undefined } };
  },
};

/** Ways to write a date after this one: `20 dec, fri, +30d`. */
function examples(start: CalendarDate, days: number): string {
  const day = addDays(start, days);
  const written = day && formatDate(day).split(' ').slice(1, 3).join(' ').toLowerCase();
  return [written, 'fri', `+${days}d`].filter((one) => one !== undefined).join(', ');
}

type ReadDate = (text: string) => CalendarDate;

/** Undefined, after a warning, if the flag does not fit the pick-up date that was just chosen: then the wizard asks. */
function readFlag(flag: string | undefined, read: ReadDate, prompts: Prompts): CalendarDate | undefined {
  if (flag === undefined) return undefined;
  try {
    return read(flag);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    return undefined;
  }
}

function dateQuestion(
  message: string,
  hint: string,
  { initial, read, picker }: { initial: CalendarDate | undefined; read: ReadDate; picker: Picker },
): InputQuestion<CalendarDate> {
  return {
    message,
    hint,
    initial,
    picker,
    async read(text) {
      try {
        const value = read(text);
        return { value, shown: formatDate(value) };
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        return { problem: [error.message, error.hint].filter(Boolean).join(': ') };
      }
    },
  };
}
