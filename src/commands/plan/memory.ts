/** The answers of the last plan with an operator, which the next one suggests again. */
import type { CalendarDate } from '../../api/types.ts';
import { lastAnswers, storeLastAnswers, type LastAnswers } from '../../operators/last-answers.ts';
import type { Named } from '../../planner/names.ts';
import type { Operator } from '../../planner/session.ts';
import type { TripPlan } from '../../planner/plan-trip.ts';
import type { EarlierAnswers } from './draft.ts';

interface MemoryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: nothing is read and nothing is stored. */
  readonly isOn: boolean;
  notify(message: string): void;
}

export function createMemory(operator: Operator, { env, isOn, notify }: MemoryOptions) {
  // The sandbox has another address in every run, so nothing stored would be found again.
  const isUsed = isOn && !operator.sandbox;
  return {
    read: async (today: CalendarDate): Promise<EarlierAnswers> => {
      const stored = isUsed ? await lastAnswers(operator, env, notify) : undefined;
      return stored === undefined ? {} : suggestions(stored, today);
    },
    store: async (plan: TripPlan): Promise<void> => {
      if (isUsed) await storeLastAnswers(operator, env, answersOf(plan));
    },
  };
}

/** Dates of the past are no use. */
function suggestions(stored: LastAnswers, today: CalendarDate): EarlierAnswers {
  const { pickUp, dropOff, pickUpDate, dropOffDate, vehicle, accessories, insurance } = stored;
  return {
    pickUp,
    dropOff,
    vehicle: { vehicleId: vehicle.id, name: vehicle.name },
    accessories,
    insurance,
    ...(pickUpDate >= today && { pickUpDate, dropOffDate }),
  };
}

function answersOf({
  pickUp,
  dropOff,
  pickUpDate,
  dropOffDate,
  vehicle,
  accessories,
  insurance,
}: TripPlan): LastAnswers {
  return {
    pickUp: itemOf(pickUp),
    dropOff: itemOf(dropOff),
    pickUpDate,
    dropOffDate,
    vehicle: { id: vehicle.vehicleId, name: vehicle.name },
    accessories: accessories.map((one) => ({ ...itemOf(one), quantity: one.quantity })),
    insurance: insurance && itemOf(insurance),
  };
}

function itemOf({ id, name }: Named): Named {
  return { id, name };
}
