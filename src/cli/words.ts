/** The words of a command line, read once: which of them have the form of a flag. */

export interface Words {
  /** Those before `--`. */
  readonly words: readonly Word[];
  /** `--` and what follows it: these are no flags. */
  readonly afterFlags: readonly string[];
}

export interface Word {
  /** As typed. */
  readonly text: string;
  /** `format` of `--format=csv`. */
  readonly long: string | undefined;
  /** `o` of `-ocsv`. */
  readonly short: string | undefined;
  /** `csv` of both. */
  readonly value: string | undefined;
}

export function readWords(argv: readonly string[]): Words {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return { words: argv.slice(0, end).map(readWord), afterFlags: argv.slice(end) };
}

/** Reads `--long=value`, `-s` or `-svalue`. */
export function readWord(text: string): Word {
  const [, long, longValue, short, shortValue] =
    /^(?:--([\w-]+)(?:=(.*))?|-([a-z])=?(.+)?)$/is.exec(text) ?? [];
  return { text, long, short, value: longValue ?? shortValue };
}

/** The text of the word that follows this one. */
export function textAfter({ words }: Words, text: string): string | undefined {
  const index = words.findIndex((word) => word.text === text);
  return index < 0 ? undefined : words[index + 1]?.text;
}
