/** A selection as a command line that can be run again. */
import type { Selection, Trip } from '../../api/types.ts';
import { decidingChoice, type OperatorChoice } from '../../operators/choose.ts';
import { sandboxName, sandboxVariants } from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';

/** What the flags of `rental plan` say. */
export interface PlanAnswers {
  readonly pickUp: string | undefined;
  readonly dropOff: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly vehicle: string | undefined;
  readonly accessories: readonly string[] | undefined;
  readonly insurance: string | undefined;
}

/** The words of `rental plan …` that give these answers and ask for the others. `operatorFlags` choose the operator: `['--sandbox']`. */
export function planWords(answers: PlanAnswers, operatorFlags: readonly string[]): string[] {
  return ['rental', 'plan', ...operatorFlags, ...answerWords(answers)];
}

function answerWords({ pickUp, dropOff, from, to, vehicle, accessories, insurance }: PlanAnswers): string[] {
  const flags = { 'pick-up': pickUp, 'drop-off': dropOff, from, to, vehicle };
  const accessory = accessories && (accessories.join(',') || 'none');
  const given = Object.entries({ ...flags, accessory, insurance });
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, value]));
}

/**
 * The words of `rental plan …` that get the same quote without questions. Dates are absolute and everything is an id, so the line
 * means the same on any day.
 */
export function planLine(selection: Selection, operatorFlags: readonly string[]): string[] {
  return [...planWords(answersOf(selection), operatorFlags), '--no-input'];
}

/** The words of `rental quote …` that get the same quote. */
export function quoteLine(selection: Selection, operatorFlags: readonly string[]): string[] {
  const { vehicle = '', ...answers } = answersOf(selection);
  return ['rental', 'quote', vehicle, ...operatorFlags, ...answerWords({ ...answers, vehicle: undefined })];
}

function answersOf(selection: Selection): PlanAnswers {
  const { pickUpDepotId, dropOffDepotId, pickUpDate: from, dropOffDate: to, vehicleId, accessoryIds } = selection;
  const trip = { pickUp: String(pickUpDepotId), dropOff: String(dropOffDepotId), from, to };
  const accessories = accessoryIds.length === 0 ? undefined : accessoryIds.map(String);
  return { ...trip, vehicle: String(vehicleId), accessories, insurance: String(selection.insuranceId ?? 'none') };
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
