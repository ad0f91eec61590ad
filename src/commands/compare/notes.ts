/** The notes of a sweep. Above a table there is room for three; -v and every other form say all. */
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

const mostAtOnce = 2;

export function createNotes(context: Context): Notes {
  const { io, settings, progress } = context;
  const isBrief = showsView(context) && io.stderr.isTTY === true && settings.verbose === 0;
  if (!isBrief) return { say: context.note, warn: context.note, end: () => {} };
  const said = new Set<string>();
  const held: string[] = [];
  let first: string | undefined;
  const say = (...notes: readonly FieldText[]): void => {
    for (const text of notes.map((note) => inWords(note, flagOf))) {
      if (said.has(text)) continue;
      if (said.add(text).size <= mostAtOnce) progress.note(text, '');
      else held.push(text);
    }
  };
  return {
    say,
    warn: (...notes) => {
      first ??= notes.map((note) => inWords(note, flagOf))[0];
      say(...notes);
    },
    end: () => {
      // The last ones are about the result.
      const text = first !== undefined && held.includes(first) ? first : held.at(-1);
      const more = held.splice(0).length - 1;
      if (text !== undefined) progress.note(text, more === 0 ? '' : ` (${more} more: -v)`);
    },
  };
}
