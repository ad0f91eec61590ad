/** Quantities of accessories that the service refused, so that the wizard offers fewer. */
import { refusedMax, refusedParameter, withoutMax } from '../../api/refusals.ts';
import { RefusedError } from '../../base/errors.ts';
import { fold } from '../../planner/names.ts';
import { maxQuantity } from '../../planner/question.ts';
import type { SelectedAccessory } from '../../resolve/extras.ts';
import type { WizardAnswers } from './answers.ts';

export interface RefusedCount {
  readonly vehicleId: number;
  readonly accessoryId: number;
  /** What the service named, or one less than it refused. */
  readonly max: number;
}

/** Undefined if the error is about something else or does not say which accessory it means. */
export function refusedCountIn(
  error: unknown,
  answers: Partial<WizardAnswers>,
): RefusedCount | undefined {
  const { vehicle, accessories = [] } = answers;
  if (!(error instanceof RefusedError) || vehicle === undefined) return undefined;
  const { served = '' } = error;
  const named = refusedMax(served) ?? 0;
  const accessory = accessoryIn(withoutMax(served), accessories);
  if (accessory === undefined || accessory.quantity < 2) return undefined;
  const { id: accessoryId, quantity } = accessory;
  const max = named >= 1 && named < quantity ? named : quantity - 1;
  return { vehicleId: vehicle.vehicleId, accessoryId, max };
}

/** The accessory that the message names, or the only one that it can mean. */
function accessoryIn(
  served: string,
  accessories: readonly SelectedAccessory[],
): SelectedAccessory | undefined {
  const parameter = refusedParameter(served);
  if (parameter !== undefined && parameter !== 'accessory_ids') return undefined;
  const words = fold(served);
  // A number alone can be anything, so it is an id only where the message is about accessories.
  const ids = parameter === undefined ? [] : (served.match(/\d+/g) ?? []).map(Number);
  const named = accessories.filter(
    ({ id, name }) => ids.includes(id) || (fold(name) !== '' && words.includes(fold(name))),
  );
  if (named.length > 0 || parameter === undefined) return named.length === 1 ? named[0] : undefined;
  const several = accessories.filter(({ quantity }) => quantity > 1);
  return several.length === 1 ? several[0] : undefined;
}

/** The highest quantity that the service has not refused. */
export function maxCountOf(
  accessoryId: number,
  vehicleId: number,
  refused: readonly RefusedCount[],
): number {
  const counts = refused.filter(
    (one) => one.accessoryId === accessoryId && one.vehicleId === vehicleId,
  );
  return Math.min(maxQuantity, ...counts.map(({ max }) => max));
}
