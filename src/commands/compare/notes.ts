/** The notes of a sweep. Above a table there is room for three lines; -v and every other form say all. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { inWords, type FieldText } from '../../errors.ts';
import { showsView } from '../shared/noted-trip.ts';

export interface Notes {
  say(...notes: readonly FieldText[]): void;
  /** Of days without times, which must not be missed. */
  warn(...notes: readonly FieldText[]): void;
  /** Says what was held back. */
  end(): void;
}

const mostLines = 3;
/** For the last note, which is about the result. */
const keptLines = 2;

export function createNotes(context: Context): Notes {
  const { io, settings, progress, asked } = context;
  const isBrief = showsView(context) && io.stderr.isTTY === true && settings.verbose === 0 && asked === undefined;
  if (!isBrief) return { say: context.note, warn: context.caution, end: () => {} };
  const said = new Set<string>();
  const held: string[] = [];
  let first: string | undefined;
  let left = mostLines;
  /** Whole or not at all: what a cut note lacks can be what matters. */
  const printIfShort = (text: string, lines: number): boolean => {
    const own = progress.noteLines(text);
    if (own > lines) return false;
    left -= own;
    progress.note(text);
    return true;
  };
  const say = (...notes: readonly FieldText[]): void => {
    for (const text of notes.map((note) => inWords(note, flagOf))) {
      if (said.has(text)) continue;
      said.add(text);
      if (held.length > 0 || !printIfShort(text, left - keptLines)) held.push(text);
    }
  };
  return {
    say,
    warn: (...notes) => {
      first ??= notes.map((note) => inWords(note, flagOf))[0];
      say(...notes);
    },
    end: () => {
      const last = first !== undefined && held.includes(first) ? first : held.at(-1);
      if (last === undefined) return;
      const withCount = (more: number): string => (more === 0 ? last : `${last} (${more} more: -v)`);
      const others = held.splice(0).filter((text) => text !== last);
      const kept = progress.noteLines(withCount(others.length));
      progress.note(withCount(others.filter((text) => !printIfShort(text, left - kept)).length));
    },
  };
}
