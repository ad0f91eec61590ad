/**
 * The one boundary between text from outside and a terminal. Colours and links are added after it, never before.
 */

/** Controls, format and invisible characters, line separators, lone surrogates; what no Unicode version has assigned yet. */
const unsafe =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}[\\p{Cn}--\\p{Extended_Pictographic}]]';
/** Within a JSON string these cannot be raw: where they are, they are the layout. */
const unsafeInJson = `[${unsafe}--[\\n\\r\\t]]`;

/**
 * Emoji whose joiners and tags belong to them. A chain has an end: terminals that cannot join show every member. What it
 * may begin with is said first, since to try every sequence at every letter takes ten times as long.
 */
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?';
const emoji =
  `(?=[\\p{Emoji}--[0-9#*]]|[0-9#*]\\uFE0F)` + `(?:${pictograph}(?:\\u200D${pictograph}){1,3}|\\p{RGI_Emoji})`;

/** One variation selector right after something visible; a run of them is how text is hidden. */
const varied = '(?<=[[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]--\\p{Default_Ignorable_Code_Point}])\\p{Variation_Selector}';

interface Boundary {
  /** Most text has nothing to look at twice. */
  readonly suspect: RegExp;
  readonly each: RegExp;
}

/** No literals: the `v` flag is newer than the language level compiled for, and every supported Node has it. */
const textBoundary = boundaryOf(unsafe);
const jsonBoundary = boundaryOf(unsafeInJson);

/** One line of text that is safe to print: `<U+001B>` stands for what would not be seen, or would be obeyed. */
export function escapeText(text: string): string {
  return escape(text, textBoundary, notation);
}

/** The same for a JSON text, as the `\u` escapes that JSON reads back. */
export function escapeJson(json: string): string {
  return escape(json, jsonBoundary, jsonNotation);
}

function boundaryOf(characters: string): Boundary {
  return { suspect: new RegExp(characters, 'v'), each: new RegExp(`(${emoji}|${varied})|${characters}`, 'gv') };
}

function escape(text: string, { suspect, each }: Boundary, notate: (character: string) => string): string {
  if (!suspect.test(text)) return text;
  return text.replace(each, (match: string, kept?: string) => kept ?? notate(match));
}

function notation(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
}

function jsonNotation(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
