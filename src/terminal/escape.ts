/**
 * Escapes all text from outside before a terminal or a log sees it. Colours are added afterwards,
 * never before.
 */
import { cut } from '../base/words.ts';

/**
 * The number sign to escape in `##vso[`, `##teamcity[` and `##[`: runners of jobs run these
 * commands wherever they are in a line of a log, and some leave out what is invisible. The search
 * is ten times as fast if the expression begins with the sign itself.
 */
const loggingCommand = /#(?<=#\p{Variation_Selector}?#)(?=[a-z\p{Variation_Selector}]*\[)/giu;

/**
 * The colon to escape in `::error::`, which GitHub runs at the start of a line. A text can be
 * wrapped anywhere, so its place does not matter. An address such as `[::1]` or `[fd00::a]` cannot
 * be a command.
 */
const workflowCommand =
  /:(?<=:\p{Variation_Selector}?:)(?=\p{Variation_Selector}?[a-z])(?![\da-f:.]{0,45}\])/giu;

/**
 * Controls, format and invisible characters, line separators, lone surrogates, unassigned code
 * points.
 */
const unsafe =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}[\\p{Cn}--\\p{Extended_Pictographic}]]';
/** Raw line breaks and tabs in JSON are layout: a JSON string cannot hold them. */
const unsafeInJson = `[${unsafe}--[\\n\\r\\t]]`;

/**
 * Emoji with the joiners and tags that belong to them. The length of a joined chain is limited,
 * because terminals that cannot join show every member. Other emoji have nothing to escape; to look
 * for each of them in a list of thousands took minutes.
 */
const pictograph = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?';
const emoji = `(?=\\p{Emoji})${pictograph}(?:\\u200D${pictograph}){1,3}|\\p{RGI_Emoji_Tag_Sequence}`;

/** One variation selector after a visible character. A run of selectors can hide text. */
const variant =
  '(?<=[[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]--\\p{Default_Ignorable_Code_Point}])\\p{Variation_Selector}';

/**
 * Latin letters, dashes, quotes and arrows that are never escaped and never part of an emoji,
 * except as its first character. Most text has nothing else. The expressions above take
 * milliseconds to compile and are slow, so they see only the rest.
 */
const usual = ' -~\\u00A1-\\u00A8\\u00AA-\\u00AC\\u00AF-\\u02FF\\u2010-\\u2027\\u2190-\\u2193';

const visible = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
};

/**
 * One line of text that is safe to show. Invisible characters, controls and commands for a log
 * become visible: `<U+001B>`.
 */
export const escapeText = createEscape(usual, unsafe, visible, [loggingCommand, workflowCommand]);

/**
 * The same for a value that a program reads: what only means something at the start of a line stays
 * as it is.
 */
export const escapeData = createEscape(usual, unsafe, visible, [loggingCommand]);

/** The same for JSON text, with the `\u` escapes that JSON parsers read back. */
export const escapeJson = createEscape(`${usual}\\n\\r\\t`, unsafeInJson, jsonEscape, [
  loggingCommand,
]);

function jsonEscape(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/**
 * Regular expression literals cannot have the `v` flag at our compile target, but every supported
 * Node knows it.
 */
function createEscape(
  usual: string,
  characters: string,
  notation: (character: string) => string,
  commands: readonly RegExp[],
): (text: string) => string {
  const other = new RegExp(`[^${usual}]`);
  /**
   * With the character before, because a joiner or a selector belongs to it. A few others between
   * them cost less than another part.
   */
  const others = new RegExp(`[^]?[^${usual}]+(?:[${usual}]{1,8}[^${usual}]+){0,100}`, 'g');
  /** Keeps emoji and variants whole. Made when a text needs it, because that takes milliseconds. */
  let expression: RegExp | undefined;
  const replace = (run: string, kept?: string): string => {
    if (kept !== undefined) return kept;
    let shown = '';
    for (const character of run) shown += notation(character);
    return shown;
  };
  const escapePart = (part: string): string => {
    expression ??= new RegExp(`(${emoji}|${variant})|${characters}{1,1000}`, 'gv');
    return part.replace(expression, replace);
  };
  return (text) => {
    const shown = other.test(text) ? text.replace(others, escapePart) : text;
    return commands.reduce((safe, command) => safe.replace(command, notation), shown);
  };
}

/** Much more than a screen line holds. Measuring an 8 MiB name letter by letter takes too long. */
const maxLength = 2000;

/** One line of text that is safe to print, cut if it is very long. */
export function safeText(text: string): string {
  return escapeText(cut(text, maxLength));
}
