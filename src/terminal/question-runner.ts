/** How one question of Inquirer runs, and its ways out. */
import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import { BackError, InterruptedError } from '../errors.ts';
import type { Io } from './io.ts';
import type { Progress } from './progress.ts';

/** The bytes of an arrow key come closer together than this; after it, Esc is the key of that name. Node waits twice as long. */
const escapeCodeTimeout = 250;

export type QuestionIo = Pick<Io, 'stdin' | 'stderr' | 'onContinue'>;

/** What Inquirer needs to run a question. */
type QuestionContext = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal }>;

export function createQuestionRunner(io: QuestionIo, signal: AbortSignal, hold: Progress['hold']) {
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
    const letGo = hold();
    const release = io.onContinue(() => {
      // The shell may have changed the modes without Node's knowledge, and Node does nothing to set a mode that it believes to be set.
      stdin.setRawMode?.(false);
      stdin.setRawMode?.(true);
      stdin.resume();
      drawing.repeat();
    });
    signal.addEventListener('abort', onAbort);
    try {
      const answer = start(context);
      // After the listener of readline.
      stdin.on('keypress', onKey).once('end', onEnd);
      return await answer;
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error;
    } finally {
      stdin.off('keypress', onKey).off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      release();
      letGo();
    }
  };
}

const cursorMove = /^\u001B\[\d+G$/;

/** Inquirer draws only what has changed. After Ctrl-Z and `fg` the whole question has to be drawn again. */
function createDrawing(stderr: Io['stderr']) {
  let last = '';
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (!cursorMove.test(text)) last = text;
      stderr.write(text);
      done();
    },
  });
  return {
    output: Object.defineProperty(output, 'columns', { get: () => stderr.columns }),
    repeat: (): void => void stderr.write(last),
  };
}
