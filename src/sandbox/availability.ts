/** Availability is computed and not stored, so that equal requests get equal answers. */
import type { Day } from './calendar.ts';
import type { CatalogueDepot, CatalogueVehicle } from './catalogue.ts';

export interface SandboxTrip {
  readonly pickUp: CatalogueDepot;
  readonly dropOff: CatalogueDepot;
  readonly from: Day;
  readonly to: Day;
}

/** At least 1. */
function nightsOf({ from, to }: SandboxTrip): number {
  return Math.max(1, to - from);
}

/** Weeks from the operator's day. */
export function weekOf(day: Day, today: Day): number {
  return Math.floor((day - today) / 7);
}

export function isAvailable(vehicle: CatalogueVehicle, trip: SandboxTrip, today: Day): boolean {
  const { depots = [trip.pickUp.id, trip.dropOff.id], minDays } = vehicle;
  const isServed = depots.includes(trip.pickUp.id) && depots.includes(trip.dropOff.id);
  return (
    isServed &&
    nightsOf(trip) >= minDays &&
    allowsRoute(vehicle, trip) &&
    !isSoldOut(vehicle, trip, today)
  );
}

function allowsRoute({ oneWay }: CatalogueVehicle, { pickUp, dropOff }: SandboxTrip): boolean {
  if (oneWay === 'never') return pickUp.id === dropOff.id;
  return oneWay === 'anywhere' || pickUp.island === dropOff.island;
}

/** Whether any week of the rental is sold out at the pick-up depot. */
function isSoldOut(
  vehicle: CatalogueVehicle,
  { pickUp, from, to }: SandboxTrip,
  today: Day,
): boolean {
  for (let week = weekOf(from, today); week <= weekOf(to, today); week += 1) {
    if (hashOf(`${vehicle.id}/${pickUp.id}/${week}`) % 100 < vehicle.soldOut) return true;
  }
  return false;
}

/** FNV-1a, mixed again so that successive weeks get unrelated values. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
