/**
 * Texts that carry their operator: `lucky:12` is for the operator called lucky, and `2x lucky:12`
 * is two of it.
 */
import { UsageError } from '../base/errors.ts';
import { splitAtCommas } from '../base/commas.ts';
import { shorten } from '../base/words.ts';

export interface OwnedText {
  /** Undefined: for all operators. */
  readonly owner: string | undefined;
  readonly text: string;
}

/**
 * A text is for an operator from its name up to the next operator's name or the end of the text;
 * before any name it is for all. Throws UsageError for a number between the name and the id.
 */
export function splitByOwner(text: string, operators: readonly string[]): OwnedText[] {
  const parts: { owner: string | undefined; text: string }[] = [];
  for (const piece of splitAtCommas(text)) {
    const owned = ownedIn(piece.trim(), operators);
    const last = parts.at(-1);
    if (owned !== undefined) parts.push(owned);
    else if (last !== undefined) last.text = `${last.text},${piece}`;
    else parts.push({ owner: undefined, text: piece });
  }
  return parts;
}

function ownedIn(piece: string, operators: readonly string[]): OwnedText | undefined {
  const [, number = ''] = /^(\d{1,9}\s*[x×]\s*)\S/iu.exec(piece) ?? [];
  for (const before of ['', number]) {
    const rest = piece.slice(before.length);
    const owner = operators.find((name) => rest.startsWith(`${name}:`));
    if (owner !== undefined)
      return { owner, text: before + ownText(rest.slice(owner.length + 1), owner) };
  }
  return undefined;
}

/**
 * Throws UsageError for `2x71`: beside it, `2x lucky:71` would be another way to write the same.
 */
function ownText(text: string, owner: string): string {
  const [, number, id] = /^\s*(\d{1,9})\s*[x×]\s*(-?\d+)\s*$/iu.exec(text) ?? [];
  if (number === undefined) return text;
  throw new UsageError(
    `"${shorten(`${owner}:${text}`, 60)}": the number comes before the operator`,
    {
      hint: `write ${number}x ${owner}:${id}`,
    },
  );
}
