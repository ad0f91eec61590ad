/** Writing that is awaited, so that nothing is cut off and a full disk is noticed. */
import { OutputError } from '../errors.ts';
import type { Io } from './io.ts';

export interface Output {
  /** To stdout. Throws ClosedPipe when nobody reads any more, OutputError when it cannot be written. */
  write(text: string): Promise<void>;
  /** To stderr; never throws: there is nowhere left to say so. */
  tell(text: string): Promise<void>;
}

/** The reader went away, as `| head` does: the quiet end of a command. */
export class ClosedPipe extends Error {}

export function createOutput(io: Pick<Io, 'stdout' | 'stderr'>): Output {
  // A stream also emits what its write callback reports; without a listener that would end the program.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {});
  return {
    write: async (text) => {
      if (text === '') return;
      try {
        await writeTo(io.stdout, text);
      } catch (error) {
        if (isClosed(error)) throw new ClosedPipe();
        throw new OutputError(`the output could not be written: ${(error as Error).message}`, {
          hint: 'is the disk full?',
          cause: error,
        });
      }
    },
    tell: (text) => writeTo(io.stderr, text).catch(() => {}),
  };
}

function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function isClosed(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
