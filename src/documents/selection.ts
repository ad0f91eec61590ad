/** What a quote was asked for, as every document has it. Without its schema, because loading that takes time. */
import type { Selection } from '../api/types.ts';
import type { SelectionDocument } from './trip.ts';

/** In the interface's own parameter names. */
export function selectionDocument(asked: Selection): SelectionDocument {
  return {
    pick_up_depot_id: asked.pickUpDepotId,
    drop_off_depot_id: asked.dropOffDepotId,
    pick_up_date: asked.pickUpDate,
    drop_off_date: asked.dropOffDate,
    vehicle_id: asked.vehicleId,
    accessory_ids: [...asked.accessoryIds],
    insurance_id: asked.insuranceId ?? null,
  };
}
