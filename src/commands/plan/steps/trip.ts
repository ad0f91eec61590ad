/** The trip: two depots, two dates. */
import { NotAvailableError, RentalError, UsageError } from '../../../errors.ts';
import type { CalendarDate, Depot } from '../../../api/types.ts';
import { formatDate } from '../../../planner/calendar.ts';
import { parseDate, parseDropOffDate } from '../../../planner/dates.ts';
import { timesInWords } from '../../../planner/hours.ts';
import { resolve, search } from '../../../planner/names.ts';
import { escapeText } from '../../../terminal/escape.ts';
import type { Choice } from '../../../terminal/prompts.ts';
import type { InputQuestion } from '../../../terminal/questions.ts';
import { known, type Draft } from '../draft.ts';
import { showTimes } from '../lines.ts';
import { sentence, type Step, type WizardContext } from '../step.ts';

export const pickUpStep: Step = {
  name: 'pick-up depot',
  needed: (draft) => draft.pickUp === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listDepots(depots);
    const { flags, before } = draft;
    if (flags.pickUp !== undefined) return withFlag(draft, 'pickUp', resolve(flags.pickUp, all, 'depot'));
    const pickUp = await prompts.search({
      message: 'Pick-up depot',
      find: (term) => depotChoices(term, depotFirst(before.pickUp, all), 'pickup_times'),
    });
    return { ...draft, pickUp };
  },
};

export const dropOffStep: Step = {
  name: 'drop-off depot',
  needed: (draft) => draft.dropOff === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listDepots(depots);
    const { flags, before } = draft;
    if (flags.dropOff !== undefined) return withFlag(draft, 'dropOff', resolve(flags.dropOff, all, 'depot'));
    const pickUp = known(draft, 'pickUp');
    const dropOff = await prompts.search({
      message: 'Drop-off depot',
      find: (term) =>
        depotChoices(term, depotFirst(before.dropOff, depotFirst(pickUp, all)), 'drop_off_times').map((choice) =>
          choice.value.id === pickUp.id ? { ...choice, name: `${choice.name} (same depot)` } : choice,
        ),
    });
    // After a change of depots the dates are known already, and other depots have other times.
    if (draft.pickUpDate !== undefined) showTimes(prompts, pickUp, 'pick-up', draft.pickUpDate);
    if (draft.dropOffDate !== undefined) showTimes(prompts, dropOff, 'drop-off', draft.dropOffDate);
    return { ...draft, dropOff };
  },
};

/** A flag answers once; after a change the wizard asks. */
function withFlag(draft: Draft, key: 'pickUp' | 'dropOff', depot: Depot): Draft {
  return { ...draft, [key]: depot, flags: { ...draft.flags, [key]: undefined } };
}

async function listDepots(depots: () => Promise<readonly Depot[]>): Promise<readonly Depot[]> {
  const all = await depots();
  if (all.length === 0) throw new NotAvailableError('the operator lists no depots');
  return all;
}

function depotFirst(depot: Depot | undefined, all: readonly Depot[]): readonly Depot[] {
  const found = all.find((one) => one.id === depot?.id);
  return found === undefined ? all : [found, ...all.filter((one) => one !== found)];
}

function depotChoices(
  term: string,
  depots: readonly Depot[],
  times: 'pickup_times' | 'drop_off_times',
): Choice<Depot>[] {
  // Search the names as shown, because Tab types them out.
  const shown = depots.map((depot) => ({ id: depot.id, name: escapeText(depot.name), depot }));
  return search(term.replace(/ \(same depot\)$/, ''), shown).map(({ name, depot }) => ({
    value: depot,
    name,
    short: name,
    description: [depot.opening_hours_description.trim(), timesInWords(depot[times])].filter(Boolean).join(' — '),
  }));
}

export const pickUpDateStep: Step = {
  name: 'pick-up date',
  needed: (draft) => draft.pickUpDate === undefined,
  async take(draft, { prompts, today }) {
    const { flags, before } = draft;
    const read = (text: string): Promise<CalendarDate> => parseDate(text, { today });
    const pickUpDate =
      flags.from === undefined
        ? await prompts.input(dateQuestion('Pick-up date', '20 dec, fri, +30d', before.pickUpDate, read))
        : await parseDate(flags.from, { today, field: 'from' });
    if (pickUpDate < today) prompts.say(`That day is past: today is ${formatDate(today)} there.`, 'warning');
    showTimes(prompts, known(draft, 'pickUp'), 'pick-up', pickUpDate);
    return { ...draft, pickUpDate, flags: { ...draft.flags, from: undefined } };
  },
};

export const dropOffDateStep: Step = {
  name: 'drop-off date',
  needed: (draft) => draft.dropOffDate === undefined,
  async take(draft, context) {
    const { prompts, today } = context;
    const pickUpDate = known(draft, 'pickUpDate');
    const before = draft.before.dropOffDate;
    // Do not suggest an earlier answer that is now before the pick-up date.
    const initial = before !== undefined && before >= pickUpDate ? before : undefined;
    const read = (text: string): Promise<CalendarDate> => parseDropOffDate(text, pickUpDate, { today });
    const dropOffDate =
      (await tryDateFlag(draft.flags.to, read, context)) ??
      (await prompts.input(dateQuestion('Drop-off date', '27 dec, fri, +7d', initial, read)));
    showTimes(prompts, known(draft, 'dropOff'), 'drop-off', dropOffDate);
    return { ...draft, dropOffDate, flags: { ...draft.flags, to: undefined } };
  },
};

/** Undefined, after a warning, if the drop-off date of a flag does not fit the pick-up date that the user has just chosen. */
async function tryDateFlag(
  flag: string | undefined,
  read: (text: string) => Promise<CalendarDate>,
  { prompts }: WizardContext,
): Promise<CalendarDate | undefined> {
  if (flag === undefined) return undefined;
  try {
    return await read(flag);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    return undefined;
  }
}

function dateQuestion(
  message: string,
  hint: string,
  initial: CalendarDate | undefined,
  read: (text: string) => Promise<CalendarDate>,
): InputQuestion<CalendarDate> {
  return {
    message,
    hint,
    initial,
    async read(text) {
      try {
        const value = await read(text);
        return { value, shown: formatDate(value) };
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        return { problem: [error.message, error.hint].filter(Boolean).join(': ') };
      }
    },
  };
}
