/** Where the rental starts and where it ends. */
import type { Depot } from '../../../api/types.ts';
import { hoursInWords } from '../../../views/depot-hours.ts';
import type { Named } from '../../../planner/names.ts';
import { resolveUnambiguous } from '../../../resolve/one.ts';
import { labelsOf } from '../../../planner/labels.ts';
import type { Choice } from '../../../terminal/questions.ts';
import type { Step, StepContext } from './step.ts';

export const pickUpStep: Step<'pickUp', never> = {
  key: 'pickUp',
  readFlag: readDepot,
  ask: async ({ suggestions, lists, prompts, onEsc }) => {
    const depots = withFirst(suggestions.pickUp, await lists.depots());
    return prompts.search({ message: 'Pick-up depot', choices: depotChoices(depots), onEsc });
  },
};

export const dropOffStep: Step<'dropOff', 'pickUp'> = {
  key: 'dropOff',
  readFlag: readDepot,
  ask: async ({ answers: { pickUp }, suggestions, lists, prompts, onEsc }) => {
    const depots = withFirst(suggestions.dropOff, withFirst(pickUp, await lists.depots()));
    const choices = depotChoices(depots, pickUp);
    return prompts.search({ message: 'Drop-off depot', choices, onEsc });
  },
};

async function readDepot(text: string, { lists, note }: StepContext<never>): Promise<Depot> {
  return resolveUnambiguous(text, await lists.depots(), 'depot', note);
}

/** By id, because another list has other objects. */
function withFirst(first: Named | undefined, depots: readonly Depot[]): readonly Depot[] {
  return [
    ...depots.filter(({ id }) => id === first?.id),
    ...depots.filter(({ id }) => id !== first?.id),
  ];
}

function depotChoices(depots: readonly Depot[], pickUp?: Depot): Choice<Depot>[] {
  const labels = labelsOf(depots);
  return depots.map((depot) => {
    const { id, name, opening_hours_description: hours } = depot;
    const description =
      (id === pickUp?.id ? 'Return to the same depot. ' : '') +
      (hours.trim() || hoursInWords(depot));
    return { value: depot, id, name: labels.get(id) ?? name, plainName: name, description };
  });
}
