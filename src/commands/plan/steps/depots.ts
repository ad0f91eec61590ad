/** Where the rental starts and where it ends. */
import type { Depot } from '../../../api/types.ts';
import { hoursInWords } from '../../../planner/depot-times.ts';
import type { Named } from '../../../planner/names.ts';
import { readOne } from '../../../planner/read-one.ts';
import { labelsOf } from '../../../planner/trip-words.ts';
import type { Choice } from '../../../terminal/questions.ts';
import type { Step, StepParts } from '../step.ts';

export const pickUpStep: Step<'pickUp'> = {
  key: 'pickUp',
  read: readDepot,
  ask: async ({ prompts, lists, suggested }) => {
    const choices = depotChoices(depotFirst(suggested.pickUp, await lists.depots()));
    return prompts.search({ message: 'Pick-up depot', choices });
  },
};

export const dropOffStep: Step<'dropOff'> = {
  key: 'dropOff',
  read: readDepot,
  ask: async ({ prompts, lists, suggested, known: { pickUp } }) => {
    const inOrder = depotFirst(suggested.dropOff, depotFirst(pickUp, await lists.depots()));
    return prompts.search({ message: 'Drop-off depot', choices: depotChoices(inOrder, pickUp) });
  },
};

async function readDepot(text: string, { lists, note }: StepParts): Promise<Depot> {
  return readOne(text, await lists.depots(), 'depot', note);
}

/** By id, because another answer of the service has other objects. */
function depotFirst(first: Named | undefined, all: readonly Depot[]): readonly Depot[] {
  return [...all.filter(({ id }) => id === first?.id), ...all.filter(({ id }) => id !== first?.id)];
}

/** `same` is the pick-up depot. */
function depotChoices(depots: readonly Depot[], same?: Depot): Choice<Depot>[] {
  const labels = labelsOf(depots);
  return depots.map((value) => {
    const { id, name, opening_hours_description: words } = value;
    const description = (id === same?.id ? 'the same depot; ' : '') + (words.trim() || hoursInWords(value));
    return { value, id, name: labels.get(id) ?? name, description };
  });
}
