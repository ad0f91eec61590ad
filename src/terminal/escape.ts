/** Escapes all text from outside before a terminal sees it. Colours and links are added afterwards, never before. */

/** Controls, format and invisible characters, line separators, lone surrogates, unassigned code points. */
const unsafe =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}[\\p{Cn}--\\p{Extended_Pictographic}]]';
/** Raw line breaks and tabs in JSON are layout: a JSON string cannot hold them. */
const unsafeInJson = `[${unsafe}--[\\n\\r\\t]]`;

/**
 * Emoji with their joiners and tags. The length of a joined chain is limited, because terminals that cannot join show every
 * member. The look-ahead for the first character makes matching ten times faster.
 */
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?';
const emoji =
  `(?=[\\p{Emoji}--[0-9#*]]|[0-9#*]\\uFE0F)` + `(?:${pictograph}(?:\\u200D${pictograph}){1,3}|\\p{RGI_Emoji})`;

/** One variation selector after a visible character. A run of selectors can hide text. */
const variant = '(?<=[[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]--\\p{Default_Ignorable_Code_Point}])\\p{Variation_Selector}';

/** Regular expression literals cannot have the `v` flag at our compile target, but every supported Node knows it. */
const textPatterns = patternsFor(unsafe);
const jsonPatterns = patternsFor(unsafeInJson);

/** One line of text that is safe to print. Invisible characters and controls become visible, such as `<U+001B>`. */
export function escapeText(text: string): string {
  return escape(text, textPatterns, visibleNotation);
}

/** The same for JSON text, with the `\u` escapes that JSON parsers read back. */
export function escapeJson(json: string): string {
  return escape(json, jsonPatterns, jsonNotation);
}

/** The quick test for any unsafe character, and the search that keeps emoji and variants whole. */
function patternsFor(characters: string) {
  return { quick: new RegExp(characters, 'v'), full: new RegExp(`(${emoji}|${variant})|${characters}`, 'gv') };
}

function escape(text: string, patterns: typeof textPatterns, notation: (character: string) => string): string {
  if (!patterns.quick.test(text)) return text;
  return text.replace(patterns.full, (match: string, kept?: string) => kept ?? notation(match));
}

function visibleNotation(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
}

function jsonNotation(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
