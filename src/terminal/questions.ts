/** What can be asked at a terminal. Give texts unescaped: the file that shows them escapes them. */
import { RentalError } from '../base/errors.ts';
import type { Receipt, Style } from '../result.ts';
import { cut } from '../base/words.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';

export interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /**
   * The name alone, which finds the choice, where `name` has an id beside it because another has
   * the same.
   */
  readonly plainName?: string;
  /**
   * `about 626.50` and `(7 nights × 89.50)`, in columns beside the name. A narrow terminal shows
   * only the first.
   */
  readonly amounts?: readonly string[];
  /** Finds the choice, too. */
  readonly id?: number;
  /** Shown below the list while the cursor is on the choice. */
  readonly description?: string;
}

interface ListQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
  /** Where the cursor starts. */
  readonly initial?: T | undefined;
}

interface CheckboxQuestion<T> extends Omit<ListQuestion<T>, 'initial'> {
  readonly checked: readonly T[];
}

export interface TextQuestion<T> {
  readonly message: string;
  /** What can be typed. Shown until the question is answered. */
  readonly hint: string;
  /** The answer of an empty line, as it is typed. */
  readonly initial?: string | undefined;
  /** Throws a RentalError, whose message and hint say what is wrong with the text. */
  read(text: string): T;
  /** What Esc does here: `back`, unless the question is the only one. */
  readonly escape?: 'back' | 'stop';
  /** The answer can also be chosen in a picture below the line, which shows what is typed. */
  readonly picker?: Picker;
}

/** Answers are texts, as they are typed. */
export interface Picker {
  /** What the keys do. */
  readonly keys: readonly KeyHelp[];
  /** Those of them that also work while a text is typed. */
  readonly pagingKeys: readonly KeyHelp[];
  isPaging(key: string): boolean;
  /** The answer to which the key (`up`, `pagedown`) leads; undefined if it leads nowhere. */
  move(from: string | undefined, key: string): string | undefined;
  /**
   * The answer near which the picture opens for a text that is none: the first of the month for
   * `jan 2027`.
   */
  near(text: string): string | undefined;
  /** The text that the question shows for an answer. */
  show(answer: string): string;
  /** At most `columns` wide. Empty if the terminal is too small. */
  lines(
    chosen: string | undefined,
    size: Readonly<Record<'columns' | 'rows', number>>,
    paint: Palette['paint'],
    /** The answer at which the picture is open while nothing is chosen. */
    shown?: string,
  ): string[];
}

export type KeyHelp = [key: string, action: string];

/**
 * Every question rejects with InterruptedError on Ctrl-C, Ctrl-D and the end of the input, with
 * BackError on Esc, and with the signal's reason when it aborts. Then nothing of it remains on the
 * screen. It leaves the cursor visible and the line ended.
 */
export interface Prompts {
  /** One of a list, or of a menu. Text that is typed leaves the choices that it fits. */
  search<T>(question: ListQuestion<T>): Promise<T>;
  checkbox<T>(question: CheckboxQuestion<T>): Promise<readonly T[]>;
  input<T>(question: TextQuestion<T>): Promise<T>;
  /** Prints text between questions, wrapped to the terminal's width under its own indent. */
  say(text: string, style?: Style): void;
  sayReceipt(receipt: Receipt): void;
  /** Prints text that is meant to be copied, without wrapping it. */
  print(text: string): void;
  /** The place where the next line will be. */
  mark(): number;
  /**
   * Does work that is not done here, such as that of a browser. What is typed meanwhile is not
   * echoed, and is for the next question.
   */
  quietly<T>(work: () => Promise<T>): Promise<T>;
  /** Erases all lines after the mark; false if they stay, as in plain lines. */
  eraseAfter(mark: number): boolean;
}

/** A name can be as long as a response, and a question is drawn again after every key. */
const maxTextLength = 400;

/** Text from outside as questions show it. */
export function promptText(text: string): string {
  return escapeText(cut(text, maxTextLength));
}

/** What is wrong with the text, escaped; undefined if it can be read. */
export function problemOf(text: string, read: (text: string) => unknown): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return promptText([error.message, error.hint].filter(Boolean).join(': '));
  }
}
