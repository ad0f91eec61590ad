/** Names with amounts beside them, as lines. Texts are given unescaped, and lines are escaped again where they are shown. */
import { escapeText } from './escape.ts';
import { pad, truncate, widestOf } from './width.ts';

export interface ListedName {
  readonly name: string;
  /** Beside the name, the most important first; at most two. A narrow terminal shows one. */
  readonly amounts?: readonly ListedAmount[];
}

/** `89.50` and ` a day`. */
export interface ListedAmount {
  readonly text: string;
  readonly unit?: string;
}

/** Longer than a terminal is wide; measuring text takes time. */
const longestName = 300;
const narrowestName = 8;
/** Fewer columns have no room for a name and two amounts. */
const columnsForTwo = 56;
/** Fewer have no room for the unit of the second. */
const columnsForUnit = 72;

function hasRoomForTwo(columns: number): boolean {
  return columns >= columnsForTwo;
}

/** One line for each name, at most `columns` wide: amounts right-aligned, long names cut. A name without amounts stays as it is. */
export function listLines(items: readonly ListedName[], columns: number): string[] {
  const amounts = items.map(({ amounts = [] }) => amounts.slice(0, hasRoomForTwo(columns) ? 2 : 1));
  const widths = [0, 1].map((place) => widestOf(amounts.map((list) => list[place]?.text ?? '')));
  const ends = amounts.map((list) => {
    const texts = list.map(({ text, unit = '' }, place) => {
      const shownUnit = place === 0 || columns >= columnsForUnit ? unit : '';
      return ' '.repeat(2 + place) + pad(text, widths[place] ?? 0, 'left') + shownUnit;
    });
    return texts.join('');
  });
  // Escape first, because the text shown for a control character is wider.
  const names = items.map(({ name }, index) => (ends[index] === '' ? '' : escapeText(name.slice(0, longestName))));
  const width = Math.max(narrowestName, Math.min(widestOf(names), columns - widestOf(ends)));
  return items.map(({ name }, index) => {
    const end = ends[index] ?? '';
    return end === '' ? name : pad(truncate(names[index] ?? '', width), width, 'right') + end;
  });
}
