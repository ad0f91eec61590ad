/** Questions for screen readers: numbered choices and answers in lines, and nothing is redrawn. */
import { createInterface } from 'node:readline/promises';
import { BackError, InterruptedError } from '../base/errors.ts';
import { escapeText } from './escape.ts';
import { screenColumns } from './output.ts';
import { pickAllNamed, pickNamed, type Picked } from './pick-named.ts';
import type { PromptContext } from './prompt-runner.ts';
import {
  problemOf,
  promptText,
  type CheckboxPrompt,
  type Choice,
  type EscapeAction,
  type ListPrompt,
  type Prompts,
  type TextPrompt,
} from './questions.ts';
import { receiptLines } from './receipt-lines.ts';
import { wrapIndented } from './width.ts';

const unpainted = { paint: (_style: unknown, text: string): string => text };

/** Says lines, and asks until an answer can be read. */
interface PlainTerminal {
  write(text: string): void;
  say(text: string): void;
  ask<T>(question: readonly string[], prompt: string, read: (answer: string) => T): Promise<T>;
}

export function createPlainPrompts(context: PromptContext): Prompts {
  const terminal = createPlainTerminal(context);
  const { write, say } = terminal;
  return {
    search: (question) => askOne(terminal, question),
    checkbox: (question) => askSeveral(terminal, question),
    input: (question) => askInput(terminal, question),
    say,
    sayReceipt: (receipt) =>
      receiptLines(receipt, { width: Infinity, palette: unpainted, accessible: true }).forEach(say),
    print: (text) => write(`${escapeText(text)}\n`),
    mark: () => 0,
    // The terminal itself edits lines, so its echo stays.
    quietly: (work) => work(),
    eraseAfter: () => false,
  };
}

function createPlainTerminal({ io, signal, hold }: PromptContext): PlainTerminal {
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), screenColumns(io.stderr))) write(`${line}\n`);
  };
  const ask: PlainTerminal['ask'] = async (question, prompt, read) => {
    const release = hold();
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
      release();
    }
  };
  return { write, say, ask };
}

async function askOne<T>(
  terminal: PlainTerminal,
  { message, choices, initial, onEsc }: ListPrompt<T>,
): Promise<T> {
  const defaultNumber = choices.findIndex(({ value }) => value === initial) + 1 || 1;
  const prompt = `Number or part of a name, Enter takes ${defaultNumber}, ${escapeHint(onEsc)}`;
  const picked = await terminal.ask([message, ...choices.map(lineOf)], prompt, (text) =>
    pickNamed(text || String(defaultNumber), choices),
  );
  sayPicked(terminal, message, [picked]);
  return picked.choice.value;
}

async function askSeveral<T>(
  terminal: PlainTerminal,
  { message, choices, checked, onEsc }: CheckboxPrompt<T>,
): Promise<readonly T[]> {
  const lines = choices.map(
    (choice, index) => lineOf(choice, index) + (checked.includes(choice.value) ? '; chosen' : ''),
  );
  const none = checked.length === 0 ? '0 or Enter for none' : '0 for none, Enter keeps the choice';
  const prompt = `Numbers or parts of names with commas, ${none}, ${escapeHint(onEsc)}`;
  const picked = await terminal.ask([message, ...lines], prompt, (text) => {
    if (text === '') return undefined;
    return text === '0' ? [] : pickAllNamed(text, choices);
  });
  if (picked === undefined) return checked;
  sayPicked(terminal, message, picked);
  return picked.map(({ choice }) => choice.value);
}

async function askInput<T>({ ask, say }: PlainTerminal, question: TextPrompt<T>): Promise<T> {
  const { message, initial = '', read, picker, onEsc } = question;
  const value = await ask([textLine(question)], `Your answer, ${escapeHint(onEsc)}`, (text) =>
    read(text || initial),
  );
  // A text such as "fri" does not say which day it is.
  if (picker !== undefined) say(`${message}: ${picker.show(String(value))}`);
  return value;
}

/** Only if a part of a name was typed. */
function sayPicked(
  { say }: PlainTerminal,
  message: string,
  picked: readonly Picked<unknown>[],
): void {
  if (!picked.some(({ isPart }) => isPart)) return;
  const names = picked.map(({ choice }) => choice.name).join('; ');
  say(`${message}${message.endsWith('?') ? '' : ':'} ${names}`);
}

async function readLine(
  prompt: string,
  { stdin, stderr }: PromptContext['io'],
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
    // Ends the line of the prompt.
    stderr.write('\n');
    throw signal.aborted ? signal.reason : error;
  } finally {
    lines.close();
  }
}

function textLine({ message, hint, initial = '', picker }: TextPrompt<unknown>): string {
  const offered = initial === '' ? '' : `. Enter takes ${picker?.show(initial) ?? initial}`;
  return `${message} (${hint})${offered}`;
}

function escapeHint(action: EscapeAction = 'back'): string {
  return action === 'stop' ? 'b stops' : 'b goes back';
}

/** Amounts follow the name, because columns mean nothing when they are read aloud. */
function lineOf({ name, amounts = [], description }: Choice<unknown>, index: number): string {
  const text = amounts.length === 0 ? name : `${name}, ${amounts.join(' ')}`;
  return `${index + 1}) ${text}${description === undefined ? '' : `: ${description}`}`;
}
