/** Where the rental starts and where it ends. */
import type { Depot } from '../../../api/types.ts';
import { hoursInWords } from '../../../views/depot-hours.ts';
import { resolveUnambiguous } from '../../../resolve/one.ts';
import { labelsOf } from '../../../planner/labels.ts';
import type { Choice } from '../../../terminal/questions.ts';
import { withFirst, withLikelyFirst, type Step, type StepContext } from './step.ts';

export const pickUpStep: Step<'pickUp', never> = {
  key: 'pickUp',
  readFlag: readDepot,
  ask: async (context) => {
    const { suggestions, lists, prompts, onEsc } = context;
    const likely = withLikelyFirst(context, await lists.depots());
    const choices = depotChoices(withFirst([suggestions.pickUp], likely));
    return prompts.search({ message: 'Pick-up depot', choices, onEsc });
  },
};

export const dropOffStep: Step<'dropOff', 'pickUp'> = {
  key: 'dropOff',
  readFlag: readDepot,
  ask: async (context) => {
    const { answers, suggestions, lists, prompts, onEsc } = context;
    const { pickUp } = answers;
    const likely = withLikelyFirst(context, withFirst([pickUp], await lists.depots()));
    const choices = depotChoices(withFirst([suggestions.dropOff], likely), pickUp);
    return prompts.search({ message: 'Drop-off depot', choices, onEsc });
  },
};

async function readDepot(text: string, { lists, note }: StepContext<never>): Promise<Depot> {
  return resolveUnambiguous(text, await lists.depots(), 'depot', note);
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
