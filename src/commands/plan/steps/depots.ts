import { NotAvailableError } from '../../../errors.ts';
import type { Depot } from '../../../api/types.ts';
import { resolve, search } from '../../../planner/resolve.ts';
import { timesInWords } from '../../../planner/hours.ts';
import { escapeText } from '../../../terminal/escape.ts';
import type { Choice } from '../../../terminal/prompts.ts';
import { known, type Draft } from '../draft.ts';
import type { Step } from '../step.ts';
import { showTimes } from './times.ts';

export const pickUpStep: Step = {
  name: 'pick-up depot',
  needed: (draft) => draft.pickUp === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listed(depots);
    const { wanted, before } = draft;
    if (wanted.pickUp !== undefined) return answered(draft, 'pickUp', resolve(wanted.pickUp, all, 'depot'));
    const pickUp = await prompts.search({
      message: 'Pick-up depot',
      find: (term) => depotChoices(term, first(before.pickUp, all), 'pickup_times'),
    });
    return { ...draft, pickUp };
  },
};

export const dropOffStep: Step = {
  name: 'drop-off depot',
  needed: (draft) => draft.dropOff === undefined,
  async take(draft, { prompts, depots }) {
    const all = await listed(depots);
    const { wanted, before } = draft;
    if (wanted.dropOff !== undefined) return answered(draft, 'dropOff', resolve(wanted.dropOff, all, 'depot'));
    const pickUp = known(draft, 'pickUp');
    const dropOff = await prompts.search({
      message: 'Drop-off depot',
      find: (term) =>
        depotChoices(term, first(before.dropOff, first(pickUp, all)), 'drop_off_times').map((choice) =>
          choice.value.id === pickUp.id ? { ...choice, name: `${choice.name} (same depot)` } : choice,
        ),
    });
    // Other depots have other hours on the dates that are known already.
    if (draft.pickUpDate !== undefined) showTimes(prompts, pickUp, 'pick-up', draft.pickUpDate);
    if (draft.dropOffDate !== undefined) showTimes(prompts, dropOff, 'drop-off', draft.dropOffDate);
    return { ...draft, dropOff };
  },
};

/** A flag answers once; after a change the question is asked. */
function answered(draft: Draft, key: 'pickUp' | 'dropOff', depot: Depot): Draft {
  return { ...draft, [key]: depot, wanted: { ...draft.wanted, [key]: undefined } };
}

async function listed(depots: () => Promise<readonly Depot[]>): Promise<readonly Depot[]> {
  const all = await depots();
  if (all.length === 0) throw new NotAvailableError('the operator lists no depots');
  return all;
}

function first(depot: Depot | undefined, all: readonly Depot[]): readonly Depot[] {
  const found = all.find((one) => one.id === depot?.id);
  return found === undefined ? all : [found, ...all.filter((one) => one !== found)];
}

function depotChoices(
  term: string,
  depots: readonly Depot[],
  times: 'pickup_times' | 'drop_off_times',
): Choice<Depot>[] {
  // By the name as it is shown: Tab types it out.
  const shown = depots.map((depot) => ({ id: depot.id, name: escapeText(depot.name), depot }));
  return search(term.replace(/ \(same depot\)$/, ''), shown).map(({ name, depot }) => ({
    value: depot,
    name,
    short: name,
    description: [depot.opening_hours_description.trim(), timesInWords(depot[times])].filter(Boolean).join(' — '),
  }));
}
