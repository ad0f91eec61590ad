/** Accessories and insurance of the chosen vehicle. */
import type { Accessory, InsurancePlan } from '../../../api/types.ts';
import { labelOf, labelsOf } from '../../../planner/trip-words.ts';
import { moneyInWords } from '../../../planner/money.ts';
import {
  selectAccessories,
  selectInsurance,
  type OfferedExtras,
  type SelectedAccessory,
} from '../../../planner/extras.ts';
import type { Named } from '../../../planner/names.ts';
import { mostPieces } from '../../../planner/read.ts';
import type { Choice } from '../../../terminal/prompts.ts';
import type { InputQuestion } from '../../../terminal/questions.ts';
import { shorten } from '../../../text.ts';
import { datesOf, known, quantityBefore, type Draft, type EarlierAnswers } from '../draft.ts';
import { unitNote } from '../../shared/quote-view.ts';
import { findAgain, goneText, tryFlag, type Step, type WizardContext } from '../step.ts';

/** Loads both lists, and keeps the extras that were chosen before if this vehicle has them. */
export const extrasStep: Step = {
  name: 'extras',
  needed: (draft) => draft.extras === undefined,
  async take(draft, context) {
    const { vehicleId } = known(draft, 'vehicle');
    const dates = datesOf(draft);
    const [accessories, plans] = await Promise.all([
      context.service.accessories(vehicleId, dates),
      context.service.insuranceTypes(vehicleId, dates),
    ]);
    const settled = settle(draft, { accessories, plans }, context);
    const isAsked =
      (settled.accessories === undefined && accessories.length > 0) ||
      (settled.insurance === undefined && plans.length > 0);
    if (!isAsked || draft.isUnitSaid === true) return settled;
    context.prompts.say(`  ${unitNote}`, 'dim');
    return { ...settled, isUnitSaid: true };
  },
};

export const accessoriesStep: Step = {
  name: 'accessories',
  needed: (draft) => draft.accessories === undefined && draft.ticked === undefined,
  async take(draft, { prompts }) {
    const offered = known(draft, 'extras').accessories;
    if (offered.length === 0) return { ...draft, accessories: [] };
    const before = (keptAccessories(draft.before.accessories, offered) ?? []).filter(({ quantity }) => quantity > 0);
    const chosen = await prompts.checkbox<Accessory>({
      message: 'Accessories (NZD)',
      choices: pricedChoices(offered),
      next: 'how many of each',
      checked: offered.filter(({ id }) => before.some((one) => one.id === id)),
    });
    const suggested = { accessories: before };
    const ticked = chosen.map((one) => ({ ...one, quantity: quantityBefore(one, suggested) }));
    return { ...draft, ticked, counted: 0, before: { ...draft.before, accessories: ticked } };
  },
};

/** Asks for one number, so that each has its own way back. */
export const quantitiesStep: Step = {
  name: 'quantities',
  needed: (draft) => draft.accessories === undefined,
  async take(draft, { prompts }) {
    const ticked = known(draft, 'ticked');
    const accessory = ticked[draft.counted];
    if (accessory === undefined) {
      return { ...draft, accessories: ticked.filter(({ quantity }) => quantity > 0) };
    }
    const label = labelOf(accessory, known(draft, 'extras').accessories);
    const quantity = await prompts.input(quantityQuestion(label, quantityBefore(accessory, draft.before)));
    return { ...draft, ticked: ticked.with(draft.counted, { ...accessory, quantity }), counted: draft.counted + 1 };
  },
};

/** An empty line keeps the number, and 0 leaves the accessory out. */
function quantityQuestion(label: string, before: number): InputQuestion<number> {
  return {
    message: 'How many?',
    about: label,
    hint: `${before}; 0 leaves it out`,
    async read(text) {
      const isNumber = /^\s*\d{1,3}\s*$/.test(text);
      const quantity = text.trim() === '' ? before : isNumber ? Number(text) : Infinity;
      if (quantity <= mostPieces) return { value: quantity, shown: String(quantity) };
      return { problem: `"${shorten(text, 40)}" is not a whole number from 0 to ${mostPieces}` };
    },
  };
}

function pricedChoices<T extends Accessory | InsurancePlan>(items: readonly T[]): Choice<T>[] {
  const labels = labelsOf(items);
  return items.map((value) => {
    const { id, name, price } = value;
    return { value, id, name: labels.get(id) ?? name, amounts: [{ text: moneyInWords(price) }] };
  });
}

export const insuranceStep: Step = {
  name: 'insurance',
  needed: (draft) => draft.insurance === undefined,
  async take(draft, { prompts }) {
    const { plans } = known(draft, 'extras');
    if (plans.length === 0) return { ...draft, insurance: null };
    const insurance = await prompts.search<InsurancePlan | null>({
      message: 'Insurance (NZD)',
      choices: [{ value: null, name: 'No insurance plan' }, ...pricedChoices(plans)],
      initial: keptPlan(draft.before.insurance, plans),
    });
    return { ...draft, insurance };
  },
};

/** Takes flags first, then earlier answers if this vehicle has them; the wizard asks for the rest. */
function settle(draft: Draft, extras: OfferedExtras, { prompts }: WizardContext): Draft {
  const { accessories, insurance } = draft.flags;
  const gone: Gone = (label, before, offered) =>
    prompts.say(goneText(label, before, offered, 'is not offered with this vehicle on these dates'), 'warning');
  if (draft.accessories === undefined) keptAccessories(draft.before.accessories, extras.accessories, gone);
  if (draft.insurance === undefined) keptPlan(draft.before.insurance, extras.plans, gone);
  const settled = {
    ...draft,
    extras,
    ticked: undefined,
    flags: { ...draft.flags, accessories: undefined, insurance: undefined },
  };
  return {
    ...settled,
    accessories:
      accessories === undefined
        ? keptAccessories(draft.accessories, extras.accessories, gone)
        : tryFlag((note) => selectAccessories(accessories, extras.accessories, note), prompts),
    insurance:
      insurance === undefined
        ? keptPlan(draft.insurance, extras.plans, gone)
        : tryFlag((note) => selectInsurance(insurance, extras.plans, note), prompts),
  };
}

/** Called for what is not offered. */
type Gone = (label: string, before: Named, offered: readonly Named[]) => void;

function keptAccessories(
  chosen: EarlierAnswers['accessories'],
  offered: readonly Accessory[],
  gone?: Gone,
): readonly SelectedAccessory[] | undefined {
  return chosen?.flatMap((one) => {
    const still = findAgain(one, offered);
    if (still === undefined) gone?.(labelOf(one, [...offered, ...chosen]), one, offered);
    return still === undefined ? [] : [{ ...still, quantity: one.quantity }];
  });
}

/** Undefined if the plan is gone, so that the wizard asks. */
function keptPlan(
  chosen: EarlierAnswers['insurance'],
  offered: readonly InsurancePlan[],
  gone?: Gone,
): InsurancePlan | null | undefined {
  if (chosen === undefined || chosen === null) return chosen;
  const still = findAgain(chosen, offered);
  if (still === undefined) gone?.(labelOf(chosen, offered), chosen, offered);
  return still;
}
