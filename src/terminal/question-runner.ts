/** How one question of Inquirer runs: its ways out, and what happens to it while the program is stopped. */
import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import { BackError, InterruptedError } from '../errors.ts';
import { createDrawing } from './drawing.ts';
import type { Io } from './io.ts';
import type { LastLines } from './last-lines.ts';

/** The bytes of an arrow key come closer together than this; after it, Esc is the key of that name. Node waits twice as long. */
const escapeCodeTimeout = 250;
/** In bytes that come at once. */
const longestPaste = 500;

export type QuestionIo = Pick<Io, 'stdin' | 'stderr' | 'onSuspend'>;

export function createQuestionRunner(io: QuestionIo, signal: AbortSignal, lastLines: LastLines) {
  const { stdin, stderr } = io;
  return async <T>(start: (context: QuestionContext) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    if (stdin.readable === false) throw new InterruptedError();
    emitKeypressEvents(stdin, { escapeCodeTimeout } as unknown as Interface);
    const drawing = createDrawing(stderr);
    const end = new AbortController();
    const context = { input: stdin, output: drawing.output, signal: end.signal, clearPromptOnDone: false };
    const leave = (reason: unknown): void => {
      // Inquirer looks at it when the question ends: nothing of the question remains.
      context.clearPromptOnDone = true;
      end.abort(reason);
    };
    const onAbort = (): void => leave(signal.reason);
    const onEnd = (): void => leave(new InterruptedError());
    const onKey = (_text: unknown, { name, ctrl }: Key): void => {
      if (name === 'escape') leave(new BackError());
      // On an empty line, readline takes Ctrl-D for the end of the input and leaves the raw mode. Inquirer would wait for ever.
      if (ctrl === true && (name === 'c' || (name === 'd' && stdin.isRaw === false))) onEnd();
    };
    // Inquirer draws the whole question after each key, so a paste of 20 000 would take a minute. NUL is a key that does nothing.
    const cutPaste = (chunk: Buffer): void => void chunk.fill(0, longestPaste);
    const letGo = lastLines.hold();
    const release = io.onSuspend(suspendable(stdin, drawing));
    signal.addEventListener('abort', onAbort);
    stderr.on('resize', drawing.clearScreen);
    try {
      const answer = start(context);
      // After the listener of readline.
      stdin.on('keypress', onKey).once('end', onEnd).prependListener('data', cutPaste);
      return await answer;
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error;
    } finally {
      stdin.off('keypress', onKey).off('end', onEnd).off('data', cutPaste);
      stderr.off('resize', drawing.clearScreen);
      signal.removeEventListener('abort', onAbort);
      release();
      letGo();
    }
  };
}

/** What Inquirer needs to run a question. */
type QuestionContext = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal }>;

/** While the program is stopped, the terminal belongs to the shell. */
function suspendable(stdin: Io['stdin'], drawing: ReturnType<typeof createDrawing>) {
  return {
    leave: (): void => {
      drawing.erase();
      stdin.setRawMode?.(false);
    },
    enter: (): void => {
      // The shell may have changed the modes without Node's knowledge, and Node does nothing to set a mode that it believes to be set.
      stdin.setRawMode?.(false);
      stdin.setRawMode?.(true);
      // readline pauses the input when the program goes on.
      stdin.resume();
      drawing.repeat();
    },
  };
}
