/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { createInterface } from 'node:readline/promises';
import { match } from '../resolve/match.ts';
import { BackError, InterruptedError, UsageError } from '../base/errors.ts';
import { escapeText } from './escape.ts';
import { screenColumns } from './output.ts';
import type { Asking } from './question-runner.ts';
import { problemOf, promptText, type Choice, type Prompts } from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { wrapIndented } from './width.ts';

const plain = { paint: (_style: unknown, text: string): string => text };

export function createPlainPrompts({ io, signal, hold }: Asking): Prompts {
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), screenColumns(io.stderr))) write(`${line}\n`);
  };
  const ask = async <T>(question: readonly string[], prompt: string, read: (answer: string) => T): Promise<T> => {
    const letGo = hold();
    try {
      question.forEach(say);
      for (;;) {
        const answer = await readLine(`${prompt}, b goes back: `, io, signal);
        if (answer.toLowerCase() === 'b') throw new BackError();
        const problem = problemOf(answer, read);
        if (problem === undefined) return read(answer);
        say(problem);
      }
    } finally {
      letGo();
    }
  };
  return {
    search: ({ message, choices, initial }) => {
      const start = choices.findIndex(({ value }) => value === initial) + 1 || 1;
      const prompt = `Number or part of a name, Enter takes ${start}`;
      return ask([message, ...choices.map(lineOf)], prompt, (text) => pick(text || String(start), choices));
    },
    checkbox: ({ message, choices, checked }) => {
      const lines = choices.map((one, place) => lineOf(one, place) + (checked.includes(one.value) ? '; chosen' : ''));
      const prompt = 'Numbers or parts of names with commas, 0 for none, Enter leaves it as it is';
      return ask([message, ...lines], prompt, (text) => {
        if (text === '') return checked;
        return text === '0' ? [] : [...new Set(text.split(',').map((one) => pick(one.trim(), choices)))];
      });
    },
    input: ({ message, hint, initial = '', read }) => {
      const offered = initial === '' ? '' : `. Enter takes ${initial}`;
      return ask([`${message} (${hint})${offered}`], 'Your answer', (text) => read(text || initial));
    },
    say,
    sayReceipt: (receipt) => receiptLines(receipt, { width: Infinity, palette: plain, accessible: true }).forEach(say),
    print: (text) => write(`${escapeText(text)}\n`),
  };
}

/** One line, which the terminal itself edits. */
async function readLine(prompt: string, { stdin, stderr }: Asking['io'], signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  if (stdin.readable === false) throw new InterruptedError();
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const end = new Promise<never>((_, reject) => lines.once('close', () => reject(new InterruptedError())));
  try {
    return (await Promise.race([lines.question(prompt, { signal }), end])).trim();
  } catch (error) {
    // The question is on a line that nothing has ended.
    stderr.write('\n');
    throw signal.aborted ? signal.reason : error;
  } finally {
    lines.close();
  }
}

/** Amounts follow the name: columns mean nothing when they are read aloud. */
function lineOf({ name, amounts = [], description }: Choice<unknown>, place: number): string {
  return `${place + 1}) ${[name, ...amounts].join(', ')}${description === undefined ? '' : `: ${description}`}`;
}

/** By its number in the list, or by name. Throws UsageError if the text does not mean exactly one. */
function pick<T>(text: string, choices: readonly Choice<T>[]): T {
  const all = choices.map(({ name, value }, place) => ({ id: place + 1, name, value }));
  const { found } = match(text, all);
  const [first] = found;
  if (first === undefined) throw new UsageError(`nothing in the list fits "${text}"`);
  if (found.length > 1) {
    throw new UsageError(`"${text}" fits several`, { hint: found.map(({ id, name }) => `${id}) ${name}`).join(', ') });
  }
  return first.value;
}
