/** Reads texts such as `child seat,2x bike rack`: which items each name, part of a name and id in them means, and how many. */
import { UsageError } from '../errors.ts';
import { splitAtCommas, unescapeCommas } from '../commas.ts';
import { shorten } from '../text.ts';
import { isId, match, plainCommas, type Match, type Named } from './names.ts';

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
  /** Words that are not names, such as `cheapest`. */
  readonly words?: readonly string[];
  /** A thing can be wanted several times: `2x child seat`, `child seat:2`. */
  readonly counted?: boolean;
  /** A part of a name means all items that have it; without it, those that it fits best. */
  readonly many?: boolean;
}

/** More of one thing would make the address of the request too long. */
export const mostPieces = 50;

/**
 * What texts mean. Texts never merge, but a text is divided at its commas: pieces that are a whole name together are one thing, the longest
 * name first, and every other piece is read by itself. Ids need no list: without items, a text is ids or fits nothing. Throws UsageError
 * for pieces that are parts of one name as well as of several, and for a number of things that cannot be wanted.
 */
export function read<T extends Named>(
  texts: readonly string[],
  items: readonly T[],
  rules: ReadRules = {},
): Reading<T>[] {
  const { whole, part, longest } = readerOf(items, rules);
  const fits = (piece: string): boolean => [whole(piece), part(piece)].some((one) => one && one.found.length > 0);
  /** What the first pieces mean, and how many of them that takes. */
  const first = (pieces: readonly string[]): readonly [Reading<T>, length: number] => {
    for (let length = Math.min(pieces.length, longest); length > 0; length--) {
      const run = joined(pieces.slice(0, length));
      const reading = whole(run);
      if (reading !== undefined) return [reading, length];
      const taken = pieces.slice(0, length);
      // Ids are ids also where there is a list: `1,000` is not a part of `Extra km 1,000`.
      if (length === 1 || taken.every(isId) || match(run, items).found.length === 0) continue;
      if (taken.every((piece) => fits(joined([piece])))) throw unclear(run, length);
      return [part(run), length];
    }
    const length = numberLength(pieces);
    return [part(joined(pieces.slice(0, length))), length];
  };
  return texts.flatMap((text) => {
    const readings: Reading<T>[] = [];
    for (let rest = piecesOf(text); rest.length > 0;) {
      const [reading, length] = first(rest);
      readings.push(reading);
      rest = rest.slice(length);
    }
    return readings;
  });
}

function readerOf<T extends Named>(items: readonly T[], { words = [], counted = false, many }: ReadRules) {
  const exact = new Set(items.map(({ name }) => name.normalize().trim()));
  const names = new Set(items.map(({ name }) => plainCommas(name)).filter((name) => name !== ''));
  const isWhole = (text: string): boolean => exact.has(text.normalize().trim()) || names.has(plainCommas(text));
  const one = (text: string, quantity = 1): Reading<T> => ({ text, quantity, ...match(text, items, { many }) });
  const exactly = (text: string, quantity = 1): Reading<T> | undefined => {
    if (words.includes(text.toLowerCase())) return { text, quantity, found: [], how: 'word' };
    return isId(text) || isWhole(text) ? one(text, quantity) : undefined;
  };
  const numberOf = (text: string) => (counted ? countedOf(text) : undefined);
  return {
    /** The most pieces that a name with commas has. */
    longest: [...exact].reduce((most, name) => Math.max(most, name.split(',').length), 1),
    /** A whole name, an id or a word, with its number. */
    whole: (text: string): Reading<T> | undefined => {
      const number = numberOf(text);
      return exactly(text) ?? (number && checked(exactly(...number)));
    },
    /** Other texts. The number belongs to the name if only that fits: `2x bike` is a part of `Rack for 2x bikes`. */
    part: (text: string): Reading<T> => {
      const [own, number] = [one(text), numberOf(text)];
      return own.found.length > 0 || number === undefined ? own : checked(one(...number));
    },
  };
}

function unclear(run: string, length: number): UsageError {
  return new UsageError(`"${shorten(run, 60)}" can be one name or ${length}`, {
    hint: 'give the whole name; or give each name by itself',
  });
}

function piecesOf(text: string): string[] {
  const pieces = splitAtCommas(text).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [''] : pieces;
}

function joined(pieces: readonly string[]): string {
  return unescapeCommas(pieces.join(',')).trim();
}

/** The comma in a number such as `Extra km 1,000` does not divide: `000` would be an id. */
function numberLength([first = '', ...others]: readonly string[]): number {
  if (!/[^\d:]\d{1,3}$/.test(first)) return 1;
  const next = others.findIndex((piece) => !/^\d{3}(?!\d)/.test(piece));
  return 1 + (next < 0 ? others.length : next);
}

/** `2x child seat`, `2 × child seat`, `child seat:2`. */
function countedOf(text: string): readonly [text: string, quantity: number] | undefined {
  const [, before, after] = /^(\d{1,9})\s*[x×]\s*(\S.*)$/isu.exec(text) ?? [];
  const [, name, number] = /^(.*\S)\s*:\s*(\d{1,9})$/su.exec(text) ?? [];
  const thing = after ?? name;
  return thing === undefined ? undefined : [thing, Number(before ?? number)];
}

/** Throws UsageError for too many, or none. */
function checked<R extends Reading | undefined>(reading: R): R {
  if (reading === undefined || (reading.quantity >= 1 && reading.quantity <= mostPieces)) return reading;
  throw new UsageError(`${reading.quantity} of "${shorten(reading.text, 60)}": 1 to ${mostPieces} can be wanted`, {
    hint: 'write the number before the name: 2x child seat',
  });
}

/** Whether the text is this word, such as `all` or `none`, in any case. */
export function isWord(text: string, word: string): boolean {
  return text.trim().toLowerCase() === word;
}

/** `none` says that nothing is wanted, as it does for insurance. */
export function withoutNone(written: readonly string[]): readonly string[] {
  return written.filter((text) => !isWord(text, 'none'));
}
