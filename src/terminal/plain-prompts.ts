/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { createInterface } from 'node:readline/promises';
import { BackError, InterruptedError, RentalError, UsageError } from '../errors.ts';
import { escapeText } from './escape.ts';
import type { PromptParts } from './prompts.ts';
import { promptText, withHint, type Choice, type NameRules, type Prompts, type TextQuestion } from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { wrapIndented } from './width.ts';

const plain = { paint: (_style: unknown, text: string): string => text };

export function createPlainPrompts({ names, ...parts }: Omit<PromptParts, 'palette'>): Prompts {
  const { say, write, ask } = createAsker(parts);
  let isExplained = false;
  const input = <T>({ message, hint, initial = '', read }: TextQuestion<T>, show = (text: string) => text) => {
    const offered = initial === '' ? '' : `. Enter takes ${show(initial)}`;
    const question = [`${message} (${hint})${offered}`];
    return ask(question, 'Your answer', (text) => ({ value: read(text || initial), shown: show(text || initial) }));
  };
  const search: Prompts['search'] = ({ message, choices, initial }) => {
    const all = numbered(choices);
    const open = all.filter(({ choice }) => choice.disabled === undefined);
    const start = open.find(({ choice }) => choice.value === initial) ?? open[0];
    const prompt = `Number or part of a name, Enter takes ${start?.id}`;
    return ask([message, ...all.map(lineOf)], prompt, (text) => {
      const { choice, name } = text === '' && start !== undefined ? start : pick(text, all, names);
      return { value: choice.value, shown: name };
    });
  };
  return {
    offerBack: () => {
      if (!isExplained) say('To each question, b goes back to the one before, and ? repeats it.');
      isExplained = true;
    },
    search,
    select: search,
    checkbox: ({ message, choices, checked }) => {
      const all = numbered(choices);
      const ticked = all.filter(({ choice }) => checked.includes(choice.value));
      const lines = all.map((one) => lineOf(one) + (ticked.includes(one) ? '; chosen' : ''));
      const kept = ticked.length === 0 ? 'none' : 'those that are chosen';
      return ask(
        [message, ...lines],
        `Numbers or parts of names with commas, 0 for none, Enter takes ${kept}`,
        (text) => {
          const found = text === '' ? ticked : text === '0' ? [] : pickAll(text, all, names);
          const inOrder = all.filter((one) => found.includes(one));
          const shown = inOrder.map(({ name }) => name).join(', ') || 'none';
          return { value: inOrder.map(({ choice }) => choice.value), shown };
        },
      );
    },
    input: (question) => input(question),
    date: ({ picker, ...question }) => input(question, (text) => picker.show(question.read(text))),
    confirm: (message, enter) => {
      const hint = enter ? 'Enter or y for yes, n for no' : 'y for yes, Enter or n for no';
      return ask([`${message} (${hint})`], 'Your answer', (text) => {
        const value = readYesNo(text, enter);
        return { value, shown: value ? 'yes' : 'no' };
      });
    },
    say,
    sayReceipt: (receipt) => receiptLines(receipt, { width: Infinity, palette: plain, accessible: true }).forEach(say),
    print: (text) => write(`${escapeText(text)}\n`),
  };
}

type Read<T> = (answer: string) => { readonly value: T; readonly shown: string };

/** Why an answer is not taken. */
class NotTaken extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super();
    this.lines = lines;
  }
}

function createAsker({ io, signal, lastLines }: Omit<PromptParts, 'palette' | 'names'>) {
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), io.stderr.columns || 80)) write(`${line}\n`);
  };
  /** One line, which the terminal itself edits. */
  const readLine = async (prompt: string): Promise<string> => {
    signal.throwIfAborted();
    if (io.stdin.readable === false) throw new InterruptedError();
    const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
    const end = new Promise<never>((_, reject) => lines.once('close', () => reject(new InterruptedError())));
    try {
      return (await Promise.race([lines.question(`${prompt}: `, { signal }), end])).trim();
    } catch (error) {
      // The question is on a line that nothing has ended.
      write('\n');
      signal.throwIfAborted();
      throw error;
    } finally {
      lines.close();
    }
  };
  const ask = async <T>(question: readonly string[], prompt: string, read: Read<T>): Promise<T> => {
    const letGo = lastLines.hold();
    try {
      question.forEach(say);
      for (;;) {
        const answer = await readLine(prompt);
        if (answer.toLowerCase() === 'b') throw new BackError();
        const taken = answer === '?' ? { lines: question } : take(answer, read);
        if ('value' in taken) {
          say(`Answer: ${taken.shown}`);
          return taken.value;
        }
        taken.lines.forEach(say);
      }
    } finally {
      letGo();
    }
  };
  return { write, say, ask };
}

function take<T>(answer: string, read: Read<T>): ReturnType<Read<T>> | NotTaken {
  try {
    return read(answer);
  } catch (error) {
    if (error instanceof NotTaken) return error;
    if (!(error instanceof RentalError)) throw error;
    return new NotTaken([withHint(error)]);
  }
}

interface Numbered<T> {
  /** Its number in the list: a number that is typed is not an id of the service. */
  readonly id: number;
  readonly name: string;
  readonly choice: Choice<T>;
}

function numbered<T>(choices: readonly Choice<T>[]): Numbered<T>[] {
  return choices.map((choice, place) => ({ id: place + 1, name: choice.short ?? choice.name, choice }));
}

/** Amounts follow the name: columns mean nothing when they are read aloud. */
function lineOf({ id, choice: { name, amounts = [], description, disabled } }: Numbered<unknown>): string {
  const listed = [name, ...amounts.map(({ text, unit = '' }) => text + unit)].join(', ');
  const more = [description, disabled].filter(Boolean).join('; ');
  return `${id}) ${listed}${more === '' ? '' : `: ${more}`}`;
}

/** By number or name. Throws NotTaken if the text does not mean exactly one that can be chosen. */
function pick<T>(text: string, all: readonly Numbered<T>[], names: NameRules): Numbered<T> {
  const { found } = names.match(text, all);
  const [first] = found;
  if (first === undefined) {
    const isNumber = /^\d+$/.test(text);
    throw new NotTaken([
      isNumber ? `"${text}" is not a number from 1 to ${all.length}.` : `Nothing matches "${text}".`,
    ]);
  }
  if (found.length > 1) throw new NotTaken([`"${text}" fits ${found.length} of them:`, ...found.map(lineOf)]);
  if (first.choice.disabled !== undefined) throw new NotTaken([`${first.name} ${first.choice.disabled}`]);
  return first;
}

/** Names and numbers between commas, and numbers also between spaces. */
function pickAll<T>(answer: string, all: readonly Numbered<T>[], names: NameRules): Numbered<T>[] {
  const text = /^[\d\s,]+$/.test(answer) ? answer.trim().replace(/[\s,]+/g, ',') : answer;
  return names.read([text], all).map((wanted) => pick(wanted.text, all, names));
}

function readYesNo(text: string, enter: boolean): boolean {
  const word = text.toLowerCase();
  const value = ['yes', 'no'].find((one) => one.startsWith(word));
  if (value === undefined) throw new UsageError('answer with "yes" or "no"');
  return word === '' ? enter : value === 'yes';
}
