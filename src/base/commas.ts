/**
 * Lists of names with commas between them. A backslash before a comma makes the comma a part of a
 * name.
 */

export function splitAtCommas(text: string): string[] {
  return text.split(/(?<!\\),/);
}

/** The text without the backslashes that a list needs before the commas of a name. */
export function unescapeCommas(text: string): string {
  return text.replaceAll('\\,', ',');
}

/** A name as one item of a list. */
export function escapeCommas(name: string): string {
  return name.replaceAll(',', '\\,');
}
