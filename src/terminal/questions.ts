/** What can be asked at a terminal. All texts are escaped where they are shown. */
import { RentalError } from '../base/errors.ts';
import type { Receipt, Style } from '../result.ts';
import { cut } from '../base/words.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';

export interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /** The name without the id that `name` has if another choice has the same name. */
  readonly plainName?: string;
  /** `about 626.50` and `(7 nights × 89.50)`; a narrow terminal shows only the first. */
  readonly amounts?: readonly string[];
  /** The user can type it. */
  readonly id?: number;
  /** Shown below the list while the cursor is on the choice. */
  readonly description?: string;
}

interface Prompt {
  readonly message: string;
  /** What Esc does here. Default: `back`, to the question before. */
  readonly onEsc?: EscapeAction | undefined;
}

export type EscapeAction = 'back' | 'stop';

export interface ListPrompt<T> extends Prompt {
  readonly choices: readonly Choice<T>[];
  /** Where the cursor starts. */
  readonly initial?: T | undefined;
}

export interface CheckboxPrompt<T> extends Omit<ListPrompt<T>, 'initial'> {
  readonly checked: readonly T[];
}

export interface TextPrompt<T> extends Prompt {
  /** What the user can type. */
  readonly hint: string;
  /** The answer of an empty line, as it is typed. */
  readonly initial?: string | undefined;
  /** Throws a RentalError, whose message and hint say what is wrong with the text. */
  read(text: string): T;
  /** A picture below the line, in which the answer can be chosen. */
  readonly picker?: Picker;
}

/** Answers are texts, as they are typed. */
export interface Picker {
  readonly keys: readonly KeyHelp[];
  /** Those that also work while the user types. */
  readonly pagingKeys: readonly KeyHelp[];
  isPaging(key: string): boolean;
  /** The answer to which the key (`up`, `pagedown`) leads; undefined if it leads nowhere. */
  move(from: string | undefined, key: string): string | undefined;
  /** Where the picture opens for an incomplete text: the first of the month for `jan 2027`. */
  near(text: string): string | undefined;
  /** The text that the question shows for an answer. */
  show(answer: string): string;
  /** Empty if the terminal is too small. */
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
 * BackError on Esc, and with the signal's reason when it aborts; then the question is erased.
 */
export interface Prompts {
  /** One choice of a list, which shows those that fit the typed text. */
  search<T>(question: ListPrompt<T>): Promise<T>;
  checkbox<T>(question: CheckboxPrompt<T>): Promise<readonly T[]>;
  input<T>(question: TextPrompt<T>): Promise<T>;
  /** Wraps the text and keeps its indent. */
  say(text: string, style?: Style): void;
  sayReceipt(receipt: Receipt): void;
  /** For text to be copied: it is not wrapped. */
  print(text: string): void;
  /** The place where the next line will be. */
  mark(): number;
  /** Input during the work is not echoed, and is for the next question. */
  quietly<T>(work: () => Promise<T>): Promise<T>;
  /** Erases all lines after the mark. False if they stay, as in plain lines. */
  eraseAfter(mark: number): boolean;
}

/** Characters: a name can be very long, and a question is redrawn after every key. */
const maxTextLength = 400;

/** Escapes and cuts a text for a question. */
export function promptText(text: string): string {
  return escapeText(cut(text, maxTextLength));
}

/** Why the text cannot be read, escaped. */
export function problemOf(text: string, read: (text: string) => unknown): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return promptText([error.message, error.hint].filter(Boolean).join(': '));
  }
}
