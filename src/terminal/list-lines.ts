/**
 * Names with amounts beside them, as lines. Texts are given unescaped, and lines are escaped again
 * where they are shown.
 */
import { escapeText } from './escape.ts';
import type { Choice } from './questions.ts';
import { pad, truncate, widestOf } from './width.ts';

/** Longer than a terminal is wide; measuring text takes time. */
const maxCharacters = 300;
const minNameWidth = 8;
/** Fewer columns have no room for a name and two amounts. */
const columnsForTwo = 64;

/** One line for each name, at most `columns` wide: amounts right-aligned, long names cut. */
export function listLines(
  items: readonly Pick<Choice<unknown>, 'name' | 'amounts'>[],
  columns: number,
): string[] {
  const shown = items.map(({ amounts = [] }) =>
    columns < columnsForTwo ? amounts.slice(0, 1) : amounts,
  );
  const widths = [0, 1].map((place) => widestOf(shown.map((amounts) => amounts[place] ?? '')));
  const ends = shown.map((amounts) =>
    amounts.map((text, place) => `  ${pad(text, widths[place] ?? 0, 'left')}`).join(''),
  );
  // Escape first, because the text shown for a control character is wider.
  const names = items.map(({ name }) => escapeText(name.slice(0, maxCharacters)));
  const width = Math.max(minNameWidth, Math.min(widestOf(names), columns - widestOf(ends)));
  return names.map((name, place) =>
    (pad(truncate(name, width), width, 'right') + (ends[place] ?? '')).trimEnd(),
  );
}
