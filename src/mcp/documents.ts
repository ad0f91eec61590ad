/** The documents that tools return: their schemas, and how they are made of what the planner found. */
import * as z from 'zod/mini';
import { quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Depot, Selection, Trip } from '../api/types.ts';
import { nights } from '../planner/calendar.ts';

/** What the caller should know besides the document. */
export const notesShape = { notes: z.optional(z.array(z.string())) };

const placeSchema = z.object({ id: z.int(), name: z.optional(z.string()) });

export const tripSchema = z.object({
  pick_up: placeSchema,
  drop_off: placeSchema,
  from: z.string(),
  to: z.string(),
  nights: z.int(),
});

/** The trip as it was understood; a depot has its name if that is known. */
export function tripDocument(trip: Trip, depots: readonly Depot[]): z.infer<typeof tripSchema> {
  const place = (id: number): z.infer<typeof placeSchema> => {
    const name = depots.find((depot) => depot.id === id)?.name;
    return { id, ...(name !== undefined && { name }) };
  };
  const { pickUpDate: from, dropOffDate: to } = trip;
  const ends = { pick_up: place(trip.pickUpDepotId), drop_off: place(trip.dropOffDepotId) };
  return { ...ends, from, to, nights: nights(from, to) };
}

/** Without the address of its image: a client could load it. */
export const vehicleSchema = z.omit(vehiclesSchema.def.element, { imageUrl: true });

/** A vehicle that was given by its id has no name. */
export const namedSchema = z.object({ id: z.int(), name: z.optional(z.string()) });

export { quoteSchema };

export const selectionSchema = z.object({
  pick_up_depot_id: z.int(),
  drop_off_depot_id: z.int(),
  pick_up_date: z.string(),
  drop_off_date: z.string(),
  vehicle_id: z.int(),
  accessory_ids: z.array(z.int()),
  insurance_id: z.nullable(z.int()),
});

/** What was asked, in the interface's own parameter names. */
export function selectionDocument(selection: Selection): z.infer<typeof selectionSchema> {
  return {
    pick_up_depot_id: selection.pickUpDepotId,
    drop_off_depot_id: selection.dropOffDepotId,
    pick_up_date: selection.pickUpDate,
    drop_off_date: selection.dropOffDate,
    vehicle_id: selection.vehicleId,
    accessory_ids: [...selection.accessoryIds],
    insurance_id: selection.insuranceId ?? null,
  };
}
