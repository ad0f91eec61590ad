/**
 * Reads texts such as `child seat,2x bike rack`: which items each name, part of a name and id in
 * them fits, and how many of it are wanted.
 */
import { UsageError } from '../base/errors.ts';
import { splitAtCommas, unescapeCommas } from '../base/commas.ts';
import { shortName } from '../base/words.ts';
import { fold, type Named } from '../planner/names.ts';
import { maxQuantity } from '../planner/question.ts';
import { matchIn, foldItems, type FoldedItem, type Match } from './match.ts';

/** One thing that a text asks for. */
export interface TextReading<T extends Named = Named> {
  /** As it was written, without its number. */
  readonly text: string;
  readonly quantity: number;
  /** The items that it fits. Empty for a word. */
  readonly found: readonly T[];
  readonly how: Match['how'] | 'word';
}

export interface ReadOptions {
  /** Words that are not names, such as `all`. */
  readonly words?: readonly string[];
  /** A thing can be wanted several times: `2x child seat`. */
  readonly counted?: boolean;
  /** A part of a name fits all items that have it; without it, those that it fits best. */
  readonly many?: boolean;
}

/** A name with more commas is found by its id only: a service can send one with a million. */
const maxPieces = 10;

/** Ids are recognized without items, too. Throws UsageError for a quantity that is not possible. */
export function readTexts<T extends Named>(
  texts: readonly string[],
  items: readonly T[],
  options: ReadOptions = {},
): TextReading<T>[] {
  const formed = foldItems(items);
  return divideIn(texts, formed).map((piece) => readPiece(piece, formed, options));
}

/** As `readTexts`, for texts that `divideTexts` has divided. */
export function matchPieces<T extends Named>(
  pieces: readonly string[],
  items: readonly T[],
  options: ReadOptions = {},
): TextReading<T>[] {
  const formed = foldItems(items);
  return pieces.map((piece) => readPiece(piece, formed, options));
}

/**
 * Divides texts at their commas, but not where the pieces together are the whole name of an item,
 * the longest name first. Two texts never become one. `check` is called with each piece and its
 * text.
 */
export function divideTexts(
  texts: readonly string[],
  items: readonly Named[],
  check?: (piece: string, text: string) => void,
): string[] {
  return divideIn(texts, foldItems(items), check);
}

function divideIn(
  texts: readonly string[],
  items: readonly FoldedItem[],
  check: (piece: string, text: string) => void = () => {},
): string[] {
  const names = new Set(items.map(({ folded }) => folded));
  const isName = (text: string): boolean => fold(text) !== '' && names.has(fold(text));
  const maxRun = items.reduce(
    (max, { item }) => Math.max(max, Math.min(item.name.split(',').length, maxPieces)),
    1,
  );
  return texts.flatMap((text) => {
    const pieces = piecesOf(text);
    /** The longest run of pieces from here that is a name, also with a number; or one piece. */
    const nextRun = (start: number): readonly string[] => {
      for (let length = Math.min(maxRun, pieces.length - start); length > 1; length -= 1) {
        const run = pieces.slice(start, start + length);
        const name = joined(run);
        if (isName(name) || isName(countedOf(name)?.text ?? '')) return run;
      }
      return [pieces[start]!];
    };
    const divided: string[] = [];
    for (let start = 0; start < pieces.length;) {
      const run = nextRun(start);
      divided.push(joined(run));
      start += run.length;
    }
    for (const piece of divided) check(piece, text);
    return divided;
  });
}

/** A number counts, unless it belongs to a name: `2x bike` is a part of `Rack for 2x bikes`. */
function readPiece<T extends Named>(
  text: string,
  items: readonly FoldedItem<T>[],
  { words = [], counted = false, many = false }: ReadOptions,
): TextReading<T> {
  const readAs = ({ text, quantity }: Counted): TextReading<T> => {
    const isListedWord = words.includes(text.toLowerCase());
    return {
      text,
      quantity,
      ...(isListedWord ? { found: [], how: 'word' } : matchIn(text, items, { many })),
    };
  };
  const whole = readAs({ text, quantity: 1 });
  const numbered = counted && whole.how === 'part' ? countedOf(text) : undefined;
  if (numbered === undefined) return whole;
  const withoutNumber = readAs(numbered);
  const belongsToName = withoutNumber.how === 'part' && whole.found.length > 0;
  return belongsToName ? whole : withValidQuantity(withoutNumber);
}

type Counted = Pick<TextReading, 'text' | 'quantity'>;

function piecesOf(text: string): string[] {
  const pieces = splitAtCommas(text).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [''] : pieces;
}

function joined(pieces: readonly string[]): string {
  return unescapeCommas(pieces.join(',')).trim();
}

/** `2x child seat`, `2 × child seat`. */
function countedOf(text: string): Counted | undefined {
  const [, number, thing] = /^(\d{1,9})\s*[x×]\s*(\S.*)$/isu.exec(text) ?? [];
  return thing === undefined ? undefined : { text: thing, quantity: Number(number) };
}

/** `2 child seats`: a count that is not accepted, but is understood in errors. */
export function countedWithoutX(text: string): Counted | undefined {
  const [, number, thing] = /^(\d{1,2})\s+(\S.*)$/s.exec(text.trim()) ?? [];
  return thing === undefined ? undefined : { text: thing, quantity: Number(number) };
}

/** Throws UsageError for too many, or none. */
function withValidQuantity<R extends TextReading>(reading: R): R {
  if (reading.quantity >= 1 && reading.quantity <= maxQuantity) return reading;
  throw new UsageError(
    `"${shortName(reading.text)}": the quantity must be 1 to ${maxQuantity}, not ${reading.quantity}`,
    { hint: `for example: 2x ${shortName(reading.text)}` },
  );
}

/** Whether the text is this word, such as `all` or `none`, in any case. */
export function isWord(text: string, word: string): boolean {
  return text.trim().toLowerCase() === word;
}

/** Leaves out `none`, which says that nothing is wanted. */
export function withoutNone(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !isWord(text, 'none'));
}
