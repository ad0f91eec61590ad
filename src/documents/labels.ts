/** What to call the depots and vehicles of a comparison: with their ids where names repeat. */
import { namedVehicle } from '../planner/vehicle.ts';
import type { OfferDocument } from './compare.ts';
import type { Comparison } from './offers.ts';
import type { Vehicle } from '../api/types.ts';
import type { Named } from '../planner/names.ts';
import { vehicleName } from '../planner/sweep/vehicles.ts';
import { depotName } from '../planner/trip.ts';
import { labelsOf } from '../planner/trip-words.ts';

export type Labels = ReturnType<typeof labelsIn>;

export function labelsIn({ offers, failures }: Pick<Comparison, 'offers' | 'failures'>) {
  const [depots, vehicles]: [Items<number>, Items<string>] = [new Map(), new Map()];
  for (const { operator, vehicle, pickUp, dropOff, ...one } of [...offers, ...failures]) {
    const { pick_up_depot_id: from, drop_off_depot_id: to } = 'selection' in one ? one.selection : one;
    if (from !== null && pickUp !== null) add(depots, operator, from, { id: from, name: pickUp });
    if (to !== null && dropOff !== null) add(depots, operator, to, { id: to, name: dropOff });
    if (vehicle !== null) add(vehicles, operator, vehicleName(namedVehicle(vehicle)), namedVehicle(vehicle));
  }
  const depotLabels = new Map([...depots].map(([operator, items]) => [operator, labelsOf(items.values())]));
  const vehicleLabels = new Map([...vehicles].map(([operator, items]) => [operator, vehicleLabelsOf(items)]));
  const depotLabel = (operator: string, id: number): string => depotLabels.get(operator)?.get(id) ?? depotName(id, []);
  return {
    vehicleLabel: (operator: string, vehicle: Vehicle): string =>
      vehicleLabels.get(operator)?.get(vehicleName(namedVehicle(vehicle))) ?? vehicle.name,
    depotLabel,
    /** `Auckland Airport → Queenstown`, or one depot if both are the same. */
    placeLabel: ({ operator, selection }: Pick<OfferDocument, 'operator' | 'selection'>): string => {
      const { pick_up_depot_id: from, drop_off_depot_id: to } = selection;
      return [...new Set([from, to])].map((id) => depotLabel(operator, id)).join(' → ');
    },
    /** The depots of an operator, as far as the comparison names them. */
    namedDepots: (operator: string): readonly Named[] => [...(depots.get(operator)?.values() ?? [])],
  };
}

/** By the name of the operator, then by a key of the item. */
type Items<K> = Map<string, Map<K, Named>>;

function add<K>(all: Items<K>, operator: string, key: K, item: Named): void {
  all.set(operator, (all.get(operator) ?? new Map<K, Named>()).set(key, item));
}

/** An id has its number also where it has several names. */
function vehicleLabelsOf(items: ReadonlyMap<string, Named>): ReadonlyMap<string, string> {
  const all = [...items.values()];
  const labels = labelsOf(all);
  const labelOf = ({ id, name }: Named): string => {
    const hasSeveral = all.filter((other) => other.id === id).length > 1;
    return hasSeveral ? `${name} (${id})` : (labels.get(id) ?? name);
  };
  return new Map([...items].map(([key, item]) => [key, labelOf(item)]));
}
