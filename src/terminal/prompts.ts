/** Questions at a terminal, on stderr. Loaded only where something is asked: Inquirer is not light. */
import * as inquirer from '@inquirer/prompts';
import type { Style } from '../result.ts';
import { createAsker } from './ask.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { readInput } from './prompt-input.ts';
import { escaped, shown, wrapped } from './prompt-text.ts';
import { promptTheme } from './prompt-theme.ts';

/** Texts are what they are: everything is escaped here before a terminal sees it. */
export interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /** In place of the name once it is chosen. */
  readonly short?: string;
  /** Shown below the list while the choice is under the cursor. */
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

export interface SearchQuestion<T> {
  readonly message: string;
  /** The choices for what was typed so far. */
  find(term: string): readonly Choice<T>[];
}

export interface SelectQuestion<T> {
  readonly message: string;
  /** One at least that is not disabled. */
  readonly choices: readonly Choice<T>[];
  /** Under the cursor at first. */
  readonly initial?: T | undefined;
}

export interface CheckboxQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
  readonly checked: readonly T[];
}

export interface InputQuestion<T> {
  readonly message: string;
  /** What can be typed, shown until there is an answer. */
  readonly hint: string;
  /** The answer of an empty line. */
  readonly initial?: string | undefined;
  /** What is wrong with the text, or the value and the words that then stand for it. */
  read(text: string): Promise<{ readonly problem: string } | { readonly value: T; readonly shown: string }>;
}

/**
 * Every question rejects with InterruptedError on Ctrl-C, Ctrl-D, the end of the input and the signal's abort, and leaves the
 * terminal as it was: cursor shown, line ended.
 */
export interface Prompts {
  search<T>(question: SearchQuestion<T>): Promise<T>;
  select<T>(question: SelectQuestion<T>): Promise<T>;
  checkbox<T>(question: CheckboxQuestion<T>): Promise<readonly T[]>;
  input<T>(question: InputQuestion<T>): Promise<T>;
  confirm(message: string): Promise<boolean>;
  /** Words between questions, wrapped to the terminal under their own indent. */
  say(text: string, style?: Style): void;
  /** Something to copy: on a line of its own, whatever its length. */
  print(text: string): void;
}

export interface PromptParts {
  readonly io: Pick<Io, 'stdin' | 'stderr'>;
  readonly signal: AbortSignal;
  /** Of stderr. */
  readonly palette: Palette;
}

export function createPrompts({ io, signal, palette }: PromptParts): Prompts {
  const ask = createAsker(io, signal);
  const theme = promptTheme(palette);
  const write = (line: string): void => void io.stderr.write(`${line}\n`);
  const columns = (): number => io.stderr.columns || 80;
  const fit = <T>(choice: Choice<T>) => escaped(choice, columns());
  const shared = () => ({ theme, pageSize: pageSize(io.stderr) });
  return {
    search: ({ message, find }) =>
      ask((context) => {
        const source = (term: string | undefined) => find(term ?? '').map(fit);
        return inquirer.search({ ...shared(), message: escapeText(message), source }, context);
      }),
    select: ({ message, choices, initial }) => {
      const start = initial === undefined ? {} : { default: initial };
      const config = {
        ...shared(),
        ...start,
        message: escapeText(message),
        choices: choices.map(fit),
        loop: false,
      };
      return ask((context) => inquirer.select(config, context));
    },
    checkbox: ({ message, choices, checked }) => {
      const boxes = choices.map((choice) => ({ ...fit(choice), checked: checked.includes(choice.value) }));
      const config = { ...shared(), message: escapeText(message), choices: boxes, loop: false };
      return ask((context) => inquirer.checkbox(config, context));
    },
    input: (question) => ask((context, fail) => readInput(question, { context, fail, theme })),
    confirm: (message) => ask((context) => inquirer.confirm({ message: escapeText(message), theme }, context)),
    say: (text, style) => {
      for (const line of wrapped(shown(text), columns())) write(palette.paint(style, line));
    },
    print: (text) => write(escapeText(text)),
  };
}

/** A list taller than the terminal could not be redrawn in place. */
function pageSize(stream: { readonly rows?: number | undefined }): number {
  return Math.max(3, Math.min(10, (stream.rows || 24) - 8));
}
