/** Which depots and vehicles of a sweep are the same, and what to call them where names repeat. */
import type { Vehicle } from '../../api/types.ts';
import { labelsOf } from '../trip-words.ts';
import { fold, type Named } from '../names.ts';
import { namedVehicle } from '../selection.ts';
import { depotName } from '../trip.ts';
import type { SweepOutcome } from './events.ts';
import type { DepotPair } from './trips.ts';
import { vehicleName } from './vehicles.ts';

interface Place extends DepotPair {
  readonly operator: string;
}

export type Identity = ReturnType<typeof identityOf>;

export function identityOf({ sessions, trips, offers }: Pick<SweepOutcome, 'sessions' | 'trips' | 'offers'>) {
  const depots = new Map(sessions.map(({ operator, depots: list }) => [operator.name, list.known()]));
  const depotLabels = new Map([...depots].map(([operator, list]) => [operator, labelsOf(list)]));
  const vehicles = vehicleLabelsOf(sessions, [
    ...trips.flatMap(({ session, asked }) => {
      const lists = new Set(asked.map(({ available }) => available ?? []));
      return [...lists].flatMap((list) => list.map((vehicle) => ({ operator: session.operator.name, vehicle })));
    }),
    ...offers,
  ]);
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
    /** With the id if the operator has several vehicles of that name, or several names under the id. */
    vehicleLabel: (operator: string, vehicle: Vehicle): string =>
      vehicles.get(operator)?.get(vehicleName(namedVehicle(vehicle))) ?? vehicle.name,
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

/** For each operator, by id and name: under one id there can be another vehicle on other dates. */
function vehicleLabelsOf(
  sessions: SweepOutcome['sessions'],
  seen: readonly { readonly operator: string; readonly vehicle: Vehicle }[],
) {
  const all = new Map(sessions.map(({ operator }) => [operator.name, new Map<string, Named>()]));
  for (const { operator, vehicle } of seen) {
    const named = namedVehicle(vehicle);
    all.get(operator)?.set(vehicleName(named), named);
  }
  return new Map(
    [...all].map(([operator, named]) => {
      const labels = labelsOf(named.values());
      const labelOf = ({ id, name }: Named): string => {
        const hasSeveral = [...named.values()].filter((other) => other.id === id).length > 1;
        return hasSeveral ? `${name} (${id})` : (labels.get(id) ?? name);
      };
      return [operator, new Map([...named].map(([key, one]) => [key, labelOf(one)]))];
    }),
  );
}
