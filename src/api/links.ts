/** Links to the operator's booking page, `{site_url}/book`; made without asking the service. */
import { addressOf, extrasParameters, tripParameters } from './query.ts';
import type { Selection, Trip } from './types.ts';

/** The page that shows what is available for the trip. */
export function searchLink(siteUrl: URL, trip: Trip): string {
  return addressOf(siteUrl, '/book', tripParameters(trip)).href;
}

/** The page that pre-fills a checkout with the selection of a quote. */
export function checkoutLink(siteUrl: URL, selection: Selection): string {
  const { accessory_ids, insurance_id } = extrasParameters(selection);
  const parameters = { ...tripParameters(selection), vehicle_id: selection.vehicleId, insurance_id, accessory_ids };
  return addressOf(siteUrl, '/book', parameters).href;
}
