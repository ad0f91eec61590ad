/** Keys of stored answers: path and query of the request, with sorted accessories. */
import { dateParameters, quoteParameters, tripParameters, type Parameters } from './links.ts';
import type { RentalDates, Selection, Trip } from './types.ts';

export type ExtrasList = 'accessories' | 'insurance-types';

export function availabilityKey(trip: Trip): string {
  return requestKey('/vehicles/availability', tripParameters(trip));
}

export function extrasKey(
  list: ExtrasList,
  vehicleId: number,
  dates: RentalDates | undefined,
): string {
  return requestKey(`/vehicles/${vehicleId}/${list}`, dateParameters(dates));
}

/** The key of a quote, without its vehicle: the store has that beside the key. */
export function quoteKey(selection: Omit<Selection, 'vehicleId'>): string {
  const accessoryIds = [...selection.accessoryIds].sort((a, b) => a - b);
  const { vehicle_id: _, ...parameters } = quoteParameters({
    ...selection,
    vehicleId: 0,
    accessoryIds,
  });
  return requestKey('/quotes', parameters);
}

/** Ids and dates need no escapes. */
function requestKey(path: string, parameters: Parameters): string {
  let key = `${path}?`;
  for (const name in parameters) {
    const value = parameters[name];
    if (value !== undefined && value !== '')
      key += `${key.endsWith('?') ? '' : '&'}${name}=${value}`;
  }
  return key;
}
