/** Which depots and vehicles of a sweep are the same, and what to call them where names repeat. */
import type { Vehicle } from '../../api/types.ts';
import { labelsOf } from '../trip-words.ts';
import { fold } from '../names.ts';
import { namedVehicle } from '../selection.ts';
import { depotName } from '../trip.ts';
import type { SweepOutcome } from './events.ts';
import type { DepotPair } from './trips.ts';

interface Place extends DepotPair {
  readonly operator: string;
}

export type Identity = ReturnType<typeof identityOf>;

export function identityOf({ sessions, trips, offers }: Pick<SweepOutcome, 'sessions' | 'trips' | 'offers'>) {
  const depots = new Map(sessions.map(({ operator, depots: list }) => [operator.name, list.known()]));
  const depotLabels = new Map([...depots].map(([operator, list]) => [operator, labelsOf(list)]));
  const vehicles = new Map(sessions.map(({ operator }) => [operator.name, new Map<number, Vehicle>()]));
  const see = (operator: string, vehicle: Vehicle): void =>
    void vehicles.get(operator)?.set(vehicle.vehicleId, vehicle);
  for (const { session, asked } of trips) {
    const lists = new Set(asked.map(({ available }) => available ?? []));
    for (const list of lists) for (const vehicle of list) see(session.operator.name, vehicle);
  }
  for (const { operator, vehicle } of offers) see(operator, vehicle);
  const vehicleLabels = new Map(
    [...vehicles].map(([operator, list]) => [operator, labelsOf([...list.values()].map(namedVehicle))]),
  );
  /** With the id if the operator has several depots of that name; `depot 1` if its name was not looked up. */
  const depotLabel = (operator: string, id: number): string =>
    depotLabels.get(operator)?.get(id) ?? depotName(id, depots.get(operator) ?? []);
  const depotKey = (operator: string, id: number): readonly unknown[] => {
    const name = depots.get(operator)?.find((depot) => depot.id === id)?.name;
    const isUnique = name !== undefined && depotLabel(operator, id) === name && fold(name) !== '';
    return isUnique ? [fold(name)] : [operator, id];
  };
  /** Thousands of offers have few pairs. */
  const placeKeys = new Map<string, string>();
  return {
    /** With the id if the operator has several vehicles of that name. */
    vehicleLabel: (operator: string, { vehicleId, name }: Vehicle): string =>
      vehicleLabels.get(operator)?.get(vehicleId) ?? name,
    depotLabel,
    /** `Auckland Airport → Queenstown`, or one depot if both are the same. */
    placeLabel: ({ operator, pickUpDepotId, dropOffDepotId }: Place): string => {
      const pickUp = depotLabel(operator, pickUpDepotId);
      return pickUpDepotId === dropOffDepotId ? pickUp : `${pickUp} → ${depotLabel(operator, dropOffDepotId)}`;
    },
    /**
     * The same for the same pair of depots. Across operators, depots are the same if their names are, unless an operator has several
     * depots of that name.
     */
    placeKey: ({ operator, pickUpDepotId, dropOffDepotId }: Place): string => {
      const ids = `${pickUpDepotId} ${dropOffDepotId} ${operator}`;
      const key =
        placeKeys.get(ids) ?? JSON.stringify([pickUpDepotId, dropOffDepotId].map((id) => depotKey(operator, id)));
      placeKeys.set(ids, key);
      return key;
    },
  };
}
