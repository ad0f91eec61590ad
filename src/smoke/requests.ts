/** The requests of the interface, as data. */
import { dateParameters, quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Selection, Trip } from '../api/types.ts';

/** Below the base address. */
export interface Right {
  readonly path: string;
  readonly parameters: Parameters;
}

/** The groups of the rules about the extras of a vehicle. */
export const groups = { accessories: 'accessories', 'insurance-types': 'insurance' } as const;
export type ExtraKind = keyof typeof groups;

export const depotsRequest: Right = { path: '/depots', parameters: {} };

export function searchRequest(trip: Trip): Right {
  return { path: '/vehicles/availability', parameters: tripParameters(trip) };
}

export function extrasRequest(kind: ExtraKind, vehicle: Selection): Right {
  return { path: `/vehicles/${vehicle.vehicleId}/${kind}`, parameters: dateParameters(vehicle) };
}

export function quoteRequest(selection: Selection): Right {
  return { path: '/quotes', parameters: quoteParameters(selection) };
}
