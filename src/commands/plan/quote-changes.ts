/** What a new quote changes about the last one. Differences of the service's own amounts; how it makes them is not known. */
import type { Quote } from '../../api/types.ts';
import { fees } from '../../planner/receipt.ts';
import { changeOfMoney, subtractMoney } from '../../planner/money.ts';
import type { QuotedPlan, TripPlan } from '../../planner/plan-trip.ts';

/** `+57.00: rental +50.00, insurance +7.00`, or `unchanged`. */
export function describeChange(before: Quote, after: Quote): string {
  if (before.currency !== after.currency) return `in ${after.currency} now, in ${before.currency} then`;
  const changes = fees.flatMap(({ key, label }) => {
    const change = signed(before.priceBreakdown[key], after.priceBreakdown[key]);
    return change === undefined ? [] : [`${label.toLowerCase()} ${change}`];
  });
  const total = signed(before.totalAmount, after.totalAmount);
  if (changes.length === 0) return total ?? 'unchanged';
  return `${total ?? 'the same total'}: ${changes.join(', ')}`;
}

/** Extras of the last quote that are still wanted, but are missing from the new one. */
export function lostExtras(before: Quote, after: Quote, { accessories, insurance }: TripPlan): string[] {
  const [then, now] = [before.priceBreakdown, after.priceBreakdown];
  const isLost = ({ id }: { readonly id: number }): boolean =>
    accessories.some((one) => one.id === id) && !now.accessories.some((one) => one.id === id);
  const lostPlan = insurance !== null && then.insurance?.id === insurance.id && now.insurance === null;
  return [...then.accessories.filter(isLost).map(({ name }) => name), ...(lostPlan ? [insurance.name] : [])];
}

/** Whether both are for the same vehicle, depots and dates. */
export function isSameTrip(before: QuotedPlan, after: TripPlan): boolean {
  return (
    before.vehicle.vehicleId === after.vehicle.vehicleId &&
    before.pickUp.id === after.pickUp.id &&
    before.dropOff.id === after.dropOff.id &&
    before.pickUpDate === after.pickUpDate &&
    before.dropOffDate === after.dropOffDate
  );
}

/** Undefined if there is no difference. */
function signed(before: number, after: number): string | undefined {
  const change = subtractMoney(after, before);
  return change === 0 ? undefined : changeOfMoney(change);
}
