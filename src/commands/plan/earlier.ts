/** What has become of an earlier answer: an operator can give its id to another thing, which must not be suggested for it. */
import { fold, type Named } from '../../planner/names.ts';
import { shorten } from '../../text.ts';

/** The same thing in a new list: its id and its name. By a name alone it could be another thing of that name. */
export function findAgain<T extends Named>(before: Named, items: readonly T[]): T | undefined {
  const [same] = items.filter(({ id }) => id === before.id);
  return same !== undefined && namesakes(before, items).includes(same) ? same : undefined;
}

/** `Kea is not available; its id (11) is now Moa.`, or `Kea has another id now (12): choose it if you mean it.`. */
export function goneText(label: string, before: Named, items: readonly Named[], reason: string): string {
  const others = items.filter(({ name }) => name === before.name).map(({ id }) => id);
  const now = items.find(({ id }) => id === before.id);
  const instead = now === undefined ? '' : `; its id (${now.id}) is now ${shorten(now.name, 60)}`;
  if (others.length === 0) return `${label} ${reason}${instead}.`;
  return `${label} has another id now (${others.join(', ')})${instead}: choose it if you mean it.`;
}

/** Those with this name; the exact name wins over names that differ in case or accents. */
function namesakes<T extends Named>({ name: wanted }: Named, items: readonly T[]): T[] {
  const exact = items.filter(({ name }) => name === wanted);
  const folded = fold(wanted);
  return exact.length > 0 || folded === '' ? exact : items.filter(({ name }) => fold(name) === folded);
}
