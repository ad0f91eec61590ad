/** Awaited writing: nothing is cut off at the end, and a full disk is noticed. */
import { once } from 'node:events';
import { InterruptedError, OutputError } from '../errors.ts';
import type { Io } from './io.ts';

/** The reader has gone, as with `| head`: the command ends quietly. */
export class ClosedPipe extends Error {}

export type Output = ReturnType<typeof createOutput>;

/** After an interruption, a reader that reads nothing for so many ms does not keep the program from its end. */
const graceMs = 1000;

export function createOutput(io: Pick<Io, 'stdout' | 'stderr' | 'sleep'>, signal: AbortSignal) {
  const giveUp = async (over: AbortSignal): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: over });
    await io.sleep(graceMs, over);
    throw signal.reason;
  };
  const writeTo = async (stream: NodeJS.WritableStream, text: string): Promise<void> => {
    const over = new AbortController();
    const written = new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, giveUp(over.signal)]).finally(() => over.abort());
  };
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
