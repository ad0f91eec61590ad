/** What the service lists. Each list is requested once, or again if that failed. */
import type { Client } from '../../api/client.ts';
import type { Depot, RentalDates, Trip, Vehicle } from '../../api/types.ts';
import { NotAvailableError } from '../../base/errors.ts';
import { memoize } from '../../base/memoize.ts';
import type { OfferedExtras } from '../../planner/price-trip.ts';

export interface ListSource {
  readonly service: Pick<Client, 'availability' | 'accessories' | 'insuranceTypes'>;
  /** Loaded in this run, because the wizard shows their times. */
  depots(): Promise<readonly Depot[]>;
}

export interface Lists {
  /** Throws NotAvailableError if there are none. */
  depots(): Promise<readonly Depot[]>;
  /** Throws NotAvailableError if none is available. */
  vehicles(trip: Trip): Promise<readonly Vehicle[]>;
  extras(vehicleId: number, dates: RentalDates): Promise<OfferedExtras>;
}

export function createLists({ service, depots }: ListSource): Lists {
  const extras = memoizeByArguments(async (vehicleId: number, dates: RentalDates) => {
    const lists = [
      service.accessories(vehicleId, dates),
      service.insuranceTypes(vehicleId, dates),
    ] as const;
    const [accessories, plans] = await Promise.all(lists);
    return { accessories, plans };
  });
  return {
    depots: memoize(async () => {
      const hint = 'rental config shows which service is used';
      return notEmpty(await depots(), 'the operator lists no depots', hint);
    }),
    vehicles: memoizeByArguments(async (trip: Trip) => {
      const message = 'no vehicle is available for these depots and dates';
      return notEmpty(await service.availability(trip), message, 'try other dates or depots');
    }),
    extras: (vehicleId, { pickUpDate, dropOffDate }) =>
      extras(vehicleId, { pickUpDate, dropOffDate }),
  };
}

function memoizeByArguments<A extends readonly unknown[], T>(load: (...args: A) => Promise<T>) {
  const loaders = new Map<string, () => Promise<T>>();
  return (...args: A): Promise<T> => {
    const key = JSON.stringify(args);
    const loader = loaders.get(key) ?? memoize(() => load(...args));
    loaders.set(key, loader);
    return loader();
  };
}

function notEmpty<T>(list: readonly T[], message: string, hint: string): readonly T[] {
  if (list.length === 0) throw new NotAvailableError(message, { hint });
  return list;
}
