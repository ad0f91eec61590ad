/** Questions at a terminal, on stderr. Load this file only to ask something, because Inquirer is slow to load. */
import * as inquirer from '@inquirer/prompts';
import type { Receipt, Style } from '../result.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import { hasRoomForTwo, listLines, type ListedName } from './list-lines.ts';
import { askList, type ListItem, type NameRules } from './list-prompt.ts';
import { createQuestionRunner, type QuestionIo } from './question-runner.ts';
import {
  createTheme,
  navigateKey,
  pageSizeOf,
  pictureOf,
  promptText,
  yesNoReader,
  type InputQuestion,
  type KeyHelp,
  type YesNo,
} from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import type { LastLines } from './last-lines.ts';
import { askText } from './text-prompt.ts';
import { wrapIndented } from './width.ts';

/** Give texts unescaped: this file escapes everything that it shows. */
export interface Choice<T> extends ListedName {
  readonly value: T;
  /** What the choice is found by, and what replaces its name once it is chosen. */
  readonly short?: string;
  /** Finds the choice, too. */
  readonly id?: number;
  /** Shown below the list while the cursor is on the choice. */
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

/** A question with a list of choices. A part of a name finds the choices with it. */
interface ListQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
}

export interface CheckboxQuestion<T> extends ListQuestion<T> {
  readonly checked: readonly T[];
  /** What follows once it is answered. */
  readonly next: string;
}

export interface SearchQuestion<T> extends ListQuestion<T> {
  readonly initial?: T | undefined;
  /** Explains the second amount of the choices. Printed before the question where that is shown. */
  readonly note?: string | undefined;
}

/** A menu: what to do next. Typed text moves the cursor to the choice that begins with it. */
export interface SelectQuestion<T> {
  readonly message: string;
  readonly choices: readonly Pick<Choice<T>, 'value' | 'name'>[];
}

/**
 * Every question rejects with InterruptedError on Ctrl-C, Ctrl-D and the end of the input, with the signal's reason when it
 * aborts, and in a series with BackError if the user wants to go back. It leaves the cursor visible and the line ended.
 */
export interface Prompts {
  /** Opens a series of questions: what is typed between two of them answers the next one. Call the returned function at its end. */
  openSeries(): () => void;
  /** The returned function takes away what has been printed in the series since, answered questions too. */
  mark(): () => void;
  /** Whether the questions of a series say how to go back. */
  offerBack(isOffered: boolean): void;
  /** At least one choice is not disabled. The cursor starts at `initial`. */
  search<T>(question: SearchQuestion<T>): Promise<T>;
  select<T>(question: SelectQuestion<T>): Promise<T>;
  checkbox<T>(question: CheckboxQuestion<T>): Promise<readonly T[]>;
  input<T>(question: InputQuestion<T>): Promise<T>;
  /** Enter means yes, or what `enter` says. */
  confirm(message: string, enter?: YesNo): Promise<boolean>;
  /** Prints text between questions, wrapped to the terminal's width under its own indent. */
  say(text: string, style?: Style): void;
  sayReceipt(receipt: Receipt): void;
  /** Prints text that is meant to be copied, without wrapping it. */
  print(text: string): void;
}

export interface PromptParts {
  readonly io: QuestionIo;
  readonly signal: AbortSignal;
  /** For stderr. */
  readonly palette: Palette;
  readonly names: NameRules;
  readonly lastLines: LastLines;
}

export function createPrompts({ io, signal, palette, names, lastLines }: PromptParts): Prompts {
  const { run, inSeries, openSeries, mark } = createQuestionRunner(io, signal, lastLines);
  let hasBack = true;
  const columns = (): number => io.stderr.columns || 80;
  const say: Prompts['say'] = (text, style) => {
    for (const line of wrapIndented(promptText(text), columns())) lastLines.print(palette.paint(style, line));
  };
  const back = (): KeyHelp[] => (inSeries() && hasBack ? [['esc', 'back']] : []);
  const createLook = () => createTheme(palette, columns());
  /** `taken` columns are for the cursor and the boxes; one stays free. */
  const list = ({ message, choices }: ListQuestion<unknown>, taken: number) => {
    const lines = listLines(choices, columns() - taken);
    const items = choices.map((choice, index) => itemOf(choice, lines[index] ?? choice.name, columns()));
    const find = (text: string) => names.search(text, items);
    return { message: escapeText(message), items, find, pageSize: pageSizeOf(io.stderr), keys: back() };
  };
  const input = <T>(question: InputQuestion<T>): Promise<T> => {
    const { picture, keys } = pictureOf(question.picker, io.stderr, palette);
    return askText(question, run, { theme: createLook(), picture, keys: [...keys, ...back()] });
  };
  return {
    openSeries,
    mark,
    offerBack: (isOffered) => void (hasBack = isOffered),
    search: ({ initial, note, ...question }) => {
      if (note !== undefined && hasRoomForTwo(columns() - 3)) say(note, 'dim');
      const config = list(question, 3);
      const start = config.items.find(({ value }) => value === initial);
      return run(async (context) => {
        const [chosen] = await askList({ ...config, start, theme: createLook() }, context);
        return chosen?.value as (typeof question.choices)[number]['value'];
      });
    },
    select: ({ message, choices }) => {
      const options = choices.map(({ value, name }) => ({ value, name: promptText(name) }));
      const look = createLook();
      const size = pageSizeOf(io.stderr);
      const keysHelpTip = ([, ...keys]: KeyHelp[]): string =>
        look.style.keysHelpTip([navigateKey(options.length, size), ...keys, ...back()]);
      const theme = { ...look, style: { ...look.style, keysHelpTip } };
      const config = { message: escapeText(message), choices: options, pageSize: size, loop: false, theme };
      return run((context) => inquirer.select(config, context));
    },
    checkbox: ({ checked, next, ...question }) => {
      const config = { ...list(question, 4), start: undefined, theme: createLook() };
      const isTicked = new Set<unknown>(checked);
      const several = { ticked: config.items.filter(({ value }) => isTicked.has(value)), next: escapeText(next) };
      return run(async (context) => {
        const chosen = await askList({ ...config, several }, context);
        return chosen.map(({ value }) => value as (typeof question.choices)[number]['value']);
      });
    },
    input,
    confirm: (message, enter = 'yes') =>
      input({ message, hint: enter === 'yes' ? 'Y/n' : 'y/N', read: yesNoReader(enter) }),
    say,
    sayReceipt: (receipt) =>
      receiptLines(receipt, { width: columns(), palette, accessible: false }).forEach(lastLines.print),
    print: (text) => lastLines.print(escapeText(text)),
  };
}

function itemOf(
  { value, name, short = name, id = NaN, description = '', disabled = '' }: Choice<unknown>,
  line: string,
  columns: number,
): ListItem {
  return {
    value,
    line: promptText(line),
    name: promptText(short),
    id,
    disabled: promptText(disabled),
    // Inquirer would break lines within words.
    description: wrapIndented(promptText(description), columns).join('\n'),
  };
}
