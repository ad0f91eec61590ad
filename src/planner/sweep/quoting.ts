/** Which quotes a sweep asks for. */
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { shorten } from '../../base/words.ts';

/** `best`: as few as it takes to know the cheapest `most` of all, or of each group. */
export type Quoting =
  { readonly how: 'best'; readonly most: number } | { readonly how: 'all' } | { readonly how: 'none' };

export const usualQuoting = 'best';

/** `best`, `best:20`, `all`, `none`. `most`: of `best` without a number. Throws UsageError. */
export function parseQuoting(text: string, most: number): Quoting {
  const word = text.trim().toLowerCase();
  if (word === 'all') return { how: 'all' };
  if (word === 'none') return { how: 'none' };
  if (word === 'best') return { how: 'best', most };
  const [, count = ''] = /^best:(\d{1,4})$/.exec(word) ?? [];
  if (Number(count) > 0) return { how: 'best', most: Number(count) };
  throw new UsageError(
    fieldText('{quote} takes best, best:20, all or none, not "{given}"', { given: shorten(text, 40) }),
    { hint: 'best:20 finds the 20 cheapest; without it, the ten cheapest are found' },
  );
}

export function quotingInWords(quoting: Quoting): string {
  return quoting.how === 'best' ? `best:${quoting.most}` : quoting.how;
}
