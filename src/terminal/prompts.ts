/** Questions at a terminal, on stderr. Load this file only to ask something, because Inquirer is slow to load. */
import { checkbox, confirm, input, search, select } from '@inquirer/prompts';
import type { Receipt, Style } from '../result.ts';
import type { Palette } from './colour.ts';
import { askDate } from './date-prompt.ts';
import { escapeText } from './escape.ts';
import { listLines } from './list-lines.ts';
import { promptTheme } from './prompt-theme.ts';
import { createQuestionRunner, type QuestionIo } from './question-runner.ts';
import { problemOf, promptText, type Choice, type KeyHelp, type NameRules, type Prompts } from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import type { LastLines } from './last-lines.ts';
import { wrapIndented } from './width.ts';

export interface PromptParts {
  readonly io: QuestionIo;
  readonly signal: AbortSignal;
  /** For stderr. */
  readonly palette: Palette;
  readonly names: NameRules;
  readonly lastLines: LastLines;
}

export function createPrompts({ io, signal, palette, names, lastLines }: PromptParts): Prompts {
  const run = createQuestionRunner(io, signal, lastLines);
  let hasBack = false;
  const columns = (): number => io.stderr.columns || 80;
  const rows = (): number => io.stderr.rows || 24;
  const back = (): KeyHelp[] => (hasBack ? [['esc', 'back']] : []);
  const look = (keys = (usual: readonly KeyHelp[]) => usual, hint?: string) =>
    promptTheme(palette, { columns, hint, keys: (usual) => [...keys(usual), ...back()] });
  /** `taken` columns are for the cursor and the boxes. */
  const list = <T>(message: string, choices: readonly Choice<T>[], taken: number) => {
    const lines = listLines(choices, columns() - taken);
    return {
      message: promptText(message),
      choices: choices.map((choice, place) => shownChoice(choice, lines[place] ?? choice.name)),
      // A list that is taller than the terminal cannot be drawn again in its place.
      pageSize: Math.max(3, Math.min(12, rows() - 9)),
      loop: false,
    };
  };
  return {
    offerBack: (isOffered) => void (hasBack = isOffered),
    search: ({ message, choices, initial }) => {
      const { choices: all, ...config } = list(message, choices, 3);
      const named = all.map((choice, place) => ({ id: choices[place]?.id ?? NaN, name: choice.short, choice }));
      const source = (text = '') => {
        // Tab types a line of the list.
        const whole = all.filter(({ name }) => name === text);
        return whole.length > 0 ? whole : names.search(text, named).map(({ choice }) => choice);
      };
      const find: KeyHelp = ['type', `find in ${all.length}`];
      const theme = look((usual) => (all.length > config.pageSize ? [...usual, find] : usual));
      return run((context) => search({ ...config, source, default: initial as typeof initial & {}, theme }, context));
    },
    select: ({ message, choices }) =>
      run((context) => select({ ...list(message, choices, 3), theme: look() }, context)),
    checkbox: ({ message, choices, checked, next }) => {
      const { choices: all, ...config } = list(message, choices, 4);
      const boxes = all.map((one) => ({ ...one, checked: checked.includes(one.value) }));
      const theme = look((usual) => usual.with(-1, ['⏎', promptText(next)]));
      const shortcuts = { all: null, invert: null };
      return run((context) => checkbox({ ...config, choices: boxes, shortcuts, theme }, context));
    },
    input: async ({ message, hint, initial, read }) => {
      const config = { message: promptText(message), theme: look(undefined, promptText(hint)) };
      const validate = (text: string): string | true => problemOf(text, read) ?? true;
      return read(await run((context) => input({ ...config, default: initial ?? '', validate }, context)));
    },
    date: async ({ message, hint, initial, read, picker }) => {
      const picture = (chosen: string | undefined): string =>
        picker.lines(chosen, { columns: columns(), rows: rows() }, palette.paint).join('\n');
      const choose: KeyHelp = ['⏎', 'choose'];
      const keys = (): KeyHelp[] => [...(picture(undefined) === '' ? [] : picker.keys), choose];
      const theme = look(keys, promptText(hint));
      const config = { message: promptText(message), initial, read, picker, picture, theme };
      return read(await run((context) => askDate(config, context)));
    },
    confirm: (message, enter) =>
      run((context) => confirm({ message: promptText(message), default: enter, theme: look() }, context)),
    ...printing(palette, lastLines, columns),
  };
}

function printing(palette: Palette, { print }: LastLines, columns: () => number) {
  return {
    say: (text: string, style?: Style): void => {
      for (const line of wrapIndented(promptText(text), columns())) print(palette.paint(style, line));
    },
    sayReceipt: (receipt: Receipt): void =>
      receiptLines(receipt, { width: columns(), palette, accessible: false }).forEach(print),
    print: (text: string): void => print(escapeText(text)),
  };
}

/** As Inquirer shows it. */
function shownChoice<T>({ value, name, short = name, description = '', disabled = '' }: Choice<T>, line: string) {
  return {
    value,
    name: promptText(line),
    short: promptText(short),
    description: promptText(description),
    disabled: disabled === '' ? false : promptText(disabled),
  };
}
