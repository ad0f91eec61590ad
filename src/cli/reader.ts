/** Who reads the answer. Every command needs it, so it is apart from the context, which only a command that runs needs. */
import type { Io } from '../terminal/io.ts';
import type { Settings } from './settings.ts';

interface Reading {
  readonly io: Pick<Io, 'stdout'>;
  readonly settings: Pick<Settings, 'format' | 'fields'>;
}

/** A person reads the view on a terminal; every other form has records or a document. */
export function showsView({ io, settings: { format = 'table', fields } }: Reading): boolean {
  return io.stdout.isTTY === true && format === 'table' && fields === undefined;
}
