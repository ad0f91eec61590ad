/** Lists of names with commas between; a comma with a backslash before it is part of a name. */

export function splitAtCommas(text: string): string[] {
  return text.split(/(?<!\\),/);
}

export function unescapeCommas(text: string): string {
  return text.replaceAll('\\,', ',');
}

export function escapeCommas(name: string): string {
  return name.replaceAll(',', '\\,');
}
