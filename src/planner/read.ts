/** Reads texts such as `child seat,2x bike rack`: which items each name, part of a name and id in them means, and how many. */
import { UsageError } from '../base/errors.ts';
import { splitAtCommas, unescapeCommas } from '../base/commas.ts';
import { shorten } from '../base/words.ts';
import { fold, matchIn, withForms, type Match, type Named } from './names.ts';

/** One thing that is wanted. */
export interface Reading<T extends Named = Named> {
  /** As it was written, without its number. */
  readonly text: string;
  readonly quantity: number;
  /** What it means. Empty if it fits nothing, and for a word. */
  readonly found: readonly T[];
  readonly how: Match['how'] | 'word';
}

export interface ReadRules {
  /** Words that are not names, such as `all`. */
  readonly words?: readonly string[];
  /** A thing can be wanted several times: `2x child seat`. */
  readonly counted?: boolean;
  /** A part of a name means all items that have it; without it, those that it fits best. */
  readonly many?: boolean;
}

/** More of one thing would make the address of the request too long. */
export const maxQuantity = 50;

/** A service can make names of a million commas. One with more than this is found by its id. */
const mostJoined = 10;

/**
 * What texts mean. Texts never merge, but a text is divided at its commas: pieces that are a whole name together are one thing, the longest
 * name first, and every other piece is read by itself. Ids need no list: without items, a text is ids or fits nothing. Throws UsageError
 * for a number of things that cannot be wanted.
 */
export function read<T extends Named>(
  texts: readonly string[],
  items: readonly T[],
  { words = [], counted = false, many = false }: ReadRules = {},
): Reading<T>[] {
  const formed = withForms(items);
  const names = new Set(formed.map(({ folded }) => folded));
  const longest = items.reduce((most, { name }) => Math.max(most, Math.min(name.split(',').length, mostJoined)), 1);
  const isWhole = (run: string): boolean =>
    [run, countedOf(run)?.text ?? run].some((text) => fold(text) !== '' && names.has(fold(text)));
  const one = ({ text, quantity }: Pick<Reading, 'text' | 'quantity'>): Reading<T> => {
    const isOther = words.includes(text.toLowerCase());
    return { text, quantity, ...(isOther ? { found: [], how: 'word' } : matchIn(text, formed, many)) };
  };
  /** The number belongs to the name if only that fits: `2x bike` is a part of `Rack for 2x bikes`. */
  const readPiece = (text: string): Reading<T> => {
    const own = one({ text, quantity: 1 });
    const many = counted && own.how === 'part' ? countedOf(text) : undefined;
    const thing = many && one(many);
    return thing !== undefined && (thing.how !== 'part' || own.found.length === 0) ? checked(thing) : own;
  };
  return texts.flatMap((text) => {
    const readings: Reading<T>[] = [];
    const pieces = piecesOf(text);
    for (let start = 0, end = 0; start < pieces.length; start = end) {
      end = Math.min(pieces.length, start + longest);
      while (end > start + 1 && !isWhole(joined(pieces.slice(start, end)))) end -= 1;
      readings.push(readPiece(joined(pieces.slice(start, end))));
    }
    return readings;
  });
}

function piecesOf(text: string): string[] {
  const pieces = splitAtCommas(text).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [''] : pieces;
}

function joined(pieces: readonly string[]): string {
  return unescapeCommas(pieces.join(',')).trim();
}

/** `2x child seat`, `2 × child seat`. */
function countedOf(text: string): Pick<Reading, 'text' | 'quantity'> | undefined {
  const [, number, thing] = /^(\d{1,9})\s*[x×]\s*(\S.*)$/isu.exec(text) ?? [];
  return thing === undefined ? undefined : { text: thing, quantity: Number(number) };
}

/** Throws UsageError for too many, or none. */
function checked<R extends Reading>(reading: R): R {
  if (reading.quantity >= 1 && reading.quantity <= maxQuantity) return reading;
  throw new UsageError(`${reading.quantity} of "${shorten(reading.text, 60)}": 1 to ${maxQuantity} are possible`);
}

/** Whether the text is this word, such as `all` or `none`, in any case. */
export function isWord(text: string, word: string): boolean {
  return text.trim().toLowerCase() === word;
}

/** `none` says that nothing is wanted, as it does for insurance. */
export function withoutNone(written: readonly string[]): readonly string[] {
  return written.filter((text) => !isWord(text, 'none'));
}
