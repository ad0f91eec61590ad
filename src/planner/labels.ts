/** Names with their ids where several items have the same name. */
import { groupBy } from '../base/group-by.ts';
import { fold, type Named } from './names.ts';

/**
 * The label of each id: `Kea`, or `Kea (2)` if another item has the same name without case and
 * accents.
 */
export function labelsOf(items: Iterable<Named>): ReadonlyMap<number, string> {
  const byId = new Map([...items].map((item) => [item.id, item]));
  const alike = groupBy(byId.values(), ({ name }) => fold(name));
  const isAlone = (name: string): boolean => alike.get(fold(name))?.length === 1;
  return new Map([...byId].map(([id, { name }]) => [id, isAlone(name) ? name : `${name} (${id})`]));
}

/** Returns a function from an id to the depot's label, or to `depot 2` if the list lacks it. */
export function depotLabels(depots: readonly Named[]): (id: number) => string {
  const labels = labelsOf(depots);
  return (id) => labels.get(id) ?? depotName(id, depots);
}

export function labelOf(item: Named, all: readonly Named[]): string {
  return labelsOf([...all, item]).get(item.id) ?? item.name;
}

/** `depot 2` if the list lacks it. */
export function depotName(id: number, depots: readonly Named[]): string {
  return depots.find((depot) => depot.id === id)?.name ?? `depot ${id}`;
}
