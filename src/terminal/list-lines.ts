/** Names with amounts beside them. Lines are escaped again where they are shown. */
import { escapeText } from './escape.ts';
import type { Choice } from './questions.ts';
import { pad, truncate, widestOf } from './width.ts';

/** Characters of a name: more than a terminal is wide, because measuring takes time. */
const maxCharacters = 300;
const minNameWidth = 8;
/** For a name and two amounts. */
const minColumnsForTwo = 64;

/** At most `columns` wide: amounts are right-aligned, and long names are cut. */
export function listLines(
  items: readonly Pick<Choice<unknown>, 'name' | 'amounts'>[],
  columns: number,
): string[] {
  const shown = items.map(({ amounts = [] }) =>
    columns < minColumnsForTwo ? amounts.slice(0, 1) : amounts,
  );
  const widths = [0, 1].map((index) => widestOf(shown.map((amounts) => amounts[index] ?? '')));
  const ends = shown.map((amounts) =>
    amounts.map((text, index) => `  ${pad(text, widths[index] ?? 0, 'left')}`).join(''),
  );
  // Before measuring, because escapes are wider.
  const names = items.map(({ name }) => escapeText(name.slice(0, maxCharacters)));
  const width = Math.max(minNameWidth, Math.min(widestOf(names), columns - widestOf(ends)));
  return names.map((name, index) =>
    (pad(truncate(name, width), width, 'right') + (ends[index] ?? '')).trimEnd(),
  );
}
