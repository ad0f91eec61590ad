/** Insurance plans in order of preference: the first that a vehicle has is taken. */
import type { InsurancePlan } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import { isId, itemsInWords, type Note } from '../planner/names.ts';
import { match } from './match.ts';
import { onlyItemOf, unknownItemError } from './one.ts';
import { divideTexts, withoutNone } from './read.ts';

interface Preferences {
  /** The preferred one first. Empty: no plan is wanted. */
  readonly plans: readonly string[];
  /** A vehicle that has none of them is taken without a plan. */
  readonly isOptional: boolean;
  /** Several plans, or a plan and `none`: the vehicle's list decides which of them is taken. */
  readonly isChoice: boolean;
}

/** `pieces`: as `divideTexts` gave them. Throws UsageError if another comes after `none`. */
export function preferencesOf(pieces: readonly string[]): Preferences {
  const plans = withoutNone(pieces);
  const arePlansFirst = plans.every((plan, index) => plan === pieces[index]);
  if (!arePlansFirst) {
    throw new UsageError(fieldText('{insurance}: what comes after none can never be taken'), {
      hint: 'give none as the last one: zero excess,none',
    });
  }
  const isOptional = pieces.length > plans.length;
  return { plans, isOptional, isChoice: plans.length > 0 && pieces.length > 1 };
}

/** False for `none`. Throws UsageError if a plan follows it. */
export function wantsPlan(texts: readonly string[]): boolean {
  return preferencesOf(divideTexts(texts, [])).plans.length > 0;
}

/** Whether the plans of a vehicle must be looked up. One id needs no list. */
export function needsPlanList(texts: readonly string[]): boolean {
  const { plans, isChoice } = preferencesOf(divideTexts(texts, []));
  return plans.some((plan) => isChoice || !isId(plan));
}

/**
 * The first plan that is offered; undefined for `none`. `canAsk`: as `resolveUnambiguous`. Throws
 * UsageError if a text fits several plans, or if none is offered.
 */
export function preferredPlan(
  texts: readonly string[],
  offered: readonly InsurancePlan[],
  note: Note,
  { canAsk = false }: { readonly canAsk?: boolean } = {},
): InsurancePlan | undefined {
  const { plans, isOptional, isChoice } = preferencesOf(divideTexts(texts, offered));
  const readings = plans.map((text) => ({ text, ...match(text, offered, { many: canAsk }) }));
  const first = readings.find(({ found }) => found.length > 0);
  if (first !== undefined) {
    const taken = onlyItemOf(first, offered, 'insurance', note);
    // For a part of a name, `onlyItemOf` has noted which plan it means.
    if (isChoice && first.how !== 'part')
      note(`insurance plan: ${itemsInWords([taken])}, the first that the vehicle has`);
    return taken;
  }
  if (plans.length > 0 && !isOptional) throw noPlanError(plans, offered);
  if (plans.length > 0) note('insurance plan: none, because the vehicle has none of the others');
  return undefined;
}

function noPlanError(
  [first = '', ...others]: readonly string[],
  offered: readonly InsurancePlan[],
): UsageError {
  const error = unknownItemError(first, offered, 'insurance');
  if (others.length === 0) return error;
  const given = joinWords(
    [first, ...others].map((text) => `"${shortName(text)}"`),
    'or',
  );
  return new UsageError(`no insurance plan matches ${given}`, { hint: error.texts.hint });
}
