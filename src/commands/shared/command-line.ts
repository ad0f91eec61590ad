/** A selection as a command line that can be run again. */
import type { Selection, Trip } from '../../api/types.ts';
import { decidingChoice, type OperatorChoice } from '../../operators/choose.ts';
import { sandboxName, sandboxVariants } from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';

/**
 * The words of `rental plan …` that get the same quote without questions. Dates are absolute and everything is an id, so the line
 * means the same on any day. `operatorFlags` choose the operator: `['--sandbox']`.
 */
export function planLine(selection: Selection, operatorFlags: readonly string[]): string[] {
  const { vehicleId, accessoryIds, insuranceId } = selection;
  const accessories = accessoryIds.length === 0 ? [] : ['--accessory', accessoryIds.join(',')];
  const insurance = ['--insurance', insuranceId === undefined ? 'none' : String(insuranceId)];
  const trip = tripWords(selection);
  return [
    'rental',
    'plan',
    ...operatorFlags,
    ...trip,
    '--vehicle',
    String(vehicleId),
    ...accessories,
    ...insurance,
    '--no-input',
  ];
}

/** The words of `rental availability …` for the same trip. */
export function availabilityLine(trip: Trip, operatorFlags: readonly string[]): string[] {
  return ['rental', 'availability', ...operatorFlags, ...tripWords(trip)];
}

function tripWords(trip: Trip): string[] {
  const depots = ['--pick-up', String(trip.pickUpDepotId), '--drop-off', String(trip.dropOffDepotId)];
  return [...depots, '--from', trip.pickUpDate, '--to', trip.dropOffDate];
}

/** The flags that choose this operator on any machine and day, in whatever way it was chosen now. */
export function operatorWords(choices: readonly OperatorChoice[], operator: Operator): string[] {
  if (operator.sandbox) {
    const variant = sandboxVariants.find((one) => sandboxName(one) === operator.name);
    return [variant === undefined || variant === 'a' ? '--sandbox' : `--sandbox=${variant}`];
  }
  const { baseUrl, siteUrl, rateLimit } = decidingChoice(choices);
  return [
    ...(baseUrl ? ['--base-url', baseUrl] : ['--operator', operator.name]),
    ...(siteUrl === undefined ? [] : ['--site-url', siteUrl]),
    ...(rateLimit === undefined ? [] : ['--rate-limit', rateLimit]),
  ];
}
