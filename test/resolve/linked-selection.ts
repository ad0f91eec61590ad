/** What a booking link stands for. */
import type { CalendarDate } from '../../src/shape.ts';
import type { Selection } from '../../src/api/types.ts';

export function linkedSelection(url: string): Selection {
  const query = new URL(url).searchParams;
  const number = (name: string): number => Number(query.get(name));
  return {
    pickUpDepotId: number('pick_up_depot_id'),
    dropOffDepotId: number('drop_off_depot_id'),
    pickUpDate: query.get('pick_up_date') as CalendarDate,
    dropOffDate: query.get('drop_off_date') as CalendarDate,
    vehicleId: number('vehicle_id'),
    accessoryIds: query.get('accessory_ids')?.split(',').map(Number) ?? [],
    insuranceId: query.has('insurance_id') ? number('insurance_id') : undefined,
  };
}
