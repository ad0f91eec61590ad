/** What has become of an earlier answer: an operator can give its id to another thing, which must not be suggested for it. */
import { fold, type Named } from '../../planner/names.ts';
import { shorten } from '../../text.ts';

/** The same thing in a new list: its id and its name. By a name alone it could be another thing of that name. */
export function findAgain<T extends Named>(before: Named, items: readonly T[]): T | undefined {
  const [same] = items.filter(({ id }) => id === before.id);
  return same !== undefined && namesakes(before, items).includes(same) ? same : undefined;
}

/** `Kea is not available; its id (11) is now Moa.`, or `Kea is not available; its name has another id now (12): …`. */
export function goneText(label: string, before: Named, items: readonly Named[], reason: string): string {
  const others = namesakes(before, items).map(({ id }) => id);
  const now = items.find(({ id }) => id === before.id);
  const instead = now === undefined ? '' : `; its id (${now.id}) is now ${shorten(now.name, 60)}`;
  const byName = `; its name has another id now (${others.join(', ')}): choose that if you mean it`;
  return `${label} ${reason}${others.length > 0 ? byName : instead}.`;
}

/** Those with this name; the exact name wins over names that differ in case or accents. */
function namesakes<T extends Named>({ name: wanted }: Named, items: readonly T[]): T[] {
  const exact = items.filter(({ name }) => name === wanted);
  const folded = fold(wanted);
  return exact.length > 0 || folded === '' ? exact : items.filter(({ name }) => fold(name) === folded);
}
