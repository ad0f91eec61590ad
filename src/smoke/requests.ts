/** The correct requests of the interface. */
import { dateParameters, quoteParameters, tripParameters } from '../api/links.ts';
import type { Selection, Trip } from '../api/types.ts';
import type { ExtrasEndpoint } from './extras.ts';
import type { InterfaceRequest } from './sender.ts';

export const depotsRequest: InterfaceRequest = { path: '/depots', parameters: {} };

export function searchRequest(trip: Trip): InterfaceRequest {
  return { path: '/vehicles/availability', parameters: tripParameters(trip) };
}

export function extrasRequest(kind: ExtrasEndpoint, vehicle: Selection): InterfaceRequest {
  return { path: `/vehicles/${vehicle.vehicleId}/${kind}`, parameters: dateParameters(vehicle) };
}

export function quoteRequest(selection: Selection): InterfaceRequest {
  return { path: '/quotes', parameters: quoteParameters(selection) };
}
