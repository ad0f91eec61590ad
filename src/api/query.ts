/** How a trip is written in an address; the endpoints and the website's page share the names. */
import type { RentalDates, Selection, Trip } from './types.ts';

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/**
 * `base` with `path` below it and `parameters` after its own, in their order. Empty ones are left out. A trailing slash, a
 * path prefix and a query of the base survive; a fragment would never be sent and goes.
 */
export function addressOf(base: URL, path: string, parameters: Parameters = {}): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return url;
}

export function dateParameters(dates: Partial<RentalDates> = {}): Parameters {
  return { pick_up_date: dates.pickUpDate, drop_off_date: dates.dropOffDate };
}

export function tripParameters(trip: Trip): Parameters {
  return {
    pick_up_depot_id: trip.pickUpDepotId,
    drop_off_depot_id: trip.dropOffDepotId,
    ...dateParameters(trip),
  };
}

/** `accessory_ids` repeats an id for each piece wanted. */
export function extrasParameters(selection: Selection): Parameters {
  return { accessory_ids: selection.accessoryIds.join(','), insurance_id: selection.insuranceId };
}
