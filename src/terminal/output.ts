/** Writing that is awaited, so that nothing is cut off and a full disk is noticed. */
import { OutputError } from '../base/errors.ts';
import type { Io } from './io.ts';

/** The reader has gone, as with `| head`: the command ends quietly. */
export class ClosedPipe extends Error {}

/** Throws ClosedPipe and OutputError. */
export async function write({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<void> {
  try {
    await writeTo(stdout, text);
  } catch (error) {
    throw toWriteError(error);
  }
}

export function toWriteError(error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new ClosedPipe();
  return new OutputError(`the output could not be written: ${message}`, {
    hint: 'is the disk full?',
    cause: error,
  });
}

/** Never throws, because the error could not be shown. */
export async function printToStderr({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await writeTo(stderr, text).catch(() => {});
}

async function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** For a terminal of unknown size, which has 0 columns. */
const defaultColumns = 80;
/** A narrower terminal breaks lines itself: with few words a line, breaks between them do not help. */
const minColumns = 20;

/** For what is drawn at a terminal, such as a question. */
export function screenColumns({ columns }: Pick<Io['stdout'], 'columns'>): number {
  return columns || defaultColumns;
}

/** For messages: where lines break between words; nowhere in a pipe. */
export function lineWidth({ isTTY, columns }: Io['stderr']): number {
  const width = screenColumns({ columns });
  return isTTY === true && width >= minColumns ? width : Number.POSITIVE_INFINITY;
}

/** For the view of a result. A pipe has the columns that COLUMNS sets. */
export function viewWidth(
  { isTTY, columns }: Pick<Io['stdout'], 'isTTY' | 'columns'>,
  env: Io['env'],
): number {
  const width = isTTY === true ? columns : Number(env['COLUMNS']);
  return width !== undefined && Number.isInteger(width) && width > 0 ? width : defaultColumns;
}
