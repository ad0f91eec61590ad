/** The accessories and the insurance plan of the chosen vehicle. */
import type { Accessory, InsurancePlan } from '../../../api/types.ts';
import { BackError, UsageError } from '../../../base/errors.ts';
import { moneyInWords } from '../../../base/money.ts';
import { shorten } from '../../../base/words.ts';
import type { OfferedExtras } from '../../../planner/price-trip.ts';
import { resolveAccessories, resolveInsurance, type SelectedAccessory } from '../../../resolve/extras.ts';
import type { Named } from '../../../planner/names.ts';
import { maxQuantity } from '../../../planner/question.ts';
import { labelOf, labelsOf, unitNote } from '../../../planner/trip-words.ts';
import type { Choice, Prompts } from '../../../terminal/questions.ts';
import { findUnchanged, type Step, type StepContext } from './step.ts';

type ExtrasKey = 'vehicle' | 'pickUpDate' | 'dropOffDate';

export const accessoriesStep: Step<'accessories', ExtrasKey> = {
  key: 'accessories',
  readFlag: async (texts, context) => {
    const { accessories } = await offeredExtras(context);
    return resolveAccessories(texts, accessories, context.note);
  },
  answerIfNothingOffered: async (context) => {
    const { accessories } = await offeredExtras(context);
    if (accessories.length > 0) return undefined;
    context.prompts.say('  This vehicle has no accessories.', 'dim');
    return [];
  },
  ask: async (context) => {
    const { suggestions, prompts } = context;
    const { accessories } = await offeredExtras(context);
    prompts.say(`  ${unitNote}`, 'dim');
    return askAccessories(accessories, suggestions.accessories ?? [], prompts);
  },
  check: async (selected, context) => {
    const { accessories } = await offeredExtras(context);
    return selected.flatMap((accessory) => {
      const unchanged = findOffered(accessory, accessories, context.prompts);
      return unchanged === undefined ? [] : [{ ...unchanged, quantity: accessory.quantity }];
    });
  },
};

export const insuranceStep: Step<'insurance', ExtrasKey> = {
  key: 'insurance',
  readFlag: async (text, context) => {
    const { plans } = await offeredExtras(context);
    return resolveInsurance(text, plans, context.note);
  },
  answerIfNothingOffered: async (context) => {
    const { plans } = await offeredExtras(context);
    if (plans.length > 0) return undefined;
    context.prompts.say('  This vehicle has no insurance plans.', 'dim');
    return null;
  },
  ask: async (context) => {
    const { suggestions, prompts } = context;
    const { accessories, plans } = await offeredExtras(context);
    // The question for accessories has the same note.
    if (accessories.length === 0) prompts.say(`  ${unitNote}`, 'dim');
    return prompts.search<InsurancePlan | null>({
      message: 'Insurance (NZD)',
      choices: [{ value: null, name: 'No insurance plan' }, ...pricedChoices(plans)],
      initial: suggestions.insurance && findUnchanged(suggestions.insurance, plans),
    });
  },
  check: async (plan, context) => {
    const { plans } = await offeredExtras(context);
    return plan && findOffered(plan, plans, context.prompts);
  },
};

function offeredExtras({ lists, answers }: StepContext<ExtrasKey>): Promise<OfferedExtras> {
  return lists.extras(answers.vehicle.vehicleId, answers);
}

/** First which, then how many of each. Esc at a quantity leads back to the list. */
async function askAccessories(
  offered: readonly Accessory[],
  suggested: readonly SelectedAccessory[],
  prompts: Prompts,
): Promise<SelectedAccessory[]> {
  const quantities = new Map(suggested.map(({ id, quantity }) => [id, quantity]));
  const choices = pricedChoices(offered);
  let checked: readonly Accessory[] = offered.filter(({ id }) => quantities.has(id));
  for (;;) {
    checked = await prompts.checkbox<Accessory>({ message: 'Accessories (NZD)', choices, checked });
    try {
      return await askQuantities(checked, quantities, prompts);
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
    }
  }
}

/** `suggested`: the quantities by the ids of the accessories. */
async function askQuantities(
  chosen: readonly Accessory[],
  suggested: ReadonlyMap<number, number>,
  prompts: Prompts,
): Promise<SelectedAccessory[]> {
  const selected: SelectedAccessory[] = [];
  for (const accessory of chosen) {
    const quantity = await prompts.input({
      message: `Quantity of ${shorten(labelOf(accessory, chosen), 60)}`,
      hint: `1 to ${maxQuantity}`,
      initial: String(suggested.get(accessory.id) ?? 1),
      read: readQuantity,
    });
    selected.push({ ...accessory, quantity });
  }
  return selected;
}

function readQuantity(text: string): number {
  const quantity = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= maxQuantity) return quantity;
  throw new UsageError(`"${shorten(text, 40)}" is not a whole number from 1 to ${maxQuantity}`);
}

function pricedChoices<T extends Accessory | InsurancePlan>(extras: readonly T[]): Choice<T>[] {
  const labels = labelsOf(extras);
  return extras.map((extra) => {
    const { id, name, price } = extra;
    return { value: extra, id, name: labels.get(id) ?? name, plainName: name, amounts: [moneyInWords(price)] };
  });
}

/** Undefined, after a warning, if it is no longer offered. */
function findOffered<T extends Named>(extra: Named, offered: readonly T[], prompts: Prompts): T | undefined {
  const unchanged = findUnchanged(extra, offered);
  if (unchanged === undefined) {
    prompts.say(`${labelOf(extra, offered)} is not offered with this vehicle on these dates.`, 'warning');
  }
  return unchanged;
}
