/** One question at a time, and the ways out of it. */
import { InterruptedError } from '../errors.ts';
import type { Io } from './io.ts';

export interface AskContext {
  readonly input: Io['stdin'];
  readonly output: Io['stderr'];
  readonly signal: AbortSignal;
}

export type Ask = <T>(start: (context: AskContext, fail: (error: unknown) => void) => Promise<T>) => Promise<T>;

/** `fail` ends the running question with an error. */
export function createAsker(io: Pick<Io, 'stdin' | 'stderr'>, signal: AbortSignal): Ask {
  return async (start) => {
    signal.throwIfAborted();
    const end = new AbortController();
    const fail = (error: unknown): void => end.abort(error);
    const onEnd = (): void => fail(new InterruptedError());
    const onKey = (_text: unknown, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
      // On an empty line readline takes Ctrl-D for the end of the input and closes; Inquirer would wait for ever.
      if (key?.ctrl === true && key.name === 'd' && io.stdin.isPaused()) onEnd();
    };
    try {
      const running = start(
        { input: io.stdin, output: io.stderr, signal: AbortSignal.any([signal, end.signal]) },
        fail,
      );
      // After readline has put its own listener, so that this one sees what it did.
      io.stdin.on('keypress', onKey).once('end', onEnd);
      return await running;
    } catch (error) {
      throw reasonOf(error, [signal, end.signal]);
    } finally {
      io.stdin.off('keypress', onKey).off('end', onEnd);
    }
  };
}

/** Inquirer's errors for a cancelled question, in our words. */
function reasonOf(error: unknown, signals: readonly AbortSignal[]): unknown {
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) return aborted.reason;
  return error instanceof Error && error.name === 'ExitPromptError' ? new InterruptedError() : error;
}
