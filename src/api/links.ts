/**
 * Addresses of the endpoints and of the operator's booking page, which share the names of their
 * parameters.
 */
import type { RentalDates, Selection, Trip } from './types.ts';

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The booking page with the vehicles available for the trip. Sends no request. */
export function searchLink(siteUrl: URL, trip: Trip): string {
  return addressOf(siteUrl, '/book', tripParameters(trip)).href;
}

/** The booking page with a checkout for the selection of a quote. Sends no request. */
export function checkoutLink(siteUrl: URL, selection: Selection): string {
  const { accessory_ids, ...parameters } = quoteParameters(selection);
  return addressOf(siteUrl, '/book', { ...parameters, accessory_ids }).href;
}

/**
 * `base` with `path` below it and `parameters` after its own, in their order, without empty ones.
 * Keeps a path prefix and a query of the base, and drops a trailing slash and the fragment, which a
 * request never sends.
 */
export function addressOf(base: URL, path: string, parameters: Parameters = {}): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  const given = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const query = new URLSearchParams(base.search);
  for (const [name, value] of given) query.set(name, String(value));
  // At once: with each change of `searchParams` the whole address is made again.
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

/** What a quote is asked for, by the names of the interface. */
export function selectionFields(selection: Selection) {
  // Field by field: there can be thousands, and an object that is made of others takes three times
  // as long.
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
