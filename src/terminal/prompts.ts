/** Questions at a terminal, on stderr. Load this file only to ask something, because Inquirer is slow to load. */
import * as inquirer from '@inquirer/prompts';
import type { Style } from '../result.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Countdown } from './drawing.ts';
import { createQuestionRunner, type QuestionIo } from './question-runner.ts';
import {
  createTheme,
  lengthProblem,
  lineAbove,
  promptText,
  withCount,
  withCountdown,
  withKeys,
  type InputQuestion,
  type KeyHelp,
  type Picker,
  type QuestionTheme,
} from './questions.ts';
import { askText } from './text-prompt.ts';
import { wrapIndented } from './width.ts';
import { readYesNo } from './yes-no.ts';

/** Give texts unescaped: this file escapes everything that it shows. */
export interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /** Replaces the name once it is chosen. */
  readonly short?: string;
  /** Shown below the list while the cursor is on the choice. */
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

interface ListQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
}

export interface SearchQuestion<T> {
  readonly message: string;
  /** The choices for the text typed so far. */
  find(term: string): readonly Choice<T>[];
}

export interface CheckboxQuestion<T> extends ListQuestion<T> {
  readonly checked: readonly T[];
  /** What follows once it is answered. */
  readonly next: string;
}

export interface SelectQuestion<T> extends ListQuestion<T> {
  readonly initial?: T | undefined;
  /** Shown after the message, and kept up to date, until the question is answered. */
  readonly countdown?: Countdown;
}

/**
 * Every question rejects with InterruptedError on Ctrl-C, Ctrl-D and the end of the input, with the signal's reason when it
 * aborts, and in a series with BackError if the user wants to go back. It leaves the cursor visible and the line ended.
 */
export interface Prompts {
  /** Opens a series of questions: what is typed between two of them answers the next one. Call the returned function at its end. */
  openSeries(): () => void;
  /** Shows a line above every question from now on, in place of the last one. Empty for none. */
  headline(text: string): void;
  search<T>(question: SearchQuestion<T>): Promise<T>;
  /** At least one choice is not disabled. The cursor starts at `initial`. */
  select<T>(question: SelectQuestion<T>): Promise<T>;
  checkbox<T>(question: CheckboxQuestion<T>): Promise<readonly T[]>;
  input<T>(question: InputQuestion<T>): Promise<T>;
  confirm(message: string): Promise<boolean>;
  /** Prints text between questions, wrapped to the terminal's width under its own indent. */
  say(text: string, style?: Style): void;
  /** Prints text that is meant to be copied, without wrapping it. */
  print(text: string): void;
}

export interface PromptParts {
  readonly io: QuestionIo;
  readonly signal: AbortSignal;
  /** For stderr. */
  readonly palette: Palette;
}

export function createPrompts({ io, signal, palette }: PromptParts): Prompts {
  const { run, inSeries, openSeries } = createQuestionRunner(io, signal);
  let headline = '';
  const write = (line: string): void => void io.stderr.write(`${line}\n`);
  const columns = (): number => io.stderr.columns || 80;
  const back = (): KeyHelp[] => (inSeries() ? [['esc', 'back']] : []);
  const createLook = (): QuestionTheme =>
    withKeys(createTheme(palette, lineAbove(headline, columns(), palette)), (keys) => [...keys, ...back()]);
  const list = (message: string) => ({ pageSize: pageSize(io.stderr), message: escapeText(message) });
  const escapeAll = <T>(choices: readonly Choice<T>[]) => choices.map((choice) => escapeChoice(choice, columns()));
  const input = <T>(question: InputQuestion<T>): Promise<T> =>
    askText(question, run, { theme: createLook(), ...pictureOf(question.picker, { io, palette }) });
  return {
    openSeries,
    headline: (text) => void (headline = text),
    search: ({ message, find }) => {
      let found = 0;
      // Asynchronous: Inquirer forgets an error that comes before it has drawn the text.
      const source = async (term = '') => {
        const problem = lengthProblem(term);
        // Inquirer shows the message in place of the choices.
        if (problem !== undefined) throw new Error(problem);
        const choices = escapeAll(find(term));
        found = choices.length;
        return choices;
      };
      const config = list(message);
      const theme = withCount(createLook(), () => found, config.pageSize);
      return run((context) => inquirer.search({ ...config, source, theme }, context));
    },
    select: ({ message, choices, initial, countdown }) => {
      const start = initial === undefined ? {} : { default: initial };
      const counted = withCount(createLook(), () => choices.length, pageSize(io.stderr));
      const theme =
        countdown === undefined ? counted : withCountdown(counted, countdown, () => io.stderr.columns || 80);
      const config = { ...list(message), ...start, choices: escapeAll(choices), loop: false, theme };
      return run((context) => inquirer.select(config, context), { countdown });
    },
    checkbox: ({ message, choices, checked, next }) => {
      const boxes = escapeAll(choices).map((choice) => ({ ...choice, checked: checked.includes(choice.value) }));
      // Letters are not shortcuts here: typing the name of an accessory would tick all of them.
      const shortcuts = { all: null, invert: null };
      const counted = withCount(createLook(), () => choices.length, pageSize(io.stderr));
      const theme = withKeys(counted, (keys) => [...keys.slice(0, -1), ['⏎', escapeText(next)]]);
      const config = { ...list(message), choices: boxes, loop: false, shortcuts, theme };
      // Inquirer would tick the choice with this number, but a digit is meant as a quantity.
      return run((context) => inquirer.checkbox(config, context), { ignored: /^\d$/ });
    },
    input,
    confirm: (message) => input({ message, hint: 'Y/n', read: readYesNo }),
    say: (text, style) => {
      for (const line of wrapIndented(promptText(text), columns())) write(palette.paint(style, line));
    },
    print: (text) => write(escapeText(text)),
  };
}

/** The picture below a line of text, and what its keys do, if the terminal has room for it. */
function pictureOf(picker: Picker | undefined, { io, palette }: Pick<PromptParts, 'io' | 'palette'>) {
  const picture = (chosen: string | undefined): string => {
    const size = { columns: io.stderr.columns || 80, rows: io.stderr.rows || 24 };
    return picker?.lines(chosen, size, palette.paint).join('\n') ?? '';
  };
  const choose: KeyHelp = ['⏎', 'choose'];
  return { picture, keys: picker === undefined || picture(undefined) === '' ? [choose] : [...picker.keys, choose] };
}

/** A list that is taller than the terminal cannot be redrawn in place. */
function pageSize(stream: { readonly rows?: number | undefined }): number {
  return Math.max(3, Math.min(12, (stream.rows || 24) - 9));
}

function escapeChoice<T>({ value, name, short, description, disabled }: Choice<T>, columns: number) {
  return {
    value,
    name: promptText(name),
    ...(short !== undefined && { short: promptText(short) }),
    // Inquirer would break lines within words.
    ...(description !== undefined && { description: wrapIndented(promptText(description), columns).join('\n') }),
    ...(disabled !== undefined && { disabled: promptText(disabled) }),
  };
}
