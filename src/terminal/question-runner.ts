/** How one question runs: what it reads and draws, its ways out, and what happens to it while the program is stopped. */
import { InterruptedError } from '../errors.ts';
import { createDrawing, type Countdown } from './drawing.ts';
import type { Io } from './io.ts';
import { openKeyboard } from './keyboard.ts';

/** What Inquirer needs to run a question. */
type QuestionContext = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal }>;

/** What a question uses of the process. */
export type QuestionIo = Pick<Io, 'stdin' | 'stderr' | 'monotonic' | 'sleep' | 'onSuspend' | 'suspend'>;

export interface QuestionOptions {
  /** What the drawing's `countdownMark` stands for. */
  readonly countdown?: Countdown | undefined;
  /** Keys that the question does not get. */
  readonly ignored?: RegExp;
}

/** Runs a question. `fail` ends it with an error. */
export type RunQuestion = <T>(
  start: (context: QuestionContext, fail: (error: unknown) => void) => Promise<T>,
  options?: QuestionOptions,
) => Promise<T>;

/** The keys and the drawing of one question. They make room for the shell while the program is stopped. */
function openQuestion(io: QuestionIo, { countdown, ignored }: QuestionOptions) {
  const { keys, setRawMode, close } = openKeyboard(io, ignored);
  const drawing = createDrawing(io.stderr, countdown);
  const closed = new AbortController();
  if (countdown !== undefined) void everySecond(io, drawing.update, closed.signal);
  const release = io.onSuspend({
    leave: () => {
      drawing.erase();
      setRawMode(false);
    },
    enter: () => {
      // The shell may have changed the modes without Node's knowledge, and Node does nothing to set a mode that it believes to be set.
      setRawMode(false);
      setRawMode(true);
      drawing.repeat();
    },
  });
  return {
    keys,
    output: drawing.output,
    close: () => {
      closed.abort();
      release();
      close();
    },
  };
}

async function everySecond({ sleep }: QuestionIo, run: () => void, signal: AbortSignal): Promise<void> {
  const wait = (): Promise<boolean> =>
    sleep(1000, signal).then(
      () => !signal.aborted,
      () => false,
    );
  while (await wait()) run();
}

/** Ends a question with InterruptedError on Ctrl-C, Ctrl-D and the end of the input, and with the reason of the signal's abort. */
export function createQuestionRunner(io: QuestionIo, signal: AbortSignal): RunQuestion {
  return async (start, options = {}) => {
    signal.throwIfAborted();
    const end = new AbortController();
    const fail = (error: unknown): void => end.abort(error);
    const onEnd = (): void => fail(new InterruptedError());
    const { keys, output, close } = openQuestion(io, options);
    const onKey = (_text: unknown, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
      // On an empty line, readline treats Ctrl-D as the end of the input and closes. Inquirer would wait for ever.
      if (key?.ctrl === true && key.name === 'd' && keys.isPaused()) onEnd();
    };
    try {
      const running = start({ input: keys, output, signal: AbortSignal.any([signal, end.signal]) }, fail);
      // Listen after readline does, to see whether readline has paused the input.
      keys.on('keypress', onKey);
      io.stdin.once('end', onEnd);
      return await running;
    } catch (error) {
      const aborted = [signal, end.signal].find((one) => one.aborted);
      if (aborted !== undefined) throw aborted.reason;
      throw error instanceof Error && error.name === 'ExitPromptError' ? new InterruptedError() : error;
    } finally {
      io.stdin.off('end', onEnd);
      close();
    }
  };
}
