/** How one question runs: what it reads and draws, its ways out, and what happens to it while the program is stopped. */
import { BackError, InterruptedError } from '../errors.ts';
import { createDrawing } from './drawing.ts';
import type { Io } from './io.ts';
import { openKeyboard, type Keyboard, type KeyboardIo } from './keyboard.ts';
import { createPrintedLines, type PrintedLines } from './printed-lines.ts';
import type { LastLines } from './last-lines.ts';

/** What Inquirer needs to run a question. */
type QuestionContext = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal }>;

/** What a question uses of the process. */
export type QuestionIo = KeyboardIo & Pick<Io, 'stderr'>;

/** What a running question can do. */
export interface QuestionControl {
  /** Ends it with an error. */
  fail(error: unknown): void;
  /** Keeps keys back until the work is done. */
  keepDuring<T>(work: Promise<T>): Promise<T>;
}

export type RunQuestion = <T>(start: (context: QuestionContext, control: QuestionControl) => Promise<T>) => Promise<T>;

/** Ends a question with InterruptedError on Ctrl-C, Ctrl-D and the end of the input, and with the reason of the signal's abort. */
export function createQuestionRunner(io: QuestionIo, signal: AbortSignal, lastLines: LastLines) {
  let series: { readonly keyboard: Keyboard; readonly printed: PrintedLines } | undefined;
  const run: RunQuestion = async (start) => {
    signal.throwIfAborted();
    const end = new AbortController();
    const fail = (error: unknown): void => end.abort(error);
    const onEnd = (): void => fail(new InterruptedError());
    const isInSeries = series !== undefined;
    const keyboard = series?.keyboard ?? openKeyboard(io);
    const letGo = lastLines.hold();
    const drawing = createDrawing(io.stderr);
    // Makes room for the shell while the program is stopped.
    const release = io.onSuspend({ leave: drawing.erase, enter: drawing.repeat });
    const context = { output: drawing.output, signal: AbortSignal.any([signal, end.signal]), clearPromptOnDone: false };
    const goBack = (): void => {
      // The question will be asked again: nothing of it remains.
      context.clearPromptOnDone = true;
      fail(new BackError());
    };
    const question = keyboard.attach({ onEnd, onEscape: isInSeries ? goBack : undefined });
    const { keys, keepDuring } = question;
    const onKey = (_text: unknown, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
      // On an empty line, readline treats Ctrl-D as the end of the input and closes. Inquirer would wait for ever.
      if (key?.ctrl === true && key.name === 'd' && keys.isPaused()) onEnd();
    };
    try {
      // Inquirer looks at `clearPromptOnDone` when the question ends.
      const running = start(Object.assign(context, { input: keys }), { fail, keepDuring });
      // Listen after readline does, to see whether readline has paused the input.
      keys.on('keypress', onKey);
      const answer = await running;
      series?.printed.add(drawing.lastText());
      return answer;
    } catch (error) {
      const aborted = [signal, end.signal].find((one) => one.aborted);
      if (aborted !== undefined) throw aborted.reason;
      throw error instanceof Error && error.name === 'ExitPromptError' ? new InterruptedError() : error;
    } finally {
      question.detach();
      release();
      if (!isInSeries) keyboard.close();
      letGo();
    }
  };
  return {
    run,
    /** Whether a series is open. */
    inSeries: (): boolean => series !== undefined,
    /** See `Prompts.mark`. */
    mark: (): (() => void) => series?.printed.mark() ?? (() => {}),
    /**
     * Until the returned function is called, keys that are typed between two questions are for the next one, and Esc ends a
     * question with BackError.
     */
    openSeries: () => {
      const mine = (series ??= { keyboard: openKeyboard(io), printed: createPrintedLines(io) });
      const { keyboard, printed } = mine;
      const unwatch = lastLines.watch(printed.add);
      return () => {
        unwatch();
        printed.close();
        keyboard.close();
        if (series === mine) series = undefined;
      };
    },
  };
}
