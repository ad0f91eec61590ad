/** Reads what was written for a list, such as `child seat,2x bike rack`: each name, part of a name and id in it, and how many. */
import { UsageError } from '../errors.ts';
import { shorten, splitAtCommas, unescapeCommas } from '../text.ts';
import { fold, isId, type Named } from './names.ts';

/** One thing of a list, as it was written. */
export interface Wanted {
  /** A name, a part of one, an id, or a word such as `cheapest`. */
  readonly text: string;
  readonly quantity: number;
}

interface WantedRules {
  /** Words that are not names, such as `all`. */
  readonly words?: readonly string[];
  /** A thing can be wanted several times: `2x child seat`, `child seat:2`. */
  readonly counted?: boolean;
  /** False: ids need a text of their own, because the list is of several operators. */
  readonly mixed?: boolean;
}

/** More of one thing would make the address of the request too long. */
export const mostPieces = 50;

/** The ids if the text holds nothing else: ids need no list. */
export function readIds(text: string, { counted = false }: WantedRules = {}): readonly Wanted[] | undefined {
  const ids = piecesOf(text).map((piece) => (isId(piece) ? one(piece) : counted ? countedPiece(piece) : undefined));
  return ids.every((wanted) => wanted !== undefined && isId(wanted.text)) ? (ids as Wanted[]) : undefined;
}

/**
 * `written` has one text for each flag or item of a list; texts never merge. `names` is the list to choose from. A text is a whole
 * name or an id; or else pieces between commas, of which neighbours are one name again if the list has it (the longest first). Where
 * some piece is not a whole name, a number is a part of a name and not an id, because a name can hold numbers: `Extra km 1,000`.
 * Throws UsageError for pieces that are parts of one name as well as of several.
 */
export function readWanted(written: readonly string[], names: readonly Named[], rules: WantedRules = {}): Wanted[] {
  const known = knownTexts(names, rules);
  return written.flatMap((text) => {
    const whole = unescapeCommas(text);
    if (known.isName(whole)) return [one(whole)];
    const pieces = piecesOf(text);
    return (
      readIds(text, rules) ??
      wholeNames(pieces, known) ??
      (pieces.some(isId) ? [known.read(whole.trim())] : parts(pieces, known))
    );
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

function piecesOf(text: string): string[] {
  const pieces = splitAtCommas(text);
  return pieces.filter((piece, index) => piece.trim() !== '' || (pieces.length === 1 && index === 0));
}

function joined(pieces: readonly string[]): string {
  return unescapeCommas(pieces.join(',')).trim();
}

function one(text: string): Wanted {
  return { text: text.trim(), quantity: 1 };
}

/** `2x child seat`, `2 × child seat`, `child seat:2`. Throws UsageError for too many. */
function countedPiece(piece: string): Wanted | undefined {
  const [, before, after] = /^\s*(\d{1,9})\s*[x×]\s*(\S.*)$/isu.exec(piece) ?? [];
  const [, name, number] = /^(.*\S)\s*:\s*(\d{1,9})\s*$/su.exec(piece) ?? [];
  const text = after ?? name;
  if (text === undefined) return undefined;
  const quantity = Number(before ?? number);
  if (quantity >= 1 && quantity <= mostPieces) return { text: text.trim(), quantity };
  throw new UsageError(`"${shorten(piece, 60)}": of one thing, 1 to ${mostPieces} can be wanted`);
}

type KnownTexts = ReturnType<typeof knownTexts>;

function knownTexts(names: readonly Named[], { words = [], counted = false, mixed = true }: WantedRules) {
  const exact = new Set(names.map(({ name }) => name.normalize().trim()));
  const folded = new Set(names.map(({ name }) => fold(name)).filter((name) => name !== ''));
  const ids = new Set(mixed ? names.map(({ id }) => id) : []);
  const isName = (text: string): boolean => exact.has(text.normalize().trim()) || folded.has(fold(text));
  const isKnown = (text: string): boolean =>
    isName(text) || (isId(text) ? ids.has(Number(text)) : words.includes(text.trim().toLowerCase()));
  const fitsPart = (text: string): boolean => {
    const part = fold(text);
    return isKnown(text) || (part !== '' && [...folded].some((name) => spaced(name).includes(spaced(part))));
  };
  const numbered = (text: string): Wanted | undefined => (counted ? countedPiece(text) : undefined);
  return {
    /** The most pieces that a name with commas has. */
    longest: [...folded].reduce((most, name) => Math.max(most, name.split(',').length), 1),
    isName,
    /** A whole name, an id of the list or a word, with its number. */
    find: (text: string): Wanted | undefined => {
      if (isKnown(text)) return one(text);
      const wanted = fitsPart(text) ? undefined : numbered(text);
      return wanted !== undefined && isKnown(wanted.text) ? wanted : undefined;
    },
    fitsPart: (text: string): boolean => fitsPart(text) || fitsPart(numbered(text)?.text ?? ''),
    /** The text as it is, or with its number if it names nothing by itself. */
    read: (text: string): Wanted => (fitsPart(text) ? undefined : numbered(text)) ?? one(text),
  };
}

/** A comma and its spaces divide as a comma alone does. */
function spaced(name: string): string {
  return name.replace(/\s*,\s*/g, ',');
}

/** All pieces as whole names, ids and words, the longest first; undefined if some piece is something else. */
function wholeNames(pieces: readonly string[], known: KnownTexts): Wanted[] | undefined {
  // The best reading from each piece to the last one, made from the end.
  const from: (readonly [first: Wanted, next: number] | undefined)[] = [];
  for (let start = pieces.length - 1; start >= 0; start--) {
    for (const end of ends(start, pieces, known)) {
      if (end < pieces.length && from[end] === undefined) continue;
      const first = known.find(joined(pieces.slice(start, end)));
      if (first !== undefined) from[start] = [first, end];
      if (first !== undefined) break;
    }
  }
  const wanted: Wanted[] = [];
  for (let start = 0; start < pieces.length;) {
    const best = from[start];
    if (best === undefined) return undefined;
    wanted.push(best[0]);
    start = best[1];
  }
  return wanted;
}

/** Some piece is not a whole name: it can be a part of one. */
function parts(pieces: readonly string[], known: KnownTexts): Wanted[] {
  const wanted: Wanted[] = [];
  for (let start = 0; start < pieces.length;) {
    const run = (end: number): string => joined(pieces.slice(start, end));
    const runs = ends(start, pieces, known);
    const whole = runs.find((end) => known.find(run(end)) !== undefined);
    const short = whole ?? start + 1;
    const part = runs.find((end) => end > short && known.fitsPart(run(end)));
    if (part !== undefined) refuseUnclear(pieces.slice(start, part), known);
    const end = part ?? short;
    wanted.push(known.read(run(end)));
    start = end;
  }
  return wanted;
}

function refuseUnclear(pieces: readonly string[], known: KnownTexts): void {
  if (!pieces.every((piece) => known.fitsPart(joined([piece])))) return;
  throw new UsageError(`"${shorten(joined(pieces), 60)}" can be one name or ${pieces.length}`, {
    hint: 'give the whole name; or give each name by itself',
  });
}

/** The longest run of pieces first. */
function ends(start: number, pieces: readonly string[], { longest }: KnownTexts): number[] {
  const most = Math.min(pieces.length - start, longest);
  return Array.from({ length: most }, (_, index) => start + most - index);
}
