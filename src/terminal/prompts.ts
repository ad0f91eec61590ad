/** Questions at a terminal, on stderr. Load this file late, because Inquirer is slow to load. */
import { checkbox, search } from '@inquirer/prompts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import { listLines } from './list-lines.ts';
import { screenColumns } from './output.ts';
import { choiceFinder, fitsSeveral } from './pick-named.ts';
import { promptTheme } from './prompt-theme.ts';
import { followRows } from './rows.ts';
import { runQuestion, withoutEcho, type Asking, type Start } from './question-runner.ts';
import { promptText, type Choice, type KeyHelp, type Prompts } from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { askText } from './text-prompt.ts';
import { wrap, wrapIndented } from './width.ts';

/** The palette is for stderr. */
export function createPrompts({
  palette,
  ...asking
}: Asking & { readonly palette: Palette }): Prompts {
  const { io } = asking;
  const run = <T>(start: Start<T>, mayEnter?: () => boolean): Promise<T> =>
    runQuestion(asking, start, mayEnter);
  const write = (line: string): void => void io.stderr.write(`${line}\n`);
  const columns = (): number => screenColumns(io.stderr);
  const rows = (): number => io.stderr.rows || 24;
  const { mark, eraseAfter, forget } = followRows(io.stderr);
  // After Ctrl-Z, the shell has written lines.
  io.onContinue(forget);
  const lookOf = (hint = '', keys: readonly KeyHelp[] = [], escape?: string) =>
    promptTheme(palette, { columns: columns(), hint, keys, escape });
  /** `taken`: columns for the cursor and the boxes. */
  const list = <T>(message: string, choices: readonly Choice<T>[], taken: number) => ({
    message: promptText(message),
    choices: shownChoices(choices, { columns: columns(), taken }),
    // A list that is taller than the terminal cannot be redrawn in its place.
    pageSize: Math.max(3, Math.min(12, rows() - 9)),
    loop: false,
    theme: lookOf(),
  });
  return {
    search: ({ message, choices, initial }) => {
      const { choices: lines, ...config } = list(message, choices, 3);
      const { source, isClear } = sourceOf(choices, lines);
      const question = {
        ...config,
        theme: lookOf('', [['type', 'to filter']]),
        source,
        default: initial as typeof initial & {},
      };
      return run((context) => search(question, context), isClear);
    },
    checkbox: ({ message, choices, checked }) => {
      const { choices: all, ...config } = list(message, choices, 4);
      const boxes = all.map((one) => ({ ...one, checked: checked.includes(one.value) }));
      return run((context) =>
        checkbox({ ...config, choices: boxes, shortcuts: { all: null, invert: null } }, context),
      );
    },
    input: async ({ message, hint, initial, read, picker, escape }) => {
      const picture = (chosen: string | undefined, shown?: string): string =>
        (
          picker?.lines(chosen, { columns: columns(), rows: rows() }, palette.paint, shown) ?? []
        ).join('\n');
      const whole =
        picker === undefined && initial !== undefined ? `${hint}, default ${initial}` : hint;
      const theme = lookOf(promptText(whole), [], escape);
      const asked = { message: promptText(message), read, initial, picker, picture, theme };
      return read(await run((context) => askText(asked, context)));
    },
    say: (text, style) => {
      for (const line of wrapIndented(promptText(text), columns()))
        write(palette.paint(style, line));
    },
    sayReceipt: (receipt) =>
      receiptLines(receipt, { width: columns(), palette, accessible: false }).forEach(write),
    print: (text) => write(escapeText(text)),
    mark,
    quietly: (work) => withoutEcho(io.stdin, work),
    eraseAfter,
  };
}

function shownChoices<T>(
  choices: readonly Choice<T>[],
  { columns, taken }: Readonly<Record<'columns' | 'taken', number>>,
) {
  const lines = listLines(choices, columns - taken);
  return choices.map(({ value, name, description = '' }, place) => ({
    value,
    name: promptText(lines[place] ?? ''),
    short: promptText(name),
    description: wrap(promptText(description), columns).join('\n'),
  }));
}

/** `source` finds lines by a typed text; `isClear`: that text does not name several. */
function sourceOf<L extends { readonly name: string }>(
  choices: readonly Choice<unknown>[],
  lines: readonly L[],
) {
  const find = choiceFinder(choices);
  let typed = '';
  const source = (text = ''): L[] => {
    typed = text;
    // Tab types a whole line.
    const whole = lines.filter(({ name }) => name === text);
    return whole.length > 0 ? whole : find(text).map((place) => lines[place]!);
  };
  return { source, isClear: (): boolean => !fitsSeveral(typed, choices) };
}
