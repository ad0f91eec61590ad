/** An extra that nobody has is a slip of the fingers: better told before the first quote than by a list without it. */
import { isId, resolve } from '../../planner/resolve.ts';
import type { Leg } from './leg.ts';
import type { Survey } from './survey.ts';

/** Throws UsageError naming the nearest where no vehicle of any operator has an extra that is wanted. */
export function refuseUnknownExtras(legs: readonly Leg[], surveys: readonly Survey[]): void {
  const baskets = surveys.flatMap((survey) => [...survey.baskets.values()]);
  if (baskets.length === 0) return;
  for (const { basket } of legs) {
    for (const item of basket.accessories) refuse(item, 'accessory', 'accessories');
    if (basket.insurance !== undefined) refuse(basket.insurance, 'insurance plan', 'insurance');
  }

  function refuse(item: string, what: string, list: 'accessories' | 'insurance'): void {
    if (isId(item) || baskets.some(({ missing }) => !missing.includes(item))) return;
    const names = new Map(surveys.flatMap(({ offered }) => offered[list].map((one) => [one.name, one] as const)));
    resolve(item, [...names.values()], what);
  }
}
