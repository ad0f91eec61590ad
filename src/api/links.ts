/** Addresses of the endpoints and of the booking page, whose parameters have the same names. */
import type { RentalDates, Selection, Trip } from './types.ts';

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The booking page with the vehicles of the trip. */
export function searchLink(siteUrl: URL, trip: Trip): string {
  return addressOf(siteUrl, '/book', tripParameters(trip)).href;
}

/** The booking page with a checkout. */
export function checkoutLink(siteUrl: URL, selection: Selection): string {
  // The interface document has the accessories last.
  const { accessory_ids, ...parameters } = quoteParameters(selection);
  return addressOf(siteUrl, '/book', { ...parameters, accessory_ids }).href;
}

/** Keeps the path and the query of `base`, and leaves out empty parameters. */
export function addressOf(base: URL, path: string, parameters: Parameters = {}): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  const given = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const query = new URLSearchParams(base.search);
  for (const [name, value] of given) query.set(name, String(value));
  // Each change of `searchParams` would make the whole address again.
  if (given.length > 0) url.search = query.toString();
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

/** `accessory_ids` repeats an id once for each piece. */
export function quoteParameters(selection: Selection): Parameters {
  const { accessory_ids: ids, insurance_id: plan, ...others } = selectionFields(selection);
  return { ...others, accessory_ids: ids.join(','), insurance_id: plan ?? undefined };
}

/** The fields of a selection by the names of the interface. */
export function selectionFields(selection: Selection) {
  // Listed one by one: a comparison makes thousands, and `...tripParameters()` takes three times as long.
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
