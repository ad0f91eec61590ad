/** Runs a question of Inquirer until it is answered or left. */
import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import { BackError, InterruptedError } from '../base/errors.ts';
import type { Io } from './io.ts';
import { ctrlC, createPromptInput } from './prompt-input.ts';
import type { Progress } from './progress.ts';

/**
 * Ms. An arrow key begins with the byte of Esc: if nothing follows in this time, it was Esc. Node
 * would wait twice as long.
 */
const escapeCodeTimeout = 250;

export interface PromptContext {
  readonly io: Pick<Io, 'stdin' | 'stderr' | 'onContinue'>;
  readonly signal: AbortSignal;
  readonly hold: Progress['hold'];
}

type InquirerContext = Readonly<{
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
}>;
export type StartPrompt<T> = (context: InquirerContext) => Promise<T>;

/** `mayEnter`: see `createPromptInput`. */
export async function runPrompt<T>(
  { io, signal, hold }: PromptContext,
  start: StartPrompt<T>,
  mayEnter?: () => boolean,
): Promise<T> {
  const release = hold();
  try {
    for (;;) {
      const ended = await runOnce(io, signal, start, mayEnter);
      if (ended !== undefined) return ended.answer;
    }
  } finally {
    release();
  }
}

/** Input during the work is for the next question. On Ctrl-C rejects, but the work goes on. */
export async function withoutEcho<T>(stdin: Io['stdin'], work: () => Promise<T>): Promise<T> {
  const typed: Buffer[] = [];
  const interruption = new AbortController();
  const onData = (chunk: Buffer | string): void => {
    typed.push(Buffer.from(chunk));
    if (chunk.includes(ctrlC)) interruption.abort();
  };
  const interrupted = new Promise<never>((_, reject) => {
    interruption.signal.addEventListener('abort', () => reject(new InterruptedError()));
  });
  stdin.setRawMode?.(true);
  stdin.on('data', onData).resume();
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    stdin.off('data', onData).pause();
    stdin.setRawMode?.(false);
    if (typed.length > 0 && stdin.readable) stdin.unshift(Buffer.concat(typed));
  }
}

/** The reason to leave a question after Ctrl-Z and `fg`, which change the terminal. */
const askAgain = Symbol('ask again');

/** Undefined if the question must be asked again. */
async function runOnce<T>(
  { stdin, stderr, onContinue }: PromptContext['io'],
  signal: AbortSignal,
  start: StartPrompt<T>,
  mayEnter?: () => boolean,
) {
  signal.throwIfAborted();
  if (stdin.readable === false) throw new InterruptedError();
  const { input, open, close } = createPromptInput(stdin, mayEnter);
  emitKeypressEvents(input, { escapeCodeTimeout } as unknown as Interface);
  const end = new AbortController();
  const context = { input, output: stderr, signal: end.signal, clearPromptOnDone: false };
  const leave = (reason: unknown): void => {
    // Inquirer reads it when the question ends, and erases the question.
    context.clearPromptOnDone = true;
    end.abort(reason);
  };
  const onAbort = (): void => leave(signal.reason);
  const onEnd = (): void => leave(new InterruptedError());
  const onKey = (_text: unknown, { name, ctrl }: Key): void => {
    if (name === 'escape') leave(new BackError());
    // On an empty line, Ctrl-D ends readline and the raw mode, but not Inquirer.
    if (ctrl === true && (name === 'c' || (name === 'd' && stdin.isRaw === false))) onEnd();
  };
  const release = onContinue(() => leave(askAgain));
  signal.addEventListener('abort', onAbort);
  try {
    const answer = start(context);
    // Must come after the listener of readline.
    input.on('keypress', onKey).once('end', onEnd);
    // Inquirer draws in the next turn.
    setImmediate(open);
    return { answer: await answer };
  } catch (error) {
    if (!end.signal.aborted) throw error;
    if (end.signal.reason === askAgain) return undefined;
    throw end.signal.reason;
  } finally {
    close();
    signal.removeEventListener('abort', onAbort);
    release();
  }
}
