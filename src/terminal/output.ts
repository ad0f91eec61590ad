/** Awaited writing: nothing is cut off at the end, and a full disk is noticed. */
import { OutputError } from '../base/errors.ts';
import type { Io } from './io.ts';

/** The reader has gone, as with `| head`: the command ends quietly. */
export class ClosedPipe extends Error {}

/**
 * Writes to stdout. Throws ClosedPipe if the reader has gone, and OutputError if writing fails
 * otherwise.
 */
export async function write({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<void> {
  try {
    await writeTo(stdout, text);
  } catch (error) {
    throw writeError(error);
  }
}

/** What a failed write to stdout means for the command. */
export function writeError(error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new ClosedPipe();
  return new OutputError(`the output could not be written: ${message}`, {
    hint: 'is the disk full?',
    cause: error,
  });
}

/** Writes to stderr. Never throws, because the error could not be shown. */
export async function printToStderr({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await writeTo(stderr, text).catch(() => {});
}

async function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Columns of a terminal; one of unknown size has 0. */
export function screenColumns({ columns }: Pick<Io['stdout'], 'columns'>): number {
  return columns || 80;
}

/**
 * Columns of a terminal whose lines should break between words; no end for a pipe, and where hardly
 * a word has room.
 */
export function lineWidth({ isTTY, columns }: Io['stderr']): number {
  const width = screenColumns({ columns });
  return isTTY === true && width >= 20 ? width : Number.POSITIVE_INFINITY;
}

/**
 * Columns for a view. A pipe has those that COLUMNS sets. The default is 80, also for a terminal of
 * unknown size (0 columns).
 */
export function viewWidth(
  { isTTY, columns }: Pick<Io['stdout'], 'isTTY' | 'columns'>,
  env: Io['env'],
): number {
  const width = isTTY === true ? columns : Number(env['COLUMNS']);
  return width !== undefined && Number.isInteger(width) && width > 0 ? width : 80;
}
