/**
 * The one boundary between text from outside and a terminal. Colours and links are added after it, never before.
 */

/** Single-cell characters of plain English text, which most text is made of: nothing to look for. */
const plainText = /^[ -~]*$/;

/** Controls, format and invisible characters, line separators, lone surrogates; what no Unicode version has assigned yet. */
const unsafe =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}[\\p{Cn}--\\p{Extended_Pictographic}]]';

/** Emoji whose joiners and tags belong to them. A chain has an end: terminals that cannot join show every member. */
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?';
const emoji = `${pictograph}(?:\\u200D${pictograph}){1,3}|\\p{RGI_Emoji}`;

/** One variation selector right after something visible; a run of them is how text is hidden. */
const varied = '(?<=[[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]--\\p{Default_Ignorable_Code_Point}])\\p{Variation_Selector}';

/** Not a literal: the `v` flag is newer than the language level compiled for, and every supported Node has it. */
const boundary = new RegExp(`(${emoji}|${varied})|${unsafe}`, 'gv');
const jsonBoundary = new RegExp(`(${emoji}|${varied}|[\\n\\r\\t])|${unsafe}`, 'gv');

/** One line of text that is safe to print: `<U+001B>` stands for what would not be seen, or would be obeyed. */
export function escapeText(text: string): string {
  if (plainText.test(text)) return text;
  return text.replace(boundary, (match: string, kept?: string) => kept ?? notation(match));
}

/**
 * The same for a JSON text, as the `\u` escapes that JSON reads back. Line breaks and tabs of its layout stay: within a
 * JSON string they cannot be raw.
 */
export function escapeJson(json: string): string {
  if (plainText.test(json)) return json;
  return json.replace(jsonBoundary, (match: string, kept?: string) => kept ?? jsonNotation(match));
}

function notation(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
}

function jsonNotation(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
