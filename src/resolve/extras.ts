/** The accessories and the insurance plan of one vehicle that texts stand for. */
import type { Accessory, InsurancePlan, RentalDates } from '../api/types.ts';
import { idOf, type Named, type Note } from '../planner/names.ts';
import type { OfferedExtras } from '../planner/price-trip.ts';
import { joinRequested, type RequestedExtra } from '../planner/proof.ts';
import type { Session } from '../planner/session.ts';
import { onlyItemOf } from './one.ts';
import { needsPlanList, preferredPlan, wantsPlan } from './plans.ts';
import { readTexts, withoutNone, type TextReading, type ReadOptions } from './read.ts';
import type { LookUpOptions } from './trip.ts';

export type SelectedAccessory = Accessory & { readonly quantity: number };

/** Ids or names of extras. */
export interface ExtrasRequest {
  /** Texts of a user, with commas between several. `none` is the same as nothing. */
  readonly accessory?: readonly string[] | undefined;
  /** The first that the vehicle has is taken. With `none` at the end, it may have none of them. */
  readonly insurance?: readonly string[] | undefined;
}

/** Requests a list only if a name needs it, or if all is looked up. Throws UsageError. */
export async function resolveExtras(
  { accessory: texts = [], insurance = [] }: ExtrasRequest,
  vehicleId: number,
  dates: RentalDates,
  { service }: Session,
  { lookUp, note }: LookUpOptions,
): Promise<{ readonly requested: readonly RequestedExtra[]; readonly offered: OfferedExtras }> {
  const readings = readTexts(withoutNone(texts), [], counted);
  const needsAccessories =
    readings.length > 0 && (lookUp === 'all' || readings.some(({ how }) => how !== 'id'));
  const needsPlans = wantsPlan(insurance) && (lookUp === 'all' || needsPlanList(insurance));
  const [accessories, plans] = await Promise.all([
    needsAccessories ? service.accessories(vehicleId, dates) : undefined,
    needsPlans ? service.insuranceTypes(vehicleId, dates) : undefined,
  ]);
  const requested = [
    ...requestedAccessories(texts, accessories, note),
    ...requestedPlan(insurance, plans, note),
  ];
  return { requested, offered: { accessories: accessories ?? [], plans: plans ?? [] } };
}

/**
 * For a caller that can ask, as `resolveUnambiguous`. An accessory that is named twice is wanted twice.
 * Throws UsageError.
 */
export function resolveAccessories(
  texts: readonly string[],
  offered: readonly Accessory[],
  note: Note,
): SelectedAccessory[] {
  return requestedAccessories(texts, offered, note, { many: true }).flatMap(({ id, quantity }) => {
    const accessory = offered.find((item) => item.id === id);
    return accessory === undefined ? [] : [{ ...accessory, quantity }];
  });
}

/** Null: without a plan. For a caller that can ask, as `resolveUnambiguous`. Throws UsageError. */
export function resolveInsurance(
  texts: readonly string[],
  offered: readonly InsurancePlan[],
  note: Note,
): InsurancePlan | null {
  return preferredPlan(texts, offered, note, { canAsk: true }) ?? null;
}

/** One at most; without a list, it is given by its id. Throws UsageError. */
function requestedPlan(
  texts: readonly string[],
  offered: readonly InsurancePlan[] | undefined,
  note: Note,
): RequestedExtra[] {
  if (offered === undefined)
    return withoutNone(texts).map((text) => ({ kind: 'insurance', id: idOf(text), quantity: 1 }));
  const plan = preferredPlan(texts, offered, note);
  return plan === undefined
    ? []
    : [{ kind: 'insurance', id: plan.id, name: plan.name, quantity: 1 }];
}

const counted = { counted: true } as const;

/** Without a list, `texts` holds only ids. */
function requestedAccessories(
  texts: readonly string[],
  offered: readonly Accessory[] | undefined,
  note: Note,
  options: Pick<ReadOptions, 'many'> = {},
): RequestedExtra[] {
  const readings = readTexts(withoutNone(texts), offered ?? [], { ...counted, ...options });
  return joinRequested(readings.map((reading) => requestedAccessory(reading, offered, note)));
}

/** The accessory of a reading in a list; without a list it is an id. Throws UsageError. */
function requestedAccessory(
  reading: TextReading,
  list: readonly Named[] | undefined,
  note: Note,
): RequestedExtra {
  const { text, quantity } = reading;
  if (list === undefined) return { kind: 'accessory', id: idOf(text), quantity };
  const { id, name } = onlyItemOf(reading, list, 'accessory', note);
  return { kind: 'accessory', id, name, quantity };
}
