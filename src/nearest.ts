/** Finds what a typing mistake probably means. */
import { distance } from 'fastest-levenshtein';

/** The known name that differs least, if that little can be a typing mistake: swapped letters, or some that are wrong. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const typed = name.toLowerCase();
  const most = Math.min(2, Math.floor((typed.split('.').at(-1) ?? '').length / 3));
  const candidates = known.filter(({ length }) => Math.abs(length - typed.length) <= most);
  const swapped = known.find((one) => letters(one) === letters(typed));
  if (swapped !== undefined) return swapped;
  const near = candidates.map((one) => ({ one, far: distance(typed, one.toLowerCase()) }));
  return near.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far)[0]?.one;
}

/** The hint `did you mean …?` for a word of the command line: the nearest name, or the only ones that begin with the word. */
export function meant(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean ${near}?`;
  const word = name.toLowerCase();
  const longer = word.length < 3 ? [] : known.filter((one) => one.toLowerCase().startsWith(word));
  return longer.length === 0 || longer.length > 3 ? undefined : `did you mean ${longer.join(' or ')}?`;
}

function letters(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}
