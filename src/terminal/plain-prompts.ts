/**
 * Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and
 * nothing is drawn again.
 */
import { createInterface } from 'node:readline/promises';
import { BackError, InterruptedError } from '../base/errors.ts';
import { escapeText } from './escape.ts';
import { screenColumns } from './output.ts';
import { pickAllNamed, pickNamed, type Picked } from './pick-named.ts';
import type { Asking } from './question-runner.ts';
import {
  problemOf,
  promptText,
  type Choice,
  type Prompts,
  type TextQuestion,
} from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { wrapIndented } from './width.ts';

const plain = { paint: (_style: unknown, text: string): string => text };

export function createPlainPrompts({ io, signal, hold }: Asking): Prompts {
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), screenColumns(io.stderr))) write(`${line}\n`);
  };
  const ask = async <T>(
    question: readonly string[],
    prompt: string,
    read: (answer: string) => T,
  ): Promise<T> => {
    const letGo = hold();
    try {
      question.forEach(say);
      for (;;) {
        const answer = await readLine(`${prompt}: `, io, signal);
        if (answer.toLowerCase() === 'b') throw new BackError();
        const problem = problemOf(answer, read);
        if (problem === undefined) return read(answer);
        say(problem);
      }
    } finally {
      letGo();
    }
  };
  const reportParts = (message: string, picked: readonly Picked<unknown>[]): void => {
    if (!picked.some(({ isPart }) => isPart)) return;
    say(
      `${message}${message.endsWith('?') ? '' : ':'} ${picked.map(({ choice }) => choice.name).join('; ')}`,
    );
  };
  return {
    search: async ({ message, choices, initial }) => {
      const start = choices.findIndex(({ value }) => value === initial) + 1 || 1;
      const prompt = `Number or part of a name, Enter takes ${start}, b goes back`;
      const picked = await ask([message, ...choices.map(lineOf)], prompt, (text) =>
        pickNamed(text || String(start), choices),
      );
      reportParts(message, [picked]);
      return picked.choice.value;
    },
    checkbox: async ({ message, choices, checked }) => {
      const lines = choices.map(
        (one, place) => lineOf(one, place) + (checked.includes(one.value) ? '; chosen' : ''),
      );
      const none =
        checked.length === 0 ? '0 or Enter for none' : '0 for none, Enter keeps the choice';
      const prompt = `Numbers or parts of names with commas, ${none}, b goes back`;
      const picked = await ask([message, ...lines], prompt, (text) => {
        if (text === '') return undefined;
        return text === '0' ? [] : pickAllNamed(text, choices);
      });
      if (picked === undefined) return checked;
      reportParts(message, picked);
      return picked.map(({ choice }) => choice.value);
    },
    input: async (question) => {
      const { message, initial = '', read, picker } = question;
      const value = await ask([textLine(question)], answerPrompt(question), (text) =>
        read(text || initial),
      );
      // A text such as "fri" does not say which day it is.
      if (picker !== undefined) say(`${message}: ${picker.show(String(value))}`);
      return value;
    },
    say,
    sayReceipt: (receipt) =>
      receiptLines(receipt, { width: Infinity, palette: plain, accessible: true }).forEach(say),
    print: (text) => write(`${escapeText(text)}\n`),
    mark: () => 0,
    // A line is edited by the terminal itself.
    quietly: (work) => work(),
    eraseAfter: () => false,
  };
}

/** One line, which the terminal itself edits. */
async function readLine(
  prompt: string,
  { stdin, stderr }: Asking['io'],
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  if (stdin.readable === false) throw new InterruptedError();
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const end = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new InterruptedError())),
  );
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

/** With the answer that Enter takes. */
function textLine({ message, hint, initial = '', picker }: TextQuestion<unknown>): string {
  const offered = initial === '' ? '' : `. Enter takes ${picker?.show(initial) ?? initial}`;
  return `${message} (${hint})${offered}`;
}

function answerPrompt({ escape }: TextQuestion<unknown>): string {
  return `Your answer, b ${escape === 'stop' ? 'stops' : 'goes back'}`;
}

/** Amounts follow the name: columns mean nothing when they are read aloud. */
function lineOf({ name, amounts = [], description }: Choice<unknown>, place: number): string {
  return `${place + 1}) ${[name, ...(amounts.length === 0 ? [] : [amounts.join(' ')])].join(', ')}${description === undefined ? '' : `: ${description}`}`;
}
