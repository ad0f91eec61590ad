/** Finds lines of a list that is shown: while a person types, and by a typed answer. */
import { nearest, type Named } from '../planner/names.ts';
import { match } from './match.ts';
import { readTexts, type TextReading } from './read.ts';

export { searchItems } from './match.ts';
export type { TextReading } from './read.ts';

/**
 * The items that an answer fits; commas do not divide, and a part of a name fits all items that
 * have it.
 */
export function readChoice<T extends Named>(text: string, items: readonly T[]): TextReading<T> {
  return { text, quantity: 1, ...match(text, items, { many: true }) };
}

/** The items that an answer fits, with commas between several. */
export function readChoices<T extends Named>(text: string, items: readonly T[]): TextReading<T>[] {
  return readTexts([text], items, { many: true });
}

/** The items that texts can stand for: all that a text matches, or else the nearest one. */
export function likelyItems<T extends Named>(texts: readonly string[], items: readonly T[]): T[] {
  return texts.flatMap((text) => {
    const { found } = match(text, items, { many: true });
    return found.length > 0 ? found : (nearest(text, items) ?? []);
  });
}
