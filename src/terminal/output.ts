/** Awaited writing: nothing is cut off at the end, and a full disk is noticed. */
import { InterruptedError, OutputError } from '../errors.ts';
import type { Io } from './io.ts';

/** The reader has gone, as with `| head`: the command ends quietly. */
export class ClosedPipe extends Error {}

export type Output = ReturnType<typeof createOutput>;

/** After an interruption, a reader that reads nothing for so many ms does not keep the program from its end. */
const graceMs = 1000;

export function createOutput(io: Pick<Io, 'stdout' | 'stderr' | 'sleep'>, signal: AbortSignal) {
  const writeTo = (stream: NodeJS.WritableStream, text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      let over: AbortController | undefined;
      const giveUp = (): void => {
        over = new AbortController();
        io.sleep(graceMs, over.signal).then(
          () => reject(signal.reason as Error),
          () => {},
        );
      };
      stream.write(text, (error) => {
        over?.abort();
        signal.removeEventListener('abort', giveUp);
        if (error) reject(error);
        else resolve();
      });
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  return {
    /**
     * Writes to stdout. Throws ClosedPipe if the reader has gone, the signal's InterruptedError if it does not read, and OutputError if
     * writing fails otherwise.
     */
    write: async (text: string): Promise<void> => {
      if (text === '') return;
      try {
        await writeTo(io.stdout, text);
      } catch (error) {
        if (error instanceof InterruptedError) throw error;
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') throw new ClosedPipe();
        throw new OutputError(`the output could not be written: ${message}`, {
          hint: 'is the disk full?',
          cause: error,
        });
      }
    },
    /** Writes to stderr. Never throws, because the error could not be shown. */
    tell: (text: string) => writeTo(io.stderr, text).catch(() => {}),
  };
}

/** Columns of a terminal whose lines should break between words; undefined for a pipe, and where hardly a word has room. */
export function lineWidth({ isTTY, columns }: Io['stderr']): number | undefined {
  const width = columns || 80;
  return isTTY === true && width >= 20 ? width : undefined;
}

/** Columns for a view. A pipe has those that COLUMNS sets. The default is 80, also for a terminal of unknown size (0 columns). */
export function viewWidth({ isTTY, columns }: Pick<Io['stdout'], 'isTTY' | 'columns'>, env: Io['env']): number {
  const width = isTTY === true ? columns : Number(env['COLUMNS']);
  return width !== undefined && Number.isInteger(width) && width > 0 ? width : 80;
}
