/** Accessories and insurance of the chosen vehicle. */
import type { Accessory, InsurancePlan } from '../../../api/types.ts';
import { BackError, UsageError } from '../../../base/errors.ts';
import { selectAccessories, selectInsurance, type SelectedAccessory } from '../../../planner/extras.ts';
import { moneyInWords } from '../../../base/money.ts';
import type { Named } from '../../../planner/names.ts';
import { mostPieces } from '../../../planner/read.ts';
import { labelOf, labelsOf, unitNote } from '../../../planner/trip-words.ts';
import type { Choice, Prompts } from '../../../terminal/questions.ts';
import { shorten } from '../../../base/words.ts';
import { findAgain, type Step, type StepParts } from '../step.ts';

export const accessoriesStep: Step<'accessories'> = {
  key: 'accessories',
  read: async (texts, parts) => selectAccessories(texts, (await offeredExtras(parts)).accessories, parts.note),
  only: async (parts) => {
    if ((await offeredExtras(parts)).accessories.length > 0) return undefined;
    parts.prompts.say('  This vehicle has no accessories.', 'dim');
    return [];
  },
  ask: async (parts) => {
    const { prompts, suggested } = parts;
    const { accessories: offered } = await offeredExtras(parts);
    prompts.say(`  ${unitNote}`, 'dim');
    const before = new Map(suggested.accessories?.map(({ id, quantity }) => [id, quantity]));
    const choices = pricedChoices(offered);
    let checked: readonly Accessory[] = offered.filter(({ id }) => before.has(id));
    for (;;) {
      checked = await prompts.checkbox<Accessory>({ message: 'Accessories (NZD)', choices, checked });
      try {
        return await askQuantities(checked, before, prompts);
      } catch (error) {
        // Esc leads to the boxes.
        if (!(error instanceof BackError)) throw error;
      }
    }
  },
  again: async (parts) => {
    const { accessories: offered } = await offeredExtras(parts);
    return parts.known.accessories.flatMap((one) => {
      const still = stillOffered(one, offered, parts);
      return still === undefined ? [] : [{ ...still, quantity: one.quantity }];
    });
  },
};

/** An empty line keeps the number. */
async function askQuantities(
  chosen: readonly Accessory[],
  before: ReadonlyMap<number, number>,
  prompts: Prompts,
): Promise<SelectedAccessory[]> {
  const selected: SelectedAccessory[] = [];
  for (const one of chosen) {
    const quantity = await prompts.input({
      message: `How many? ${shorten(labelOf(one, chosen), 60)}`,
      hint: `1 to ${mostPieces}`,
      initial: String(before.get(one.id) ?? 1),
      read: readQuantity,
    });
    selected.push({ ...one, quantity });
  }
  return selected;
}

function readQuantity(text: string): number {
  const quantity = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= mostPieces) return quantity;
  throw new UsageError(`"${shorten(text, 40)}" is not a whole number from 1 to ${mostPieces}`);
}

export const insuranceStep: Step<'insurance'> = {
  key: 'insurance',
  read: async (text, parts) => selectInsurance(text, (await offeredExtras(parts)).plans, parts.note),
  only: async (parts) => {
    if ((await offeredExtras(parts)).plans.length > 0) return undefined;
    parts.prompts.say('  This vehicle has no insurance plans.', 'dim');
    return null;
  },
  ask: async (parts) => {
    const { prompts, suggested } = parts;
    const { accessories, plans } = await offeredExtras(parts);
    // Else the question before has said it.
    if (accessories.length === 0) prompts.say(`  ${unitNote}`, 'dim');
    return prompts.search<InsurancePlan | null>({
      message: 'Insurance (NZD)',
      choices: [{ value: null, name: 'No insurance plan' }, ...pricedChoices(plans)],
      initial: suggested.insurance && findAgain(suggested.insurance, plans),
    });
  },
  again: async (parts) => {
    const { insurance } = parts.known;
    return insurance && stillOffered(insurance, (await offeredExtras(parts)).plans, parts);
  },
};

function offeredExtras({ lists, known }: StepParts) {
  return lists.extras(known.vehicle.vehicleId, known);
}

function pricedChoices<T extends Accessory | InsurancePlan>(items: readonly T[]): Choice<T>[] {
  const labels = labelsOf(items);
  return items.map((value) => {
    const { id, name, price } = value;
    return { value, id, name: labels.get(id) ?? name, amounts: [moneyInWords(price)] };
  });
}

/** Says what is not offered any more. */
function stillOffered<T extends Named>(one: Named, offered: readonly T[], { prompts }: StepParts): T | undefined {
  const still = findAgain(one, offered);
  if (still === undefined) {
    const label = labelOf(one, offered);
    prompts.say(`${label} is not offered with this vehicle on these dates.`, 'warning');
  }
  return still;
}
