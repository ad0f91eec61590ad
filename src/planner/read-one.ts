/** The one item that a text means, the note on a part of a name, and the errors for a text that fits none or several. */
import { inWords, UsageError, type FieldText, type ListNamer } from '../errors.ts';
import { pluralOf, shorten, splitAtCommas } from '../text.ts';
import { didYouMean, hinted, idOf, isId, listed, match, nearest, search, type Named, type Note } from './names.ts';
import type { Reading } from './read.ts';

/**
 * The one item with this id or name; commas do not divide. `what` is the kind of item: `insurance plan`. Calls `note` with what a part of
 * a name stands for. Throws UsageError if nothing fits, or if several items do.
 */
export function readOne<T extends Named>(text: string, items: readonly T[], what: string, note?: Note): T {
  return oneOf({ text, ...match(text, items) }, items, what, note);
}

/** The one item of a reading, as `readOne` finds it. */
export function oneOf<T extends Named>(
  { text, found, how }: Omit<Reading<T>, 'quantity'>,
  items: readonly Named[],
  what: string,
  note?: Note,
): T {
  const [only] = found;
  if (only === undefined) throw unknown(text, items, what);
  if (found.length > 1) throw several(text, found, what);
  if (how === 'part') note?.(meaningNote(text, found, what, items));
  return only;
}

/** `depot "auck" means Auckland Airport (1), not North Shore, Auckland (2)`: with what else has the text in its name. */
export function meaningNote(text: string, meant: readonly Named[], what: string, all: readonly Named[] = []): string {
  const others = search(text, all).filter((item) => !meant.includes(item));
  return `${what} "${shorten(text, 60)}" means ${listed(meant)}${others.length === 0 ? '' : `, not ${listed(others)}`}`;
}

/** For a text that fits nothing. */
export class UnknownNameError extends UsageError {}

/** An id that one vehicle does not have can be an extra of another. */
function ownerOf(what: string): string {
  return listOf(what) === 'extras' ? ' of this vehicle' : '';
}

/** What lists all that there are of it. */
function listOf(what: string): Parameters<ListNamer>[0] {
  if (what.endsWith('depot')) return 'depots';
  return what === 'vehicle' ? 'availability' : 'extras';
}

/** The error for a text that fits nothing, with the nearest name or the list. `owner`: whose items they are, ` of this vehicle`. */
export function unknown(text: string, items: readonly Named[], what: string, owner = ownerOf(what)): UnknownNameError {
  if (text.trim() === '')
    return new UnknownNameError(`an empty text names no ${what}`, { hint: 'give a name or an id' });
  const wanted = isId(text) ? `has the id ${idOf(text)}` : `matches "${shorten(text, 60)}"`;
  const message = `no ${what}${owner} ${wanted}`;
  if (items.length === 0)
    return new UnknownNameError(`${message}: there are none to choose from`, {
      hint: owner === '' ? 'the service lists none: is its address right?' : 'leave it out, or choose another vehicle',
    });
  const near = isId(text) ? undefined : nearest(text, items);
  const all: FieldText = (_, list, theirs) => `${pluralOf(what)}: ${hinted(items, theirs, list(listOf(what)))}`;
  return new UnknownNameError(message, {
    hint: moreHint(text, items, what) ?? (near === undefined ? all : didYouMean(near)),
  });
}

/** `child seat=2`, `child seat x2`, `2 child seats`: ways to say how many that are not ours. */
const numbered = /^(?<before>\d{1,2})\s+(?<things>\D.*)$|^(?<thing>.*[^\s=*x×])\s*[=*x×]\s*(?<after>\d{1,2})$/isu;

/** For a text that says more than a name, in a way that is not understood. */
function moreHint(text: string, items: readonly Named[], what: string): FieldText | undefined {
  const one = (name: string): Named | undefined => match(name, items).found[0] ?? nearest(name, items);
  const [, operator, own] = /^([\w.-]+):(.+)$/s.exec(text.trim()) ?? [];
  const ofOperator = own === undefined ? undefined : match(own, items).found[0];
  // Only where several operators are asked, such as in a comparison, an id has its operator before it.
  if (ofOperator !== undefined)
    return (...names) =>
      `${inWords(didYouMean(ofOperator), ...names)} ${names[0]('operator')} ${operator} chooses the operator`;
  if (what === 'insurance plan') {
    const isSeveral = text.includes(',') && splitAtCommas(text).every((piece) => one(piece) !== undefined);
    return isSeveral ? 'give one plan: a quote has no room for two' : undefined;
  }
  const { before, things, thing = things, after = before } = numbered.exec(text.trim())?.groups ?? {};
  const meant = thing === undefined || what !== 'accessory' ? undefined : one(thing);
  if (meant === undefined) return undefined;
  return (...names) => `${inWords(didYouMean(meant), ...names)} for ${after} of it, write ${after}x ${meant.id}`;
}

/** The error for a text that fits several items where one is wanted. */
export function several(text: string, found: readonly Named[], what: string): UsageError {
  const matching = `"${shorten(text, 60)}" matches ${found.length} ${pluralOf(what)}`;
  return new UsageError((_, __, theirs) => `${matching}: ${listed(found, theirs)}`, {
    hint: 'give its id, or more of its name',
  });
}
