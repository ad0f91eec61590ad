/** Texts for one operator: `lucky:12`, `2x lucky:12`. */
import { UsageError } from '../base/errors.ts';
import { splitAtCommas } from '../base/commas.ts';
import { shortName } from '../base/words.ts';

export interface OwnedText {
  /** Undefined: for all operators. */
  readonly owner: string | undefined;
  readonly text: string;
}

/**
 * What follows `lucky:` is for lucky, up to the next operator's name; what comes before any name is
 * for all. Throws UsageError for `lucky:2x12`.
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

/** Looks for the operator's name at the start, then behind a count. */
function ownedIn(piece: string, operators: readonly string[]): OwnedText | undefined {
  const [, countPrefix = ''] = /^(\d{1,9}\s*[x×]\s*)\S/iu.exec(piece) ?? [];
  for (const before of ['', countPrefix]) {
    const rest = piece.slice(before.length);
    const owner = operators.find((name) => rest.startsWith(`${name}:`));
    if (owner !== undefined)
      return { owner, text: before + ownText(rest.slice(owner.length + 1), owner) };
  }
  return undefined;
}

/** Throws UsageError for `2x71`, so that `2x lucky:71` is the only form. */
function ownText(text: string, owner: string): string {
  const [, number, id] = /^\s*(\d{1,9})\s*[x×]\s*(-?\d+)\s*$/iu.exec(text) ?? [];
  if (number === undefined) return text;
  throw new UsageError(`"${shortName(`${owner}:${text}`)}": the number comes before the operator`, {
    hint: `write ${number}x ${owner}:${id}`,
  });
}
