import { UsageError } from '../errors.ts';
import { meant, shorten } from '../text.ts';

/** The error for a word that is none of the known ones. The hint is the one that may be meant, or else all: `fields: id, name`. */
export function unknownWord(problem: string, word: string, known: readonly string[], kind: string): UsageError {
  const all = known.length === 0 ? undefined : `${kind}: ${known.join(', ')}`;
  return new UsageError(`${problem} "${shorten(word, 60)}"`, { hint: meant(word, known) ?? all });
}
