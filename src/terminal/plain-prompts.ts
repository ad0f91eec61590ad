/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { UsageError } from '../errors.ts';
import { escapeText } from './escape.ts';
import { listLines } from './list-lines.ts';
import { createAsker, type Asker, type PlainParts } from './plain-question.ts';
import type { NameRules } from './list-prompt.ts';
import type { CheckboxQuestion, Choice, Prompts, SearchQuestion } from './prompts.ts';
import { receiptLines } from './receipt-lines.ts';
import { messageOf, yesNoReader, type InputQuestion } from './questions.ts';

/** Plain lines wrap; nothing is cut to fit. */
const unlimitedColumns = 297;
const plain = { paint: (_style: unknown, text: string): string => text };

type NameAsker = Asker & { readonly names: NameRules };

export function createPlainPrompts({ names, ...parts }: PlainParts & { readonly names: NameRules }): Prompts {
  const asker = { ...createAsker(parts), names };
  const { say, write, openSeries } = asker;
  const input: Prompts['input'] = (question) => askText(question, asker);
  return {
    say,
    openSeries,
    mark: () => () => {},
    input,
    offerBack: () => {},
    search: ({ note, ...question }) => {
      if (note !== undefined) say(note);
      return askOne(question, asker);
    },
    select: (question) => askOne(question, asker),
    checkbox: (question) => askSeveral(question, asker),
    confirm: (message, enter = 'yes') => {
      const hint = enter === 'yes' ? 'Enter or y for yes, n for no' : 'y for yes, Enter or n for no';
      return input({ message, hint, read: yesNoReader(enter) });
    },
    sayReceipt: (receipt) =>
      receiptLines(receipt, { width: unlimitedColumns, palette: plain, accessible: true }).forEach(say),
    print: (text) => write(`${escapeText(text)}\n`),
  };
}

function askText<T>(question: InputQuestion<T>, { ask, say }: Asker): Promise<T> {
  const { hint, initial, read, picker } = question;
  const offered = initial === undefined ? '' : `. Enter takes ${picker?.show(initial) ?? initial}`;
  const show = (): void => say(`${messageOf(question)} (${hint})${offered}`);
  return ask(show, 'Your answer', async (answer) => {
    const found = await read(answer || (initial ?? ''));
    if ('value' in found) return found;
    say(found.problem);
    return undefined;
  });
}

function askOne<T>({ message, choices, initial }: SearchQuestion<T>, asker: NameAsker): Promise<T> {
  const numbered = numberedOf(choices);
  const open = numbered.filter(({ choice }) => choice.disabled === undefined);
  const start = open.find(({ choice }) => choice.value === initial) ?? open[0];
  const show = (): void => {
    asker.say(message);
    sayList(numbered, [], asker);
  };
  return asker.ask(show, `Number or part of a name, Enter takes ${start?.id}`, async (answer) => {
    const found = answer === '' ? start : pick(numbered, answer, asker);
    return found && { value: found.choice.value, shown: squeeze(found.name) };
  });
}

function askSeveral<T>({ message, choices, checked }: CheckboxQuestion<T>, asker: NameAsker) {
  const numbered = numberedOf(choices);
  const ticked = numbered.filter(({ choice }) => checked.includes(choice.value));
  const show = (): void => {
    asker.say(message);
    sayList(numbered, ticked, asker);
  };
  const kept = ticked.length === 0 ? 'none' : 'those that are chosen';
  const prompt = `Numbers or parts of names with commas, 0 for none, Enter takes ${kept}`;
  return asker.ask<readonly T[]>(show, prompt, async (answer) => {
    const found = answer === '' ? ticked : answer === '0' ? [] : pickAll(numbered, answer, asker);
    if (found === undefined) return undefined;
    const inOrder = numbered.filter((one) => found.includes(one));
    const shown = inOrder.map(({ name }) => squeeze(name)).join(', ') || 'none';
    return { value: inOrder.map(({ choice }) => choice.value), shown };
  });
}

interface Numbered<T> {
  /** Its number in the list: a number that is typed is not an id of the service. */
  readonly id: number;
  readonly name: string;
  readonly line: string;
  readonly choice: Choice<T>;
}

function numberedOf<T>(choices: readonly Choice<T>[]): Numbered<T>[] {
  const lines = listLines(choices, unlimitedColumns);
  return choices.map((choice, index) => {
    const { name, short = name } = choice;
    return { id: index + 1, name: short, line: lines[index] ?? name, choice };
  });
}

function sayList<T>(items: readonly Numbered<T>[], ticked: readonly Numbered<T>[], { say }: Asker): void {
  for (const one of items) {
    const { description = '', disabled = '' } = one.choice;
    const more = [ticked.includes(one) ? 'chosen' : '', description, disabled].filter(Boolean).join('; ');
    say(`${one.id}) ${squeeze(one.line)}${more === '' ? '' : `: ${more}`}`);
  }
}

/** By number or name. Undefined, after a line that says why, if the text does not mean exactly one that can be chosen. */
function pick<T>(numbered: readonly Numbered<T>[], text: string, asker: NameAsker): Numbered<T> | undefined {
  const { found } = asker.names.match(text, numbered);
  const [first] = found;
  if (first === undefined) {
    asker.say(
      /^\d+$/.test(text) ? `"${text}" is not a number from 1 to ${numbered.length}.` : `Nothing matches "${text}".`,
    );
  } else if (found.length > 1) {
    asker.say(`"${text}" fits ${found.length} of them:`);
    sayList(found, [], asker);
  } else if (first.choice.disabled !== undefined) asker.say(`${squeeze(first.name)} ${first.choice.disabled}`);
  else return first;
  return undefined;
}

/** Names and numbers between commas, and numbers also between spaces. Undefined if one of them does not mean exactly one choice. */
function pickAll<T>(numbered: readonly Numbered<T>[], answer: string, asker: NameAsker): Numbered<T>[] | undefined {
  const text = /^[\d\s,]+$/.test(answer) ? answer.trim().replace(/[\s,]+/g, ',') : answer;
  const found = readAll(text, numbered, asker)?.map((wanted) => pick(numbered, wanted, asker));
  return found?.includes(undefined) ? undefined : found?.filter((one) => one !== undefined);
}

/** Undefined, after a line that says why, if the text can be read in two ways. */
function readAll(text: string, numbered: readonly Numbered<unknown>[], { say, names }: NameAsker) {
  try {
    return names.read([text], numbered).map((wanted) => wanted.text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say([error.message, error.hint].filter(Boolean).join(': '));
    return undefined;
  }
}

/** Columns mean nothing when they are read aloud. */
function squeeze(text: string): string {
  return text.replace(/ {2,}/g, ', ');
}
