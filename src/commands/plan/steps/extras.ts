/** The accessories and the insurance plan of the chosen vehicle. */
import type { Accessory, InsurancePlan } from '../../../api/types.ts';
import { BackError, UsageError } from '../../../base/errors.ts';
import { moneyInWords } from '../../../base/money.ts';
import { shorten, shortName } from '../../../base/words.ts';
import type { OfferedExtras } from '../../../planner/price-trip.ts';
import {
  resolveAccessories,
  resolveInsurance,
  type SelectedAccessory,
} from '../../../resolve/extras.ts';
import { likelyItems } from '../../../resolve/shown-list.ts';
import type { Named } from '../../../planner/names.ts';
import { maxQuantity } from '../../../planner/question.ts';
import { labelOf, labelsOf } from '../../../planner/labels.ts';
import { extrasPriceNote } from '../../../views/charged-days-words.ts';
import type { Choice, Prompts } from '../../../terminal/questions.ts';
import { maxCountOf } from '../refused-counts.ts';
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
    const { accessories } = await offeredExtras(context);
    context.sayOnce(`  ${extrasPriceNote}`);
    return (await askOneCount(accessories, context)) ?? askAccessories(accessories, context);
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
    const { suggestions, refusedTexts, prompts, sayOnce, onEsc } = context;
    const { plans } = await offeredExtras(context);
    sayOnce(`  ${extrasPriceNote}`);
    const before = suggestions.insurance && findUnchanged(suggestions.insurance, plans);
    return prompts.search<InsurancePlan | null>({
      message: 'Insurance (NZD)',
      choices: [{ value: null, name: 'No insurance plan' }, ...pricedChoices(plans)],
      initial: before === undefined ? likelyItems(refusedTexts, plans)[0] : before,
      onEsc,
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

/** Esc at the first question of the accessories. */
export class BackFromAccessories extends BackError {
  /** What was answered until then. */
  readonly accessories: readonly SelectedAccessory[];

  constructor(accessories: readonly SelectedAccessory[]) {
    super();
    this.accessories = accessories;
  }
}

/** The list comes before the quantities, whose questions are counted from 0. */
const atList = -1;

/** First which, then how many of each. Esc leads to the question before. */
async function askAccessories(
  offered: readonly Accessory[],
  context: StepContext<ExtrasKey>,
): Promise<SelectedAccessory[]> {
  const { suggestions, prompts, isBack } = context;
  const quantities = new Map(suggestions.accessories?.map(({ id, quantity }) => [id, quantity]));
  let checked: readonly Accessory[] = offered.filter(({ id }) => quantities.has(id));
  const selected = () => checked.map((one) => ({ ...one, quantity: quantities.get(one.id) ?? 1 }));
  let question = isBack ? checked.length - 1 : atList;
  /** Where the lines of each question begin on the screen. */
  const marks = new Map([[atList, prompts.mark()]]);
  // The line of the list was erased.
  if (question !== atList)
    prompts.say(`  Accessories: ${checked.map(({ name }) => name).join(', ')}`, 'dim');
  const belowList = prompts.mark();
  const ask = async (): Promise<void> => {
    const accessory = checked[question];
    if (accessory === undefined) checked = await askList(offered, checked, context);
    else quantities.set(accessory.id, await askCount(accessory, quantities, checked, context));
  };
  while (question < checked.length) {
    marks.set(question, prompts.mark());
    try {
      await ask();
      question += 1;
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
      if (question === atList) throw new BackFromAccessories(selected());
      question -= 1;
      prompts.eraseAfter(marks.get(question) ?? belowList);
    }
  }
  return selected();
}

function askList(
  offered: readonly Accessory[],
  checked: readonly Accessory[],
  { prompts, onEsc }: StepContext<ExtrasKey>,
): Promise<readonly Accessory[]> {
  const choices = pricedChoices(offered);
  return prompts.checkbox<Accessory>({ message: 'Accessories (NZD)', choices, checked, onEsc });
}

/**
 * After a refusal, the accessories with another quantity of one. Undefined if that one is not
 * offered any more.
 */
async function askOneCount(
  offered: readonly Accessory[],
  context: StepContext<ExtrasKey>,
): Promise<SelectedAccessory[] | undefined> {
  const {
    countOf,
    suggestions: { accessories = [] },
  } = context;
  const accessory = accessories.find(({ id }) => id === countOf);
  if (accessory === undefined || findUnchanged(accessory, offered) === undefined) return undefined;
  const quantities = new Map([[accessory.id, accessory.quantity]]);
  const quantity = await askCount(accessory, quantities, accessories, context);
  return accessories.map((one) => (one === accessory ? { ...one, quantity } : one));
}

/** Never more than the service has refused. */
function askCount(
  accessory: Accessory,
  quantities: ReadonlyMap<number, number>,
  chosen: readonly Accessory[],
  { prompts, refusedCounts, answers: { vehicle } }: StepContext<ExtrasKey>,
): Promise<number> {
  const max = maxCountOf(accessory.id, vehicle.vehicleId, refusedCounts);
  return prompts.input({
    message: `Quantity of ${shortName(labelOf(accessory, chosen))}`,
    hint: max === 1 ? 'only 1' : `1 to ${max}`,
    initial: String(Math.min(max, quantities.get(accessory.id) ?? 1)),
    read: (text) => readQuantity(text, max),
  });
}

function readQuantity(text: string, max: number): number {
  const quantity = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= max) return quantity;
  const given = `"${shorten(text, 40)}"`;
  if (quantity > max && max < maxQuantity)
    throw new UsageError(`${given} is too many: the service takes at most ${max}`);
  throw new UsageError(`${given} is not a whole number from 1 to ${max}`);
}

function pricedChoices<T extends Accessory | InsurancePlan>(extras: readonly T[]): Choice<T>[] {
  const labels = labelsOf(extras);
  return extras.map((extra) => {
    const { id, name, price } = extra;
    return {
      value: extra,
      id,
      name: labels.get(id) ?? name,
      plainName: name,
      amounts: [moneyInWords(price)],
    };
  });
}

/** Undefined, after a warning, if it is no longer offered. */
function findOffered<T extends Named>(
  extra: Named,
  offered: readonly T[],
  prompts: Prompts,
): T | undefined {
  const unchanged = findUnchanged(extra, offered);
  if (unchanged === undefined) {
    prompts.say(
      `${labelOf(extra, offered)} is not offered with this vehicle on these dates.`,
      'warning',
    );
  }
  return unchanged;
}
