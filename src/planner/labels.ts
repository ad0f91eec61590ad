/** Names for people: with the id where several items have the same name. */
import { fold, type Named } from './names.ts';

/** A label for each id, such as `Kea`, or `Kea (2)` if another item is also called Kea. No two labels are the same. */
export function labelsOf(items: Iterable<Named>): ReadonlyMap<number, string> {
  const names = new Map([...items].map(({ id, name }) => [id, name]));
  const withId = new Set<number>();
  for (;;) {
    const labels = new Map([...names].map(([id, name]) => [id, withId.has(id) ? `${name} (${id})` : name]));
    const repeated = repeatedIds(labels).filter((id) => !withId.has(id));
    if (repeated.length === 0) return labels;
    // An item may be called `Kea (2)` itself, so look again.
    for (const id of repeated) withId.add(id);
  }
}

/** The label of one item among all of them. */
export function labelOf(item: Named, all: readonly Named[]): string {
  return labelsOf([...all, item]).get(item.id) ?? item.name;
}

/** Ids whose label another id has, apart from case and accents. */
function repeatedIds(labels: ReadonlyMap<number, string>): number[] {
  const groups = new Map<string, number[]>();
  for (const [id, label] of labels) {
    const key = fold(label);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [id]);
    else group.push(id);
  }
  return [...groups.values()].filter((ids) => ids.length > 1).flat();
}
