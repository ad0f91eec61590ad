/** Accessories and insurance of the chosen vehicle. */
import type { Accessory, InsurancePlan } from '../../../api/types.ts';
import { BackError, UsageError } from '../../../errors.ts';
import { selectAccessories, selectInsurance, type SelectedAccessory } from '../../../planner/extras.ts';
import { moneyInWords } from '../../../planner/money.ts';
import type { Named } from '../../../planner/names.ts';
import { mostPieces } from '../../../planner/read.ts';
import { labelOf, labelsOf, unitNote } from '../../../planner/trip-words.ts';
import type { Choice, TextQuestion } from '../../../terminal/questions.ts';
import { shorten } from '../../../text.ts';
import { findAgain, goneText, noteIn, type Step, type StepParts } from '../step.ts';

export const accessoriesStep: Step = {
  key: 'accessories',
  read: async ({ accessories: texts }, parts) => {
    const { accessories: offered } = await offeredExtras(parts);
    if (texts !== undefined) return { accessories: selectAccessories(texts, offered, noteIn(parts)) };
    const accessories = stillOffered(parts.suggested.accessories ?? [], offered, parts);
    return offered.length === 0 ? { accessories } : undefined;
  },
  ask: async (parts) => {
    const { accessories: offered } = await offeredExtras(parts);
    parts.remark('unit', `  ${unitNote}`, 'dim');
    return { accessories: await askAccessories(offered, parts) };
  },
  again: async (parts) => {
    const { accessories: offered } = await offeredExtras(parts);
    return { accessories: stillOffered(parts.known.accessories, offered, parts) };
  },
};

/** Which, and then how many of each. Esc leads to the question before. */
async function askAccessories(offered: readonly Accessory[], { prompts, suggested }: StepParts) {
  const quantities = new Map(suggested.accessories?.map(({ id, quantity }) => [id, quantity]));
  const choices = pricedChoices(offered);
  let chosen: readonly Accessory[] = offered.filter(({ id }) => quantities.has(id));
  for (let place = 0; place <= chosen.length;) {
    try {
      const one = chosen[place - 1];
      if (one === undefined) {
        const checked = chosen.filter(({ id }) => quantities.get(id) !== 0);
        const next = 'how many of each';
        chosen = await prompts.checkbox<Accessory>({ message: 'Accessories (NZD)', choices, checked, next });
      } else {
        const question = quantityQuestion(labelOf(one, offered), quantities.get(one.id) ?? 1);
        quantities.set(one.id, await prompts.input(question));
      }
      place += 1;
    } catch (error) {
      if (!(error instanceof BackError) || place === 0) throw error;
      place -= 1;
    }
  }
  return chosen
    .map((one) => ({ ...one, quantity: quantities.get(one.id) ?? 1 }))
    .filter(({ quantity }) => quantity > 0);
}

/** An empty line keeps the number, and 0 leaves the accessory out. */
function quantityQuestion(label: string, before: number): TextQuestion<number> {
  return {
    message: `How many? ${shorten(label, 60)}`,
    hint: `${before}; 0 leaves it out`,
    read: (text) => {
      const isNumber = /^\s*\d{1,3}\s*$/.test(text);
      const quantity = text.trim() === '' ? before : isNumber ? Number(text) : Infinity;
      if (quantity <= mostPieces) return quantity;
      throw new UsageError(`"${shorten(text, 40)}" is not a whole number from 0 to ${mostPieces}`);
    },
  };
}

export const insuranceStep: Step = {
  key: 'insurance',
  read: async ({ insurance: text }, parts) => {
    const { plans } = await offeredExtras(parts);
    if (text !== undefined) return { insurance: selectInsurance(text, plans, noteIn(parts)) };
    return plans.length === 0 ? { insurance: null } : undefined;
  },
  ask: async (parts) => {
    const { plans } = await offeredExtras(parts);
    parts.remark('unit', `  ${unitNote}`, 'dim');
    const insurance = await parts.prompts.search<InsurancePlan | null>({
      message: 'Insurance (NZD)',
      choices: [{ value: null, name: 'No insurance plan' }, ...pricedChoices(plans)],
      initial: parts.suggested.insurance && planAgain(parts.suggested.insurance, plans, parts),
    });
    return { insurance };
  },
  again: async (parts) => {
    const { insurance } = parts.known;
    if (insurance === null) return { insurance };
    const still = planAgain(insurance, (await offeredExtras(parts)).plans, parts);
    return still && { insurance: still };
  },
};

function offeredExtras({ lists, known }: StepParts) {
  return lists.extras(known.vehicle.vehicleId, known);
}

function pricedChoices<T extends Accessory | InsurancePlan>(items: readonly T[]): Choice<T>[] {
  const labels = labelsOf(items);
  return items.map((value) => {
    const { id, name, price } = value;
    return { value, id, name: labels.get(id) ?? name, amounts: [{ text: moneyInWords(price) }] };
  });
}

/** Says what is not offered any more. */
function stillOffered(chosen: readonly SelectedAccessory[], offered: readonly Accessory[], parts: StepParts) {
  return chosen.flatMap((one) => {
    const still = findAgain(one, offered);
    if (still === undefined) sayGone(labelOf(one, [...offered, ...chosen]), one, offered, parts);
    return still === undefined ? [] : [{ ...still, quantity: one.quantity }];
  });
}

function planAgain(
  plan: InsurancePlan,
  offered: readonly InsurancePlan[],
  parts: StepParts,
): InsurancePlan | undefined {
  const still = findAgain(plan, offered);
  if (still === undefined) sayGone(labelOf(plan, offered), plan, offered, parts);
  return still;
}

function sayGone(label: string, before: Named, offered: readonly Named[], { remark }: StepParts): void {
  remark('gone', goneText(label, before, offered, 'is not offered with this vehicle on these dates'), 'warning');
}
