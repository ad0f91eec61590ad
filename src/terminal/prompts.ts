/** Questions at a terminal, on stderr. Load this file late, because Inquirer is slow to load. */
import { checkbox, search } from '@inquirer/prompts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { listLines } from './list-lines.ts';
import { screenColumns } from './output.ts';
import { choiceFinder, fitsSeveral } from './pick-named.ts';
import { promptTheme } from './prompt-theme.ts';
import { followRows } from './rows.ts';
import { runPrompt, withoutEcho, type PromptContext, type StartPrompt } from './prompt-runner.ts';
import {
  promptText,
  type CheckboxPrompt,
  type Choice,
  type KeyHelp,
  type ListPrompt,
  type Prompts,
  type TextPrompt,
} from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { askText } from './text-prompt.ts';
import { wrap, wrapIndented } from './width.ts';

/** What every question uses. */
interface PromptRun {
  readonly palette: Palette;
  readonly stderr: Io['stderr'];
  run<T>(start: StartPrompt<T>, mayEnter?: () => boolean): Promise<T>;
}

/** The palette is for stderr. */
export function createPrompts({
  palette,
  ...context
}: PromptContext & { readonly palette: Palette }): Prompts {
  const { io } = context;
  const { stderr } = io;
  const run: PromptRun['run'] = (start, mayEnter) => runPrompt(context, start, mayEnter);
  const prompts = { palette, stderr, run };
  const write = (line: string): void => void stderr.write(`${line}\n`);
  const { mark, eraseAfter, forget } = followRows(stderr);
  // After Ctrl-Z, the shell has written lines.
  io.onContinue(forget);
  return {
    search: (question) => askSearch(question, prompts),
    checkbox: (question) => askCheckbox(question, prompts),
    input: (question) => askInput(question, prompts),
    say: (text, style) => {
      for (const line of wrapIndented(promptText(text), screenColumns(stderr)))
        write(palette.paint(style, line));
    },
    sayReceipt: (receipt) => {
      const display = { width: screenColumns(stderr), palette, accessible: false };
      receiptLines(receipt, display).forEach(write);
    },
    print: (text) => write(escapeText(text)),
    mark,
    quietly: (work) => withoutEcho(io.stdin, work),
    eraseAfter,
  };
}

/** Rows of a list. */
const minListRows = 3;
const maxListRows = 12;
/** Rows for the question, the description of a choice and the keys. */
const otherRows = 9;

/** Columns before the names of a list: the cursor, and the boxes of a checkbox. */
const cursorColumns = 3;
const boxColumns = 4;

function askSearch<T>(question: ListPrompt<T>, { run, ...parts }: PromptRun): Promise<T> {
  const { choices, initial } = question;
  const { choices: lines, ...config } = listConfig(question, parts, cursorColumns, [
    ['type', 'to filter'],
  ]);
  const { source, isClear } = sourceOf(choices, lines);
  // The type does not take undefined, but the package does.
  const searched = { ...config, source, default: initial as typeof initial & {} };
  return run((context) => search(searched, context), isClear);
}

function askCheckbox<T>(
  question: CheckboxPrompt<T>,
  { run, ...parts }: PromptRun,
): Promise<readonly T[]> {
  const { choices, ...config } = listConfig(question, parts, boxColumns);
  const boxes = choices.map((one) => ({ ...one, checked: question.checked.includes(one.value) }));
  return run((context) =>
    checkbox({ ...config, choices: boxes, shortcuts: { all: null, invert: null } }, context),
  );
}

async function askInput<T>(
  { message, hint, initial, read, picker, onEsc }: TextPrompt<T>,
  { run, palette, stderr }: PromptRun,
): Promise<T> {
  const picture = (chosen: string | undefined, shown?: string): string => {
    const size = { columns: screenColumns(stderr), rows: screenRows(stderr) };
    return (picker?.lines(chosen, size, palette.paint, shown) ?? []).join('\n');
  };
  const whole =
    picker === undefined && initial !== undefined ? `${hint}, default ${initial}` : hint;
  const columns = screenColumns(stderr);
  const theme = promptTheme(palette, { columns, hint: promptText(whole), onEsc });
  const config = { message: promptText(message), read, initial, picker, picture, theme };
  return read(await run((context) => askText(config, context)));
}

/** `taken`: columns before the names. */
function listConfig<T>(
  { message, choices, onEsc }: ListPrompt<T>,
  { palette, stderr }: Pick<PromptRun, 'palette' | 'stderr'>,
  taken: number,
  keys: readonly KeyHelp[] = [],
) {
  const columns = screenColumns(stderr);
  return {
    message: promptText(message),
    choices: shownChoices(choices, { columns, taken }),
    // A list that is taller than the terminal cannot be redrawn in its place.
    pageSize: Math.max(minListRows, Math.min(maxListRows, screenRows(stderr) - otherRows)),
    loop: false,
    theme: promptTheme(palette, { columns, keys, onEsc }),
  };
}

function screenRows({ rows }: Io['stderr']): number {
  return rows || 24;
}

function shownChoices<T>(
  choices: readonly Choice<T>[],
  { columns, taken }: Readonly<Record<'columns' | 'taken', number>>,
) {
  const lines = listLines(choices, columns - taken);
  return choices.map(({ value, name, description = '' }, index) => ({
    value,
    name: promptText(lines[index] ?? ''),
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
    return whole.length > 0 ? whole : find(text).map((index) => lines[index]!);
  };
  return { source, isClear: (): boolean => !fitsSeveral(typed, choices) };
}
