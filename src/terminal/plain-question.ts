/** How one plain question runs: its text, the line that answers it, the way back, and what stands between questions. */
import { createInterface } from 'node:readline';
import { BackError, InterruptedError } from '../errors.ts';
import type { Io } from './io.ts';
import type { PromptParts } from './prompts.ts';
import { lengthProblem, promptText } from './questions.ts';
import { wrapIndented } from './width.ts';

export type PlainParts = Pick<PromptParts, 'signal' | 'lastLines'> & {
  readonly io: Pick<PromptParts['io'], 'stdin' | 'stderr'>;
};

/** Undefined if the answer is not taken; the reader has said why. */
type Read<T> = (answer: string) => Promise<{ readonly value: T; readonly shown: string } | undefined>;

export function createAsker({ io, signal, lastLines }: PlainParts) {
  let series: ReturnType<typeof openLineReader> | undefined;
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), io.stderr.columns || 80)) write(`${line}\n`);
  };
  return {
    write,
    say,
    openSeries: () => {
      const mine = (series ??= openLineReader(io.stdin, signal));
      say('To each question, b goes back to the one before, and ? repeats it.');
      return () => {
        mine.close();
        if (series === mine) series = undefined;
      };
    },
    /** `show` prints the question, which `?` repeats. */
    ask: async <T>(show: () => void, prompt: string, read: Read<T>): Promise<T> => {
      signal.throwIfAborted();
      const isInSeries = series !== undefined;
      const lines = series ?? openLineReader(io.stdin, signal);
      const letGo = lastLines.hold();
      try {
        show();
        for (;;) {
          write(`${prompt}: `);
          const answer = (await lines.next()).trim();
          const problem = lengthProblem(answer);
          if (isInSeries && answer.toLowerCase() === 'b') throw new BackError();
          if (problem !== undefined) say(problem);
          else if (answer === '?') show();
          const taken = problem !== undefined || answer === '?' ? undefined : await read(answer);
          if (taken === undefined) continue;
          say(`Answer: ${taken.shown}`);
          return taken.value;
        }
      } catch (error) {
        // The question is on a line that nothing has ended.
        if (!(error instanceof BackError)) write('\n');
        throw error;
      } finally {
        if (!isInSeries) lines.close();
        letGo();
      }
    },
  };
}

export type Asker = ReturnType<typeof createAsker>;

/** More lines than any series of questions takes. */
const mostLines = 100;

/** Whole lines from a terminal that edits them itself. Lines that come before they are asked for wait. */
function openLineReader(stdin: Io['stdin'], signal: AbortSignal) {
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
    /** Rejects with InterruptedError at the end of the input, and with the signal's reason when it aborts. */
    next: async (): Promise<string> => {
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
    close: (): void => {
      signal.removeEventListener('abort', onAbort);
      fail = undefined;
      lines.close();
      stdin.pause();
    },
  };
}
