/** What offers can be grouped by. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { nights } from '../calendar.ts';
import { datesKey } from './trips.ts';
import { vehicleKey } from './vehicles.ts';

export const groupings = ['vehicle', 'date', 'nights', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

/** What the cheapest are looked for among: each group, each start and length, or all together. */
export type CheapestOf = Grouping | 'calendar' | 'all';

interface Grouped extends Trip {
  readonly operator: string;
  readonly vehicle: Vehicle;
}

/** A vehicle and a depot belong to one operator, whatever the names at others. Under one id there can be two vehicles: they have other names. */
export function groupKey(offer: Grouped, by: CheapestOf): string {
  const { operator, vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  switch (by) {
    case 'vehicle':
      return `${vehicleKey(vehicle)} ${operator}`;
    case 'date':
      return pickUpDate;
    case 'nights':
      return String(nights(pickUpDate, dropOffDate));
    case 'depots':
      return `${pickUpDepotId} ${dropOffDepotId} ${operator}`;
    case 'operator':
      return operator;
    case 'calendar':
      return datesKey(offer);
    case 'all':
      return '';
  }
}
