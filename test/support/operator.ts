import type { Service } from '../../src/http/types.ts';
import { serviceOf, type Fleet } from './fleet.ts';
import { serve } from './server.ts';
import { never, plant, type TestService } from './service.ts';

/** Fields replace those of `defaultFleet`. A test may change its lists while the service runs. */
export interface OperatorOptions extends Partial<Omit<Fleet, 'quote'>> {
  /** Vehicles that are listed but have no quote. */
  readonly soldOut?: readonly number[];
  /** How many requests for a quote get a 503 first. */
  readonly failures?: number;
  /** Fields of the quotes, one quote after the other; the last one stays. */
  readonly quotes?: readonly object[];
  /** A quote of more of one accessory is refused. */
  readonly maxCount?: number;
  /** Requests for a quote get no response. */
  readonly hangs?: boolean;
}

const defaultFleet: Fleet = {
  depots: ['Auckland', 'Christchurch'],
  days: ['weekday', 'weekend'],
  vehicles: () => ({ 11: ['Kea Camper', 99.5], 12: ['Moa Van', 120] }),
  accessories: (vehicleId) => (vehicleId === 11 ? { 1: 'Snow chains' } : {}),
  plans: (vehicleId) => (vehicleId === 11 ? { 7: 'Full cover' } : {}),
};

const depots = ['--pick-up', '1', '--drop-off', '2'];
const dates = ['--from', '2027-01-15', '--to', '+7d'];
/** Flags of a trip that the operator has. */
export const tripFlags = { depots, dates, trip: [...depots, ...dates] };

/** A small operator in memory. The test decides how it behaves. */
export function operator(options: OperatorOptions = {}): TestService {
  return plant(operatorService(options));
}

/** The same on loopback, for the built program. */
export function operatorServer(options: OperatorOptions = {}): Promise<TestService> {
  return serve(operatorService(options));
}

export function operatorService(options: OperatorOptions = {}): Service {
  const { soldOut, quotes = [], hangs, maxCount = Infinity, ...fleet } = options;
  const left = [...quotes];
  let failures = options.failures ?? 0;
  return serviceOf({
    ...defaultFleet,
    ...fleet,
    quote: (query) => {
      if (hangs) return never();
      if (failures-- > 0) return { status: 503, error: 'Back in a minute' };
      const isGone = soldOut?.includes(Number(query.get('vehicle_id')));
      const ids = (query.get('accessory_ids') ?? '').split(',');
      const tooMany = ids.find(
        (id) => id !== '' && ids.filter((other) => other === id).length > maxCount,
      );
      if (tooMany !== undefined)
        return { status: 400, error: `accessory_ids: at most ${maxCount} of ${tooMany}` };
      if (isGone) return { status: 404, error: 'That vehicle has just gone' };
      return { totalAmount: 696.5, ...(left.length > 1 ? left.shift() : left[0]) };
    },
  });
}
