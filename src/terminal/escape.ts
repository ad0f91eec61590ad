/** Escapes text from outside before a terminal or a log shows it. Paint it only afterwards. */
import { cut } from '../base/words.ts';

/**
 * The second number sign in `##vso[`, `##teamcity[` and `##[`, which are commands to CI anywhere in a
 * line of a log. Variation selectors can be between, because some systems ignore what is invisible.
 * The expression begins with the sign and looks back, which is ten times as fast.
 */
const loggingCommand = /#(?<=#\p{Variation_Selector}?#)(?=[a-z\p{Variation_Selector}]*\[)/giu;

/**
 * The colon to escape in `::error::`, which GitHub runs at the start of a line, where text
 * can be wrapped. An address such as `[::1]` or `[fd00::a]` is no command.
 */
const workflowCommand =
  /:(?<=:\p{Variation_Selector}?:)(?=\p{Variation_Selector}?[a-z])(?![\da-f:.]{0,45}\])/giu;

/** Controls, invisible characters, line separators, lone surrogates, unassigned code points. */
const unsafe =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}[\\p{Cn}--\\p{Extended_Pictographic}]]';
/** In JSON, raw line breaks and tabs are only layout. */
const unsafeInJson = `[${unsafe}--[\\n\\r\\t]]`;

/**
 * Emoji with joiners or tags, which stay whole; other emoji have nothing to escape. A chain has at
 * most four members, because some terminals show each of them.
 */
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?';
const emoji = `(?=\\p{Emoji})${pictograph}(?:\\u200D${pictograph}){1,3}|\\p{RGI_Emoji_Tag_Sequence}`;

/** One variation selector after a visible character stays. A run of them can hide text. */
const variant =
  '(?<=[[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]--\\p{Default_Ignorable_Code_Point}])\\p{Variation_Selector}';

/**
 * Characters that are never escaped and can be in an emoji only as its first character. Most text
 * has nothing else, so the expressions above, which are slow, see only the rest.
 */
const safe = ' -~\\u00A1-\\u00A8\\u00AA-\\u00AC\\u00AF-\\u02FF\\u2010-\\u2027\\u2190-\\u2193';

const visible = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
};

/** One line of text, in which controls and invisible characters become visible: `<U+001B>`. */
export const escapeText = createEscape(safe, unsafe, visible, [loggingCommand, workflowCommand]);

/** For a value that a program reads: commands at the start of a line stay. */
export const escapeData = createEscape(safe, unsafe, visible, [loggingCommand]);

/** For JSON text, with the `\u` escapes that JSON parsers read back. */
export const escapeJson = createEscape(`${safe}\\n\\r\\t`, unsafeInJson, jsonEscape, [
  loggingCommand,
]);

function jsonEscape(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Made from texts: at our compile target, literals cannot have the `v` flag, which Node knows. */
function createEscape(
  safe: string,
  characters: string,
  notation: (character: string) => string,
  commands: readonly RegExp[],
): (text: string) => string {
  const notSafe = new RegExp(`[^${safe}]`);
  /** With the character before, to which a joiner belongs, and a few safe ones for speed. */
  const notSafeRuns = new RegExp(`[^]?[^${safe}]+(?:[${safe}]{1,8}[^${safe}]+){0,100}`, 'g');
  /** Made when a text needs it, because that takes milliseconds. */
  let expression: RegExp | undefined;
  const replace = (run: string, unchanged?: string): string => {
    if (unchanged !== undefined) return unchanged;
    let shown = '';
    for (const character of run) shown += notation(character);
    return shown;
  };
  const escapePart = (part: string): string => {
    expression ??= new RegExp(`(${emoji}|${variant})|${characters}{1,1000}`, 'gv');
    return part.replace(expression, replace);
  };
  return (text) => {
    const shown = notSafe.test(text) ? text.replace(notSafeRuns, escapePart) : text;
    return commands.reduce((result, command) => result.replace(command, notation), shown);
  };
}

/** Characters: measuring a name of 8 MiB would take too long. */
const maxLength = 2000;

/** Escapes a text and cuts it if it is very long. */
export function safeText(text: string): string {
  return escapeText(cut(text, maxLength));
}
