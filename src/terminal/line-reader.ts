/** Whole lines from a terminal that edits them itself. Lines that come before they are asked for wait. */
import { createInterface } from 'node:readline';
import { InterruptedError } from '../errors.ts';
import type { Io } from './io.ts';

/** More lines than any series of questions takes. */
const mostLines = 100;

export interface LineReader {
  /** Rejects with InterruptedError at the end of the input, and with the signal's reason when it aborts. */
  next(): Promise<string>;
  close(): void;
}

export function openLineReader(stdin: Io['stdin'], signal: AbortSignal): LineReader {
  const lines = createInterface({ input: stdin, terminal: false });
  const waiting: string[] = [];
  let take: ((line: string) => void) | undefined;
  let fail: ((reason: unknown) => void) | undefined;
  let hasEnded = false;
  lines.on('line', (line) => {
    const taken = take;
    // Several lines can come at once, and the question takes one.
    take = undefined;
    if (taken !== undefined) taken(line);
    else if (waiting.length < mostLines) waiting.push(line);
  });
  const onAbort = (): void => fail?.(signal.reason);
  lines.on('close', () => {
    hasEnded = true;
    fail?.(new InterruptedError());
  });
  signal.addEventListener('abort', onAbort);
  return {
    next: async () => {
      signal.throwIfAborted();
      const line = waiting.shift();
      if (line !== undefined) return line;
      if (hasEnded) throw new InterruptedError();
      try {
        return await new Promise<string>((resolve, reject) => ([take, fail] = [resolve, reject]));
      } finally {
        take = fail = undefined;
      }
    },
    close: () => {
      signal.removeEventListener('abort', onAbort);
      fail = undefined;
      lines.close();
      stdin.pause();
    },
  };
}
