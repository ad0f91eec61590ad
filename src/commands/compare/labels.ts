/** What to call the depots and vehicles of a comparison: with their ids where names repeat. */
import type { OfferDocument } from '../../documents/compare.ts';
import type { Comparison } from '../../documents/offers.ts';
import type { Vehicle } from '../../api/types.ts';
import type { Named } from '../../planner/names.ts';
import { namedVehicle } from '../../planner/selection.ts';
import { vehicleName } from '../../planner/sweep/vehicles.ts';
import { depotName } from '../../planner/trip.ts';
import { labelsOf } from '../../planner/trip-words.ts';

export type Labels = ReturnType<typeof labelsIn>;

/** By the name of the operator, then by a key of the item. */
type Items = Map<string, Map<string, Named>>;

export function labelsIn({ offers, failures }: Pick<Comparison, 'offers' | 'failures'>) {
  const [depots, vehicles]: [Items, Items] = [new Map(), new Map()];
  for (const { operator, vehicle, pickUp, dropOff, ...one } of [...offers, ...failures]) {
    const trip = 'selection' in one ? one.selection : one;
    add(depots, operator, namedDepot(trip.pick_up_depot_id, pickUp));
    add(depots, operator, namedDepot(trip.drop_off_depot_id, dropOff));
    if (vehicle !== null) add(vehicles, operator, namedVehicle(vehicle));
  }
  const depotLabels = labelled(depots);
  const vehicleLabels = labelled(vehicles);
  const namedDepots = (operator: string): readonly Named[] => [...(depots.get(operator)?.values() ?? [])];
  const depotLabel = (operator: string, id: number): string => {
    const depot = namedDepots(operator).find((one) => one.id === id);
    return (depot && depotLabels.get(operator)?.get(vehicleName(depot))) ?? depotName(id, []);
  };
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
    namedDepots,
  };
}

function namedDepot(id: number | null, name: string | null): Named | undefined {
  return id === null || name === null ? undefined : { id, name };
}

function add(all: Items, operator: string, item: Named | undefined): void {
  const items = all.get(operator) ?? new Map<string, Named>();
  if (item !== undefined) items.set(vehicleName(item), item);
  all.set(operator, items);
}

/** An id has its number also where it has several names. */
function labelled(all: Items): Map<string, Map<string, string>> {
  return new Map(
    [...all].map(([operator, items]) => {
      const named = [...items];
      const labels = labelsOf(items.values());
      const labelOf = ({ id, name }: Named): string => {
        const hasSeveral = named.filter(([, other]) => other.id === id).length > 1;
        return hasSeveral ? `${name} (${id})` : (labels.get(id) ?? name);
      };
      return [operator, new Map(named.map(([key, item]) => [key, labelOf(item)]))];
    }),
  );
}
