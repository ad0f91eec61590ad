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

/** Most text is ASCII. The regular expressions below take milliseconds to compile, so they are made when a text needs them. */
const plainAscii = /^[ -~]*$/;
const plainAsciiInJson = /^[\n\r\t -~]*$/;

/** One line of text that is safe to print. Invisible characters and controls become visible, such as `<U+001B>`. */
export const escapeText = createEscape(plainAscii, unsafe, (character) => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
});

/** The same for JSON text, with the `\u` escapes that JSON parsers read back. */
export const escapeJson = createEscape(plainAsciiInJson, unsafeInJson, (character) => {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
});

/** Regular expression literals cannot have the `v` flag at our compile target, but every supported Node knows it. */
function createEscape(
  plain: RegExp,
  characters: string,
  notation: (character: string) => string,
): (text: string) => string {
  let made: { readonly quick: RegExp; readonly full: RegExp } | undefined;
  const make = () => ({
    quick: new RegExp(characters, 'v'),
    /** Keeps emoji and variants whole. */
    full: new RegExp(`(${emoji}|${variant})|${characters}`, 'gv'),
  });
  const replace = (match: string, kept?: string): string => kept ?? notation(match);
  return (text) => {
    if (plain.test(text)) return text;
    const { quick, full } = (made ??= make());
    return quick.test(text) ? text.replace(full, replace) : text;
  };
}
