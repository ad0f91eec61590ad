/** Parts of documents about trips. */
import type { Selection } from '../api/types.ts';
import { quote } from '../api/answers.ts';
import { about, choice, count, date, id, link, list, nullable, object, optional, text } from '../shape.ts';
import { union, type ValueOf } from '../shape.ts';

export const selection = about(
  'What the quote was asked for, in the parameter names of the interface',
  object({
    pick_up_depot_id: id,
    drop_off_depot_id: id,
    pick_up_date: date,
    drop_off_date: date,
    vehicle_id: id,
    accessory_ids: list(id),
    insurance_id: nullable(id),
  }),
);

export function selectionDocument(asked: Selection): ValueOf<typeof selection> {
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

const closedDay = {
  purpose: choice('pick-up', 'drop-off'),
  depotId: id,
  depot: text,
  date,
  nearest: about('The nearest days with times', list(date)),
  message: text,
};

const unproven = {
  kind: choice('accessory', 'insurance'),
  id: about('Absent for a fee of something that the quote does not list', optional(id)),
  name: about('As the service lists it, if it was looked up', optional(text)),
  quantity: about('How many were asked for', count),
  priced: about('How many of them the quote shows', count),
  message: text,
};

/** Absent if there are none. */
export const warnings = about(
  'Days of the trip on which a depot lists no times, and extras that were asked for and the quote lacks',
  optional(list(union(object(closedDay), object(unproven)))),
);

export const closedDays = optional(list(object(closedDay)));
export const sweepWarnings = optional(list(object({ operator: text, ...closedDay })));

export const checkoutUrl = about('Opens the booking page with the choices filled in', link);

/** If the service sends a field with one of our names, this holds what it sent. */
export const quoteAsServed = about('The quote as served, if it has a field with one of our names', optional(quote));

export const namedVehicle = about('Only if it was looked up by name', optional(object({ id, name: text })));
