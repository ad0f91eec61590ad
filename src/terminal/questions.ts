/** How questions look, and answers that are typed. */
import type { Palette } from './colour.ts';
import { shorten } from '../text.ts';
import { escapeText } from './escape.ts';
import { maxKeys } from './keyboard.ts';
import { wrap } from './width.ts';

export interface InputQuestion<T> {
  readonly message: string;
  /** A name at the end of the message, which is cut if it is long. */
  readonly about?: string;
  /** What can be typed. Shown until the question is answered. */
  readonly hint: string;
  /** The answer of an empty line, as it is typed. */
  readonly initial?: string | undefined;
  /** Another way to answer, drawn below the line: it also shows what is typed. */
  readonly picker?: Picker | undefined;
  /** Reads the text as a value and the text to show for it, or says what is wrong with it. */
  read(text: string): Promise<{ readonly problem: string } | { readonly value: T; readonly shown: string }>;
}

/** The message with what it is about, escaped. */
export function messageOf({ message, about = '' }: Pick<InputQuestion<unknown>, 'message' | 'about'>): string {
  return `${escapeText(message)} ${shorten(escapeText(about), 60)}`.trimEnd();
}

/** Answers are texts, as they are typed. */
export interface Picker {
  /** What the keys do. */
  readonly keys: readonly KeyHelp[];
  /** The answer to which the key (`up`, `pagedown`) leads; undefined if it leads nowhere. */
  move(from: string | undefined, key: string): string | undefined;
  /** The text that the question shows for an answer. */
  show(answer: string): string;
  /** At most `columns` wide. Empty if the terminal is too small. */
  lines(
    chosen: string | undefined,
    size: { readonly columns: number; readonly rows: number },
    paint: Palette['paint'],
  ): string[];
}

type TerminalSize = Readonly<Partial<Record<'columns' | 'rows', number | undefined>>>;

/** The picture below a line of text, and what its keys do, if the terminal has room for it. */
export function pictureOf(picker: Picker | undefined, terminal: TerminalSize, { paint }: Pick<Palette, 'paint'>) {
  const picture = (chosen: string | undefined): string => {
    const size = { columns: terminal.columns || 80, rows: terminal.rows || 24 };
    return picker?.lines(chosen, size, paint).join('\n') ?? '';
  };
  const choose: KeyHelp = ['⏎', 'choose'];
  return { picture, keys: picker === undefined || picture(undefined) === '' ? [choose] : [...picker.keys, choose] };
}

export type QuestionTheme = ReturnType<typeof createTheme>;

/**
 * Sets every style of every prompt, painted for stderr. Inquirer's default styles depend on whether stdout is a terminal and
 * may ignore --color.
 */
export function createTheme({ accent, error, paint }: Palette, columns: number) {
  const dim = (text: string): string => paint('dim', text);
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: { cursor: '❯', checked: paint('good', '◉'), unchecked: '◯' },
    style: {
      answer: accent,
      message: (text: string, _status?: string) => paint('strong', text),
      error: (text: string) => error(`> ${wrap(text, columns - 2).join('\n  ')}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: dim,
      highlight: accent,
      description: dim,
      disabled: dim,
      keysHelpTip: (keys: readonly KeyHelp[]) =>
        dim(wrap(keys.map(([key, action]) => `${key} ${action}`).join(' • '), columns).join('\n')),
    },
  };
}

/** A name can be as long as a response, and Inquirer draws it again after every key. */
const maxTextLength = 400;

/** Text from outside as questions show it. */
export function promptText(text: string): string {
  return escapeText(text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
}

/** Why the text is not taken. */
export function lengthProblem(text: string): string | undefined {
  return text.length < maxKeys ? undefined : `too long: text that is pasted here is cut at ${maxKeys} characters`;
}

export type KeyHelp = [key: string, action: string];

/** A list that is taller than the terminal cannot be redrawn in place. */
export function pageSizeOf({ rows }: TerminalSize): number {
  return Math.max(3, Math.min(12, (rows || 24) - 9));
}

/** Also says how much of a long list is shown. */
export function navigateKey(count: number, pageSize: number): KeyHelp {
  return ['↑↓', count > pageSize ? `navigate (${pageSize} of ${count} shown)` : 'navigate'];
}

/** Shows the hint after the message until the question is answered. */
export function withHint({ style, ...theme }: QuestionTheme, hint: string): QuestionTheme {
  const shown = style.defaultAnswer(escapeText(hint));
  const message = (text: string, status?: string): string =>
    status === 'done' ? style.message(text) : `${style.message(text)} ${shown}`;
  return { ...theme, style: { ...style, message } };
}

export type YesNo = 'yes' | 'no';

/** Reads yes or no; an empty line means `enter`. */
export function yesNoReader(enter: YesNo): InputQuestion<boolean>['read'] {
  return async (text) => {
    const word = text.trim().toLowerCase() || enter;
    const value = ['yes', 'no'].find((one) => one.startsWith(word));
    if (value === undefined) return { problem: 'You must answer with "yes" or "no"' };
    return value === 'yes' ? { value: true, shown: 'Yes' } : { value: false, shown: 'No' };
  };
}
