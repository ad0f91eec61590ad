/** Whether ids still have the names that they had. */
import { isSameName, type Named } from '../planner/names.ts';
import type { NameRef } from '../planner/question.ts';

/** In words, the first depot that has another name now or is no longer listed. */
export function depotChange(before: readonly Named[], now: readonly Named[]): string | undefined {
  for (const { id, name } of before) {
    const current = now.filter((depot) => depot.id === id).map((depot) => depot.name);
    if (current.length === 0) return `depot ${id} is no longer listed; it was ${name}`;
    if (!current.some((other) => isSameName(other, name)))
      return `depot ${id} is now ${current[0]}; it was ${name}`;
  }
  return undefined;
}

/** The name of an id may be unknown. */
export function isSameRef(ref: NameRef, other: NameRef): boolean {
  if (ref.id !== other.id) return false;
  if (ref.name === undefined || other.name === undefined) return ref.id !== undefined;
  return isSameName(ref.name, other.name);
}
